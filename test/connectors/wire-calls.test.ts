import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonNesting } from "../../src/connectors/json-nesting.js";
import { createWireIds, toWireArguments, toWireName, toWireResult } from "../../src/connectors/wire-calls.js";

describe("the id of a call in a request", () => {
  it("stays as it is where a provider takes it", () => {
    const toWireId = createWireIds(40);
    expect(["call_1", "toolu-2", "call_1"].map(toWireId)).toEqual(["call_1", "toolu-2", "call_1"]);
  });

  it("is one that a provider takes, and no other call's, also as the conversation grows", () => {
    const id = fc.oneof(
      fc.string(),
      fc.constantFrom("a:1", "a_1", "a 1", "x".repeat(60)),
      fc.string({ minLength: 30 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.uniqueArray(id), (ids, more) => {
        const wireIds = ids.map(createWireIds(40));
        for (const wireId of wireIds) expect(wireId).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
        expect(new Set(wireIds).size).toBe(ids.length);
        expect([...ids, ...more].map(createWireIds(40)).slice(0, ids.length)).toEqual(wireIds);
      }),
    );
  });
});

describe("a call in a request", () => {
  it("has a name of letters, whatever the model called", () => {
    expect(["getWeather", "files.read", "", "ключ"].map(toWireName)).toEqual([
      "getWeather",
      "files_read",
      "unnamed",
      "____",
    ]);
    expect(toWireName("n".repeat(100))).toHaveLength(64);
  });

  it("has an object as its arguments, whatever they were", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 20_000; depth += 1) deep = { deep };
    expect([{ a: 1 }, "text", [1], null, deep].map(toWireArguments)).toEqual([
      '{"a":1}',
      '{"input":"text"}',
      '{"input":[1]}',
      '{"input":null}',
      "{}",
    ]);
  });

  it("says in its result whether it failed or was denied", () => {
    expect(toWireResult({ status: "output", output: { a: 1 } })).toBe('{"a":1}');
    expect(toWireResult({ status: "error", errorText: "No GPS." })).toBe("Error: No GPS.");
    expect(toWireResult({ status: "error", errorText: "Error: down" })).toBe("Error: down");
    expect(toWireResult({ status: "denied", reason: "Not now." })).toBe("The call was denied: Not now.");
    expect(toWireResult({ status: "denied", reason: "The call was not approved." })).toBe("The call was not approved.");
  });
});

describe("the nesting of a JSON text", () => {
  it("closes exactly where the object or list is whole, wherever the text is cut", () => {
    const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 5 }), (whole, length) => {
        const text = JSON.stringify(whole);
        const nesting = createJsonNesting();
        for (let at = 0; at < text.length; at += length) {
          expect(nesting.hasClosed).toBe(false);
          nesting.push(text.slice(at, at + length));
        }
        expect(nesting.hasClosed).toBe(true);
      }),
    );
  });
});
