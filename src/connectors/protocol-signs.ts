import { isRecord, type JsonRecord, stringAt } from "../stream/json-value.js";
import type { StreamRecord } from "../stream/record.js";

type Name =
  | "ai-sdk"
  | "ai-sdk-parts"
  | "latitude"
  | "openai-chat"
  | "openai-responses"
  | "anthropic"
  | "gemini"
  | "ag-ui"
  | "ollama"
  | "langgraph";

/** Modes of LangGraph's stream; `error` and `custom` are anyone's. */
const modes = new Set([
  ..."messages messages-tuple messages/partial messages/complete messages/metadata".split(" "),
  ..."updates values metadata tasks checkpoints debug end".split(" "),
]);

function isMode(value: unknown): boolean {
  return typeof value === "string" && modes.has(value);
}

/** Which protocols a record may belong to. Empty where it says nothing. */
export function protocolsOf(value: unknown, { event = "" }: StreamRecord): readonly Name[] {
  if (event === "latitude-event" || event === "provider-event") return ["latitude"];
  if ([event, value, Array.isArray(value) ? value[0] : undefined].some(isMode)) return ["langgraph"];
  if (!isRecord(value)) return [];
  if (typeof value.type === "string") return byType(value.type, value);
  if (Array.isArray(value.choices) || stringAt(value, "object")?.startsWith("chat.completion")) return ["openai-chat"];
  if (Array.isArray(value.candidates) || isRecord(value.usageMetadata) || isRecord(value.promptFeedback))
    return ["gemini"];
  if (isRecord(value.message) && typeof value.done === "boolean") return ["ollama"];
  return [];
}

const agUi =
  /^(RUN|STEP|TEXT_MESSAGE|THINKING|THINKING_TEXT_MESSAGE|REASONING|REASONING_MESSAGE|TOOL_CALL|STATE|MESSAGES|ACTIVITY|SUBAGENT)_[A-Z]+$|^(RAW|CUSTOM)$/;

function byType(type: string, record: JsonRecord): readonly Name[] {
  if (type.startsWith("response.")) return ["openai-responses"];
  if (/^(message_(start|delta|stop)|content_block_(start|delta|stop))$/.test(type)) return ["anthropic"];
  if (/^(chain|provider)-|^step-(started|completed)$/.test(type)) return ["latitude"];
  if (agUi.test(type)) return ["ag-ui"];
  return byPart(type, record);
}

/** Only in the AI SDK's UI message stream, and only in its full stream. */
const uiTypes = new Set([
  ..."tool-input-available tool-input-error tool-output-available tool-output-error source-url source-document".split(
    " ",
  ),
  ..."message-metadata reset-step".split(" "),
]);
const partTypes = new Set([
  ..."step-start step-finish reasoning reasoning-signature redacted-reasoning source tool-call tool-result".split(" "),
  ..."tool-error tool-call-streaming-start tool-call-delta tool-input-end".split(" "),
]);
const sharedTypes = new Set([
  ..."start start-step finish-step finish text-start text-delta text-end reasoning-start reasoning-delta".split(" "),
  ..."reasoning-end tool-input-start tool-input-delta abort file".split(" "),
]);

/** Keys by which the two tell themselves apart where they share a type. */
const uiKeys = ["delta", "inputTextDelta", "messageId", "messageMetadata"];
const partKeys = ["text", "textDelta", "request", "warnings", "usage", "totalUsage", "response", "file", "base64"];

function byPart(type: string, record: JsonRecord): readonly Name[] {
  if (uiTypes.has(type) || type.startsWith("data-")) return ["ai-sdk"];
  if (partTypes.has(type)) return ["ai-sdk-parts"];
  if (!sharedTypes.has(type)) return [];
  if (type === "tool-input-start") return ["toolCallId" in record ? "ai-sdk" : "ai-sdk-parts"];
  if (type === "tool-input-delta") return ["inputTextDelta" in record ? "ai-sdk" : "ai-sdk-parts"];
  if (partKeys.some((key) => Object.hasOwn(record, key))) return ["ai-sdk-parts"];
  if (uiKeys.some((key) => Object.hasOwn(record, key))) return ["ai-sdk"];
  return ["ai-sdk", "ai-sdk-parts"];
}
