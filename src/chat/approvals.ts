import { type ChatMessage, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import { newApprovalId } from "./approval-ids.js";
import { type CallBook, signatureOf, tellAside } from "./call-book.js";
import type { Conversation } from "./conversation.js";
import { findCall, replaceCall } from "./reopen.js";

/** Why a call that needs no approval is asked about all the same; `approval.reason` carries one of these words. */
export const approvalReasons = {
  /** The same tool with the same arguments for the third time in a row. */
  repeated: "repeated-call",
  /** The page went away while it ran. */
  reloaded: "interrupted-by-reload",
} as const;

/** How often in a row one call may come before the person is asked. */
const MAX_REPEATS = 2;

/** Longer than this, a timer fires at once. Source: HTML, timers are 32-bit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A call that a person may have to be asked about. */
interface Doubt {
  isNeeded(input: unknown): Promise<boolean>;
  /** Asks, or lets the call run. */
  settle(isNeeded: boolean): void;
}

/** Calls that wait for a person: decides whether to ask, asks, and ends the waiting when its time is over. */
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

  /**
   * Until it is settled, the call says that it does not run yet: nothing is told of it that may turn out not to be.
   * @param isNew  the model wants it, not a person who runs it again
   * @returns undefined where nobody has to be asked, whatever the input
   */
  doubt(messageId: string, part: ToolPart, tool: ToolDefinition, isNew: boolean): Doubt | undefined {
    const reason = isNew && this.#isRepeated(messageId, part) ? approvalReasons.repeated : undefined;
    if (reason === undefined && !this.#mayBeNeeded(part, tool)) return undefined;
    this.#mark(messageId, part, true);
    return {
      isNeeded: async (input) => reason !== undefined || (await needsApproval(tool, input)),
      settle: (isNeeded) => {
        if (isNeeded) this.#ask(messageId, part, reason);
        else this.#mark(messageId, part, false);
      },
    };
  }

  #ask(messageId: string, { toolCallId }: ToolPart, reason?: string): void {
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
    const message = conversation.message(messageId);
    if (message) this.watch(message);
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

  /** @returns whether this very call has come too often in a row */
  #isRepeated(messageId: string, part: ToolPart): boolean {
    const parts = this.#conversation.message(messageId)?.parts.filter(isToolPart) ?? [];
    const signature = signatureOf(part);
    let index = parts.findIndex((each) => each.toolCallId === part.toolCallId);
    const first = index;
    while (index > 0 && signatureOf(parts[index - 1] ?? part) === signature) index -= 1;
    return first - index >= MAX_REPEATS;
  }

  #mayBeNeeded({ toolCallId }: ToolPart, { name, needsApproval = false }: ToolDefinition): boolean {
    const { allowedTools, allowedCalls } = this.#book;
    return needsApproval !== false && !allowedTools.has(name) && !allowedCalls.has(toolCallId);
  }

  #mark(messageId: string, { toolCallId }: ToolPart, isUndecided: boolean): void {
    this.#conversation.edit(messageId, (message) => {
      const part = message.parts.filter(isToolPart).find((each) => each.toolCallId === toolCallId);
      if (part?.state !== "input-available") return message;
      const { isUndecided: _before, ...rest } = part;
      return replaceCall(message, isUndecided ? { ...rest, isUndecided } : rest);
    });
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

async function needsApproval({ needsApproval: rule = false }: ToolDefinition, input: unknown): Promise<boolean> {
  return typeof rule === "function" ? await rule(input) : rule;
}

function isAsked(part: ToolPart, approvalId: string): boolean {
  return part.state === "approval-requested" && part.approval.id === approvalId;
}

/** Undefined beyond the end of all dates. */
function toDateText(timeMs: number): string | undefined {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
