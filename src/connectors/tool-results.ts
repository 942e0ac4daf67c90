import { cutText } from "../stream/cut-text.js";
import { isRecord, toJsonText } from "../stream/json-value.js";
import { mcpWords, readMcpResult } from "../stream/mcp.js";
import type { Outcome } from "./turns.js";

/** UTF-16 units of a result that a model is told: 256 Ki. */
export const maxResultLength = 256 * 1024;

/** What came of a call, for back ends whose results are strings. An MCP result is told as its text. */
export function toResultText(outcome: Outcome): string {
  switch (outcome.status) {
    case "output":
      return cutText(textOf(outcome.output), maxResultLength);
    case "error":
      return cutText(outcome.errorText, maxResultLength);
    default:
      return cutText(outcome.reason, maxResultLength);
  }
}

/** The same for back ends whose results may be anything: a value stays one unless it is too long. */
export function toResultValue(outcome: Outcome): unknown {
  if (outcome.status !== "output") return toResultText(outcome);
  const { output } = outcome;
  if (typeof output === "string" || readMcpResult(output) !== undefined) return toResultText(outcome);
  return toJsonText(output).length > maxResultLength ? toResultText(outcome) : output;
}

/** The same for back ends whose results are objects: `{ output }` where it is none, `{ error }` where the call failed. */
export function toResultObject(outcome: Outcome): Record<string, unknown> {
  const value = toResultValue(outcome);
  if (outcome.status !== "output") return { error: value };
  return isRecord(value) ? { ...value } : { output: value };
}

function textOf(output: unknown): string {
  const result = readMcpResult(output);
  if (result !== undefined) return mcpWords(result);
  return typeof output === "string" ? output : toJsonText(output);
}
