import type { ToolErrorReason } from "../../stream/events.js";
import { isRecord, type JsonRecord, recordAt, stringAt, toJsonText, valueAt } from "../../stream/json-value.js";
import { checkToolInput, readToolInput, type ToolInputReading } from "../../stream/tool-input.js";

/** What came of a call, as it was stored. */
export type StoredOutcome =
  | { state: "output"; output: unknown }
  | { state: "error"; errorText: string; reason?: ToolErrorReason; output?: unknown }
  | { state: "denied"; reason?: string };

/** A call, whoever wrote it down. */
export interface StoredCall {
  id: string | undefined;
  name: string;
  input: ToolInputReading;
  /** The arguments as they were stored. */
  rawInput: unknown;
  outcome: StoredOutcome | undefined;
  /** Words that led to it and were stored with it. */
  commentary: string;
  isProviders: boolean;
}

/**
 * Reads one entry of a list of calls: of this kit (`{ id, name, args, result, status }`), of OpenAI and AG-UI
 * (`{ id, function: { name, arguments } }`), of the AI SDK (`{ toolCallId, toolName, input, output }`, v4: `args`,
 * `result`), of LangChain, Anthropic (`{ id, name, input }`) and their like. Undefined for what names no tool.
 */
export function readStoredCall(value: unknown): StoredCall | undefined {
  if (!isRecord(value)) return undefined;
  const called = recordAt(value, "function");
  const name = firstString(value, ["name", "toolName", "tool_name", "tool"]) ?? stringAt(called, "name");
  if (name === undefined) return undefined;
  const rawInput = firstValue(value, inputKeys) ?? valueAt(called, "arguments");
  return {
    id: firstString(value, idKeys),
    name,
    input: readInput(rawInput),
    rawInput,
    outcome: readOutcome(value),
    commentary: firstString(value, ["commentary"]) ?? "",
    isProviders: valueAt(value, "providerExecuted") === true,
  };
}

/** The keys under which a call, or its result, names the call. */
export const idKeys = ["toolCallId", "tool_call_id", "call_id", "tool_use_id", "id"];
const inputKeys = ["args", "input", "arguments", "parameters", "rawInput"];

/** Arguments that were stored as JSON text are read; text that is none stays a text. */
function readInput(raw: unknown): ToolInputReading {
  if (typeof raw !== "string") return checkToolInput(raw);
  const reading = readToolInput(raw);
  return "reason" in reading && reading.reason === "malformed" && !/^\s*[{[]/.test(raw) ? { input: raw } : reading;
}

function readOutcome(call: JsonRecord): StoredOutcome | undefined {
  const status = firstString(call, ["status", "state"]);
  const error = firstValue(call, ["error", "errorText"]);
  const hasOutput = ["result", "output"].some((key) => valueAt(call, key) !== undefined);
  const output = firstValue(call, ["result", "output"]);
  if (status === "denied" || status === "output-denied") return { state: "denied" };
  if (status === "cancelled") return { state: "error", errorText: wordsOf(error) ?? "Cancelled.", reason: "cancelled" };
  if (error !== undefined || status === "error" || status === "output-error" || status === "failed") {
    const kept = hasOutput ? { output } : {};
    return { state: "error", errorText: wordsOf(error) ?? "The tool failed.", ...kept };
  }
  if (hasOutput) return { state: "output", output };
  return status === "completed" || status === "output-available" || status === "result" || status === "done"
    ? { state: "output", output: null }
    : undefined;
}

/** An error in words. */
export function wordsOf(error: unknown): string | undefined {
  if (typeof error === "string") return error === "" ? undefined : error;
  if (error === undefined || typeof error === "boolean") return undefined;
  return stringAt(error, "message") ?? stringAt(error, "errorText") ?? toJsonText(error);
}

/** The first text under these keys that is not empty. */
export function firstString(value: unknown, keys: readonly string[]): string | undefined {
  const texts = keys.map((key) => stringAt(value, key)).filter((text) => text !== undefined);
  return texts.find((text) => text !== "");
}

/** The first key that has a value; `null` where there is no other. */
export function firstValue(value: unknown, keys: readonly string[]): unknown {
  const values = keys.map((key) => valueAt(value, key)).filter((each) => each !== undefined);
  return values.find((each) => each !== null) ?? values[0];
}
