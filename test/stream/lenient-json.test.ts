import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLenientJson } from "../../src/stream/lenient-json.js";
import { anyJsonLikeText, anyJsonText } from "./json-texts.js";

describe("parseLenientJson", () => {
  it("reads strict JSON as JSON.parse does, and repairs nothing", () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        deepStrictEqual(parseLenientJson(text), { value: JSON.parse(text) as unknown, repaired: false });
      }),
      { numRuns: 500 },
    );
  });

  it("reads strict JSON inside a comment's company to the same value", () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        deepStrictEqual(parseLenientJson(`/**/${text}// end`), { value: JSON.parse(text) as unknown, repaired: true });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["single quotes", `{'city': 'Bergen', "a": ['b']}`, { city: "Bergen", a: ["b"] }],
    ["double quotes in single ones", `{'say': 'a "b" c'}`, { say: 'a "b" c' }],
    ["an escaped single quote", `{'who': 'it\\'s me'}`, { who: "it's me" }],
    ["escapes in single quotes", `'a\\n\\u00e9\\\\'`, "a\né\\"],
    ["a comma before a closer", '{"a": [1, 2, ], }', { a: [1, 2] }],
    ["identifiers as keys", '{name: "x", $ref: 1, _a1: {größe: 2}}', { name: "x", $ref: 1, _a1: { größe: 2 } }],
    ["literals as identifier keys", "{true: 1, null: 2}", { true: 1, null: 2 }],
    ["a line comment", '{"a": 1, // " } not yet\n "b": 2}', { a: 1, b: 2 }],
    ["a line comment that ends with a carriage return", "[1, // x\r2]", [1, 2]],
    ["a block comment", '/* first */ {"a" /* " */ : /**/ 1 /* } */}', { a: 1 }],
    ["Python literals", '{"a": True, "b": [False, None]}', { a: true, b: [false, null] }],
    ["raw line breaks and tabs in strings", '{"a": "1\n2\r\n\t3"}', { a: "1\n2\r\n\t3" }],
    [
      "escapes that JSON does not know",
      '{"cost": "\\$5 \\{n}", "who": "it\\\'s \\me"}',
      { cost: "$5 {n}", who: "it's me" },
    ],
    ["an unknown escape before a pair of surrogates", '"\\😀"', "😀"],
    [
      "several at once",
      `{tool: 'run', args: {"deep": [True, 'x',],},} // done`,
      { tool: "run", args: { deep: [true, "x"] } },
    ],
  ])("repairs %s, and says so", (_, text, value) => {
    expect(parseLenientJson(text)).toStrictEqual({ value, repaired: true });
  });

  it.each([
    ["Python literals", '{"a": "True, False and None"}', { a: "True, False and None" }],
    ["comments", '{"url": "https://x.y/*z*/"}', { url: "https://x.y/*z*/" }],
    ["single quotes and commas", `{"a": "it's ,} fine"}`, { a: "it's ,} fine" }],
  ])("leaves %s inside strings alone", (_, text, value) => {
    expect(parseLenientJson(text)).toStrictEqual({ value, repaired: false });
    expect(parseLenientJson(`${text}//`)).toStrictEqual({ value, repaired: true });
  });

  it.each([
    ["nothing", "", 0, "a value"],
    ["a missing comma in a list", "[1 2]", 3, '"," or "]"'],
    ["a missing comma in an object", '{"a": 1 "b": 2}', 8, '"," or "}"'],
    ["a missing closer", '{"a": [1, 2', 11, '"," or "]"'],
    ["the wrong closer", '{"a": [1}', 8, '"," or "]"'],
    ["a missing colon", '{"a" 1}', 5, '":"'],
    ["a missing value", '{"a": }', 6, "a value"],
    ["two commas", "[1,,2]", 3, "a value"],
    ["nothing but a comma", "[,]", 1, "a value"],
    ["nothing but a comma in an object", "{,}", 1, "a key"],
    ["a bare word", '{"a": yes}', 6, "a value"],
    ["a word that begins with a literal", "[Trueish]", 1, "a value"],
    ["NaN", "[NaN]", 1, "a value"],
    ["undefined", "[undefined]", 1, "a value"],
    ["a number as a key", '{1: "a"}', 1, "a key"],
    ["a hyphen in a bare key", "{max-size: 1}", 4, '":"'],
    ["a Python literal as a key", "{None: 1}", 1, "a key"],
    ["text after the value", '{"a": 1} and so on', 9, "the end of the text"],
    ["a second value", "{}{}", 2, "the end of the text"],
    ["an unclosed string", '{"a": "b', 8, '" after the string'],
    ["an unclosed comment", "[1 /* ]", 7, '"*/"'],
    ["a comment that swallows the closer", "[1 // ]", 7, '"," or "]"'],
    ["half a comment mark", "[1 / 2]", 3, '"//" or "/*"'],
    ["an apostrophe that ends the string", "{'a': 'it's'}", 10, '"," or "}"'],
    ["quotes written twice", '{"a": ""b""}', 8, '"," or "}"'],
    ["three quotes", '{"a": """b"""}', 8, '"," or "}"'],
    ["a broken unicode escape", '"\\u12G4"', 5, "four hexadecimal digits"],
    ["a control character that is no line break or tab", '"a\u0001"', 2, "an escaped control character"],
    ["a number with a leading zero", "[007]", 1, "a number"],
    ["a number with a plus sign", "[+1]", 1, "a value"],
    ["a hexadecimal number", "[0x1f]", 2, '"," or "]"'],
    ["a number without digits after the point", "[1.]", 1, "a number"],
    ["a Python tuple", "(1, 2)", 0, "a value"],
    ["curly quotes", "{“a”: 1}", 1, "a key"],
    ["a hash comment", "[1] # one", 4, "the end of the text"],
  ])("makes an error of %s, with its place", (_, text, at, expected) => {
    const result = parseLenientJson(text);
    expect(result).toStrictEqual({ error: expect.stringContaining(`expected ${expected}`) as unknown, at });
  });

  it("leaves out __proto__ with all below it, strict or repaired, and keeps constructor", () => {
    const members = '"__proto__": {"isAdmin": true}, "a": [{"\\u005f_proto__": 1, "constructor": {"b": 2}}]';
    const value = { a: [{ constructor: { b: 2 } }] };
    deepStrictEqual(parseLenientJson(`{${members}}`), { value, repaired: false });
    deepStrictEqual(parseLenientJson(`{${members},}`), { value, repaired: true });
    deepStrictEqual(parseLenientJson("{__proto__: {a: 1}, b: 2}"), { value: { b: 2 }, repaired: true });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it("lets the last of a repeated key win, as JSON.parse does", () => {
    expect(parseLenientJson("{a: 1, b: 2, a: 3}")).toStrictEqual({ value: { a: 3, b: 2 }, repaired: true });
  });

  it("reads 64 containers within one another and refuses more, strict or repaired", () => {
    const nested = (depth: number, inner: string) => "[".repeat(depth) + inner + "]".repeat(depth);
    expect(parseLenientJson(nested(64, "1"))).toMatchObject({ repaired: false });
    expect(parseLenientJson(nested(64, "1,"))).toMatchObject({ repaired: true });
    for (const inner of ["1", "1,"]) {
      expect(parseLenientJson(nested(65, inner))).toStrictEqual({
        error: expect.stringContaining("64 levels") as unknown,
        at: 64,
      });
    }
    expect(parseLenientJson("[".repeat(500_000))).toMatchObject({ at: 64 });
    expect(parseLenientJson(nested(400_000, ""))).toMatchObject({ at: 64 });
  });

  it("reads 10,000 keys of all objects together and refuses more, strict or repaired", () => {
    const records = (count: number, end: string) => `[${'{"a":1,"b":2},'.repeat(count).slice(0, -1)}${end}]`;
    expect(parseLenientJson(records(5000, ""))).toMatchObject({ repaired: false });
    expect(parseLenientJson(records(5000, ","))).toMatchObject({ repaired: true });
    for (const end of ["", ","]) {
      expect(parseLenientJson(records(5001, end))).toMatchObject({
        error: expect.stringContaining("10000 keys") as unknown,
      });
    }
  });

  it("reads 1 MiB and refuses more", () => {
    const mebibyte = 1024 * 1024;
    expect(parseLenientJson(`"${"x".repeat(mebibyte - 2)}"`)).toMatchObject({ repaired: false });
    expect(parseLenientJson(`'${"x".repeat(mebibyte - 2)}'`)).toMatchObject({ repaired: true });
    expect(parseLenientJson(`"${"x".repeat(mebibyte - 1)}"`)).toStrictEqual({
      error: expect.stringContaining("1048576 characters") as unknown,
      at: mebibyte,
    });
  });

  it("never throws: any text is a value or an error with a place inside it", () => {
    fc.assert(
      fc.property(anyJsonLikeText, (text) => {
        const result = parseLenientJson(text);
        if (!("error" in result)) return;
        expect(result.at).toBeGreaterThanOrEqual(0);
        expect(result.at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
  });
});
