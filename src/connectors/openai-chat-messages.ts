import { defined, listAt, recordAt, stringAt } from "../stream/json-value.js";
import type { FilePart, ReasoningPart, TextPart } from "../stream/message.js";
import { readFileContent, toFileNote } from "./file-content.js";
import type { Turn, TurnCall } from "./turns.js";
import { createWireIds, toWireArguments, toWireName, toWireResult } from "./wire-calls.js";

/** The field in which a server takes a model's earlier reasoning back. */
export type ReasoningField = "reasoning_content" | "reasoning" | "reasoning_details";

type ChatContent =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } }
  | { type: "input_audio"; input_audio: { data: string; format: "wav" | "mp3" } }
  | { type: "file"; file: { filename: string; file_data: string } };

interface ChatToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
  /** What the server sent with the call and wants back. */
  extra_content?: Record<string, unknown>;
}

export type OpenaiChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ChatContent[] }
  | {
      role: "assistant";
      content: string | null;
      tool_calls?: ChatToolCall[];
      reasoning_content?: string;
      reasoning?: string;
      reasoning_details?: unknown[];
    }
  | { role: "tool"; tool_call_id: string; content: string };

/** Characters that OpenAI allows in the id of a call. */
const maxIdLength = 40;

/** The conversation as chat completions tell it: each call in the message that made it, each result in one of its own. */
export function toChatMessages(turns: readonly Turn[], reasoningField?: ReasoningField): OpenaiChatMessage[] {
  const toWireId = createWireIds(maxIdLength);
  return turns.flatMap((turn): OpenaiChatMessage[] => {
    switch (turn.role) {
      case "system":
        return turn.text === "" ? [] : [{ role: "system", content: turn.text }];
      case "user":
        return [{ role: "user", content: toUserContent(turn.parts) }];
      default:
        return toAssistantMessages(turn, toWireId, reasoningField);
    }
  });
}

function toAssistantMessages(
  { parts, calls }: Turn & { role: "assistant" },
  toWireId: (id: string) => string,
  reasoningField: ReasoningField | undefined,
): OpenaiChatMessage[] {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  if (text === "" && calls.length === 0) return []; // a server refuses a message that says nothing
  const thoughts = parts.filter((part) => part.type === "reasoning");
  const toolCalls = calls.map((call) => toToolCall(call, toWireId));
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      ...(reasoningField === undefined ? {} : toReasoning(thoughts, reasoningField)),
    },
    ...calls.map(({ toolCallId, outcome }) => ({
      role: "tool" as const,
      tool_call_id: toWireId(toolCallId),
      content: toWireResult(outcome),
    })),
  ];
}

function toToolCall({ toolCallId, toolName, input, part }: TurnCall, toWireId: (id: string) => string): ChatToolCall {
  const extra = recordAt(part.callProviderMetadata?.openaiChat, "extra_content");
  return {
    id: toWireId(toolCallId),
    type: "function",
    function: { name: toWireName(toolName), arguments: toWireArguments(input) },
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

function toReasoning(thoughts: readonly ReasoningPart[], field: ReasoningField): Record<string, unknown> {
  if (field === "reasoning_details") {
    const details = thoughts.flatMap((part) => toReasoningDetails(part));
    return details.length === 0 ? {} : { reasoning_details: details };
  }
  const text = thoughts.map((part) => part.text).join("");
  return text === "" ? {} : { [field]: text };
}

function toReasoningDetails({ text, providerMetadata }: ReasoningPart): unknown[] {
  const kept = listAt(providerMetadata?.openaiChat, "reasoning_details");
  const signature = stringAt(providerMetadata?.openaiChat, "signature");
  return text === "" ? [...kept] : [defined({ type: "reasoning.text", text, signature })];
}

function toUserContent(parts: readonly (TextPart | FilePart)[]): string | ChatContent[] {
  const [first] = parts;
  if (parts.length === 1 && first?.type === "text") return first.text;
  return parts.map(toContent);
}

function toContent(part: TextPart | FilePart): ChatContent {
  if (part.type === "text") return { type: "text", text: part.text };
  const file = readFileContent(part);
  switch (file.kind) {
    case "image":
      return { type: "image_url", image_url: { url: file.url } };
    case "text":
      return { type: "text", text: file.text };
    case "link":
      return { type: "text", text: toFileNote(file) };
    default: {
      const format = audioFormats.get(file.mediaType);
      return format === undefined
        ? { type: "file", file: { filename: file.filename, file_data: file.url } }
        : { type: "input_audio", input_audio: { data: file.base64, format } };
    }
  }
}

const audioFormats = new Map<string, "wav" | "mp3">([
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
]);
