import { type CallStage, callStage } from "../stream/call-stage.js";
import { readMcpError } from "../stream/mcp.js";
import {
  type ChatMessage,
  type ChatRole,
  getToolName,
  isSettled,
  isToolPart,
  type MessagePart,
  type ToolPart,
} from "../stream/message.js";
import { answerOf, callsOf, type ReadTurnOptions, readTurn } from "./read-turn.js";

/** What a call has come to, in one word. */
export type ToolCallStatus = "pending" | "running" | "completed" | "error" | "cancelled" | "denied";

/** One call as a reader of the conversation sees it; derived from its part, never stored. */
export interface ToolCall {
  id: string;
  name: string;
  /** Whole once the status is past `pending`; before that as far as it is certain. */
  args: unknown;
  status: ToolCallStatus;
  result?: unknown;
  error?: string;
  /** The words of the same step that led to the call. */
  commentary?: string;
}

export interface ToolActivity {
  /** Something is still being written or run. */
  isActive: boolean;
  /** The name of the tool that is at work. */
  currentStep?: string;
}

/** @param parts  a string is one text part */
export function createMessage(init: {
  id: string;
  role: ChatRole;
  parts?: MessagePart[] | string | undefined;
  metadata?: unknown;
}): ChatMessage {
  const parts: MessagePart[] =
    typeof init.parts === "string" ? [{ type: "text", text: init.parts }] : (init.parts ?? []);
  return {
    id: init.id,
    role: init.role,
    parts,
    ...(init.metadata === undefined ? {} : { metadata: init.metadata }),
  };
}

/** The answer alone, of the message as it stands; texts of different steps stand apart. See `readTurn` for what is shown. */
export function getMessageText(message: ChatMessage): string {
  return answerOf(readTurn(message, asItStands));
}

/** The calls in the order in which they began. */
export function getToolCalls(message: ChatMessage): ToolCall[] {
  return callsOf(readTurn(message, asItStands)).map(({ part, commentary }) => toToolCall(part, commentary));
}

export function getToolActivity(message: ChatMessage): ToolActivity {
  const open = message.parts.find((part) => isToolPart(part) && !isSettled(part));
  const isStreaming = message.parts.some((part) => "state" in part && part.state === "streaming");
  return {
    isActive: open !== undefined || isStreaming,
    ...(open !== undefined && isToolPart(open) ? { currentStep: getToolName(open) } : {}),
  };
}

/** The words that led to a call. Empty where there are none, or where they are shown as the answer. */
export function getCommentary(message: ChatMessage, toolCallId: string): string {
  const calls = callsOf(readTurn(message, asItStands));
  return calls.find(({ part }) => part.toolCallId === toolCallId)?.commentary ?? "";
}

/** As if nothing more came: the last words are the answer, and not held back. */
const asItStands: ReadTurnOptions = { isActive: false };

function toToolCall(part: ToolPart, commentary: string): ToolCall {
  const error = callError(part);
  return {
    id: part.toolCallId,
    name: getToolName(part),
    args: part.input ?? (part.state === "output-error" ? part.rawInput : undefined) ?? {},
    status: getToolCallStatus(part),
    ...(part.state === "output-available" ? { result: part.output } : {}),
    ...(error === undefined ? {} : { error }),
    ...(commentary === "" ? {} : { commentary }),
  };
}

/** Why a call failed, was stopped or timed out; undefined for any other. */
export function callError(part: ToolPart): string | undefined {
  if (part.state === "output-error") return part.errorText;
  return part.state === "output-available" && part.preliminary !== true ? readMcpError(part.output) : undefined;
}

const statuses: Readonly<Record<CallStage, ToolCallStatus>> = {
  writing: "pending",
  waiting: "pending",
  running: "running",
  done: "completed",
  failed: "error",
  unanswered: "error",
  stopped: "cancelled",
  denied: "denied",
};

export function getToolCallStatus(part: ToolPart): ToolCallStatus {
  return statuses[callStage(part)];
}

/** True for a call that ended because its arguments did not come whole, could not be read, or did not fit: it never ran. */
export function isUnusable(part: ToolPart): boolean {
  if (part.state !== "output-error") return false;
  return part.input === undefined || ["incomplete", "malformed", "invalid", "unknown-tool"].includes(part.reason ?? "");
}

/** True for a call that failed and whose arguments are whole: the person may have it run again. */
export function isRetryable(part: ToolPart): boolean {
  return part.state === "output-error" && !isUnusable(part);
}

/** True for a call that ran, may have run, or was put before a person. */
export function wasTakenUp(part: ToolPart): boolean {
  return part.state !== "input-streaming" && part.state !== "input-available" && !isUnusable(part);
}

/** The calls since the model was last asked, or since the back end's last step. */
export function lastStepCalls(message: ChatMessage | undefined): ToolPart[] {
  const parts = message?.parts ?? [];
  return parts.slice(parts.findLastIndex((part) => part.type === "step-start") + 1).filter(isToolPart);
}

/** True for a call that the model may not be asked again before: it waits for its tool, or for a person. */
export function isAwaited(part: ToolPart): boolean {
  if (isSettled(part)) return false;
  if (part.state === "approval-requested") return true;
  return part.providerExecuted !== true && part.state !== "approval-responded";
}

export function hasAwaitedCall(message: ChatMessage): boolean {
  return message.parts.some((part) => isToolPart(part) && isAwaited(part));
}
