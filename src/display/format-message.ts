import { type ChatMessage, getToolName, isToolPart, type MessagePart, type ToolPart } from "../stream/message.js";
import { type CallOutcome, formatCall } from "./format-call.js";
import { formatValue } from "./format-value.js";
import type { Redactor } from "./redact.js";
import { escapeHidden } from "./visible-text.js";

/** All that a message says, calls and results too, as plain text in its order. Never throws. */
export function formatMessage(message: ChatMessage, redactor?: Redactor): string {
  const parts: unknown = message.parts;
  if (!Array.isArray(parts)) return formatValue(message, { redactor }).text; // not the shape of a message
  return parts
    .map((part: MessagePart) => formatAny(part, redactor))
    .filter(Boolean)
    .join("\n\n");
}

function formatAny(part: MessagePart, redactor: Redactor | undefined): string {
  try {
    return formatPart(part, redactor);
  } catch {
    return formatValue(part, { redactor }).text;
  }
}

function formatPart(part: MessagePart, redactor: Redactor | undefined): string {
  if (part.type === "text" || part.type === "reasoning") return escapeHidden(String(part.text));
  if (!isToolPart(part)) return "";
  const options = { maxLines: Number.POSITIVE_INFINITY, redactor };
  const input = part.input ?? (part.state === "output-error" ? part.rawInput : undefined);
  return formatCall(getToolName(part), input, toOutcome(part), options);
}

function toOutcome(part: ToolPart): CallOutcome {
  if (part.state === "output-available") return { state: "output", output: part.output };
  if (part.state === "output-error") return { state: "error", errorText: String(part.errorText) };
  if (part.state === "output-denied") return { state: "error", errorText: part.approval.reason ?? "Denied." };
  return { state: "running" };
}
