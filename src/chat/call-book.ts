import type { StreamEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolRegistry } from "../tools/registry.js";
import { readApprovals } from "./approval-ids.js";
import { isUnusable } from "./message.js";
import { reduceMessage } from "./reduce.js";
import type { AnswerBook, EmptiedAnswer } from "./resume.js";

/** A call of a conversation that was stored. */
export interface LoadedCall {
  messageId: string;
  toolCallId: string;
}

/** What this side knows of calls beyond what the messages say. */
export interface CallBook extends AnswerBook {
  /** Calls that ran or were answered here, or were put before a person for it, and their messages: none is taken up twice. */
  readonly begun: Map<string, string>;
  /** Calls that the app answers, and the messages that hold them. */
  readonly shown: Map<string, string>;
  /** Calls that were given to their tools. */
  readonly ran: Set<string>;
  /** Calls that ended here since the last request: the model does not know their results yet. */
  readonly unsent: Set<string>;
  /** Calls of an answer that is told anew, as they stood: each is put back when it is told again. */
  readonly setAside: Map<string, ToolPart>;
  /** The answer that is told again from its beginning, as it stood. */
  emptied: EmptiedAnswer | undefined;
  /** The calls that approvals belong to, by the approval's id. */
  readonly approvals: Map<string, string>;
  /** Calls, and tools, that the person allowed. */
  readonly allowedCalls: Set<string>;
  readonly allowedTools: Set<string>;
}

export function createCallBook(): CallBook {
  return {
    begun: new Map(),
    shown: new Map(),
    ran: new Set(),
    unsent: new Set(),
    setAside: new Map(),
    emptied: undefined,
    cut: new Set(),
    answerIds: new Map(),
    recordIds: new Map(),
    approvals: new Map(),
    allowedCalls: new Set(),
    allowedTools: new Set(),
  };
}

/**
 * Other messages stand in the conversation now: what is known of calls that are gone is forgotten, and their own calls
 * count as taken up.
 * @param rerun  the calls that do not
 */
export function turnPage(
  book: CallBook,
  messages: readonly ChatMessage[],
  rerun: readonly LoadedCall[],
  registry: ToolRegistry,
): void {
  const before = new Set(book.begun.keys());
  const toRun = new Set(rerun.map((call) => call.toolCallId));
  const { allowedTools: _kept, emptied: _answer, ...calls } = book;
  for (const each of Object.values(calls)) each.clear();
  book.emptied = undefined;
  for (const [approvalId, toolCallId] of readApprovals(messages)) book.approvals.set(approvalId, toolCallId);
  for (const { id: messageId, parts } of messages) {
    for (const part of parts.filter(isToolPart)) {
      const { toolCallId } = part;
      if (toRun.has(toolCallId)) continue;
      const tool = part.providerExecuted || isUnusable(part) ? undefined : registry.get(getToolName(part));
      const isAnswered = part.state === "output-available";
      if (before.has(toolCallId) || (tool && (tool.execute || isAnswered))) book.begun.set(toolCallId, messageId);
      else if (tool) book.shown.set(toolCallId, messageId);
      if (isAnswered) book.ran.add(toolCallId);
    }
  }
}

/** Calls leave their message for now: the back end tells them anew. One that was not told again yet stays as it stood. */
export function setAside(book: CallBook, parts: readonly ToolPart[]): void {
  for (const part of parts) {
    const { toolCallId } = part;
    const hasWeight = book.begun.has(toolCallId) || part.state === "output-available";
    if (hasWeight && !book.setAside.has(toolCallId)) book.setAside.set(toolCallId, part);
  }
}

/** Something came of a call: one that is set aside hears of it there. */
export function tellAside(book: CallBook, event: StreamEvent & { toolCallId: string }): void {
  const part = book.setAside.get(event.toolCallId);
  if (part === undefined) return;
  const [next] = reduceMessage({ id: "", role: "assistant", parts: [part] }, event).parts.filter(isToolPart);
  if (next !== undefined) book.setAside.set(event.toolCallId, next);
}

/** Parts left a message for good: the ids of its calls that never ran are free again. */
export function forgetCalls(book: CallBook, messageId: string, parts: readonly ToolPart[]): void {
  for (const { toolCallId } of parts) {
    if (book.ran.has(toolCallId) || book.begun.get(toolCallId) !== messageId) continue;
    for (const calls of [book.begun, book.unsent, book.allowedCalls]) calls.delete(toolCallId);
  }
}

/** Name and arguments, as the model wrote them: what makes two calls the same one. What is no JSON is like no other. */
export function signatureOf(part: ToolPart): string | symbol {
  try {
    return `${getToolName(part)} ${JSON.stringify(part.originalInput ?? part.input, sortKeys)}`;
  } catch {
    return Symbol(getToolName(part));
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
