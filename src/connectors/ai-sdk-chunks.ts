import type { StreamEvent } from "../stream/events.js";
import { isRecord, type JsonRecord, valueAt } from "../stream/json-value.js";

type FieldKind = "text" | "flag" | "record" | "list" | "any";
type Fields = Readonly<Record<string, FieldKind | `${FieldKind}?`>>;

const metadata = { providerMetadata: "record?" } as const;
const block = { id: "text", ...metadata } as const;
const call = {
  toolCallId: "text",
  toolName: "text",
  providerExecuted: "flag?",
  dynamic: "flag?",
  title: "text?",
  toolMetadata: "any?",
  inputEncoding: "text?",
  ...metadata,
} as const;
const output = {
  toolCallId: "text",
  providerExecuted: "flag?",
  dynamic: "flag?",
  toolMetadata: "any?",
  ...metadata,
} as const;
const file = { url: "text", mediaType: "text", ...metadata } as const;

/** The UI message stream's chunks and what their fields hold. Source: ai 5 to 7, `ui-message-chunks`. */
const chunks: Readonly<Record<string, Fields>> = {
  start: { messageId: "text?", messageMetadata: "any?" },
  "start-step": {},
  "finish-step": {},
  "reset-step": {},
  finish: { finishReason: "text?", messageMetadata: "any?" },
  abort: { reason: "text?" },
  error: { errorText: "text" },
  "message-metadata": { messageMetadata: "any" },
  "text-start": block,
  "text-delta": { ...block, delta: "text" },
  "text-end": { ...block, citations: "any?" },
  "reasoning-start": block,
  "reasoning-delta": { ...block, delta: "text" },
  "reasoning-end": block,
  "tool-input-start": call,
  "tool-input-delta": { toolCallId: "text", inputTextDelta: "text" },
  "tool-input-available": { ...call, input: "any?" },
  "tool-input-error": { ...call, input: "any?", errorText: "text" },
  "tool-approval-request": {
    approvalId: "text",
    toolCallId: "text",
    reason: "text?",
    isAutomatic: "flag?",
    signature: "text?",
    approvalDescriptor: "any?",
    inputSchemaInput: "any?",
    ...metadata,
  },
  "tool-approval-response": {
    approvalId: "text",
    approved: "flag",
    reason: "text?",
    providerExecuted: "flag?",
    ...metadata,
  },
  "tool-output-available": { ...output, output: "any?", preliminary: "flag?" },
  "tool-output-error": { ...output, errorText: "text" },
  "tool-output-denied": { toolCallId: "text" },
  "source-url": { sourceId: "text", url: "text", title: "text?", ...metadata },
  "source-document": { sourceId: "text", mediaType: "text", title: "text", filename: "text?", ...metadata },
  file,
  "reasoning-file": file,
  custom: { kind: "text", ...metadata },
  "steering-message": { id: "text", parts: "list" },
};

const data: Fields = { id: "text?", data: "any?", transient: "flag?" };

/** A chunk as an event: its known fields, if those that it needs are there; undefined for anything else. */
export function readUiChunk(value: unknown): StreamEvent | undefined {
  const type = valueAt(value, "type");
  if (!isRecord(value) || typeof type !== "string") return undefined;
  const fields = type.startsWith("data-") ? data : Object.hasOwn(chunks, type) ? chunks[type] : undefined;
  return fields === undefined ? undefined : pick(type, value, fields);
}

function pick(type: string, record: JsonRecord, fields: Fields): StreamEvent | undefined {
  const event: [string, unknown][] = [["type", type]];
  for (const [name, spec] of Object.entries(fields)) {
    const value = valueAt(record, name);
    if (isOfKind(value, spec.replace("?", ""))) event.push([name, value]);
    else if (name === "id" && !spec.endsWith("?"))
      event.push([name, ""]); // some servers leave the id of a block out
    else if (!spec.endsWith("?")) return undefined;
  }
  return Object.fromEntries(event) as unknown as StreamEvent; // the table above is the union, field by field
}

function isOfKind(value: unknown, kind: string): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "record":
      return isRecord(value);
    case "list":
      return Array.isArray(value);
    default:
      return value !== undefined;
  }
}
