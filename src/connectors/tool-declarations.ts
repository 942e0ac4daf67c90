import type { JsonSchema, ToolDeclaration } from "../stream/tool.js";
import { type GeminiSchema, toGeminiSchema } from "./gemini-schema.js";

// Tools as each provider's request declares them. A schema goes out as it is, but for Gemini.

export interface OpenAiChatTool {
  type: "function";
  function: { name: string; description: string; parameters: JsonSchema };
}

/** Also for Mistral, DeepSeek, Grok, Ollama and whoever else speaks Chat Completions. */
export function toOpenAiChatTools(declarations: readonly ToolDeclaration[]): OpenAiChatTool[] {
  return declarations.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

export interface OpenAiResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: false;
}

/** Not strict: there it is the default, and it allows no optional arguments. */
export function toOpenAiResponsesTools(declarations: readonly ToolDeclaration[]): OpenAiResponsesTool[] {
  return declarations.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    parameters,
    strict: false,
  }));
}

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: JsonSchema & { type: "object" };
}

export function toAnthropicTools(declarations: readonly ToolDeclaration[]): AnthropicTool[] {
  return declarations.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...parameters, type: "object" },
  }));
}

export interface GeminiTool {
  functionDeclarations: { name: string; description: string; parameters?: GeminiSchema }[];
}

/** One tool with all functions, or none. A function without arguments has no `parameters`: an empty object is refused. */
export function toGeminiTools(declarations: readonly ToolDeclaration[]): GeminiTool[] {
  if (declarations.length === 0) return [];
  const functionDeclarations = declarations.map(({ name, description, parameters }) => {
    const schema = toGeminiSchema(parameters);
    return { name, description, ...(schema.properties === undefined ? {} : { parameters: schema }) };
  });
  return [{ functionDeclarations }];
}

export interface AgUiTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

export function toAgUiTools(declarations: readonly ToolDeclaration[]): AgUiTool[] {
  return declarations.map(({ name, description, parameters }) => ({ name, description, parameters }));
}
