import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPartialJson } from "../../src/stream/partial-json.js";
import { anyLengths, cutText } from "../cut-text.js";
import { anyJsonLikeText, anyJsonText } from "./json-texts.js";

/** The values after each delta, and the last one. */
function readAll(deltas: readonly string[]): unknown[] {
  const reader = createPartialJson();
  return [...deltas.map((delta) => reader.push(delta)), reader.end()];
}

function valueAfter(text: string): unknown {
  return createPartialJson().push(text);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether `late` can have grown out of `early`: at most one member of each container differs, and that one has grown. */
function isPrefix(early: unknown, late: unknown): boolean {
  if (early === undefined) return true;
  if (typeof early === "string") return typeof late === "string" && late.startsWith(early);
  if (!isContainer(early)) return Object.is(early, late);
  if (!isContainer(late) || Array.isArray(early) !== Array.isArray(late)) return false;
  const keys = Object.keys(early);
  const grown = keys.filter((key) => JSON.stringify(early[key]) !== JSON.stringify(late[key]));
  return grown.length <= 1 && keys.every((key) => Object.hasOwn(late, key) && isPrefix(early[key], late[key]));
}

/** Containers that both values have at the same place and with the same content. */
function equalContainers(early: unknown, late: unknown): [unknown, unknown][] {
  if (!isContainer(early) || !isContainer(late)) return [];
  if (JSON.stringify(early) === JSON.stringify(late)) return [[early, late]];
  return Object.keys(early).flatMap((key) => equalContainers(early[key], late[key]));
}

/** Containers at the same place whose content is not the same. */
function changedContainers(early: unknown, late: unknown): [unknown, unknown][] {
  if (!isContainer(early) || !isContainer(late) || JSON.stringify(early) === JSON.stringify(late)) return [];
  return [[early, late], ...Object.keys(early).flatMap((key) => changedContainers(early[key], late[key]))];
}

// `deepStrictEqual` where a key may be "constructor": `toStrictEqual` takes it for the class.
describe("createPartialJson", () => {
  it.each([
    ["", undefined],
    [" \n", undefined],
    ["{", {}],
    ['{"ci', {}],
    ['{"city"', {}],
    ['{"city": ', {}],
    ['{"city":"', { city: "" }],
    ['{"city":"Os', { city: "Os" }],
    ['{"city":"Oslo"', { city: "Oslo" }],
    ['{"city":"Oslo","day', { city: "Oslo" }],
    ['{"a":[', { a: [] }],
    ['{"a":{"b":[{', { a: { b: [{}] } }],
    ["[1,2", [1]],
    ["[1,2 ", [1, 2]],
    ["[1,-", [1]],
    ["[1.5e3,", [1500]],
    ["12", undefined],
    ["[tru", []],
    ["[true", [true]],
    ["[true,fals", [true]],
    ["[true,false,nul", [true, false]],
    ["[true,false,null", [true, false, null]],
    ['["a\\', ["a"]],
    ['["a\\n', ["a\n"]],
    ['["a\\u00e', ["a"]],
    ['["a\\u00e9', ["aé"]],
    ['["a\\ud83d', ["a"]],
    ['["a\\ud83d\\ude0', ["a"]],
    ['["a\\ud83d\\ude00', ["a😀"]],
    ['["a\\ud83d-', ["a\ud83d-"]],
    ['["a\\ud83d"', ["a\ud83d"]],
    ['["a\ud83d', ["a"]],
    ['["a\ud83d\ude00', ["a😀"]],
    ['"ab', "ab"],
  ])("shows of %j what is certain: %j", (text, value) => {
    expect(valueAfter(text)).toStrictEqual(value);
    expect(readAll(cutText(text, [1])).at(-2)).toStrictEqual(value);
  });

  it("ends with the value of JSON.parse, however the text is spelled and cut", () => {
    fc.assert(
      fc.property(anyJsonText, anyLengths, (text, lengths) => {
        deepStrictEqual(readAll(cutText(text, lengths)).at(-1), JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("shows the same of a text so far, whatever the deltas were", () => {
    fc.assert(
      fc.property(anyJsonText, anyLengths, fc.nat(), (text, lengths, place) => {
        const soFar = text.slice(0, place % (text.length + 1));
        deepStrictEqual(readAll(cutText(soFar, lengths)).at(-2), soFar === "" ? undefined : valueAfter(soFar));
      }),
      { numRuns: 1000 },
    );
  });

  it("lets every value be a prefix of every later one", () => {
    fc.assert(
      fc.property(anyJsonText, anyLengths, (text, lengths) => {
        const values = readAll(cutText(text, lengths));
        const last = values.at(-1);
        values.forEach((value, index) => {
          expect(isPrefix(value, values[index + 1] ?? last)).toBe(true);
          expect(isPrefix(value, last)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the identity of what did not change, and gives a new one to all that did", () => {
    fc.assert(
      fc.property(anyJsonText, anyLengths, (text, lengths) => {
        const values = readAll(cutText(text, lengths));
        values.slice(1).forEach((late, index) => {
          for (const [one, other] of equalContainers(values[index], late)) expect(other).toBe(one);
          for (const [one, other] of changedContainers(values[index], late)) expect(other).not.toBe(one);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("never writes to a value again once it was returned", () => {
    fc.assert(
      fc.property(anyJsonText, anyLengths, (text, lengths) => {
        const reader = createPartialJson();
        const seen = cutText(text, lengths).map((delta) => {
          const value = reader.push(delta);
          return { value, text: JSON.stringify(value) };
        });
        reader.end();
        for (const { value, text } of seen) expect(JSON.stringify(value)).toBe(text);
      }),
    );
  });

  it("returns from push and end what `value` then holds", () => {
    const reader = createPartialJson();
    expect(reader.value).toBeUndefined();
    expect(reader.push('{"a":["x')).toBe(reader.value);
    expect(reader.push("")).toBe(reader.value);
    expect(reader.end()).toBe(reader.value);
    expect(reader.value).toStrictEqual({ a: ["x"] });
  });

  it("shows an outermost number once the text has ended, and no other that was cut", () => {
    expect(readAll(["-1", "2.5"])).toStrictEqual([undefined, undefined, -12.5]);
    expect(readAll(["-0"]).at(-1)).toBe(-0);
    expect(readAll(['{"amount":1']).at(-1)).toStrictEqual({});
  });

  it("lets the last of a repeated key win, as JSON.parse does", () => {
    expect(valueAfter('{"a":[1],"b":2,"a":"x"}')).toStrictEqual({ a: "x", b: 2 });
  });

  it("refuses text after the end and says what to do", () => {
    const reader = createPartialJson();
    reader.end();
    expect(() => reader.push("1")).toThrow(RangeError);
    expect(() => reader.push("1")).toThrow(/tooltalk: .*Create a new reader/);
  });
});

describe("createPartialJson on malformed text", () => {
  it.each([
    ['{"a":1,}', { a: 1 }],
    ["[1,]", [1]],
    ["[1 2]", [1]],
    ["[,1]", []],
    ["[1}", [1]],
    ['{"a":1]', { a: 1 }],
    ['{"a" 1}', {}],
    ["{a:1}", {}],
    ["{'a':1}", {}],
    ["[01]", []],
    ["[1.]", []],
    ["[.5]", []],
    ["[+1]", []],
    ["[1e]", []],
    ["[--1]", []],
    ["[1x]", []],
    ["[trye]", []],
    ["[True]", []],
    ["[NaN]", []],
    ['["a\\qb"]', ["a"]],
    ['["a\\u12x4b"]', ["a"]],
    ['["a\nb"]', ["a"]],
    ['{"a":1}{"b":2}', { a: 1 }],
    ["[1] x", [1]],
    ["\ufeff[1]", undefined],
    ["/**/[1]", undefined],
  ])("reads of %j what stands before the fault: %j", (text, value) => {
    expect(readAll([text]).at(-1)).toStrictEqual(value);
    const values = readAll([...cutText(text, [1]), ',"more":[1]}']);
    expect(values.at(-1)).toStrictEqual(value);
    expect(values.at(-1)).toBe(values.at(-2));
  });

  it("never throws, and comes to the same value however the text is cut", () => {
    fc.assert(
      fc.property(anyJsonLikeText, anyLengths, (text, lengths) => {
        deepStrictEqual(readAll(cutText(text, lengths)).at(-1), readAll([text]).at(-1));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("createPartialJson on hostile text", () => {
  it("leaves out __proto__ with all below it, and keeps constructor as a key like any other", () => {
    const text =
      '{"__proto__":{"isAdmin":true,"x":["y"]},"a":{"\\u005f_proto__":[1],"constructor":{"prototype":2}},"__proto__":1,"b":3}';
    for (const lengths of [[1], [4], [text.length]]) {
      const values = readAll(cutText(text, lengths));
      deepStrictEqual(values.at(-1), { a: { constructor: { prototype: 2 } }, b: 3 });
      for (const value of values.filter(isContainer)) {
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
        expect(Object.hasOwn(value, "__proto__")).toBe(false);
      }
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it("keeps its identity while only __proto__ grows", () => {
    const values = readAll(['{"a":1,"__proto__":{', '"b":"x', 'y"', "}"]);
    expect(new Set(values).size).toBe(1);
  });

  it("reads 64 containers within one another and stops at the next", () => {
    const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + depthOf(value[0]) : 0);
    expect(depthOf(valueAfter(`${"[".repeat(64)}1${"]".repeat(64)}`))).toBe(64);
    expect(depthOf(valueAfter(`${"[".repeat(65)}1${"]".repeat(65)}`))).toBe(64);
    expect(depthOf(readAll(cutText("[".repeat(100_000), [1])).at(-1))).toBe(64);
  });

  it("reads 10,000 keys of all objects together and stops at the next", () => {
    const records = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 1, b: 2 })));
    expect(valueAfter(records(5000))).toStrictEqual(JSON.parse(records(5000)));
    const value = valueAfter(records(5001));
    expect(value).toStrictEqual([...(JSON.parse(records(5000)) as unknown[]), {}]);
  });

  it("reads 1 MiB and stops after it", () => {
    const mebibyte = 1024 * 1024;
    const whole = `"${"x".repeat(mebibyte - 2)}"`;
    expect(valueAfter(whole)).toBe(whole.slice(1, -1));
    const reader = createPartialJson();
    reader.push(`["${"x".repeat(mebibyte - 4)}`);
    expect(reader.push("yz!")).toStrictEqual([`${"x".repeat(mebibyte - 4)}yz`]);
    expect(reader.push('"]')).toStrictEqual([`${"x".repeat(mebibyte - 4)}yz`]);
  });
});

describe("createPartialJson on much text", () => {
  const memberCount = (text: string) => Object.keys(JSON.parse(text) as object).length;

  /** Members of all the copies that were shown of the outermost container. */
  function copiedMembers(text: string): number {
    const values = new Set(readAll(cutText(text, [4])).filter(isContainer));
    return [...values].reduce((count, value) => count + Object.keys(value).length, 0);
  }

  it("copies wide containers no more often than is linear in the text", () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => `item ${index}`));
    const record = (length: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [`key ${index}`, index])));
    for (const text of [list(2000), list(15_000), list(60_000)]) {
      expect(copiedMembers(text)).toBeLessThan(1_000_000 + text.length + 125 * memberCount(text));
    }
    for (const text of [record(500), record(10_000)]) {
      expect(copiedMembers(text)).toBeLessThan(125_000 + text.length + 125 * memberCount(text));
    }
  });

  it("is at most a tenth of the members behind", () => {
    const members = (length: number) => Array.from({ length }, (_, index) => [`key ${index}`, index] as const);
    const texts = [
      JSON.stringify(members(60_000).map(([, index]) => index)),
      JSON.stringify(members(10_000).map(() => "x".repeat(40))),
      JSON.stringify(Object.fromEntries(members(500))),
      JSON.stringify(Object.fromEntries(members(10_000))),
    ];
    for (const text of texts) {
      const deltas = cutText(text, [4]);
      const isTold = (index: number) => index % Math.floor(deltas.length / 40) === 0;
      const reader = createPartialJson();
      deltas.forEach((delta, index) => {
        const value = reader.push(delta);
        if (!isTold(index)) return;
        const shown = Object.keys(value ?? {}).length;
        const come = Object.keys(valueAfter(deltas.slice(0, index + 1).join("")) ?? {}).length;
        expect(shown).toBeGreaterThanOrEqual(Math.floor(come * 0.9) - 1);
      });
    }
  });

  it("is exact after every delta of 20 KB of common arguments", () => {
    const rows = Array.from({ length: 150 }, (_, id) => ({ id, name: `Person ${id}`, note: "x".repeat(60), ok: true }));
    const edits = [{ from: 1, text: "y".repeat(4000) }];
    const deltas = cutText(JSON.stringify({ path: "notes.md", rows, edits }), [4]);
    const reader = createPartialJson();
    deltas.forEach((delta, index) => {
      const value = reader.push(delta);
      if (index % 8 === 0) deepStrictEqual(value, valueAfter(deltas.slice(0, index + 1).join("")));
    });
  });

  it("ends with the exact value where renewing it was put off", () => {
    const value = Object.fromEntries(
      Array.from({ length: 9000 }, (_, index) => [`key ${index}`, [index, `text ${index}`]]),
    );
    const text = JSON.stringify(value);
    const whole = readAll(cutText(text, [4]));
    expect(whole.at(-1)).toStrictEqual(value);
    expect(whole.at(-2)).toStrictEqual(value);
    const cut = readAll(cutText(text.slice(0, -3), [4]));
    expect(Object.keys(cut.at(-1) ?? {})).toHaveLength(9000);
  });
});
