import { json } from "../../detect/syntaxes/json.js";
import type { ToolDeclaration } from "../../stream/tool.js";
import { asCode, type ToolFormat } from "./format.js";

interface JsonShapes {
  name: string;
  provider: string | undefined;
  schema: (tool: ToolDeclaration) => unknown;
  call: (name: string, input: Readonly<Record<string, unknown>>) => unknown;
}

const guidance =
  "To call a tool, write a JSON object exactly as in the tool's example: plain, at the start of a line, not in a code " +
  "block and without comments. Its keys and their nesting are those of the example, its arguments those of the tool's " +
  "definition.";

function jsonFormat({ name, provider, schema, call }: JsonShapes): ToolFormat {
  return {
    name,
    provider,
    syntaxes: [json],
    guidance,
    formatSchema: (tool) => asCode("json", JSON.stringify(schema(tool), null, 2)),
    formatExample: (tool, input) => JSON.stringify(call(tool.name, input), null, 2),
  };
}

/**
 * For OpenAI, Mistral, DeepSeek and Grok:
 *
 *     {"tool": {"function": {"name": "getWeather", "arguments": {"city": "Oslo"}}}}
 */
export const openAiJson: ToolFormat = jsonFormat({
  name: "openai-json",
  provider: "openai",
  schema: ({ name, description, parameters }) => ({ type: "function", function: { name, description, parameters } }),
  call: (name, input) => ({ tool: { function: { name, arguments: input } } }),
});

/** For Gemini: `{"name": "getWeather", "args": {"city": "Oslo"}}`. */
export const geminiJson: ToolFormat = jsonFormat({
  name: "gemini-json",
  provider: "gemini",
  schema: ({ name, description, parameters }) => ({ name, description, parameters }),
  call: (name, input) => ({ name, args: input }),
});

/** For everyone else: `{"tool": {"function": "getWeather", "parameters": {"city": "Oslo"}}}`. */
export const defaultJson: ToolFormat = jsonFormat({
  name: "json",
  provider: undefined,
  schema: ({ name, description, parameters }) => ({ name, description, parameters }),
  call: (name, input) => ({ tool: { function: name, parameters: input } }),
});
