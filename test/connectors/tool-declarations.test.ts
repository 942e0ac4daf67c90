import type { Tool as AgUiPackageTool } from "@ag-ui/core";
import { ToolSchema } from "@ag-ui/core/schemas";
import type { Tool as AnthropicPackageTool } from "@anthropic-ai/sdk/resources/messages";
import type { Schema as GeminiPackageSchema, Tool as GeminiPackageTool } from "@google/genai";
import fc from "fast-check";
import type { ChatCompletionTool } from "openai/resources/chat/completions";
import type { FunctionTool } from "openai/resources/responses/responses";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { GeminiSchema } from "../../src/connectors/gemini-schema.js";
import {
  type AgUiTool,
  type AnthropicTool,
  type GeminiTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
  toAgUiTools,
  toAnthropicTools,
  toGeminiTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
} from "../../src/connectors/tool-declarations.js";
import type { JsonSchema, ToolDeclaration } from "../../src/stream/tool.js";
import { calls } from "../tools/generated-calls.js";

const parameters: JsonSchema = {
  type: "object",
  properties: { city: { type: "string", description: "A city." }, days: { type: "integer" } },
  required: ["city"],
  additionalProperties: false,
};
const weather: ToolDeclaration = { name: "getWeather", description: "The weather.", parameters };

describe("a tool, as a request declares it", () => {
  it("to OpenAI's Chat Completions", () => {
    expect(toOpenAiChatTools([weather])).toEqual([
      { type: "function", function: { name: "getWeather", description: "The weather.", parameters } },
    ]);
  });

  it("to OpenAI's Responses: not strict, since arguments may be optional", () => {
    expect(toOpenAiResponsesTools([weather])).toEqual([
      { type: "function", name: "getWeather", description: "The weather.", parameters, strict: false },
    ]);
  });

  it("to Anthropic", () => {
    expect(toAnthropicTools([weather])).toEqual([
      { name: "getWeather", description: "The weather.", input_schema: parameters },
    ]);
  });

  it("to AG-UI", () => {
    expect(toAgUiTools([weather])).toEqual([weather]);
    expect(ToolSchema.parse(toAgUiTools([weather])[0])).toEqual(weather);
  });

  it("as the provider's own package types it", () => {
    expectTypeOf<OpenAiChatTool>().toExtend<ChatCompletionTool>();
    expectTypeOf<OpenAiResponsesTool>().toExtend<FunctionTool>();
    expectTypeOf<AgUiTool>().toExtend<AgUiPackageTool>();
    // A package's type of a schema has less in it than a schema may have: what is around it is held to the package's.
    type InputSchema = AnthropicPackageTool["input_schema"];
    expectTypeOf<
      Omit<AnthropicTool, "input_schema"> & { input_schema: InputSchema }
    >().toExtend<AnthropicPackageTool>();
    expectTypeOf<AnthropicTool["input_schema"]["type"]>().toExtend<InputSchema["type"]>();
    type Functions = Omit<GeminiTool["functionDeclarations"][number], "parameters"> & {
      parameters?: GeminiPackageSchema;
    };
    expectTypeOf<keyof GeminiTool>().toExtend<keyof GeminiPackageTool>();
    expectTypeOf<{ functionDeclarations: Functions[] }>().toExtend<GeminiPackageTool>();
    // The package writes the REST API's names and values; its enums and counts are texts on the wire.
    expectTypeOf<keyof GeminiSchema>().toExtend<keyof GeminiPackageSchema>();
    expectTypeOf<NonNullable<GeminiSchema["type"]>>().toExtend<`${NonNullable<GeminiPackageSchema["type"]>}`>();
  });

  it("to Gemini: all functions in one tool", () => {
    expect(toGeminiTools([weather])).toEqual([
      {
        functionDeclarations: [
          {
            name: "getWeather",
            description: "The weather.",
            parameters: {
              type: "OBJECT",
              properties: { city: { type: "STRING", description: "A city." }, days: { type: "INTEGER" } },
              required: ["city"],
              propertyOrdering: ["city", "days"],
            },
          },
        ],
      },
    ]);
    expect(toGeminiTools([])).toEqual([]);
  });

  it("to Gemini without parameters, where there are none", () => {
    const stop = { name: "stop", description: "", parameters: { type: "object", properties: {} } };
    expect(toGeminiTools([stop])).toEqual([{ functionDeclarations: [{ name: "stop", description: "" }] }]);
  });
});

function geminiOf(schema: JsonSchema): GeminiSchema | undefined {
  const declaration = { name: "a", description: "", parameters: { type: "object", properties: { value: schema } } };
  return toGeminiTools([declaration])[0]?.functionDeclarations[0]?.parameters?.properties?.value;
}

describe("a schema in Gemini's words", () => {
  it.each<[string, JsonSchema, GeminiSchema]>([
    ["null beside a type", { type: ["string", "null"] }, { type: "STRING", nullable: true }],
    ["options", { enum: ["a", "b"] }, { type: "STRING", format: "enum", enum: ["a", "b"] }],
    ["options that are numbers", { enum: [1, 2] }, { type: "INTEGER", description: "One of: 1, 2." }],
    ["options of two kinds", { enum: [1, "a"] }, { type: "STRING", description: 'One of: 1, "a".' }],
    [
      "a default",
      { type: "string", description: "A unit.", default: "C" },
      { type: "STRING", description: 'A unit. Default: "C".' },
    ],
    ["a format that is refused", { type: "string", format: "uuid" }, { type: "STRING" }],
    ["a format that is not", { type: "string", format: "date-time" }, { type: "STRING", format: "date-time" }],
    ["limits", { type: "integer", minimum: 1, exclusiveMaximum: 9 }, { type: "INTEGER", minimum: 1 }],
    [
      "alternatives",
      { oneOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
    ],
    ["items that are not said", { type: "array" }, { type: "ARRAY", items: { type: "STRING" } }],
    ["members that are not said", { type: "object", additionalProperties: { type: "string" } }, { type: "OBJECT" }],
  ])("says %s", (_, schema, wanted) => {
    expect(geminiOf(schema)).toEqual(wanted);
  });

  it("has Gemini's keywords only, a type for everything but alternatives, and requires what is there", () => {
    const known = new Set<keyof GeminiSchema>(
      (
        "type description nullable enum format properties required propertyOrdering items anyOf minItems maxItems " +
        "minimum maximum minLength maxLength pattern"
      ).split(" ") as (keyof GeminiSchema)[],
    );
    const check = (schema: GeminiSchema) => {
      expect(Object.keys(schema).filter((key) => !known.has(key as keyof GeminiSchema))).toEqual([]);
      expect(schema.type === undefined).toBe(schema.anyOf !== undefined);
      if (schema.type === "ARRAY") expect(schema.items).toBeDefined();
      const names = Object.keys(schema.properties ?? {});
      expect(schema.required ?? []).toSatisfy((required: string[]) => required.every((name) => names.includes(name)));
      for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) check(inner);
      if (schema.items) check(schema.items);
    };
    fc.assert(
      fc.property(calls, ({ tool }) => {
        const [declared] = toGeminiTools([tool])[0]?.functionDeclarations ?? [];
        if (declared?.parameters) check(declared.parameters);
      }),
      { numRuns: 300 },
    );
  });
});
