import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatArguments } from "../../src/display/format-arguments.js";
import { formatValue } from "../../src/display/format-value.js";
import { escapeHidden, toLine } from "../../src/display/visible-text.js";
import { cutHead } from "../../src/stream/cut-text.js";

describe("JSON is written as JSON", () => {
  test("indented text reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const { text, isCut } = formatValue(value, { rawText: false });
        expect(isCut).toBe(false);
        expect(JSON.parse(text)).toEqual(value);
      }),
    );
  });

  test("one line reads back as the value, and has no line break", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const { text } = formatValue(value, { rawText: false, indent: 0 });
        expect(text).not.toContain("\n");
        expect(JSON.parse(text)).toEqual(value);
      }),
    );
  });

  test("it looks as JSON.stringify writes it", () => {
    const value = { a: [1, "two", null, { b: [] }], c: {}, d: true };
    expect(formatValue(value).text).toBe(JSON.stringify(value, null, 2));
  });

  test("a text stands as itself", () => {
    expect(formatValue('say "hi"\nthere').text).toBe('say "hi"\nthere');
  });
});

describe("anything else is written in words", () => {
  class Money {
    constructor(readonly amount: number) {}
  }
  test.each<[string, unknown, string]>([
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["zero", 0, "0"],
    ["negative zero", -0, "-0"],
    ["NaN", Number.NaN, "NaN"],
    ["false", false, "false"],
    ["the empty text", "", ""],
    ["a BigInt", 10n, "10n"],
    ["a symbol", Symbol("x"), "Symbol(x)"],
    ["a function", () => 1, "[function]"],
    ["an Error", new TypeError("no such file"), "TypeError: no such file"],
    ["a date", new Date(Date.UTC(2024, 0, 2)), '"2024-01-02T00:00:00.000Z"'],
    ["an invalid date", new Date(Number.NaN), "Invalid Date"],
    ["a set", new Set([1]), "Set(1) [\n  1\n]"],
    ["a map", new Map([["a", 1]]), 'Map(1) {\n  "a": 1\n}'],
    ["bytes", new Uint8Array(2048), "[Uint8Array, 2KB]"],
    ["a blob", new Blob(["abc"], { type: "text/plain" }), "[Blob, text/plain, 3B]"],
    ["an instance", new Money(3), '{\n  "amount": 3\n}'],
    ["a promise", Promise.resolve(1), "[promise]"],
    ["undefined in an object", { a: undefined }, '{\n  "a": undefined\n}'],
  ])("%s", (_name, value, text) => {
    expect(formatValue(value).text).toBe(text);
  });

  test("a circle is named where it closes, and a value seen twice is written twice", () => {
    const shared = { x: 1 };
    const value: Record<string, unknown> = { one: shared, two: shared };
    value.self = value;
    const { text } = formatValue(value, { indent: 0 });
    expect(text).toBe('{"one": {"x": 1}, "two": {"x": 1}, "self": [circular]}');
  });

  test("what cannot be read says so, and the rest is still there", () => {
    const value = {
      get bad(): never {
        throw new Error("no");
      },
      good: 1,
    };
    expect(formatValue(value, { indent: 0 }).text).toBe('{"bad": [unreadable: Error: no], "good": 1}');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(formatValue({ proxy, good: 1 }, { indent: 0 }).text).toMatch(/^\{"proxy": \[unreadable: .*\], "good": 1\}$/);
    expect(formatValue(proxy).text).toContain("unreadable");
  });

  test("no value throws", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
          withUnicodeString: true,
        }),
        (value) => {
          expect(typeof formatValue(value).text).toBe("string");
          expect(typeof formatArguments(value, 500).text).toBe("string");
        },
      ),
    );
  });
});

describe("what is big is cut", () => {
  test("a long text keeps its head and tells its length", () => {
    const { text, isCut, length } = formatValue("x".repeat(5_000_000), { maxChars: 100 });
    expect([text.length, isCut, length]).toEqual([100, true, 5_000_000]);
  });

  test("a long list stops at the limit, not at its end", () => {
    let reads = 0;
    const list = new Proxy(new Array(1_000_000).fill(0), {
      get(target, key, receiver) {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const { text, isCut } = formatValue(list, { maxChars: 1_000 });
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(reads).toBeLessThan(2_000);
  });

  test("depth 50,000 ends in an ellipsis", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(formatValue(deep, { indent: 0 }).text).toBe(`${"[".repeat(32)}[…]${"]".repeat(32)}`);
  });

  test("the limit holds for every value, and a cut never splits a pair", () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 1, max: 200 }), (value, maxChars) => {
        expect(formatValue(value, { maxChars, rawText: false }).text.length).toBeLessThanOrEqual(maxChars);
      }),
    );
    expect(cutHead("a😀b", 2)).toBe("a");
    expect(cutHead("a😀b", 3)).toBe("a😀");
  });
});

describe("what cannot be seen is spelled out", () => {
  test("bidi controls, escapes and lone surrogates", () => {
    expect(escapeHidden("a\u202eb \u001b[31m \ud800 \u2066c")).toBe("a\\u202eb \\u001b[31m \\ud800 \\u2066c");
  });

  test("line breaks, tabs, emoji, joiners and marks of honest text stay", () => {
    const honest = "one\n\ttwo שלום\u200f 👩‍👩‍👧 naïve";
    expect(escapeHidden(honest)).toBe(honest);
  });

  test("a line has no line break and says that it was cut", () => {
    expect(toLine("a\n b", 10)).toBe("a b");
    expect(toLine("abcdef", 3)).toBe("abc…");
  });
});

describe("arguments on one line", () => {
  test.each<[unknown, string]>([
    [{ args: ["pwd"] }, 'args=["pwd"]'],
    [{ args: ["uname", "-a"] }, 'args=["uname", "-a"]'],
    [{ city: "Oslo", days: 3 }, 'city="Oslo", days=3'],
    [{}, ""],
    [undefined, ""],
    ["raw text", '"raw text"'],
    [{ file: "invoice\u202efdp.exe", "\u2066key": 1 }, 'file="invoice\\u202efdp.exe", \\u2066key=1'],
  ])("%j", (input, line) => {
    expect(formatArguments(input, 500)).toEqual({ text: line, isCut: false });
  });

  test("long ones are cut", () => {
    expect(formatArguments({ a: "x".repeat(1000) }, 10)).toEqual({ text: 'a="xxxxxxx', isCut: true });
  });
});
