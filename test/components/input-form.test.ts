import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createForm } from "../../src/components/InputForm/form-fields.js";
import { readForm } from "../../src/components/InputForm/read-form.js";
import type { JsonSchema } from "../../src/stream/tool.js";

interface Sample {
  schema: JsonSchema;
  /** Undefined: the member is left out. */
  value: unknown;
}

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const sample = (schema: JsonSchema, value: fc.Arbitrary<unknown>): fc.Arbitrary<Sample> =>
  fc.oneof(value, fc.constant(undefined)).map((each) => ({ schema, value: each }));

const anyField: fc.Arbitrary<Sample> = fc.oneof(
  sample({ type: "string" }, fc.string({ unit: "binary" })),
  sample({ type: ["string", "null"] }, fc.option(fc.string())),
  sample({ type: "number" }, anyNumber),
  sample({ type: "integer" }, fc.integer()),
  sample({ type: "boolean" }, fc.boolean()),
  sample({ enum: ["a", 2, true] }, fc.constantFrom("a", 2, true)),
  sample({ type: "array", items: { type: "string" } }, fc.array(fc.string())),
  sample({ type: "array", items: { type: "integer" } }, fc.array(fc.integer())),
);

function objectOf(field: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  const members = fc.dictionary(fc.string({ minLength: 1 }), fc.tuple(field, fc.boolean()), { minKeys: 1, maxKeys: 5 });
  return members.map((fields) => {
    const entries = Object.entries(fields).filter(([name]) => name !== "__proto__");
    return {
      schema: {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, [{ schema }]]) => [name, schema])),
        required: entries.filter(([, [, isRequired]]) => isRequired).map(([name]) => name),
      },
      value: Object.fromEntries(
        entries.filter(([, [{ value }]]) => value !== undefined).map(([name, [{ value }]]) => [name, value]),
      ),
    };
  });
}

const anyArguments = objectOf(fc.oneof({ weight: 3, arbitrary: anyField }, objectOf(anyField)));

describe("the form of a call's arguments", () => {
  test("gives back what it was made of while nobody touches it, or is not made at all", () => {
    let forms = 0;
    fc.assert(
      fc.property(anyArguments, ({ schema, value }) => {
        const form = createForm(schema, value);
        if (form === undefined) return;
        forms += 1;
        expect(readForm(form.nodes, form.draft)).toEqual({ input: value, faults: new Map() });
      }),
      { numRuns: 1000 },
    );
    expect(forms).toBeGreaterThan(300);
  });

  const text = { type: "string" };
  test.each<[why: string, schema: JsonSchema, input: unknown]>([
    ["a member has several types", { properties: { a: { anyOf: [text, { type: "object" }] } } }, { a: "x" }],
    ["a member is a list of objects", { properties: { a: { type: "array", items: { type: "object" } } } }, { a: [] }],
    ["a member is an open map", { properties: { a: { type: "object", additionalProperties: text } } }, { a: {} }],
    ["the arguments have a member that the schema does not name", { properties: { a: text } }, { a: "x", b: 1 }],
    ["a value has another type than its field", { properties: { a: text } }, { a: { b: 1 } }],
    ["a choice has a value that is not offered", { properties: { a: { enum: ["x"] } } }, { a: "y" }],
    ["an item of a list has two lines", { properties: { a: { type: "array", items: text } } }, { a: ["x\ny"] }],
    ["the arguments are no object", { properties: { a: text } }, "x"],
    ["there are no arguments", { type: "object", properties: {} }, {}],
  ])("is not made where %s", (_why, schema, input) => {
    expect(createForm({ type: "object", ...schema }, input)).toBeUndefined();
  });

  test("leaves out what is emptied, where the schema lets it", () => {
    const schema = {
      type: "object",
      properties: { must: text, may: text, many: { type: "array", items: text }, count: { type: "integer" } },
      required: ["must"],
    };
    const form = createForm(schema, { must: "a", may: "b", many: ["c"], count: 4 });
    expect(form && readForm(form.nodes, ["", "", "", ""]).input).toEqual({ must: "", many: [] });
  });

  test("says which number is none", () => {
    const schema = { type: "object", properties: { n: { type: "number" }, i: { type: "integer" } } };
    const form = createForm(schema, {});
    const faults = (...draft: string[]) => form && [...readForm(form.nodes, draft).faults];
    expect(faults("1.5e3", "-7")).toEqual([]);
    expect(faults("1,5", "2.5")).toEqual([
      [0, "not-a-number"],
      [1, "not-a-whole-number"],
    ]);
    expect(faults("Infinity", "1e999")).toEqual([
      [0, "not-a-number"],
      [1, "not-a-number"],
    ]);
  });
});
