import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema } from "../../src/stream/tool.js";
import { validateInput } from "../../src/tools/validate.js";
import { calls } from "./generated-calls.js";

const trip: JsonSchema = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 2 },
    days: { type: "integer", minimum: 1, maximum: 14 },
    mode: { enum: ["bus", "train"] },
    code: { type: "string", pattern: "^[A-Z]+$" },
    date: { type: "string", format: "date" },
    stops: { type: "array", items: { $ref: "#/$defs/Stop" }, minItems: 1 },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    place: { anyOf: [{ $ref: "#/$defs/Stop" }, { type: "string" }] },
    fixed: { const: 1 },
  },
  required: ["city", "days"],
  additionalProperties: false,
  $defs: {
    Stop: { type: "object", properties: { name: { type: "string" } }, required: ["name"], additionalProperties: false },
  },
};

async function faultOf(parameters: JsonSchema, input: unknown): Promise<string> {
  const result = await validateInput({ name: "trip", parameters }, input);
  return "errorText" in result ? result.errorText : "none";
}

describe("validateInput, by JSON Schema", () => {
  it.each([
    ["nothing", undefined, "city: missing; days: missing"],
    ["a list", [], "expected object, got array"],
    ["a wrong type", { city: 5, days: 1 }, "city: expected string, got number"],
    ["half a whole number", { city: "Oslo", days: 1.5 }, "days: expected integer, got number"],
    ["too little", { city: "Oslo", days: 0 }, "days: expected at least 1"],
    ["too much", { city: "Oslo", days: 15 }, "days: expected at most 14"],
    ["too short", { city: "O", days: 1 }, "city: expected at least 2 characters"],
    ["no option", { city: "Oslo", days: 1, mode: "car" }, 'mode: expected one of "bus", "train"'],
    ["another constant", { city: "Oslo", days: 1, fixed: 2 }, "fixed: expected 1"],
    ["another pattern", { city: "Oslo", days: 1, code: "x" }, "code: expected a match of /^[A-Z]+$/"],
    ["another format", { city: "Oslo", days: 1, date: "tomorrow" }, 'date: expected the format "date"'],
    ["too few items", { city: "Oslo", days: 1, stops: [] }, "stops: expected at least 1 items"],
    ["what is not expected", { city: "Oslo", days: 1, town: "x" }, "town: not expected"],
    ["a fault behind a reference", { city: "Oslo", days: 1, stops: [{ name: "a" }, {}] }, "stops[1].name: missing"],
    ["none of two types", { city: "Oslo", days: 1, note: 5 }, "note: expected string or null, got number"],
    ["none of two forms", { city: "Oslo", days: 1, place: { x: 1 } }, "place: expected to fit one of 2 forms"],
  ])("names the place and what was expected for %s", async (_, input, words) => {
    expect(await faultOf(trip, input)).toBe(`The arguments do not fit: ${words}.`);
  });

  it("gives an input that fits as it is", async () => {
    const input = { city: "Oslo", days: 2, stops: [{ name: "harbour" }], note: null };
    expect(await validateInput({ name: "trip", parameters: trip }, input)).toEqual({ value: input });
    expect(await validateInput({ name: "any" }, { whatever: 1 })).toEqual({ value: { whatever: 1 } });
    expect(await validateInput({ name: "none", parameters: { type: "object" } }, null)).toEqual({ value: {} });
  });

  it("accepts every call that was made to fit its schema", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool, input }) => {
        expect(await validateInput(tool, input)).toEqual({ value: input });
      }),
      { numRuns: 300 },
    );
  });

  it("looks at own keys only", async () => {
    const parameters = { type: "object", required: ["toString", "constructor"] };
    expect(await faultOf(parameters, {})).toBe("The arguments do not fit: toString: missing; constructor: missing.");
    expect(await faultOf({ type: "object" }, JSON.parse('{"__proto__":{"isAdmin":true}}'))).toContain("prototype");
  });

  it("says that an input cannot be checked, and never lets it through, where the schema is at fault", async () => {
    const unresolved = { type: "object", properties: { a: { $ref: "#/$defs/Missing" } } };
    const endless = { $ref: "#" };
    const pattern = { type: "object", properties: { a: { type: "string", pattern: "(" } } };
    for (const parameters of [unresolved, endless, pattern]) {
      expect(await faultOf(parameters, { a: "x" })).toContain('The arguments of "trip" cannot be checked: ');
    }
  });

  it("leaves the schema as it was, also a frozen one", async () => {
    const frozen = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: Object.freeze({ type: "string" }) }),
    });
    expect(await faultOf(frozen, { a: 1 })).toBe("The arguments do not fit: a: expected string, got number.");
    expect(Reflect.ownKeys(frozen)).toEqual(["type", "properties"]);
  });

  it("names five faults at most, and quotes long names and options in part", async () => {
    const properties = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, { type: "string" }]));
    const numbers = Object.fromEntries(Object.keys(properties).map((key) => [key, 1]));
    expect(await faultOf({ type: "object", properties }, numbers)).toMatch(
      /a4: expected string, got number; and 4 more\.$/,
    );
    const options = Array.from({ length: 500 }, (_, index) => `option ${index}`);
    const long = await faultOf({ type: "object", properties: { a: { enum: options } } }, { a: 1 });
    expect(long.length).toBeLessThan(250);
    const key = await faultOf({ type: "object", additionalProperties: false }, { ["k".repeat(5000)]: 1 });
    expect(key.length).toBeLessThan(250);
  });

  it("names the first fault alone where hundreds of thousands of items are wrong", async () => {
    const parameters = { type: "object", properties: { list: { type: "array", items: { type: "string" } } } };
    const fault = await faultOf(parameters, { list: Array.from({ length: 300_000 }, () => 1) });
    expect(fault).toBe("The arguments do not fit: list[0]: expected string, got number.");
  });

  it("reads lists of items by the draft that the schema names", async () => {
    const draft7 = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { pair: { type: "array", items: [{ type: "string" }, { type: "number" }] } },
    };
    expect(await faultOf(draft7, { pair: ["a", "b"] })).toBe(
      "The arguments do not fit: pair[1]: expected number, got string.",
    );
  });
});

describe("validateInput, by Standard Schema", () => {
  it("gives what the schema makes of the input", async () => {
    const parameters = z.object({ days: z.coerce.number(), unit: z.enum(["C", "F"]).default("C") });
    expect(await validateInput({ name: "a", parameters }, { days: "3" })).toEqual({ value: { days: 3, unit: "C" } });
  });

  it("names the place, in the library's words", async () => {
    const zod = z.object({ stops: z.array(z.object({ name: z.string("must be a name") })) });
    const valibot = v.object({ stops: v.array(v.object({ name: v.string("must be a name") })) });
    for (const parameters of [zod, valibot]) {
      expect(await validateInput({ name: "a", parameters }, { stops: [{ name: "x" }, { name: 1 }] })).toEqual({
        errorText: "The arguments do not fit: stops[1].name: must be a name.",
      });
    }
  });

  it("waits for a schema that asks elsewhere, and survives one that throws", async () => {
    const slow = z.object({ id: z.string().refine((id) => Promise.resolve(id === "1"), "is not known") });
    expect(await validateInput({ name: "a", parameters: slow }, { id: "1" })).toEqual({ value: { id: "1" } });
    expect(await validateInput({ name: "a", parameters: slow }, { id: "2" })).toEqual({
      errorText: "The arguments do not fit: id: is not known.",
    });
    const broken = z.object({}).transform(() => {
      throw new Error("no network");
    });
    expect(await validateInput({ name: "a", parameters: broken }, {})).toEqual({
      errorText: 'The arguments of "a" cannot be checked: no network',
    });
  });
});
