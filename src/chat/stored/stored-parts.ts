import { formatValue } from "../../display/format-value.js";
import { createRedactor } from "../../display/redact.js";
import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../../stream/json-value.js";
import type { MessagePart } from "../../stream/message.js";
import { keep } from "./keep-fields.js";
import { firstString, firstValue, idKeys, readStoredCall, type StoredOutcome, wordsOf } from "./stored-call.js";
import { toFile } from "./stored-file.js";
import { readToolPart } from "./stored-tool-part.js";
import type { StoredTurn } from "./stored-turn.js";

/** What joins a result to a call that may stand in another message. */
export type Settle = (callId: string, outcome: StoredOutcome, toolName: string | undefined) => void;

/**
 * One part of a message, or one block of its content: of this kit and the AI SDK (also of version 4, and of model
 * messages), OpenAI, Anthropic, Gemini, AG-UI. What is none of these is shown as text.
 */
export function readStoredPart(turn: StoredTurn, part: unknown, settle: Settle): void {
  if (typeof part === "string") turn.addText(part);
  else if (isRecord(part)) {
    const isRead = readWords(turn, part) || readCalls(turn, part, settle) || readOther(turn, part);
    if (!isRead) turn.addText(toText(part));
  } else if (part !== undefined && part !== null) turn.addText(toText(part));
}

/** Nothing is hidden in what is only stored. */
const noRedactor = createRedactor([]);

export function toText(value: unknown): string {
  return formatValue(value, { redactor: noRedactor, exact: true }).text;
}

function readWords(turn: StoredTurn, part: JsonRecord): boolean {
  const type = stringAt(part, "type");
  const text = firstString(part, ["text", "content", "refusal", "reasoning", "thinking"]) ?? "";
  switch (type) {
    case "text":
    case "input_text":
    case "output_text":
      if (valueAt(part, "text") !== undefined && typeof valueAt(part, "text") !== "string") return false;
      turn.addPart(keep({ type: "text", text, kind: kindOf(part) }, part, textFields));
      return true;
    case "refusal":
      turn.addText(text, "refusal");
      return true;
    case "reasoning":
    case "thinking": {
      const summary = [...listAt(part, "summary"), ...listAt(part, "content")];
      const whole = text || summary.map((piece) => stringAt(piece, "text") ?? "").join("\n\n");
      if (whole !== "" || valueAt(part, "providerMetadata") !== undefined) {
        turn.addPart(keep({ type: "reasoning", text: whole }, part, textFields));
      }
      return true;
    }
    case "redacted_thinking":
    case "redacted-reasoning":
      turn.addReasoning("", "redacted");
      return true;
    case undefined:
      if (typeof valueAt(part, "text") !== "string") return false;
      if (valueAt(part, "thought") === true) turn.addReasoning(text);
      else turn.addText(text);
      return true;
    default:
      return false;
  }
}

const textFields = ["state", "kind", "providerMetadata", "id", "citations"] as const;

/** `phase` of OpenAI's messages. */
function kindOf(part: JsonRecord): "commentary" | "answer" | undefined {
  const phase = stringAt(part, "phase");
  return phase === "commentary" ? "commentary" : phase === "final_answer" ? "answer" : undefined;
}

function readCalls(turn: StoredTurn, part: JsonRecord, settle: Settle): boolean {
  const type = stringAt(part, "type") ?? "";
  const inside = recordAt(part, "toolInvocation") ?? recordAt(part, "functionCall");
  if (type === "tool-invocation" || (type === "" && inside !== undefined)) {
    const call = readStoredCall(inside);
    if (call !== undefined) turn.addCall(call);
    return call !== undefined;
  }
  if (type === "dynamic-tool" || (type.startsWith("tool-") && isStatic(part, type)))
    return readToolPart(turn, part, type);
  if (isResult(type) || isRecord(valueAt(part, "functionResponse"))) return readResult(part, settle);
  if (!callTypes.has(type) && !type.endsWith("_call")) return false;
  const call = readStoredCall(part) ?? readStoredCall({ ...part, name: type.replace(/_call$/, "") });
  if (call === undefined) return false;
  // Of an item with both, `call_id` is the one that its result names.
  turn.addCall({ ...call, isProviders: call.isProviders || isProviders(type) });
  return true;
}

const callTypes = new Set(["tool-call", "tool_use", "server_tool_use", "mcp_tool_use", "function_call", "tool_call"]);

function isProviders(type: string): boolean {
  return !["tool-call", "tool_use", "function_call", "tool_call", "custom_tool_call"].includes(type);
}

/** A tool may be named `call`: what has a state is a part of that tool. */
function isStatic(part: JsonRecord, type: string): boolean {
  if (typeof valueAt(part, "state") === "string") return true;
  return typeof valueAt(part, "toolCallId") === "string" && !callTypes.has(type) && !isResult(type);
}

function isResult(type: string): boolean {
  return type === "tool-result" || type === "tool-error" || /_call_output$|tool_result$/.test(type);
}

/** A result of a call that came before. */
export function readResult(part: JsonRecord, settle: Settle): boolean {
  const response = recordAt(part, "functionResponse");
  const id = firstString(part, idKeys) ?? firstString(response, ["id", "name"]);
  if (id === undefined) return false;
  const raw = firstValue(part, ["output", "result", "content", "response"]) ?? valueAt(response, "response") ?? null;
  const isModelOutput = isRecord(raw) && typeof raw.type === "string" && Object.hasOwn(raw, "value");
  const output = isModelOutput ? raw.value : joinedText(raw);
  const error = valueAt(part, "error");
  const hasFailed =
    valueAt(part, "is_error") === true ||
    valueAt(part, "isError") === true ||
    stringAt(part, "status") === "error" ||
    stringAt(part, "type") === "tool-error" ||
    (isModelOutput && String(raw.type).startsWith("error"));
  const toolName = firstString(part, ["toolName", "tool_name", "name"]) ?? stringAt(response, "name");
  if (wordsOf(error) !== undefined) settle(id, { state: "error", errorText: wordsOf(error) ?? "", output }, toolName);
  else if (hasFailed) settle(id, { state: "error", errorText: wordsOf(output) ?? "The tool failed." }, toolName);
  else settle(id, { state: "output", output }, toolName);
  return true;
}

/** Blocks of text alone are one text; anything else stays as it is. */
function joinedText(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0) return content;
  const texts = content.map((block) =>
    ["text", "output_text", "input_text"].includes(stringAt(block, "type") ?? "") ? stringAt(block, "text") : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join("\n") : content;
}

function readOther(turn: StoredTurn, part: JsonRecord): boolean {
  const other = toOther(part);
  if (other !== undefined) turn.addPart(other);
  return other !== undefined || stringAt(part, "type") === "tool-approval-request";
}

function toOther(part: JsonRecord): MessagePart | undefined {
  const type = stringAt(part, "type") ?? "";
  const source = recordAt(part, "source");
  switch (type) {
    case "step-start":
      return valueAt(part, "isAnswerStart") === true ? { type, isAnswerStart: true } : { type };
    case "source-url":
    case "source": {
      const url = stringAt(part, "url") ?? stringAt(source, "url");
      if (url === undefined) return undefined;
      const sourceId = stringAt(part, "sourceId") ?? firstString(source, ["id"]) ?? url;
      const title = stringAt(part, "title") ?? stringAt(source, "title");
      return { type: "source-url", sourceId, url, ...(title === undefined ? {} : { title }) };
    }
    case "source-document":
      return keep(
        {
          type,
          sourceId: stringAt(part, "sourceId") ?? "source",
          mediaType: stringAt(part, "mediaType") ?? "application/octet-stream",
          title: stringAt(part, "title") ?? "",
        },
        part,
        ["filename", "providerMetadata"],
      );
    case "custom": {
      const kind = stringAt(part, "kind");
      return kind === undefined ? undefined : keep({ type, kind }, part, ["providerMetadata"]);
    }
    case "steering-message": {
      const id = stringAt(part, "id") ?? "";
      const parts = listAt(part, "parts").flatMap((piece) => {
        const text = stringAt(piece, "text");
        return text === undefined ? [] : [{ type: "text" as const, text }];
      });
      return { type, id, parts };
    }
    default:
      if (type.startsWith("data-") && Object.hasOwn(part, "data")) {
        return keep({ type: type as `data-${string}`, data: valueAt(part, "data") }, part, ["id"]);
      }
      return toFile(part, type);
  }
}
