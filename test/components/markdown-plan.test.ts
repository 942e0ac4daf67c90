import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { describe, expect, test } from "vitest";
import { planMarkdown } from "../../src/components/Markdown/plan.js";

function html(source: string): string {
  const element = createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, source);
  return renderToStaticMarkup(element)
    .replace(/\n+/g, "\n")
    .replace(/\n<\/code>/g, "</code>")
    .trim();
}

const pieces = [
  "A paragraph.",
  "two lines\nof text",
  "# Heading",
  "Setext\n===",
  "---",
  "- item\n- item two",
  "- loose\n\n- list",
  "- item\n\n  second paragraph",
  "1. one\n2. two",
  "2. two\n\n   more of two",
  "1. ten\n\n   more of ten",
  "* star\n  - nested\n\n    deep",
  "- item\nlazy line",
  "- ```js\n  code\n\n  more\n  ```",
  "1. do:\n   ```js\n   const q = [7,8];\n   ```",
  "- item\n```\ntop\n\nfence\n```",
  "10. item\n  ```\ntop\n\n- fence\n  ```",
  "```js\ncode\n\n# not a heading\n- no item\n```",
  "~~~\ntext\n\n```\n~~~",
  "````\n```\n\n````",
  "text\n```\nfence after text\n\n```\ntext after fence",
  "```\nnever closed\n\n- x",
  "> quote\nlazy",
  "> ```\n> in quote\n\nafter",
  "> - item\n\n> other",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "| a |\n|---|\n| 1 |\ntext row",
  "<!-- comment\n\n- still -->\nafter",
  "<pre>\nraw\n\n- raw\n</pre>",
  "<div>\n- in html\n```\n",
  "<details>\n<summary>s</summary>\n\n- list\n\n</details>",
  "<b>inline</b> start",
  "***",
  "-\n\n  late",
  "   - three spaces",
  "text\n2. not a list",
  "# Title\n2. a list\n\n   more",
  "*a* **b** `c` ~~d~~",
  "hard  \nbreak",
];

describe("blocks", () => {
  test("parsed one by one they look as the whole does", () => {
    const separator = fc.constantFrom("\n\n", "\n\n\n", "\n", "\n  \n", "\r\n\r\n");
    const document = fc
      .array(fc.tuple(fc.constantFrom(...pieces), separator), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(document, (source) => {
        const { blocks, rest } = planMarkdown(source);
        expect(rest).toBe("");
        expect(blocks.every((block) => !block.isPlain)).toBe(true);
        expect(
          blocks
            .map((block) => html(block.source))
            .join("\n")
            .replace(/\n+/g, "\n")
            .trim(),
        ).toBe(html(source.replaceAll("\r\n", "\n")));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

/** Milliseconds of CPU that parsing takes, once what is plain is taken out. */
function parseTime(source: string): { timeMs: number; isPlain: boolean } {
  const { blocks } = planMarkdown(source);
  const parsed = blocks.filter((block) => !block.isPlain);
  const begin = process.cpuUsage();
  for (const block of parsed) html(block.source);
  const { user, system } = process.cpuUsage(begin);
  return { timeMs: (user + system) / 1000, isPlain: parsed.length < blocks.length };
}

const n = (count: number, text: string) => text.repeat(count);

describe("shapes that cost a parser too much are plain text", () => {
  test.each<[string, string]>([
    ["quotes in quotes", `${n(4000, "> ")}deep`],
    ["lists in lists", n(4000, "* ")],
    ["numbered lists in lists", n(4000, "1. ")],
    ["lists in quotes", n(4000, "> * ")],
    ["lists by indentation", Array.from({ length: 200 }, (_, level) => `${n(level, "  ")}- x`).join("\n")],
    ["nested emphasis", `${n(2000, "*a **a ")}${n(2000, "** *")}`],
    ["marks that never close", n(4000, "*a_ ")],
    ["brackets", n(4000, "[") + n(4000, "]")],
    ["images in images", n(2000, "![") + n(2000, "](u)")],
    ["closing brackets", n(8000, "a]")],
    ["half links", n(8000, "[a](b")],
    ["backslashes and backticks", n(8000, "\\``")],
    ["strikes", `${n(4000, "~~a ")}${n(4000, "~~")}`],
    ["comments that never close", `a ${n(8000, "<!--")}`],
    ["character data", `a ${n(6000, "<![CDATA[")}`],
    ["instructions", `a ${n(8000, "<?")}`],
    ["addresses", n(8000, "a@a.")],
    ["setext lines", `a\n${n(8000, "=\n")}`],
    ["lazy lines of a quote", `> a\n${n(8000, "b\n")}`],
    ["list items", n(8000, "- a\n")],
    ["wide tables", `|${n(2000, "a|")}\n|${n(2000, "-|")}\n${n(500, "|a|\n")}`],
    ["long tables", `|a|b|c|\n|-|-|-|\n${n(6000, "|a|b|c|\n")}`],
    ["definitions", Array.from({ length: 4000 }, (_, index) => `[r${index}]: /x`).join("\n\n")],
    ["footnotes", Array.from({ length: 2000 }, (_, index) => `[^${index}]\n\n[^${index}]: x`).join("\n\n")],
    ["many paragraphs just under the limit", n(200, `${n(64, "*a_ ")}\n\n`)],
  ])("%s", (_name, source) => {
    const { timeMs, isPlain } = parseTime(source);
    expect(isPlain).toBe(true);
    expect(timeMs).toBeLessThan(500);
  });
});

describe("honest text is parsed", () => {
  const line = "- **Term** means `code` and [a link](https://ok.example/x), see _below_.\n";
  test.each<[string, string]>([
    ["a long list", n(300, line)],
    ["a table of links", `| a | b | c |\n|---|---|---|\n${n(200, "| **x** | `y` | [z](https://ok.example) |\n")}`],
    ["code full of marks", `\`\`\`js\n${n(1500, "a[i][j] *= b_c * `$d`; // <!-- [x](y)\n")}\`\`\``],
    [
      "code in a list",
      `1. Run:\n   \`\`\`sh\n${n(200, "   echo \"$a[0]\" | sed 's/[*_]//g' > out[1] \n")}   \`\`\`\n2. Done.`,
    ],
    ["generics and comparisons", "a < b && b > c, 5 <= 6, x <- y, vec<int>, Map<string, Set<number>>"],
    ["levels of nesting", "> > > three levels\n\n1. a\n   - b\n     - c\n       - d\n         - e"],
    ["snake case", n(30, "the_name_of_a_thing and ")],
  ])("%s", (_name, source) => {
    const { blocks, rest } = planMarkdown(source);
    expect(rest).toBe("");
    expect(blocks.filter((block) => block.isPlain)).toEqual([]);
  });
});

describe("a growing document", () => {
  // The beginning of a line may look like a paragraph, and join the list before it when there is more of it.
  test("keeps its blocks, all but the last two, as they were", () => {
    const source = `${pieces.join("\n\n")}\n\nThe end.`;
    let before = planMarkdown("").blocks;
    for (let end = 1; end <= source.length; end += 7) {
      const { blocks } = planMarkdown(source.slice(0, end));
      const settled = before.slice(0, -2).map((block) => block.source);
      expect(blocks.slice(0, settled.length).map((block) => block.source)).toEqual(settled);
      before = blocks;
    }
  });
});

describe("past 64 KiB", () => {
  test("the rest is plain text, and nothing is lost", () => {
    const source = n(3000, "A paragraph of some words, and no more.\n\n");
    const { blocks, rest } = planMarkdown(source);
    expect(blocks.map((block) => block.source).join("") + rest).toBe(source);
    expect(rest.length).toBeGreaterThan(0);
    expect(source.length - rest.length).toBeLessThanOrEqual(64 * 1024);
  });

  test("one word of 10 MB is all rest, at once", () => {
    const begin = process.cpuUsage();
    const { blocks, rest } = planMarkdown("x".repeat(10_000_000));
    expect([blocks.length, rest.length]).toEqual([0, 10_000_000]);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(500);
  });
});
