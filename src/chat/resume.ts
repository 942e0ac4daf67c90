import type { StreamEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isToolPart, type MessagePart, type ToolPart } from "../stream/message.js";
import type { ToolRegistry } from "../tools/registry.js";
import { isUnusable, lastStepCalls, wasTakenUp } from "./message.js";
import { replaceCall } from "./reopen.js";

/**
 * Where the last answer of a message begins.
 * @returns the number of parts that stood before it
 */
export function answerBegin({ parts }: ChatMessage): number {
  return Math.max(
    parts.findLastIndex((part) => part.type === "step-start" && part.isAnswerStart === true),
    0,
  );
}

/** What this side knows of answers beyond what the messages say. */
export interface AnswerBook {
  /** Messages whose last answer did not come to its end. */
  readonly cut: Set<string>;
  /** What the back end calls the answers that it last wrote into messages. */
  readonly answerIds: Map<string, string>;
  /** The ids of the last records of those answers. */
  readonly recordIds: Map<string, string>;
}

/**
 * True where what comes is not the message's answer told again, but the next one: that answer had come to its end, and the
 * back end calls this one otherwise. One that was cut off may well come again under another name.
 */
export function isNextAnswer({ id, parts }: ChatMessage, answerId: string | undefined, book: AnswerBook): boolean {
  const last = parts.at(-1);
  if (answerId === undefined || last === undefined || isToolPart(last) || book.cut.has(id)) return false;
  return answerId !== id && answerId !== book.answerIds.get(id);
}

/** An answer that was taken away, since it is told again. */
export interface EmptiedAnswer {
  messageId: string;
  /** The number of parts before it. */
  begin: number;
  parts: readonly MessagePart[];
}

/**
 * The message behind an answer that was told again. A call that ran and was not told again is not lost for it: a back end
 * that tells less than the message held did not mean what stood up to that call; one that was cut off before it came so
 * far has told nothing new, and the answer stands as before.
 */
export function afterRetelling(
  message: ChatMessage,
  { begin, parts: before }: EmptiedAnswer,
  isCut: boolean,
): ChatMessage {
  const told = message.parts.slice(begin);
  const toldIds = callIds(told);
  const isUntold = (part: MessagePart) => isToolPart(part) && wasTakenUp(part) && !toldIds.has(part.toolCallId);
  const lastUntold = before.findLastIndex(isUntold);
  if (lastUntold < 0) return message;
  const base = message.parts.slice(0, begin);
  const beforeIds = callIds(before);
  if (isCut && [...toldIds].every((id) => beforeIds.has(id))) {
    const now = (part: MessagePart) =>
      (isToolPart(part) && told.find((each) => isToolPart(each) && each.toolCallId === part.toolCallId)) || part;
    return { ...message, parts: [...base, ...before.map(now)] };
  }
  const kept = before.slice(0, lastUntold + 1).filter((part) => !isToolPart(part) || !toldIds.has(part.toolCallId));
  return { ...message, parts: [...base, ...kept, ...told] };
}

function callIds(parts: readonly MessagePart[]): Set<string> {
  return new Set(parts.filter(isToolPart).map((part) => part.toolCallId));
}

/** True for a call that this side answers, or answered. */
export function isOurs(part: ToolPart, registry: ToolRegistry): boolean {
  if (part.providerExecuted) return false;
  return isUnusable(part) || registry.get(getToolName(part)) !== undefined;
}

/**
 * The message as it was before the cut, as far as the event that comes next goes on with it: the text or the arguments
 * that it adds to are open again.
 */
export function takeUpCut(message: ChatMessage, event: StreamEvent): ChatMessage {
  const { parts } = message;
  if (event.type === "text-delta" || event.type === "reasoning-delta") {
    const type = event.type === "text-delta" ? "text" : "reasoning";
    const last = parts.at(-1);
    if (last?.type !== type) return message;
    return { ...message, parts: [...parts.slice(0, -1), { ...last, state: "streaming", id: event.id }] };
  }
  if (event.type !== "tool-input-delta" && event.type !== "tool-input-available") return message;
  const cut = lastStepCalls(message).find((part) => part.toolCallId === event.toolCallId && wasCut(part));
  return cut === undefined ? message : replaceCall(message, stillWriting(cut));
}

/** A call whose arguments had not come whole when the stream ended. */
function wasCut(part: ToolPart): boolean {
  if (part.state !== "output-error" || part.input !== undefined) return false;
  return part.reason === "incomplete" || part.reason === "interrupted" || part.reason === "cancelled";
}

function stillWriting(part: ToolPart): ToolPart {
  const { type, toolCallId, toolName, title, callProviderMetadata, origin } = part;
  const written = part.state === "output-error" && typeof part.rawInput === "string" ? part.rawInput : "";
  const facts = { toolName, title, callProviderMetadata, origin, inputText: written };
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  return { type, toolCallId, ...known, state: "input-streaming", input: undefined } as ToolPart;
}
