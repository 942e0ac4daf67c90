import type { JsonRecord } from "../stream/json-value.js";
import { type AnthropicMessage, toAnthropicMessages } from "./anthropic-messages.js";
import { anthropicStream } from "./anthropic-stream.js";
import type { ChatRequest, Connector, ConnectorOptions, Lazy } from "./connector.js";
import { decodeAnswer } from "./protocol.js";
import { allTools, createRequest, resolveLazy } from "./request.js";
import { type AnthropicTool, toAnthropicTools } from "./tool-declarations.js";
import { toTurns } from "./turns.js";
import { toWireName } from "./wire-calls.js";

export interface AnthropicOptions extends ConnectorOptions {
  /**
   * What is asked. Everyone can read a key that a page holds: in public, ask a server of your own that adds it.
   * @default "https://api.anthropic.com/v1/messages"
   */
  url?: string | undefined;
  /** Sent as `x-api-key`. */
  apiKey?: Lazy<string> | undefined;
  model?: string | undefined;
  /** Tokens that an answer may have. @default 4096 */
  maxTokens?: number | undefined;
}

export interface AnthropicBody {
  /** Absent where the server knows it. */
  model?: string;
  max_tokens: number;
  system?: string;
  messages: AnthropicMessage[];
  tools?: AnthropicTool[];
  tool_choice?: { type: "none" };
  stream: true;
}

/**
 * Anthropic's Messages API. A request's settings are sent as they are (`thinking`, `temperature`, `mcp_servers`, …); `model`
 * and `max_tokens` in them win over the options, and `tools` in them, such as `[{ type: "web_search_20250305", … }]`, stand
 * before those of this side.
 */
export function anthropic(options: AnthropicOptions = {}): Connector {
  const { url = "https://api.anthropic.com/v1/messages", fetch } = options;
  return {
    name: "anthropic",
    fetch,
    encode: async (request) =>
      createRequest("anthropic", options, request, {
        url,
        headers: await headersFor(url, options.apiKey),
        body: encodeAnthropic(options, request),
      }),
    decode: (body, _response, request) => decodeAnswer(anthropicStream, body, request, options),
  };
}

async function headersFor(url: string, apiKey: Lazy<string> | undefined): Promise<Record<string, string>> {
  const key = await resolveLazy(apiKey);
  return {
    "anthropic-version": "2023-06-01",
    ...(key === undefined ? {} : { "x-api-key": key }),
    // Without it the API refuses a page.
    ...(url.startsWith("https://api.anthropic.com/") ? { "anthropic-dangerous-direct-browser-access": "true" } : {}),
  };
}

export function encodeAnthropic(
  { model, maxTokens = 4096 }: Pick<AnthropicOptions, "model" | "maxTokens">,
  { messages, settings = {}, tools }: ChatRequest,
): AnthropicBody {
  const turns = toTurns(messages);
  const system = turns.flatMap((turn) => (turn.role === "system" && turn.text.trim() !== "" ? [turn.text] : []));
  const own = toAnthropicMessages(turns);
  return {
    ...(model === undefined ? {} : { model }),
    max_tokens: maxTokens,
    ...settings,
    ...(system.length === 0 ? {} : { system: system.join("\n\n") }),
    messages: own,
    ...toolsFor(settings, toAnthropicTools(tools), own),
    stream: true,
  };
}

/** Calls in a conversation need tools in the request, also where the model may call none any more. */
function toolsFor(
  settings: JsonRecord,
  declared: AnthropicTool[],
  messages: readonly AnthropicMessage[],
): Pick<AnthropicBody, "tools" | "tool_choice"> {
  const all = allTools(settings, declared);
  const called = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "tool_use" ? [block.name] : [])),
  );
  if (all.tools !== undefined || called.length === 0) return all;
  const names = new Set(called.map((name) => toWireName(String(name))));
  const tools = [...names].map((name) => ({ name, description: "", input_schema: { type: "object" as const } }));
  return { tools, tool_choice: { type: "none" } };
}
