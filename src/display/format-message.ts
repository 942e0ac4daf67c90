import { type ChatMessage, getToolName, isToolPart, type MessagePart } from "../stream/message.js";
import { formatArguments } from "./format-arguments.js";
import { formatValue } from "./format-value.js";
import { escapeHidden, toLine } from "./visible-text.js";

/** All that a message says, calls and results too, as plain text in its order. Never throws. */
export function formatMessage(message: ChatMessage): string {
  const parts: unknown = message.parts;
  if (!Array.isArray(parts)) return formatValue(message).text; // not the shape of a message
  return parts.map(formatAny).filter(Boolean).join("\n\n");
}

function formatAny(part: MessagePart): string {
  try {
    return formatPart(part);
  } catch {
    return formatValue(part).text;
  }
}

function formatPart(part: MessagePart): string {
  if (part.type === "text" || part.type === "reasoning") return escapeHidden(String(part.text));
  if (!isToolPart(part)) return "";
  const call = `${toLine(String(getToolName(part)), 80)}(${formatArguments(part.input, 65_536).text})`;
  if (part.state === "output-available") return `${call} → ${formatValue(part.output).text}`;
  return part.state === "output-error" ? `${call} ${escapeHidden(String(part.errorText))}` : call;
}
