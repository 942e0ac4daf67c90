import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { Markdown } from "../../src/components/Markdown/Markdown.js";
import { Message } from "../../src/components/Message/Message.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, returns, says, user } from "../../stories/scenes.js";

/** The page behind each chunk, and once the text was whole. */
function frames(chunks: readonly string[], each: (container: HTMLElement, isWhole: boolean, written: string) => void) {
  const { container, rerender } = render(<Markdown isStreaming>{""}</Markdown>);
  let written = "";
  for (const chunk of chunks) {
    written += chunk;
    rerender(<Markdown isStreaming>{written}</Markdown>);
    each(container, false, written);
  }
  rerender(<Markdown>{written}</Markdown>);
  each(container, true, written);
}

describe("a link that is not whole yet", () => {
  test("is its label from the first chunk, with no half address to read or to press [B03-01]", () => {
    const chunks = ["See [the winter ", "timetable](https://ex", "ample.org/w?page=2", ") today."];
    frames(chunks, (container, isWhole) => {
      expect(container).toHaveTextContent(/^See the winter/);
      expect(container.textContent).not.toMatch(/\]\(|https?:|\[/);
      const hrefs = screen.queryAllByRole<HTMLAnchorElement>("link").map((link) => link.href);
      expect(hrefs.every((href) => href === "https://example.org/w?page=2")).toBe(true);
      if (isWhole) expect(hrefs).toHaveLength(1);
    });
  });

  test("is its label behind the sign of a list too [B03-02]", () => {
    const chunks = ["- [spare key](htt", "ps://example.org/k)\n- [door](https://example.o", "rg/d)\n"];
    const labels = [["spare key"], ["spare key", "door"], ["spare key", "door"], ["spare key", "door"]];
    frames(chunks, () => {
      expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(labels.shift());
    });
  });
});

test("a bar that begins no table holds nothing back [B03-05]", () => {
  frames(["Left|", "right is a ", "label, read on."], (container, _isWhole, written) => {
    expect(container).toHaveTextContent(written.trim(), { normalizeWhitespace: false });
  });
});

test("a fence that forms in pieces is one block, and shows none of its signs [B03-06]", () => {
  let blocks = 0;
  const languages: (string | undefined)[] = [];
  frames(["Try this:\n\n", "`", "``p", "y\nprint(9)\n", "``", "`\n\nBye."], (container, _isWhole, written) => {
    expect(container.textContent).not.toContain("`");
    const now = container.querySelectorAll(".tt-markdown > *").length;
    expect(now).toBeGreaterThanOrEqual(blocks);
    blocks = now;
    const language = container.querySelector(".tt-code-language")?.textContent;
    if (language) languages.push(language);
    if (written.includes("print(9)")) expect(container.querySelector("code")?.textContent).toBe("print(9)");
  });
  expect(new Set(languages)).toEqual(new Set(["py"]));
});

test("a fence inside a list item is closed where it closes [B03-07]", () => {
  const chunks = ["1. do:\n   ```js\n   const q = [7,8];\n", "   ```\n2. then [x](https://example.org)\n"];
  frames(chunks, (container) => {
    expect(container.querySelector("code")?.textContent).toBe("const q = [7,8];");
  });
  const [, second] = screen.getAllByRole("listitem");
  expect(second).toHaveTextContent("then x");
  expect(second?.querySelector("a")).toHaveAttribute("href", "https://example.org/");
});

describe("signs that are part of the words", () => {
  test("an underscore in a name, and stars between numbers, are as they were written [B03-11]", () => {
    frames(["call box_size", "_max now\n\n", "`a_b` and 3 * 4 * 5"], (container, isWhole, written) => {
      expect(container.textContent?.replaceAll(/\s+/g, "")).toBe(written.replaceAll("`", "").replaceAll(/\s+/g, ""));
      if (isWhole) expect(container).toHaveTextContent("call box_size_max nowa_b and 3 * 4 * 5");
    });
  });

  test("a price in bold is no formula [B03-12]", () => {
    frames(["**$410 per unit** or $", "390 from May"], (container) => {
      expect(container.querySelector("strong")).toHaveTextContent("$410 per unit");
      expect(container.textContent).not.toContain("*");
    });
    expect(screen.getByText(/or \$390 from May/)).toBeInTheDocument();
  });

  test("a star between digits stays [B03-13]", () => {
    frames(["size 12*40 mm", "\nnext"], (container) => expect(container).toHaveTextContent("12*40"));
  });
});

describe("a block that a reader works with", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: { writeText: () => Promise.resolve() },
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "clipboard");
  });

  test("is the same element from its first line to its last [B03-14]", () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line(${line});\n`);
    const first = `\`\`\`js\n${lines.slice(0, 10).join("")}`;
    const { rerender, container } = render(<Markdown isStreaming>{first}</Markdown>);
    const block = container.querySelector("figure");
    const button = screen.getByRole("button", { name: "Copy code" });
    for (let count = 11; count <= 40; count += 1) {
      rerender(<Markdown isStreaming>{`\`\`\`js\n${lines.slice(0, count).join("")}`}</Markdown>);
    }
    rerender(<Markdown>{`\`\`\`js\n${lines.join("")}\`\`\`\n`}</Markdown>);
    expect(container.querySelector("figure")).toBe(block);
    expect(screen.getByRole("button", { name: "Copy code" })).toBe(button);
  });

  test("keeps its place and its feedback when another message arrives [B03-15]", async () => {
    const first = assistant(says("```js\nconst a = 1;\n```"), "a1");
    const { rerender, container } = render(<MessageList messages={[user("?"), first]} />);
    const text = container.querySelector("pre");
    if (text) text.scrollLeft = 40;
    fireEvent.click(screen.getByRole("button", { name: "Copy code" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    rerender(<MessageList messages={[user("?"), first, user("More", "u2")]} />);
    expect(container.querySelector("pre")).toBe(text);
    expect(text?.scrollLeft).toBe(40);
    expect(screen.getByRole("button", { name: "Copied" })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole("button", { name: "Copy code" })).toBeInTheDocument();
  });
});

describe("a group of calls", () => {
  const ran = (id: string): StreamEvent[] => [...calls(id, "n1"), ...returns(id, 1)];
  const page = (events: readonly StreamEvent[], isOver = false, id = "local") => (
    <ChatProvider toolLayout="groups">
      <MessageList messages={[user("?"), assistant(events, id)]} status={isOver ? "ready" : "streaming"} />
    </ChatProvider>
  );
  const group = () => screen.getByRole("button", { name: /tool calls?|n1/, expanded: isGroupOpen() });
  const isGroupOpen = () => screen.queryByRole("list") !== null;

  test("that was opened by hand stays open when it grows, and one that was closed stays closed [B03-20]", () => {
    const two = [...ran("a"), ...ran("b")];
    const three = [...two, ...ran("c"), ...says("Three.")];
    const { rerender } = render(page(two));
    fireEvent.click(group());
    rerender(page(three));
    expect(group()).toHaveTextContent("3 tool calls");
    expect(isGroupOpen()).toBe(true);
    fireEvent.click(group());
    rerender(page([...three, ...says(" And more.", "v")], true));
    expect(isGroupOpen()).toBe(false);
  });

  test("stays open when the stream ends and the server names the message [B03-21]", () => {
    const { rerender } = render(page(ran("a")));
    fireEvent.click(screen.getByRole("button", { name: /n1/ }));
    rerender(page(ran("a"), true));
    expect(isGroupOpen()).toBe(true);
    rerender(page(ran("a"), true, "server-9"));
    expect(isGroupOpen()).toBe(true);
  });

  test("does not swallow the words between two calls [B03-22]", () => {
    const events: StreamEvent[] = [
      { type: "tool-input-available", toolCallId: "a", toolName: "n1", input: {} },
      { type: "tool-output-available", toolCallId: "a", output: 1 },
      { type: "text-delta", id: "t", delta: "Found two, keeping the blue one." },
      { type: "tool-input-available", toolCallId: "b", toolName: "n1", input: {} },
      { type: "tool-output-available", toolCallId: "b", output: 2 },
      { type: "text-delta", id: "u", delta: "Done." },
      { type: "finish" },
    ];
    render(
      <ChatProvider toolLayout="groups">
        <Message message={assistant(events)} />
      </ChatProvider>,
    );
    expect(screen.getByText("Found two, keeping the blue one.")).toBeInTheDocument();
    const folded = screen.getAllByRole("button").filter((button) => button.hasAttribute("aria-expanded"));
    expect(folded.map((button) => button.textContent)).toEqual([
      "🔧 Executed n1 (show details)",
      "🔧 Executed n1 (show details)",
    ]);
  });
});
