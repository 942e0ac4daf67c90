import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { Markdown } from "../../src/components/Markdown/Markdown.js";

interface Case {
  id: string;
  channel: string;
  payload: string | null;
}

function corpus(file: string): Case[] {
  const lines = readFileSync(join(import.meta.dirname, "../corpus", file), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}

const allowedElements = new Set(
  "a,blockquote,br,button,code,del,div,em,figcaption,figure,h1,h2,h3,h4,h5,h6,hr,input,li,ol,p,path,pre,section,span,strong,sup,svg,table,tbody,td,th,thead,tr,ul".split(
    ",",
  ),
);

/** Everything that a document may not bring with it. */
function expectInert(container: HTMLElement): void {
  for (const element of container.querySelectorAll("*")) {
    expect(allowedElements).toContain(element.localName);
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^(?:on.*|style|src|srcset|action|formaction|role|aria-live|ping|background)$/);
      if (name === "class")
        expect(value).toMatch(/^(?:tt-[\w-]+|footnotes|data-footnote-backref|contains-task-list|task-list-item)$/);
    }
    if (element instanceof SVGElement) expect(element.closest(".tt-icon")).not.toBeNull();
    if (element instanceof HTMLButtonElement) expect(element.closest(".tt-code-head")).not.toBeNull();
    if (element instanceof HTMLInputElement) expect([element.type, element.disabled]).toEqual(["checkbox", true]);
    if (element instanceof HTMLAnchorElement) {
      const fragment = element.getAttribute("href")?.startsWith("#tt-");
      expect(["http:", "https:", "mailto:"]).toContain(element.protocol);
      if (!fragment) expect(element.rel).toBe("noopener noreferrer");
    }
  }
}

describe("hostile text is inert", () => {
  const cases = corpus("hostile.jsonl").filter(({ payload }) => typeof payload === "string");
  const error = vi.spyOn(console, "error");

  test.each(cases.filter(({ channel }) => channel === "markdown").map(({ id, payload }) => [id, payload ?? ""]))(
    "%s",
    (_id, payload) => {
      const { container } = render(<Markdown>{payload}</Markdown>);
      expectInert(container);
      expect(error).not.toHaveBeenCalled();
    },
  );

  test.each(cases.filter(({ channel }) => channel === "url").map(({ id, payload }) => [id, payload ?? ""]))(
    "%s as a link, an image, a reference and bare",
    (_id, payload) => {
      const source = `[link](${payload}) [angle](<${payload}>) ![image](<${payload}>) <${payload}> ${payload}\n\n[ref]\n\n[ref]: <${payload}>`;
      const { container } = render(<Markdown>{source}</Markdown>);
      expectInert(container);
      expect(container).toHaveTextContent("link");
    },
  );

  test("a text with every payload in it, on a server too", () => {
    const source = cases.map(({ payload }) => payload).join("\n\n");
    const container = document.createElement("div");
    container.append(document.createRange().createContextualFragment(renderToString(<Markdown>{source}</Markdown>)));
    expectInert(container);
  });
});

describe("honest text is as written", () => {
  const honest = new Map(corpus("hostile-controls.jsonl").map(({ id, payload }) => [id, payload ?? ""]));
  const show = (id: string) => render(<Markdown>{honest.get(id) ?? ""}</Markdown>).container;

  test("a heading, a link, bold and code", () => {
    show("ok-001");
    expect(screen.getByRole("heading", { name: "Title" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "link" })).toHaveAttribute("href", "https://ok.example/docs");
    expect(screen.getByRole("link")).toHaveAttribute("rel", "noopener noreferrer");
    expect(screen.getByText("bold").localName).toBe("strong");
  });

  test.each([
    ["ok-004", "Use <script> tags carefully: javascript: URLs are bad."],
    ["ok-006", "a < b && b > c, 5 <= 6, x <- y, vec<int>"],
    ["ok-010", "مرحبا בעולם 你好 👩‍👩‍👧‍👦 naïve"],
    ["ok-013", "The constructor and proto of toString"],
    ["ok-034", "I was [DONE] by noon"],
    ["ok-033", "Press [[Enter]] to continue; see [[wiki link]]"],
  ])("%s", (id, text) => {
    expect(show(id).textContent).toBe(text);
  });

  test("code is shown character for character", () => {
    expect(show("ok-005").querySelector("pre")?.textContent).toBe("<img src=x onerror=alert(1)>");
  });

  test("addresses become links", () => {
    show("ok-007");
    expect(screen.getAllByRole<HTMLAnchorElement>("link").map((link) => link.href)).toEqual([
      "mailto:a.b@ok.example",
      "http://www.ok.example/",
    ]);
  });

  test("a table, tasks and nesting", () => {
    show("ok-008");
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["1", "2"]);
    show("ok-011");
    expect(screen.getByRole("checkbox", { name: "Done" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Open" })).not.toBeChecked();
    expect(show("ok-009").querySelectorAll("blockquote blockquote blockquote")).toHaveLength(1);
  });

  test("a footnote leads to its text and back, and two messages do not share an id", () => {
    const source = honest.get("ok-012") ?? "";
    render(
      <>
        <Markdown>{source}</Markdown>
        <Markdown>{source}</Markdown>
      </>,
    );
    const [reference, other] = screen.getAllByRole("link", { name: "Footnote 1" });
    expect(document.getElementById(reference?.getAttribute("href")?.slice(1) ?? "")).toHaveTextContent("Text.");
    expect(reference?.getAttribute("href")).not.toBe(other?.getAttribute("href"));
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("links", () => {
  test("one that names another host than it leads to says so", () => {
    render(
      <Markdown>
        {
          "[https://bank.example](https://evil.example/x) [www.ok.example/a](https://ok.example/a) [README.md](https://ok.example)"
        }
      </Markdown>,
    );
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "https://bank.example (evil.example)",
      "www.ok.example/a",
      "README.md",
    ]);
  });

  test("one without words shows where it leads", () => {
    render(<Markdown>{"[](https://ok.example/x)"}</Markdown>);
    expect(screen.getByRole("link", { name: "ok.example" })).toBeInTheDocument();
  });

  test("a bare address at the end of a growing text is not one yet", () => {
    const { rerender } = render(<Markdown isStreaming>{"See http://127.0.0.1:9/x?d=SEC"}</Markdown>);
    expect(screen.queryByRole("link")).toBeNull();
    rerender(<Markdown isStreaming>{"See http://127.0.0.1:9/x?d=SECRET and"}</Markdown>);
    expect(screen.getByRole("link")).toHaveAttribute("href", "http://127.0.0.1:9/x?d=SECRET");
    rerender(<Markdown>{"See http://127.0.0.1:9/x"}</Markdown>);
    expect(screen.getByRole("link")).toHaveAttribute("href", "http://127.0.0.1:9/x");
  });

  test("a written link at the end of a growing text is one", () => {
    render(<Markdown isStreaming>{"See [the page](https://ok.example/x)"}</Markdown>);
    expect(screen.getByRole("link", { name: "the page" })).toBeInTheDocument();
  });
});

describe("images", () => {
  test("are their description and a link", () => {
    const { container } = render(<Markdown>{"![a kettle](https://cdn.example/kettle.png)"}</Markdown>);
    expect(container.querySelector("img")).toBeNull();
    expect(container).toHaveTextContent("Image: a kettle");
    expect(screen.getByRole("link", { name: "Open at cdn.example" })).toHaveAttribute(
      "href",
      "https://cdn.example/kettle.png",
    );
  });

  test("inside a link there is one link, not two", () => {
    render(<Markdown>{"[![a kettle](https://cdn.example/kettle.png)](https://ok.example/)"}</Markdown>);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["https://ok.example/"]);
  });
});

describe("a growing text", () => {
  test("keeps the elements of its earlier blocks, and those of the block that grows", () => {
    const { container, rerender } = render(<Markdown isStreaming>{"First.\n\n```js\none();\n"}</Markdown>);
    const [first, code] = [container.querySelector("p"), container.querySelector("figure")];
    rerender(<Markdown isStreaming>{"First.\n\n```js\none();\ntwo();\n```\n\nAfter"}</Markdown>);
    expect(container.querySelector("p")).toBe(first);
    expect(container.querySelector("figure")).toBe(code);
    expect(container.querySelector("pre")?.textContent).toBe("one();\ntwo();");
  });

  test("code in an item stays in it, and what comes after it is the next item", () => {
    const { container } = render(
      <Markdown>{"1. do:\n   ```js\n   const q = [7,8];\n   ```\n2. then [x](https://example.org)\n"}</Markdown>,
    );
    expect(container.querySelectorAll("ol > li")).toHaveLength(2);
    expect(container.querySelector("pre")?.textContent).toBe("const q = [7,8];");
    expect(screen.getByRole("link", { name: "x" })).toBeInTheDocument();
  });

  test.each(["call box_size_max now", "12*40 mm", "3 * 4 * 5", "Left|right is a label", "$410 or $390"])(
    "shows exactly the characters of %s at every length",
    (text) => {
      const { container, rerender } = render(<Markdown isStreaming>{""}</Markdown>);
      for (let end = 1; end <= text.length; end += 1) {
        rerender(<Markdown isStreaming>{text.slice(0, end)}</Markdown>);
        expect(container.textContent?.trim()).toBe(text.slice(0, end).trim());
      }
    },
  );
});

test("a text over the limits is there, as plain text", () => {
  const { container } = render(<Markdown>{`${"> ".repeat(400)}deep\n\n**after**`}</Markdown>);
  expect(container.querySelector("blockquote")).toBeNull();
  expect(container).toHaveTextContent("> > > deep");
  expect(container.querySelector("strong")).toHaveTextContent("after");
});
