import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import { readApprovals } from "./approval-ids.js";
import { wasTakenUp } from "./message.js";
import { findCall } from "./reopen.js";

/** What this side knows of calls beyond what the messages say. */
export interface CallBook {
  /** Calls that were taken up, and the messages that they were taken up in; none is taken up twice. */
  readonly begun: Map<string, string>;
  /** Calls that ended here since the last request: the model does not know their results yet. */
  readonly unsent: Set<string>;
  /** Calls of an answer that is told anew, as they stood: each is put back when it is told again. */
  readonly setAside: Map<string, ToolPart>;
  /** The calls that approvals belong to, by the approval's id. */
  readonly approvals: Map<string, string>;
  /** By a message's id: how many of its parts stood before its last answer was asked for. */
  readonly answerBegins: Map<string, number>;
  /** Calls, and tools, that the person allowed. */
  readonly allowedCalls: Set<string>;
  readonly allowedTools: Set<string>;
}

export function createCallBook(): CallBook {
  return {
    begun: new Map(),
    unsent: new Set(),
    setAside: new Map(),
    approvals: new Map(),
    answerBegins: new Map(),
    allowedCalls: new Set(),
    allowedTools: new Set(),
  };
}

/** Other messages stand in the conversation now: what is known of calls that are gone is forgotten. */
export function turnPage(book: CallBook, messages: readonly ChatMessage[]): void {
  const kept = messages.flatMap(({ id, parts }) =>
    parts
      .filter(isToolPart)
      .filter((part) => book.begun.has(part.toolCallId) || wasTakenUp(part))
      .map((part) => [part.toolCallId, id] as const),
  );
  const { allowedTools: _kept, ...calls } = book;
  for (const each of Object.values(calls)) each.clear();
  for (const [toolCallId, messageId] of kept) book.begun.set(toolCallId, messageId);
  for (const [approvalId, toolCallId] of readApprovals(messages)) book.approvals.set(approvalId, toolCallId);
}

/** The parts leave the message for now: the back end tells them anew. */
export function setAside(book: CallBook, parts: readonly ToolPart[]): void {
  for (const part of parts) if (book.begun.has(part.toolCallId)) book.setAside.set(part.toolCallId, part);
}

/** The parts left the conversation for good; `messages` is what stands now. */
export function forgetCalls(book: CallBook, parts: readonly ToolPart[], messages: readonly ChatMessage[]): void {
  for (const { toolCallId } of parts) {
    if (findCall(messages, (part) => part.toolCallId === toolCallId)) continue; // an id that was given twice
    for (const calls of [book.begun, book.unsent, book.allowedCalls]) calls.delete(toolCallId);
  }
}

/** Name and arguments: what makes two calls the same one. Arguments that are no JSON are like no others. */
export function signatureOf(part: ToolPart): string | symbol {
  try {
    return `${getToolName(part)} ${JSON.stringify(part.input, sortKeys)}`;
  } catch {
    return Symbol(getToolName(part));
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
