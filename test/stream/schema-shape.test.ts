import { describe, expect, it } from "vitest";
import { readFields, readShape, type SchemaField } from "../../src/stream/schema-shape.js";
import type { JsonSchema } from "../../src/stream/tool.js";

function summary(fields: readonly SchemaField[]): string[] {
  return fields.map(({ name, isRequired, shape }) => `${name}${isRequired ? "" : "?"}: ${shape.kind}`);
}

describe("readFields", () => {
  it("names a tool's arguments in the schema's order, with their kinds", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: "integer" },
        stops: { type: "array", items: { type: "string" } },
        where: { type: "object", properties: { lat: { type: "number" } } },
        mode: { enum: ["bus", "train"] },
        anything: {},
        always: true as never,
      },
      required: ["city", "where"],
    };
    expect(summary(readFields(schema))).toEqual([
      "city: string",
      "days?: integer",
      "stops?: list",
      "where: object",
      "mode?: choice",
      "anything?: any",
      "always?: any",
    ]);
  });

  it("follows references, puts allOf together, and takes the arguments of every form of a union", () => {
    const schema: JsonSchema = {
      oneOf: [
        { $ref: "#/$defs/ByName" },
        { allOf: [{ $ref: "#/$defs/Base" }, { properties: { id: { type: "integer" } } }] },
      ],
      $defs: {
        Base: { type: "object", properties: { limit: { type: "integer" } }, required: ["limit"] },
        ByName: {
          allOf: [{ $ref: "#/$defs/Base" }],
          properties: { name: { $ref: "#/definitions/a~1b" } },
          required: ["name"],
        },
      },
      definitions: { "a/b": { type: "string" } },
    };
    expect(summary(readFields(schema))).toEqual(["limit: integer", "name?: string", "id?: integer"]);
  });

  it("reads nothing of what is no schema, and no names that are not its own", () => {
    for (const schema of [{}, { type: "object" }, { properties: [] }, { properties: "x" }, { $ref: "#/constructor" }]) {
      expect(readFields(schema as never)).toEqual([]);
    }
  });
});

describe("readShape", () => {
  it.each<[string, JsonSchema, object]>([
    ["null beside a type", { type: ["string", "null"] }, { kind: "string", isNullable: true }],
    ["null as a form", { anyOf: [{ type: "integer" }, { type: "null" }] }, { kind: "integer", isNullable: true }],
    ["null as an option", { enum: ["a", null] }, { kind: "choice", options: ["a"], isNullable: true }],
    ["null alone", { type: "null" }, { kind: "null", isNullable: false }],
    ["a constant", { const: 5 }, { kind: "choice", options: [5] }],
    ["constants as forms", { anyOf: [{ const: "a" }, { const: "b" }] }, { kind: "choice", options: ["a", "b"] }],
    ["two types", { type: ["string", "number"] }, { kind: "union", forms: [{ kind: "string" }, { kind: "number" }] }],
    ["members without a type", { properties: { a: {} } }, { kind: "object" }],
    ["members with alternatives", { properties: { a: {} }, anyOf: [{ required: ["a"] }] }, { kind: "object" }],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, { item: { kind: "union" } }],
  ])("reads %s", (_, schema, shape) => {
    expect(readShape(schema)).toMatchObject(shape);
  });

  it("keeps the words beside a reference, and the limits behind it", () => {
    const schema = { $ref: "#/$defs/Day", description: "Which day.", $defs: { Day: { type: "integer", maximum: 31 } } };
    expect(readShape(schema)).toMatchObject({ kind: "integer", description: "Which day.", schema: { maximum: 31 } });
  });

  it("ends where a schema holds itself", () => {
    const tree: JsonSchema = {
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          description: "A node.",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } },
        },
      },
    };
    expect(readShape(tree)).toMatchObject({
      fields: [{ name: "children", shape: { item: { kind: "object", description: "A node.", fields: [] } } }],
    });
  });

  it("stays small where references multiply, and where a schema is thousands of levels deep", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [string, JsonSchema] => {
        const next = { $ref: `#/$defs/N${index + 1}` };
        return [`N${index}`, { type: "object", properties: { a: next, b: next } }];
      }),
    );
    let deep: JsonSchema = {};
    for (let level = 0; level < 5000; level += 1) deep = { type: "array", items: deep };
    const doubled = readShape({ $ref: "#/$defs/N0", $defs }); // 2^40 schemas, written out
    expect(doubled.kind).toBe("object");
    expect(JSON.stringify(doubled.schema).length).toBeLessThan(500_000);
    expect(JSON.stringify(readShape(deep).schema).match(/array/g)).toHaveLength(32);
  });
});
