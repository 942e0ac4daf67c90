import { type ChatMessage, getToolName, isToolPart, type MessagePart, type ToolPart } from "../stream/message.js";
import { type CallOutcome, formatCall } from "./format-call.js";
import { formatValue } from "./format-value.js";
import { type Redactor, type RedactorOf, redactorFor } from "./redact.js";
import { escapeHidden } from "./visible-text.js";

/**
 * All that a message says, calls and results too, as plain text in its order. Never throws.
 * @param redactor  for all calls, or by the names of their tools
 */
export function formatMessage(message: ChatMessage, redactor?: Redactor | RedactorOf): string {
  const parts: unknown = message.parts;
  // Not the shape of a message.
  if (!Array.isArray(parts)) return formatValue(message, { redactor: redactorFor("", redactor) }).text;
  return parts
    .map((part: MessagePart) => formatAny(part, redactor))
    .filter(Boolean)
    .join("\n\n");
}

function formatAny(part: MessagePart, redactor: Redactor | RedactorOf | undefined): string {
  try {
    return formatPart(part, redactor);
  } catch {
    return formatValue(part, { redactor: redactorFor("", redactor) }).text;
  }
}

function formatPart(part: MessagePart, redactor: Redactor | RedactorOf | undefined): string {
  if (part.type === "text" || part.type === "reasoning") return escapeHidden(String(part.text));
  if (!isToolPart(part)) return "";
  const name = getToolName(part);
  const options = { maxLines: Number.POSITIVE_INFINITY, redactor: redactorFor(name, redactor) };
  const input = part.input ?? (part.state === "output-error" ? part.rawInput : undefined);
  return formatCall(name, input, toOutcome(part), options);
}

function toOutcome(part: ToolPart): CallOutcome {
  if (part.state === "output-available") return { state: "output", output: part.output };
  if (part.state === "output-error") return { state: "error", errorText: String(part.errorText) };
  if (part.state === "output-denied") return { state: "error", errorText: part.approval.reason ?? "Denied." };
  return { state: "running" };
}
