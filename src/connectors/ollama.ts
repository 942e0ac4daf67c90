import { isRecord, type JsonRecord } from "../stream/json-value.js";
import type { FilePart, TextPart } from "../stream/message.js";
import type { ChatRequest, Connector, ConnectorOptions } from "./connector.js";
import { readFileContent, toFileNote } from "./file-content.js";
import { ollamaStream } from "./ollama-stream.js";
import { decodeAnswer } from "./protocol.js";
import { allTools, createRequest } from "./request.js";
import { type OpenAiChatTool, toOpenAiChatTools } from "./tool-declarations.js";
import { splitAtResults, type Turn, toTurns } from "./turns.js";
import { toWireResult } from "./wire-calls.js";

export interface OllamaOptions extends ConnectorOptions {
  /** @default "http://localhost:11434/api/chat" */
  url?: string | undefined;
  model?: string | undefined;
}

type OllamaMessage =
  | { role: "system"; content: string }
  /** `images`: base64. */
  | { role: "user"; content: string; images?: string[] }
  | { role: "assistant"; content: string; thinking?: string; tool_calls?: OllamaCall[] }
  | { role: "tool"; content: string; tool_name: string; tool_call_id: string };

interface OllamaCall {
  id: string;
  function: { name: string; arguments: JsonRecord };
}

export interface OllamaBody {
  model?: string;
  messages: OllamaMessage[];
  tools?: OpenAiChatTool[];
  stream: true;
}

/**
 * Ollama's own chat. A request's settings are sent as they are (`think`, `options`, `keep_alive`, …); `model` in them wins
 * over the option. Ollama must allow the page's origin (`OLLAMA_ORIGINS`).
 */
export function ollama(options: OllamaOptions = {}): Connector {
  const { url = "http://localhost:11434/api/chat", fetch } = options;
  return {
    name: "ollama",
    fetch,
    encode: (request) => createRequest("ollama", options, request, { url, body: encodeOllama(options, request) }),
    decode: (body, _response, request) => decodeAnswer(ollamaStream, body, request, options),
  };
}

export function encodeOllama(
  { model }: Pick<OllamaOptions, "model">,
  { messages, settings = {}, tools }: ChatRequest,
): OllamaBody {
  return {
    ...(model === undefined ? {} : { model }),
    ...settings,
    messages: toTurns(messages).flatMap(splitAtResults).flatMap(toOllamaMessages),
    ...allTools(settings, toOpenAiChatTools(tools)),
    stream: true,
  };
}

function toOllamaMessages(turn: Turn): OllamaMessage[] {
  if (turn.role === "system") return [{ role: "system", content: turn.text }];
  if (turn.role === "user") return [toUserMessage(turn.parts)];
  const textOf = (type: "text" | "reasoning") =>
    turn.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const content = textOf("text");
  const thinking = textOf("reasoning");
  if (content === "" && turn.calls.length === 0) return [];
  const calls = turn.calls.map(({ toolCallId, toolName, input }) => ({
    id: toolCallId,
    function: { name: toolName, arguments: isRecord(input) ? input : { input } },
  }));
  return [
    {
      role: "assistant",
      content,
      ...(thinking === "" ? {} : { thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
    ...turn.calls.map(({ toolCallId, toolName, outcome }) => ({
      role: "tool" as const,
      content: toWireResult(outcome),
      tool_name: toolName,
      tool_call_id: toolCallId,
    })),
  ];
}

/** Ollama takes images, as base64; of any other file it is told the text, or the name. */
function toUserMessage(parts: readonly (TextPart | FilePart)[]): OllamaMessage {
  const texts: string[] = [];
  const images: string[] = [];
  for (const part of parts) {
    if (part.type === "text") {
      texts.push(part.text);
      continue;
    }
    const file = readFileContent(part);
    if (file.kind === "image" && file.base64 !== undefined) images.push(file.base64);
    else texts.push(file.kind === "text" ? file.text : toFileNote(part));
  }
  return { role: "user", content: texts.join("\n\n"), ...(images.length === 0 ? {} : { images }) };
}
