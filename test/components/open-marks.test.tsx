import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Markdown } from "../../src/components/Markdown/Markdown.js";

function show(text: string, isStreaming = true): HTMLElement {
  return render(<Markdown isStreaming={isStreaming}>{text}</Markdown>).container;
}

const htmlOf = (text: string, isStreaming = true) => {
  const { container, unmount } = render(<Markdown isStreaming={isStreaming}>{text}</Markdown>);
  const html = container.querySelector(".tt-markdown")?.innerHTML ?? "";
  unmount();
  return html;
};

describe("at each cut of a text that grows, the words are a beginning of the whole, without a sign in them", () => {
  test.each([
    "Green tea wants **70 °C** and *two minutes*, no more.",
    "**Green tea** first.",
    "It is ***very*** hot, **so *very* hot**, and *not **so** cold*.",
    "Take 3 * 4 cups, 2*3 spoons and 4 *5 leaves.",
    "Run `npm test` or `a * b`, **then `npm run **build`** it**.",
    "One line **that goes\non in the next** and ends.",
    "A heading of **one** kind:\n\n* first *item*\n* second **item**\n\n> said **he**",
    "## The **heading**\n\nWords (**bold**) and “*quoted*”.",
  ])("%j", (text) => {
    const wordsOf = (element: HTMLElement) => (element.textContent ?? "").replaceAll(/\s+/gu, "");
    const whole = wordsOf(show(text, false));
    for (let end = 1; end <= text.length; end += 1) {
      const words = wordsOf(show(text.slice(0, end)));
      expect(whole.startsWith(words), `${JSON.stringify(text.slice(0, end))} is drawn as ${words}`).toBe(true);
    }
  });
});

describe("what is open is drawn as what it will be", () => {
  test.each([
    ["It is **hot and", "<p>It is <strong>hot and</strong></p>"],
    ["It is **hot*", "<p>It is <strong>hot</strong></p>"],
    ["It is *hot", "<p>It is <em>hot</em></p>"],
    ["**so *very", "<p><strong>so <em>very</em></strong></p>"],
    ["***very", "<p><em><strong>very</strong></em></p>"],
    ["Run `npm te", "<p>Run <code>npm te</code></p>"],
    ["Run `a *b* c", "<p>Run <code>a *b* c</code></p>"],
    ["**bold `code` and", "<p><strong>bold <code>code</code> and</strong></p>"],
    ["- an **item", "<li>an <strong>item</strong></li>"],
    ["It is **", "<p>It is</p>"],
    ["It is `", "<p>It is</p>"],
  ])("%j", (text, html) => {
    expect(htmlOf(text)).toContain(html);
  });
});

describe("signs that are no emphasis stand as they are", () => {
  test.each(["3 * 4", "3 *4", "2**3", "a * b * c", "\\*no", "5` and 6", "** no", "Prices* apply", "snake_case _x"])(
    "%j",
    (text) => {
      expect(htmlOf(`${text} go on`)).toBe(htmlOf(`${text} go on`, false));
    },
  );
});

test("ten thousand open signs cost no more than their length", () => {
  const signs = "*a ".repeat(10_000);
  const began = performance.now();
  expect(show(`${signs}**b`).textContent).toContain("a *a");
  expect(performance.now() - began).toBeLessThan(5000);
});

test("a text that has ended is drawn as it is written", () => {
  expect(show("It is **hot", false).textContent).toBe("It is **hot");
});
