import type { ToolPart } from "../stream/message.js";
import { formatValue } from "./format-value.js";
import type { Redactor } from "./redact.js";
import { redactValue } from "./redact-value.js";

/** What a model or a tool wrote; the rest of a call is the stream's. */
const told = new Set(["input", "inputText", "rawInput", "output", "progress", "errorText"]);

/** A call without the secrets in its arguments, its result, its progress and its error. Cost: linear in these. */
export function redactPart<Part extends ToolPart>(part: Part, redactor: Redactor): Part {
  const entries = Object.entries(part).map(([key, value]): [string, unknown] => [
    key,
    told.has(key) ? redactValue(value, redactor) : value,
  ]);
  return Object.fromEntries(entries) as unknown as Part;
}

/** A call as JSON, to be copied: what JSON has no form for stands in words. Without secrets; cut nowhere. */
export function formatCallJson(part: ToolPart, redactor: Redactor): string {
  const entries = Object.entries(part).filter(([key]) => key !== "type" && key !== "inputText");
  const options = { maxChars: Number.POSITIVE_INFINITY, maxDepth: 64, redactor, exact: true };
  return formatValue(Object.fromEntries(entries), options).text;
}
