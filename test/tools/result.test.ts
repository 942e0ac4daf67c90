import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJsonResult } from "../../src/tools/result.js";

const circular: Record<string, unknown> = { a: 1 };
circular.self = circular;

describe("a tool's result", () => {
  it.each<[string, unknown, unknown]>([
    ["undefined", undefined, null],
    ["0", 0, 0],
    ["an empty string", "", ""],
    ["false", false, false],
    ["a bigint", 12345678901234567890n, "12345678901234567890"],
    ["NaN", Number.NaN, "NaN"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a date that is none", new Date(Number.NaN), "Invalid Date"],
    ["an error", new TypeError("no"), { name: "TypeError", message: "no" }],
    ["a cycle", circular, { a: 1, self: "[Circular]" }],
    ["a blob", new Blob(["abc"], { type: "text/plain" }), { type: "blob", mediaType: "text/plain", sizeBytes: 3 }],
    ["bytes", new Uint8Array(4), { type: "bytes", sizeBytes: 4 }],
    ["a map", new Map([["a", new Set([1])]]), { a: [1] }],
    ["a map with other keys", new Map([[1, 2]]), [[1, 2]]],
    ["a function", () => 1, null],
  ])("has a stated form when it is %s", (_name, given, form) => {
    expect(toJsonResult(given)).toEqual(form);
  });

  it("is the same thing twice where it stands twice, and no cycle", () => {
    const shared = { x: 1 };
    expect(toJsonResult([shared, shared])).toEqual([{ x: 1 }, { x: 1 }]);
  });

  it("is unchanged when JSON can hold it, and can always be written as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(!JSON.stringify(value).includes("__proto__"));
        expect(toJsonResult(value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          expect(typeof JSON.stringify(toJsonResult(value))).toBe("string");
        },
      ),
    );
  });

  it("of very many values has a note in the place of the rest", () => {
    const list = toJsonResult(Array.from({ length: 300_000 }, (_, index) => index)) as unknown[];
    expect(list).toHaveLength(100_000); // the list itself is a value, too
    expect(list.slice(-2)).toEqual([99_998, "[Too many values]"]);
    const record = toJsonResult(Object.fromEntries(Array.from({ length: 110_000 }, (_, index) => [`k${index}`, 0])));
    expect(Object.values(record as object).filter((value) => value !== 0)).toEqual(["[Too many values]"]);
    const rows = toJsonResult(Array.from({ length: 400 }, () => Array.from({ length: 300 }, () => 1))) as unknown[][];
    expect(rows.length).toBeLessThan(400);
    expect(rows.flat().filter((value) => value !== 1)).toEqual(["[Too many values]"]);
    expect(toJsonResult(new Array(1e9))).toHaveLength(100_000); // holes are values
  });

  it("is cut where it is too deep, and survives a getter that throws", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(JSON.stringify(toJsonResult(deep))).toContain("[Too deep]");
    const hostile = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(toJsonResult(hostile)).toBe("[Unreadable]");
  });
});
