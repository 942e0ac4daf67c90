import type { StreamEvent } from "../stream/events.js";
import {
  type ChatMessage,
  type DataPart,
  type FilePart,
  isToolPart,
  type MessagePart,
  type TextPart,
} from "../stream/message.js";
import { addPart, replacePart } from "./edit-parts.js";
import { closed, endBlock, extendBlock, startBlock } from "./reduce-blocks.js";
import {
  type CutReason,
  cutCall,
  reduceInput,
  reduceOutput,
  requestApproval,
  respondToApproval,
} from "./reduce-calls.js";

/**
 * One event in, the next message out. Total: no event in any order throws, and an event whose start was missed makes its
 * part. Parts that the event does not name keep their identity; an event that changes nothing returns the same message.
 */
export function reduceMessage(message: ChatMessage, event: StreamEvent): ChatMessage {
  switch (event.type) {
    case "start":
      return start(message, event.messageId, event.messageMetadata);
    case "start-step":
      return addPart(message, { type: "step-start" });
    case "reset-step":
      return resetStep(message);
    case "text-start":
    case "reasoning-start":
      return startBlock(message, event);
    case "text-delta":
    case "reasoning-delta":
      return extendBlock(message, event);
    case "text-end":
    case "reasoning-end":
      return endBlock(message, event);
    case "tool-input-start":
    case "tool-input-delta":
    case "tool-input-available":
    case "tool-input-error":
      return reduceInput(message, event);
    case "tool-approval-request":
      return requestApproval(message, event);
    case "tool-approval-response":
      return respondToApproval(message, event);
    case "tool-output-available":
    case "tool-output-delta":
    case "tool-output-error":
    case "tool-output-denied":
      return reduceOutput(message, event);
    case "source-url":
    case "source-document":
      return message.parts.some((part) => part.type === event.type && part.sourceId === event.sourceId)
        ? message
        : addPart(message, event);
    case "file":
    case "reasoning-file":
    case "custom":
      return addPart(message, event);
    case "message-metadata":
      return mergeMetadata(message, event.messageMetadata);
    case "finish":
      return settle(mergeMetadata(message, event.messageMetadata), "incomplete");
    case "error":
      return settle(message, "interrupted");
    case "abort":
      return settle(message, "cancelled");
    case "steering-message":
      return addPart(message, { type: event.type, id: event.id, parts: event.parts.filter(isTextOrFile) });
    case "finish-step":
    case "messages-snapshot":
    case "state-snapshot":
    case "state-delta":
    case "interrupt":
    case "subagent":
    case "ping":
      return message;
    default:
      return reduceData(message, event);
  }
}

function start(message: ChatMessage, messageId: string | undefined, metadata: unknown): ChatMessage {
  // A message that already shows something keeps its id: rows on the screen are keyed by it.
  const named = messageId !== undefined && message.parts.length === 0 ? { ...message, id: messageId } : message;
  return mergeMetadata(named, metadata);
}

/** Objects merge deeply, own keys only; anything else replaces. */
function mergeMetadata(message: ChatMessage, metadata: unknown): ChatMessage {
  return metadata === undefined || metadata === null
    ? message
    : { ...message, metadata: merge(message.metadata, metadata) };
}

function merge(target: unknown, source: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(source)) return source;
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(source)) {
    if (key !== "__proto__" && value !== undefined) merged.set(key, merge(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function resetStep(message: ChatMessage): ChatMessage {
  const begin = message.parts.findLastIndex((part) => part.type === "step-start");
  return begin === message.parts.length - 1 ? message : { ...message, parts: message.parts.slice(0, begin + 1) };
}

/** The stream ended: what is open is done as far as it came, so that nothing spins for ever. */
function settle(message: ChatMessage, why: CutReason): ChatMessage {
  const parts = message.parts.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return part.state === "streaming" ? closed(part) : part;
    return isToolPart(part) ? cutCall(part, why) : part;
  });
  return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
}

/** What the person put in between. */
function isTextOrFile(part: unknown): part is TextPart | FilePart {
  if (typeof part !== "object" || part === null || !("type" in part)) return false;
  if (part.type === "text") return "text" in part && typeof part.text === "string";
  return part.type === "file" && "url" in part && typeof part.url === "string" && "mediaType" in part;
}

function reduceData(message: ChatMessage, event: Extract<StreamEvent, { type: `data-${string}` }>): ChatMessage {
  if (!event.type.startsWith("data-") || event.transient) return message; // an event of another age is not ours to judge
  const part: DataPart = { type: event.type, data: event.data, ...(event.id === undefined ? {} : { id: event.id }) };
  const isSame = (old: MessagePart) => old.type === event.type && "id" in old && old.id === event.id;
  const index = event.id === undefined ? -1 : message.parts.findLastIndex(isSame);
  return index < 0 ? addPart(message, part) : replacePart(message, index, part);
}
