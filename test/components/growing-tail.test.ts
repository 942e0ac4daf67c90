import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutLooseEnd } from "../../src/components/Markdown/growing-tail.js";

describe("the end of a text that grows", () => {
  test.each([
    // a link, or an image
    ["See [", "See "],
    ["See [the time", "See the time"],
    ["See [the time](", "See the time"],
    ["See [the time](https://ex", "See the time"],
    ["See [the time](https://example.org/a(b", "See the time"],
    ["See [the time](https://example.org)", "See [the time](https://example.org)"],
    ["See [the time](https://example.org) or [", "See [the time](https://example.org) or "],
    ["![a kettle](https://ex", "a kettle"],
    ["- [spare key](htt", "- spare key"],
    // what is none
    ["cell[3", "cell[3"],
    ["see [1]", "see [1]"],
    ["\\[not a link", "\\[not a link"],
    ["`a [b", "`a [b"],
    ["`a` and [b", "`a` and b"],
    ["- [x", "- "],
    ["as said[^1", "as said[^1"],
    // a fence
    ["Try:\n`", "Try:\n"],
    ["Try:\n``", "Try:\n"],
    ["```p", "```"],
    ["```py\nprint(9)\n``", "```py\nprint(9)\n"],
    ["```py\na[3", "```py\na[3"],
    ["```py\nprint(9)\n```\n[x](ht", "```py\nprint(9)\n```\nx"],
    ["1. do:\n   ```j", "1. do:\n   ```"],
    ["a `span", "a `span"],
    ["left|", "left|"],
    ["3 * 4", "3 * 4"],
  ])("%j is drawn as %j", (source, drawn) => {
    expect(withoutLooseEnd(source)).toBe(drawn);
  });

  test("loses signs alone, and only from the last line", () => {
    const piece = fc.constantFrom("[", "](", ")", "!", "`", "```", "\n", "- ", "> ", "word ", "https://a.example", "~");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const source = pieces.join("");
        const drawn = withoutLooseEnd(source);
        const begin = source.lastIndexOf("\n") + 1;
        expect(drawn.slice(0, begin)).toBe(source.slice(0, begin));
        let at = begin; // what is drawn of the line is its characters, in their order
        for (const character of drawn.slice(begin)) {
          at = source.indexOf(character, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });
});
