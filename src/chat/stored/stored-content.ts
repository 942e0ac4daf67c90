import { isRecord, type JsonRecord, listAt, stringAt, valueAt } from "../../stream/json-value.js";
import { joinCalls } from "./join-calls.js";
import { firstString, readStoredCall, type StoredCall } from "./stored-call.js";
import { readStoredPart, type Settle, toText } from "./stored-parts.js";
import { readStoredText } from "./stored-text.js";
import type { StoredTurn } from "./stored-turn.js";

/** Thoughts, words and calls of one message, in this order unless its content says another. */
export function readContent(turn: StoredTurn, value: JsonRecord, settle: Settle): void {
  const content = valueAt(value, "content");
  const calls = callsOf(value);
  if (stringAt(value, "role") === "reasoning") turn.addReasoning(contentOf(value));
  else if (isItem(value) && stringAt(value, "type") !== "message" && content === undefined && calls.length === 0) {
    readStoredPart(turn, value, settle);
  } else {
    turn.addReasoning(firstString(value, ["reasoning_content", "reasoning", "thinking"]) ?? "");
    if (Array.isArray(content)) {
      const kind = stringAt(value, "phase");
      for (const block of content) {
        readStoredPart(turn, kind !== undefined && isRecord(block) ? { ...block, phase: kind } : block, settle);
      }
      readStoredText(turn, "", callsBeside(turn, value));
    } else if (isWire(value)) {
      readStoredText(turn, contentOf(value));
      for (const call of calls) turn.addCall(call);
    } else readStoredText(turn, contentOf(value), calls);
    turn.addText(stringAt(value, "refusal") ?? "", "refusal");
  }
}

/** Calls of a provider's message stand behind its words; those of a stored turn before its answer. */
function isWire(value: JsonRecord): boolean {
  if (Array.isArray(valueAt(value, "tool_calls")) || isRecord(valueAt(value, "function_call"))) return true;
  return listAt(value, "toolCalls").some((call) => isRecord(valueAt(call, "function")));
}

/** The calls that stand beside a message's parts, and not among them. */
export function callsBeside(turn: StoredTurn, value: JsonRecord): StoredCall[] {
  const known = new Set(turn.parts.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])));
  return callsOf(value).filter(({ id }) => id === undefined || !known.has(id));
}

function callsOf(value: JsonRecord): StoredCall[] {
  const lists = ["toolCalls", "tool_calls", "toolInvocations", "toolActivity"].map((key) => listAt(value, key));
  const activity = valueAt(value, "toolActivity");
  lists.push(listAt(activity, "toolCalls"), listAt(activity, "calls"), listAt(activity, "steps"));
  if (lists.every((each) => each.length === 0)) lists.push([valueAt(value, "function_call")]);
  return joinCalls(lists.map((list) => list.flatMap((entry) => readStoredCall(entry) ?? [])));
}

export function contentOf(value: JsonRecord): string {
  const content = valueAt(value, "content") ?? valueAt(value, "text") ?? valueAt(value, "message");
  if (typeof content === "string") return content;
  return content === undefined || content === null ? "" : toText(content);
}

/** An item of the Responses API: several of them are one answer. */
export function isItem(value: JsonRecord): boolean {
  return stringAt(value, "role") === undefined || stringAt(value, "type") === "message";
}
