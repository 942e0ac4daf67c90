import {
  type ChatMessage,
  getToolName,
  isSettled,
  isToolPart,
  type MessagePart,
  type ToolPart,
} from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import { toJsonResult } from "../tools/result.js";
import { Approvals, isExpired } from "./approvals.js";
import { type CallBook, signatureOf, tellAside } from "./call-book.js";
import { CallEndings } from "./call-endings.js";
import { CallRun } from "./call-run.js";
import type { Conversation } from "./conversation.js";
import { isRetryable, isUnusable, lastStepCalls } from "./message.js";
import { reduceMessage } from "./reduce.js";
import { findCall, reopened, replaceCall } from "./reopen.js";
import { afterRetelling } from "./resume.js";
import type { ApprovalDecision } from "./state.js";

/** The calls of a conversation: each runs once, side by side with the others, and every one comes to an end. */
export class ToolCalls {
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #endings: CallEndings;
  readonly #approvals: Approvals;
  readonly #runs = new Map<string, CallRun>();

  /** @param onExpired  a call that waited for a person has ended */
  constructor(conversation: Conversation, book: CallBook, onExpired: () => void) {
    this.#conversation = conversation;
    this.#book = book;
    this.#endings = new CallEndings(conversation, book);
    this.#approvals = new Approvals(conversation, book, (messageId, part) => {
      this.#endings.timeOut(messageId, part);
      onExpired();
    });
  }

  /** Takes up the calls of a message whose arguments are whole and whose tool runs here; sees to those that wait. */
  takeUp(messageId: string): void {
    for (const { toolCallId } of this.#parts(messageId)) {
      const part = this.#parts(messageId).find((each) => each.toolCallId === toolCallId); // one may change another
      if (part?.state !== "input-available" || part.providerExecuted) continue;
      const tool = this.#conversation.tools().get(getToolName(part));
      const isKnown = this.#book.begun.has(toolCallId) || this.#book.setAside.has(toolCallId);
      if (isKnown) this.#takeUpAgain(messageId, part);
      else if (tool?.execute) this.#run(messageId, part, tool, "new");
      else if (tool) this.#show(messageId, part);
    }
    const message = this.#conversation.message(messageId);
    if (message) this.watch(message);
  }

  /** Ends what waits for a person in a message when its time is over. */
  watch(message: ChatMessage): void {
    this.#approvals.watch(message);
  }

  /** An answer is over: what nobody is left to answer ends, and the model is owed words on what it wrote wrong. */
  endAnswer(messageId: string): void {
    this.takeUp(messageId);
    for (const part of this.#parts(messageId)) {
      const isKnown = this.#conversation.tools().get(getToolName(part)) !== undefined;
      if (this.#runs.has(part.toolCallId) || part.providerExecuted) continue;
      if (part.state === "input-available" && !isKnown) this.#endings.refuse(messageId, part);
      if (part.state === "output-available" && part.preliminary) this.#endings.interrupt(messageId, part);
    }
    this.#conversation.flush();
    for (const part of lastStepCalls(this.#conversation.message(messageId))) {
      if (isUnusable(part) && !part.providerExecuted) this.#book.unsent.add(part.toolCallId);
    }
    this.#closeAside(false);
    for (const run of this.#runs.values()) {
      const isGone = !this.#parts(run.messageId).some((part) => part.toolCallId === run.toolCallId);
      if (isGone) this.#drop(run); // the back end tried its step again, without this call
    }
  }

  /** The turn rests: what the back end was to answer, and did not, ends. */
  endTurn(messageId: string): void {
    for (const part of this.#parts(messageId)) {
      const { toolCallId } = part;
      if (this.#book.unsent.has(toolCallId) || this.#runs.has(toolCallId) || isSettled(part)) continue;
      if (part.state === "approval-responded" && !part.approval.approved) {
        this.#conversation.dispatch(messageId, { type: "tool-output-denied", toolCallId });
      } else if (
        part.state !== "approval-requested" &&
        (part.providerExecuted || part.state === "approval-responded")
      ) {
        this.#endings.interrupt(messageId, part);
      }
    }
    this.#conversation.flush();
  }

  get isIdle(): boolean {
    return this.#runs.size === 0;
  }

  /** Waits until no call runs, also none that is added meanwhile. */
  async whenIdle(signal: AbortSignal): Promise<void> {
    const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    while (this.#runs.size > 0 && !signal.aborted) {
      this.#conversation.set({ status: "running" });
      await Promise.race([stopped, ...[...this.#runs.values()].map((run) => run.done)]);
    }
  }

  /** Ends the calls that run, in whatever message, and drops what their tools still give. */
  cancelRuns(): void {
    for (const run of this.#runs.values()) {
      const { messageId, toolCallId } = run;
      this.#drop(run);
      const event = { type: "tool-output-error", toolCallId, errorText: "Cancelled.", reason: "cancelled" } as const;
      tellAside(this.#book, event);
      this.#conversation.dispatch(messageId, event);
    }
    this.#conversation.flush();
    this.#closeAside(true);
  }

  /** Ends every call that is open, those that wait for a person too. */
  cancelAll(): void {
    this.#approvals.clear();
    this.cancelRuns();
    for (const message of this.#messages()) {
      if (reduceMessage(message, { type: "abort" }) !== message) {
        this.#conversation.dispatch(message.id, { type: "abort" });
      }
    }
    this.#conversation.flush();
  }

  /** An answer from outside. @returns false where no call waits for it */
  answer(toolCallId: string, result: unknown): boolean {
    this.#conversation.flush();
    const found = findCall(this.#messages(), (part) => part.toolCallId === toolCallId);
    const run = this.#runs.get(toolCallId);
    if (found === undefined || found.part.providerExecuted) return false;
    if (run === undefined && found.part.state !== "input-available") return false;
    if (run !== undefined) this.#drop(run);
    this.#book.begun.set(toolCallId, found.message.id);
    this.#book.ran.add(toolCallId);
    const output = toJsonResult(result);
    this.#endings.end(found.message.id, found.part, { type: "tool-output-available", toolCallId, output }, result);
    return true;
  }

  /** The person's decision: a call of this side runs or is denied; one of the back end's goes back to it. */
  respond(approvalId: string, decision: ApprovalDecision): boolean {
    const found = this.#approvals.find(approvalId);
    if (found === undefined) return false;
    const { part, message } = found;
    const { toolCallId } = part;
    const { approved, reason } = decision;
    if (isExpired(part)) {
      this.#endings.timeOut(message.id, part);
      return true;
    }
    const tool = part.providerExecuted ? undefined : this.#conversation.tools().get(getToolName(part));
    this.#conversation.dispatch(message.id, { type: "tool-approval-response", approvalId, approved, reason });
    this.#conversation.flush();
    this.#book.unsent.add(toolCallId);
    if (tool?.execute === undefined) return true;
    if (!approved) {
      const event = { type: "tool-output-denied", toolCallId, reason } as const;
      this.#endings.end(message.id, part, event, { error: reason ?? "The call was denied." });
      return true;
    }
    if (decision.scope === "always") this.#book.allowedTools.add(tool.name);
    this.#book.allowedCalls.add(toolCallId);
    const allowed = decision.input === undefined ? part : reopened(part, toJsonResult(decision.input));
    if (allowed !== part) this.#conversation.edit(message.id, (old) => replaceCall(old, allowed));
    this.#run(message.id, allowed, tool, "allowed");
    return true;
  }

  /** Runs a call that failed once more. */
  retry(toolCallId: string): boolean {
    this.#conversation.flush();
    const found = findCall(this.#messages(), (part) => part.toolCallId === toolCallId);
    if (found === undefined || !isRetryable(found.part)) return false;
    const tool = found.part.providerExecuted ? undefined : this.#conversation.tools().get(getToolName(found.part));
    if (tool?.execute === undefined) return false;
    const part = reopened(found.part);
    this.#book.unsent.delete(toolCallId);
    this.#conversation.edit(found.message.id, (message) => replaceCall(message, part));
    this.#run(found.message.id, part, tool, "retried");
    return true;
  }

  #messages(): readonly ChatMessage[] {
    return this.#conversation.state().messages;
  }

  #parts(messageId: string): ToolPart[] {
    return this.#conversation.message(messageId)?.parts.filter(isToolPart) ?? [];
  }

  /** A call that was taken up goes on, or is told again; or its id is another call's. */
  #takeUpAgain(messageId: string, part: ToolPart): void {
    const { toolCallId } = part;
    const before = this.#book.setAside.get(toolCallId);
    this.#book.setAside.delete(toolCallId);
    const isHere = (this.#book.begun.get(toolCallId) ?? messageId) === messageId;
    const isSame = before === undefined || signatureOf(before) === signatureOf(part);
    if (!isHere || !isSame) this.#endings.refuseId(messageId, part);
    else if (this.#runs.has(toolCallId)) return;
    else if (before === undefined) this.#endings.refuseId(messageId, part);
    else this.#conversation.edit(messageId, (message) => replaceCall(message, before));
  }

  /** The app answers the call. */
  #show(messageId: string, part: ToolPart): void {
    const { shown } = this.#book;
    if ((shown.get(part.toolCallId) ?? messageId) !== messageId) this.#endings.refuseId(messageId, part);
    else shown.set(part.toolCallId, messageId);
  }

  #run(messageId: string, part: ToolPart, tool: ToolDefinition, how: "new" | "allowed" | "retried"): void {
    const { toolCallId } = part;
    this.#book.begun.set(toolCallId, messageId);
    const run = new CallRun(this.#conversation, messageId, toolCallId);
    this.#runs.set(toolCallId, run);
    const doubt = how === "allowed" ? undefined : this.#approvals.doubt(messageId, part, tool, how === "new");
    const isAsked = async (input: unknown) => {
      const isNeeded = doubt !== undefined && (await doubt.isNeeded(input));
      if (run.isOver) return true;
      if (!isNeeded) this.#book.ran.add(toolCallId);
      doubt?.settle(isNeeded);
      return isNeeded;
    };
    run.begin(part, tool, isAsked, (outcome) => {
      if (this.#runs.get(toolCallId) === run) this.#runs.delete(toolCallId);
      if (outcome === undefined) return;
      if (outcome.kind === "error") {
        this.#endings.fail(messageId, part, outcome.reason, outcome.errorText);
        return;
      }
      const output = toJsonResult(outcome.output);
      this.#endings.end(messageId, part, { type: "tool-output-available", toolCallId, output }, outcome.output);
    });
  }

  /** The answer is over, or cut again: nothing is told again any more. */
  #closeAside(isCut: boolean): void {
    const { emptied, setAside } = this.#book;
    if (emptied !== undefined) {
      const asItStands = (part: MessagePart) => (isToolPart(part) && setAside.get(part.toolCallId)) || part;
      const answer = { ...emptied, parts: emptied.parts.map(asItStands) };
      this.#conversation.edit(emptied.messageId, (message) => afterRetelling(message, answer, isCut));
    }
    this.#book.emptied = undefined;
    setAside.clear();
  }

  #drop(run: CallRun): void {
    run.stop();
    if (this.#runs.get(run.toolCallId) === run) this.#runs.delete(run.toolCallId);
  }
}
