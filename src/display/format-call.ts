import { formatArguments } from "./format-arguments.js";
import { formatValue } from "./format-value.js";
import type { Redactor } from "./redact.js";
import { toShownValue } from "./shown-parts.js";
import { toLine } from "./visible-text.js";

/** What came of a call; `running` while nothing did. */
export type CallOutcome =
  | { state: "running" }
  | { state: "output"; output: unknown }
  | { state: "error"; errorText: string };

export interface FormatCallOptions {
  /** Lines of a result that are shown below the call. @default 20 */
  maxLines?: number | undefined;
  /** UTF-16 units of the arguments, and of the result. @default 65536 */
  maxChars?: number | undefined;
  /** @default defaultRedactor */
  redactor?: Redactor | undefined;
}

/** UTF-16 units from which on a result stands below its call. */
const inlineChars = 80;

/**
 * A call in a line, as people read it:
 *
 *     run_shell_command(args=["pwd"]) → /app
 *     search(query="cats") ⏳
 *     list_files()
 *       a.txt
 *       b.txt
 *       ... (12 more lines)
 */
export function formatCall(
  name: unknown,
  args: unknown,
  outcome: CallOutcome,
  options: FormatCallOptions = {},
): string {
  const { maxChars = 65_536, redactor } = options;
  const { text, isCut } = formatArguments(args, maxChars, redactor);
  const call = `${shownName(name)}(${text}${isCut ? "…" : ""})`;
  if (outcome.state === "running") return `${call} ⏳`;
  const value = outcome.state === "output" ? toShownValue(outcome.output, redactor) : outcome.errorText;
  const inline = formatInlineResult(value, redactor);
  if (inline !== undefined) return `${call} → ${inline}`;
  const body = formatResultBelow(value, options);
  return body === "" ? `${call} →` : `${call}\n${body}`;
}

/** A name as it may be shown: one line, nothing hidden in it. */
export function shownName(name: unknown): string {
  return typeof name === "string" && name.trim() !== "" ? toLine(name, 80) : "tool"; // stored messages come in all shapes
}

/** A result that fits on the line of its call: one line, under 80 characters, and not empty. */
export function formatInlineResult(value: unknown, redactor?: Redactor): string | undefined {
  if (value === undefined) return undefined;
  const { text, isCut } = formatValue(value, { maxChars: inlineChars * 2, indent: 0, redactor });
  const line = text.trim();
  return isCut || line === "" || line.length >= inlineChars || line.includes("\n") ? undefined : line;
}

function formatResultBelow(value: unknown, { maxLines = 20, maxChars = 65_536, redactor }: FormatCallOptions): string {
  if (value === undefined) return "";
  const { text, isCut } = formatValue(value, { maxChars, redactor });
  const lines = text.trimEnd().split("\n");
  const rest = lines.length - maxLines;
  const shown = rest > 0 ? lines.slice(0, maxLines) : lines;
  if (rest > 0) shown.push(`... (${rest}${isCut ? "+" : ""} more ${rest === 1 ? "line" : "lines"})`);
  else if (isCut) shown.push("…");
  return shown.map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
}
