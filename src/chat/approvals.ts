import { type ChatMessage, isToolPart, type ToolPart } from "../stream/message.js";
import { newApprovalId } from "./approval-ids.js";
import { type CallBook, tellAside } from "./call-book.js";
import type { Conversation } from "./conversation.js";
import { findCall } from "./reopen.js";

/** Why a call that needs no approval is asked about all the same; `approval.reason` carries one of these words. */
export const approvalReasons = {
  /** The same tool with the same arguments for the third time in a row. */
  repeated: "repeated-call",
  /** The page went away while it ran. */
  reloaded: "interrupted-by-reload",
} as const;

/** Longer than this, a timer fires at once. Source: HTML, timers are 32-bit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls that wait for a person: asks, and ends the waiting when its time is over. */
export class Approvals {
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #onExpired: (messageId: string, part: ToolPart) => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(conversation: Conversation, book: CallBook, onExpired: (messageId: string, part: ToolPart) => void) {
    this.#conversation = conversation;
    this.#book = book;
    this.#onExpired = onExpired;
  }

  ask(messageId: string, { toolCallId }: ToolPart, reason?: string): void {
    const conversation = this.#conversation;
    const { approvalTimeoutMs: waitMs } = conversation.options();
    const { approvals } = this.#book;
    const approvalId = newApprovalId(toolCallId, (id) => approvals.get(id));
    approvals.set(approvalId, toolCallId);
    const expiresAt = waitMs !== undefined && waitMs >= 0 ? toDateText(Date.now() + waitMs) : undefined;
    const event = { type: "tool-approval-request", approvalId, toolCallId, reason, expiresAt } as const;
    tellAside(this.#book, event);
    conversation.dispatch(messageId, event);
    conversation.flush();
  }

  find(approvalId: string): { message: ChatMessage; part: ToolPart } | undefined {
    this.#conversation.flush();
    return findCall(this.#conversation.state().messages, (part) => isAsked(part, approvalId));
  }

  /** Sets a timer for each approval of a message that has its time. */
  watch(message: ChatMessage): void {
    for (const part of message.parts) {
      if (!isToolPart(part) || part.state !== "approval-requested") continue;
      const { id, expiresAt } = part.approval;
      const leftMs = Date.parse(expiresAt ?? "") - Date.now();
      if (Number.isNaN(leftMs) || this.#timers.has(id)) continue;
      const timer = setTimeout(() => this.#ring(id), Math.min(Math.max(leftMs, 0), MAX_TIMER_MS));
      this.#timers.set(id, timer);
    }
  }

  /** Nobody is waited for any more. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #ring(approvalId: string): void {
    this.#timers.delete(approvalId);
    const found = this.find(approvalId);
    if (found === undefined) return;
    if (isExpired(found.part)) this.#onExpired(found.message.id, found.part);
    else this.watch(found.message);
  }
}

export function isExpired(part: ToolPart): boolean {
  return part.state === "approval-requested" && Date.parse(part.approval.expiresAt ?? "") <= Date.now();
}

function isAsked(part: ToolPart, approvalId: string): boolean {
  return part.state === "approval-requested" && part.approval.id === approvalId;
}

/** Undefined beyond the end of all dates. */
function toDateText(timeMs: number): string | undefined {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
