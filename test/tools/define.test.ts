import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { StandardSchema } from "../../src/stream/standard-schema.js";
import { defineTool } from "../../src/tools/define.js";
import type { Tools } from "../../src/tools/definition.js";
import { createToolRegistry } from "../../src/tools/registry.js";

/** What is known of arktype's schemas: they are functions, and bring both standards. */
function arkLike(): StandardSchema<{ city: string }> {
  const schema = () => undefined;
  return Object.assign(schema, {
    "~standard": {
      version: 1 as const,
      vendor: "arktype",
      validate: (value: unknown) => ({ value: value as { city: string } }),
      jsonSchema: {
        input: ({ target }: { target: string }) => ({
          $schema: target,
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        }),
      },
    },
  });
}

describe("defineTool", () => {
  it("types the input by a zod or valibot schema", () => {
    const zod = defineTool({
      name: "days",
      parameters: z.object({ days: z.number().default(3) }),
      execute: ({ days }) => days + 1,
      needsApproval: ({ days }) => days > 7,
    });
    const valibot = defineTool({
      name: "city",
      parameters: v.object({ city: v.string() }),
      execute: ({ city }) => city.length,
    });
    expectTypeOf(zod.execute).parameter(0).toEqualTypeOf<{ days: number }>();
    expectTypeOf(valibot.execute).parameter(0).toEqualTypeOf<{ city: string }>();
    expect([zod.name, valibot.name]).toEqual(["days", "city"]);
  });

  it("types the input by what execute says, where the schema is JSON Schema", () => {
    const loose = defineTool({
      name: "loose",
      parameters: { type: "object", properties: { city: { type: "string" } } } as const,
      execute: ({ city }) => String(city),
    });
    const said = defineTool({ name: "said", execute: ({ city }: { city: string }) => city.length });
    expectTypeOf(loose.execute).parameter(0).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf(said.execute).parameter(0).toEqualTypeOf<{ city: string }>();
    expect(createToolRegistry([loose, said]).names).toEqual(["loose", "said"]);
  });

  it("gives definitions that go together in one list or record, whatever their types", () => {
    const one = defineTool({ name: "one", parameters: z.object({ a: z.string() }), execute: ({ a }) => a });
    const two = defineTool({ name: "two", parameters: z.object({ b: z.number() }), execute: ({ b }) => b });
    const list: Tools = [one, two];
    const record: Tools = { one, two, three: ({ c }: { c: string }) => c };
    expect(createToolRegistry(list).names).toEqual(["one", "two"]);
    expect(createToolRegistry(record).names).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["a list", [], 'got parameters of type "array". Pass a JSON Schema object, or a zod, valibot or arktype schema.'],
    ["null", null, 'got parameters of type "null"'],
    ["a text", "city", 'got parameters of type "string"'],
    ["a function", () => ({}), 'got parameters of type "function"'],
    ["a schema of a list", { type: "array", items: {} }, 'whose schema is of type "array"'],
    ["schemas by name", { city: z.string() }, "Wrap it, such as in z.object({ … })."],
    ["properties alone", { city: { type: "string" } }, 'Write { type: "object", properties: { … } }.'],
  ])("refuses %s as parameters and says what to pass", (_, parameters, words) => {
    const define = () => defineTool({ name: "getWeather", parameters: parameters as never });
    expect(define).toThrow(`tooltalk: defineTool("getWeather") got parameters`);
    expect(define).toThrow(words);
  });

  it.each([
    ["a name with a blank", { name: "get weather" }, 'got the name "get weather"'],
    ["an empty name", { name: "" }, 'such as "getWeather"'],
    ["a time of nothing", { name: "a", timeoutMs: 0 }, "got timeoutMs 0"],
    ["an unknown word for reload", { name: "a", onReload: "again" }, "Use one of: ask, rerun, fail."],
    ["something to run that is no function", { name: "a", execute: "run" }, 'an execute of type "string"'],
    ["retries of no number", { name: "a", retry: { times: 0.5 }, idempotent: true }, "got retry.times 0.5"],
    ["retries of what may do its work twice", { name: "a", retry: { times: 2 } }, "Set idempotent: true"],
  ])("refuses %s", (_, tool, words) => {
    expect(() => defineTool(tool as never)).toThrow(words);
  });

  it("takes names with letters of any script and the signs that servers use", () => {
    for (const name of ["getWeather", "mcp__files__read", "files/read", "a.b:c-d", "wetter_für"]) {
      expect(defineTool({ name }).name).toBe(name);
    }
  });
});

describe("createToolRegistry", () => {
  it("finds own names only", () => {
    const registry = createToolRegistry({ getWeather: () => "sunny" });
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", ""]) {
      expect(registry.get(name)).toBeUndefined();
    }
    expect(registry.get("getWeather")?.name).toBe("getWeather");
  });

  it("says which definition is wrong, also when defineTool did not make it", () => {
    expect(() => createToolRegistry({ search: { parameters: [] as never } })).toThrow(
      'tooltalk: the tool "search" got parameters of type "array".',
    );
    expect(() => createToolRegistry([{ name: "a" }, { name: "a" }])).toThrow('two tools are named "a"');
    expect(() => createToolRegistry({ a: 5 as never })).toThrow('the tool "a" is a number');
  });

  it("asks a schema for its JSON Schema once, and only when the model is to be told", () => {
    let asked = 0;
    const parameters = arkLike();
    const standard = parameters["~standard"] as unknown as { jsonSchema: { input: (options: unknown) => unknown } };
    const { input } = standard.jsonSchema;
    standard.jsonSchema.input = (options) => {
      asked += 1;
      return input(options);
    };
    const tool = defineTool({ name: "city", parameters });
    const registry = createToolRegistry([tool]);
    expect(asked).toBe(0);
    registry.declarations();
    createToolRegistry([tool]).declarations();
    expect(asked).toBe(1);
  });

  it("declares zod's and arktype's schemas as JSON Schema, without the note on the draft", () => {
    const parameters = z.object({ city: z.string().describe("A city."), days: z.number().int().optional() });
    const [declared, ark] = createToolRegistry([
      { name: "zod", parameters },
      { name: "ark", parameters: arkLike() },
    ]).declarations();
    expect(declared?.parameters).toMatchObject({
      type: "object",
      properties: { city: { type: "string", description: "A city." }, days: { type: "integer" } },
      required: ["city"],
    });
    expect(declared?.parameters).not.toHaveProperty("$schema");
    expect(ark?.parameters).toEqual({ type: "object", properties: { city: { type: "string" } }, required: ["city"] });
  });

  it("asks a description that is a function each time the tools are gathered", () => {
    let count = 0;
    const tool = defineTool({
      name: "now",
      description: () => {
        count += 1;
        return `Asked ${count}.`;
      },
    });
    const tell = () => createToolRegistry([tool]).declarations()[0]?.description;
    expect([tell(), tell()]).toEqual(["Asked 1.", "Asked 2."]);
  });

  it.each([
    ["valibot", v.object({ a: v.string() }), "Pass toStandardJsonSchema(schema) of @valibot/to-json-schema"],
    ["zod", z.object({ a: z.date() }), "has a part that JSON Schema has no word for"],
    ["zod", z.array(z.string()), "arguments are always an object"],
  ])("says what to write where a %s schema cannot say itself", (vendor, parameters, words) => {
    const registry = createToolRegistry([{ name: "a", parameters }]);
    expect(() => registry.declarations()).toThrow(`the ${vendor} schema of the tool "a"`);
    expect(() => registry.declarations()).toThrow(words);
  });
});
