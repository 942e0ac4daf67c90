import type { ChatRequest, Connector, ConnectorOptions } from "./connector.js";
import { type OpenaiChatMessage, type ReasoningField, toChatMessages } from "./openai-chat-messages.js";
import { openaiChatStream } from "./openai-chat-stream.js";
import { decodeAnswer } from "./protocol.js";
import { allTools, createRequest } from "./request.js";
import { type OpenAiChatTool, toOpenAiChatTools } from "./tool-declarations.js";
import { splitAtResults, toTurns } from "./turns.js";

export interface OpenaiChatOptions extends ConnectorOptions {
  /**
   * What is asked. Everyone can read a key that a page holds: in public, ask a server of your own that adds it.
   * @default "https://api.openai.com/v1/chat/completions"
   */
  url?: string | undefined;
  model?: string | undefined;
  /**
   * Sends the model's earlier reasoning back under this name, as DeepSeek and Moonshot ask for with calls
   * (`reasoning_content`), or OpenRouter (`reasoning_details`).
   * @default not sent: OpenAI refuses it
   */
  reasoning?: ReasoningField | undefined;
}

export interface OpenaiChatBody {
  /** Absent where the server, or the url, knows it. */
  model?: string;
  messages: OpenaiChatMessage[];
  tools?: OpenAiChatTool[];
  stream: true;
  stream_options: { include_usage: true };
}

/**
 * A back end that speaks OpenAI's chat completions. A request's settings are sent as they are (`temperature`,
 * `tool_choice`, …); `model` in them wins over the option, and `tools` in them stand before those of this side. Set
 * `stream_options: undefined` for a server that refuses it.
 */
export function openaiChat(options: OpenaiChatOptions = {}): Connector {
  const { url = "https://api.openai.com/v1/chat/completions", fetch } = options;
  return {
    name: "openaiChat",
    fetch,
    encode: (request) =>
      createRequest("openaiChat", options, request, { url, body: encodeOpenaiChat(options, request) }),
    decode: (body, _response, request) => decodeAnswer(openaiChatStream, body, request, options),
  };
}

export function encodeOpenaiChat(
  options: Pick<OpenaiChatOptions, "model" | "reasoning">,
  { messages, settings = {}, tools }: ChatRequest,
): OpenaiChatBody {
  return {
    ...(options.model === undefined ? {} : { model: options.model }),
    stream_options: { include_usage: true },
    ...settings,
    messages: toChatMessages(toTurns(messages).flatMap(splitAtResults), options.reasoning),
    ...allTools(settings, toOpenAiChatTools(tools)),
    stream: true,
  };
}
