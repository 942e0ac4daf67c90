import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectToolCalls } from "../../src/detect/detect-tool-calls.js";
import type { JsonSchema, ToolDeclaration } from "../../src/stream/tool.js";
import { exampleInputs } from "../../src/tools/manifest/example-input.js";
import type { ToolFormat } from "../../src/tools/manifest/format.js";
import { defaultJson, geminiJson, openAiJson } from "../../src/tools/manifest/json-formats.js";
import { sentinelFormat } from "../../src/tools/manifest/sentinel-format.js";
import { editFileXml, runBashXml, writeFileXml } from "../../src/tools/manifest/xml-file-formats.js";
import { xmlFormat } from "../../src/tools/manifest/xml-format.js";
import { validateInput } from "../../src/tools/validate.js";
import { calls, texts } from "./generated-calls.js";

// What a format teaches, its own syntax reads: as that tool, with those arguments, and with nothing left in the text.

const formats: readonly ToolFormat[] = [openAiJson, geminiJson, defaultJson, xmlFormat, sentinelFormat];

function read(format: ToolFormat, text: string, tool: ToolDeclaration) {
  const { syntaxes, provider } = format;
  const detection = detectToolCalls(text, { syntaxes, provider, tools: [tool] });
  return {
    text: detection.text.trim(),
    calls: detection.calls.map(({ name, args, status, repaired }) => ({ name, args, status, repaired })),
  };
}

function wanted(name: string, args: unknown, text = "") {
  return { text, calls: [{ name, args, status: "pending", repaired: undefined }] };
}

describe.each(formats.map((format) => [format.name, format] as const))("the format %s", (_, format) => {
  it("is read back, for 1,000 random schemas and calls", { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(calls, ({ tool, input }) => {
        const text = format.formatExample(tool, input);
        expect(read(format, text, tool), text).toEqual(wanted(tool.name, input));
      }),
      { numRuns: 1000 },
    );
  });

  it("is read back between other words", { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(calls, ({ tool, input }) => {
        const text = `I'll look.\n\n${format.formatExample(tool, input)}\n\nA moment.`;
        const found = read(format, text, tool);
        expect({ ...found, text: found.text.replace(/\s+/g, " ") }, text).toEqual(
          wanted(tool.name, input, "I'll look. A moment."),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("shows examples that fit the schema and are read back, for 1,000 random schemas", {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool }) => {
        for (const { input } of exampleInputs(tool)) {
          expect(await validateInput(tool, input)).toEqual({ value: input });
          expect(read(format, format.formatExample(tool, input), tool)).toEqual(wanted(tool.name, input));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it("is tried with every kind of schema, each in at least one of ten", () => {
  const kinds: Record<string, (schema: JsonSchema) => boolean> = {
    "nested object": ({ properties }) => Object.values(properties ?? {}).some((member) => hasMembers(member)),
    "list of objects": ({ items }) => items !== undefined && hasMembers(items as JsonSchema),
    enum: ({ enum: options }) => options !== undefined,
    default: (schema) => Object.hasOwn(schema, "default"),
    "optional argument": ({ properties = {}, required = [] }) => Object.keys(properties).length > required.length,
    union: ({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined,
    limit: ({ minimum, minLength }) => (minimum ?? minLength) !== undefined,
  };
  const tools = fc.sample(calls, 1000).map(({ tool }) => tool);
  for (const [kind, isKind] of Object.entries(kinds)) {
    const found = tools.filter(({ parameters }) => schemasIn(parameters).some(isKind));
    expect(found.length, kind).toBeGreaterThan(100);
  }
  const empty = tools.filter(({ parameters }) => Object.keys(parameters.properties ?? {}).length === 0);
  expect(empty.length, "no arguments").toBeGreaterThan(100);
});

function hasMembers({ properties }: JsonSchema): boolean {
  return Object.keys(properties ?? {}).length > 0;
}

/** The schema and all within it; what merely stands among its values is no schema. */
function schemasIn(schema: JsonSchema): JsonSchema[] {
  const { properties, $defs, items, anyOf, oneOf, allOf } = schema as JsonSchema & { $defs?: JsonSchema["properties"] };
  const inner = [properties, $defs].flatMap((record) => Object.values(record ?? {}));
  return [schema, ...[...inner, ...[items ?? [], anyOf ?? [], oneOf ?? [], allOf ?? []].flat()].flatMap(schemasIn)];
}

interface FileCase {
  format: ToolFormat;
  name: string;
  types: Record<string, string>;
  inputs: fc.Arbitrary<Record<string, unknown>>;
}

const options: fc.RecordConstraints<never> = { requiredKeys: [], noNullPrototype: true };
const fileCases: readonly FileCase[] = [
  {
    format: writeFileXml,
    name: "write_file",
    types: { path: "string", content: "string", append: "boolean" },
    inputs: fc.record({ path: texts, content: texts, append: fc.boolean() }, options),
  },
  {
    format: editFileXml,
    name: "edit_file",
    types: { path: "string", patch: "string" },
    inputs: fc.record({ path: texts, patch: texts }, options),
  },
  {
    format: runBashXml,
    name: "run_bash",
    types: { command: "string", background: "boolean", timeout_seconds: "integer" },
    inputs: fc.record({ command: texts, background: fc.boolean(), timeout_seconds: fc.integer() }, options),
  },
];

describe.each(fileCases.map((each) => [each.name, each] as const))(
  "the form of %s",
  (_, { format, name, types, inputs }) => {
    const properties = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }]));

    it.each([
      ["declares its arguments", properties],
      ["declares none", {}],
    ])("is read back for any text, where the tool %s", (__, declared) => {
      const tool = { name, description: "", parameters: { type: "object", properties: declared } };
      fc.assert(
        fc.property(inputs, (input) => {
          const text = format.formatExample(tool, input);
          expect(read(format, text, tool), text).toEqual(wanted(name, input));
        }),
        { numRuns: 1000 },
      );
    });

    it("is that of any other tool where the app's tool has other arguments", () => {
      const tool = { name, description: "", parameters: { type: "object", properties: { text: { type: "string" } } } };
      expect(read(format, format.formatExample(tool, { text: "a < b" }), tool)).toEqual(
        wanted(name, { text: "a < b" }),
      );
    });
  },
);
