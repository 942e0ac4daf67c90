import { type ChatMessage, getToolName, isToolPart, type MessagePart } from "../stream/message.js";
import { formatArguments } from "./format-arguments.js";
import { formatValue } from "./format-value.js";
import { escapeHidden, toLine } from "./visible-text.js";

/** All that a message says, calls and results too, as plain text in its order. Never throws. */
export function formatMessage(message: ChatMessage): string {
  try {
    return message.parts.map(formatPart).filter(Boolean).join("\n\n");
  } catch {
    return formatValue(message).text; // not the shape of a message
  }
}

function formatPart(part: MessagePart): string {
  if (part.type === "text" || part.type === "reasoning") return escapeHidden(String(part.text));
  if (!isToolPart(part)) return "";
  const call = `${toLine(String(getToolName(part)), 80)}(${formatArguments(part.input, 65_536).text})`;
  if (part.state === "output-available") return `${call} → ${formatValue(part.output).text}`;
  return part.state === "output-error" ? `${call} ${escapeHidden(String(part.errorText))}` : call;
}
