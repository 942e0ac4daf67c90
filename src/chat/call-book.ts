import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import { readApprovals } from "./approval-ids.js";
import { isUnusable } from "./message.js";

/** A call of a conversation that was stored. */
export interface LoadedCall {
  messageId: string;
  toolCallId: string;
}

/** What this side knows of calls beyond what the messages say. */
export interface CallBook {
  /** Calls that were taken up, and the messages that they were taken up in; none is taken up twice. */
  readonly begun: Map<string, string>;
  /** Calls that were given to their tools. */
  readonly ran: Set<string>;
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
    ran: new Set(),
    unsent: new Set(),
    setAside: new Map(),
    approvals: new Map(),
    answerBegins: new Map(),
    allowedCalls: new Set(),
    allowedTools: new Set(),
  };
}

/**
 * Other messages stand in the conversation now: what is known of calls that are gone is forgotten, and their own calls
 * count as taken up.
 * @param rerun  the calls that do not
 */
export function turnPage(book: CallBook, messages: readonly ChatMessage[], rerun: readonly LoadedCall[]): void {
  const toRun = new Set(rerun.map((call) => call.toolCallId));
  const isBegun = (part: ToolPart) => book.begun.has(part.toolCallId) || !isUnusable(part);
  const begun = messages.flatMap(({ id, parts }) =>
    parts
      .filter(isToolPart)
      .filter((part) => isBegun(part) && !toRun.has(part.toolCallId))
      .map((part) => [part.toolCallId, id] as const),
  );
  const { allowedTools: _kept, ...calls } = book;
  for (const each of Object.values(calls)) each.clear();
  for (const [toolCallId, messageId] of begun) {
    book.begun.set(toolCallId, messageId);
    book.ran.add(toolCallId);
  }
  for (const [approvalId, toolCallId] of readApprovals(messages)) book.approvals.set(approvalId, toolCallId);
}

/** The parts leave the message for now: the back end tells them anew. */
export function setAside(book: CallBook, parts: readonly ToolPart[]): void {
  for (const part of parts) if (book.begun.has(part.toolCallId)) book.setAside.set(part.toolCallId, part);
}

/** The parts left the conversation for good: the ids of calls that never ran are free again. */
export function forgetCalls(book: CallBook, parts: readonly ToolPart[]): void {
  for (const { toolCallId } of parts) {
    if (book.ran.has(toolCallId)) continue;
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
