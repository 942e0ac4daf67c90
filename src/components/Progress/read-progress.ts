import { formatValue } from "../../display/format-value.js";
import { defaultRedactor, type Redactor } from "../../display/redact.js";
import { toLine } from "../../display/visible-text.js";
import { isRecord } from "../../stream/json-value.js";
import type { ToolPart } from "../../stream/message.js";

/** How far a call is: a share from 0 to 1, words, or both. */
export interface CallProgress {
  share: number | undefined;
  /** One line; empty when there are none. */
  text: string;
}

const maxChars = 200;

/**
 * What a tool says of its progress while it runs. A number from 0 to 1 is a share; `{ progress, total, message? }`, as MCP
 * writes it, a share of the total. Undefined for a call that does not run or says nothing, and for what is no progress but
 * a result that grows: a text of several lines, another object.
 */
export function readProgress(part: ToolPart, redactor: Redactor = defaultRedactor): CallProgress | undefined {
  const progress = readSaid(saidBy(part));
  return progress === undefined ? undefined : { ...progress, text: redactor.text(progress.text) };
}

function readSaid(said: unknown): CallProgress | undefined {
  if (said === undefined) return undefined;
  if (typeof said === "number")
    return isShare(said) ? { share: said, text: "" } : { share: undefined, text: `${said}` };
  if (typeof said === "string") {
    const isLine = said !== "" && said.length <= maxChars && !/[\r\n]/u.test(said);
    return isLine ? { share: undefined, text: toLine(said, maxChars) } : undefined;
  }
  return isRecord(said) ? readSteps(said) : undefined;
}

function saidBy(part: ToolPart): unknown {
  if (part.state === "input-available") return part.progress;
  return part.state === "output-available" && part.preliminary === true ? part.output : undefined;
}

function readSteps(said: Readonly<Record<string, unknown>>): CallProgress | undefined {
  const { progress, total, message } = said;
  if (typeof progress !== "number") return undefined;
  const text = typeof message === "string" ? toLine(message, maxChars) : "";
  const share = typeof total === "number" && total > 0 ? progress / total : undefined;
  if (share !== undefined && isShare(share)) return { share, text };
  return { share: undefined, text: text === "" ? formatValue(progress).text : text };
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}
