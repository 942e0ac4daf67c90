import type { StreamEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isSettled, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import { toJsonResult } from "../tools/result.js";
import { Approvals, approvalReasons, isExpired } from "./approvals.js";
import { type CallBook, signatureOf } from "./call-book.js";
import { CallRun } from "./call-run.js";
import type { Conversation } from "./conversation.js";
import { isAwaited, isRetryable, isUnusable, lastStepCalls } from "./message.js";
import { reduceMessage } from "./reduce.js";
import { findCall, reopened, replaceCall } from "./reopen.js";
import type { ApprovalDecision } from "./state.js";

/** How often in a row one call may come before the person is asked. */
const MAX_REPEATS = 2;

type Ending = Extract<StreamEvent, { type: "tool-output-available" | "tool-output-error" | "tool-output-denied" }>;

/** The calls of a conversation: each runs once, side by side with the others, and every one comes to an end. */
export class ToolCalls {
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #approvals: Approvals;
  readonly #runs = new Map<string, CallRun>();

  /** @param onExpired  a call that waited for a person has ended */
  constructor(conversation: Conversation, book: CallBook, onExpired: () => void) {
    this.#conversation = conversation;
    this.#book = book;
    this.#approvals = new Approvals(conversation, book, (messageId, part) => {
      this.#timeOut(messageId, part);
      onExpired();
    });
  }

  /** Takes up the calls of a message whose arguments are whole and whose tool runs here; sees to those that wait. */
  takeUp(messageId: string): void {
    for (const part of this.#parts(messageId)) {
      if (part.state !== "input-available" || part.providerExecuted) continue;
      const tool = this.#conversation.tools().get(getToolName(part));
      if (this.#book.begun.has(part.toolCallId)) this.#takeUpAgain(messageId, part, tool);
      else if (tool?.execute) this.#run(messageId, part, tool, "new");
      else if (tool) this.#book.begun.set(part.toolCallId, messageId);
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
      if (part.state === "input-available" && !isKnown) this.#refuse(messageId, part);
      if (part.state === "output-available" && part.preliminary) this.#interrupt(messageId, part);
    }
    for (const part of lastStepCalls(this.#conversation.message(messageId))) {
      if (isUnusable(part) && !part.providerExecuted) this.#book.unsent.add(part.toolCallId);
    }
    for (const run of this.#runs.values()) {
      const isGone = !this.#parts(run.messageId).some((part) => part.toolCallId === run.toolCallId);
      if (isGone) this.#drop(run); // the back end tried its step again, without this call
    }
    this.#book.setAside.clear();
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
        this.#interrupt(messageId, part);
      }
    }
    this.#conversation.flush();
  }

  /** A request goes out: a call that still waits, in whatever message, is not waited for any more. */
  endUnanswered(): void {
    this.#conversation.flush();
    for (const message of this.#messages()) {
      for (const { toolCallId } of message.parts.filter(isToolPart).filter(isAwaited)) {
        const event = { type: "tool-output-error", toolCallId, errorText: "Cancelled.", reason: "cancelled" } as const;
        this.#conversation.dispatch(message.id, event);
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

  /** Ends every call that is open, in whatever message, and drops what its tool still gives. */
  cancelAll(): void {
    this.#approvals.clear();
    for (const run of this.#runs.values()) this.#drop(run);
    this.#book.setAside.clear();
    this.#conversation.flush();
    for (const message of this.#conversation.state().messages) {
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
    this.#end(found.message.id, found.part, {
      type: "tool-output-available",
      toolCallId,
      output: toJsonResult(result),
    });
    if (run !== undefined) this.#tell(found.message.id, found.part, result);
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
      this.#timeOut(message.id, part);
      return true;
    }
    const tool = part.providerExecuted ? undefined : this.#conversation.tools().get(getToolName(part));
    this.#conversation.dispatch(message.id, { type: "tool-approval-response", approvalId, approved, reason });
    this.#conversation.flush();
    this.#book.unsent.add(toolCallId);
    if (tool?.execute === undefined) return true;
    if (!approved) {
      this.#end(message.id, part, { type: "tool-output-denied", toolCallId, reason });
      this.#tell(message.id, part, { error: reason ?? "The call was denied." });
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
    const part = reopened(found.part, found.part.input);
    this.#book.unsent.delete(toolCallId);
    this.#run(found.message.id, part, tool, "retried");
    this.#conversation.edit(found.message.id, (message) => replaceCall(message, part));
    return true;
  }

  #messages(): readonly ChatMessage[] {
    return this.#conversation.state().messages;
  }

  #parts(messageId: string): ToolPart[] {
    return this.#conversation.message(messageId)?.parts.filter(isToolPart) ?? [];
  }

  /** A call that was taken up goes on, or is told again; or its id is another call's. */
  #takeUpAgain(messageId: string, part: ToolPart, tool: ToolDefinition | undefined): void {
    const { toolCallId } = part;
    const before = this.#book.setAside.get(toolCallId);
    this.#book.setAside.delete(toolCallId);
    const isHere = this.#book.begun.get(toolCallId) === messageId;
    const isSame = before === undefined || signatureOf(before) === signatureOf(part);
    const isOpen = this.#runs.has(toolCallId) || (before === undefined && tool?.execute === undefined);
    if (isHere && isSame && isOpen) return;
    if (isHere && isSame && before !== undefined) {
      if (isSettled(before)) this.#book.unsent.add(toolCallId);
      this.#conversation.edit(messageId, (message) => replaceCall(message, before));
    } else this.#fail(messageId, part, "invalid", `The id "${toolCallId}" was given to another call before.`);
  }

  #run(messageId: string, part: ToolPart, tool: ToolDefinition, how: "new" | "allowed" | "retried"): void {
    const { toolCallId } = part;
    this.#book.begun.set(toolCallId, messageId);
    const run = new CallRun(this.#conversation, messageId, toolCallId);
    this.#runs.set(toolCallId, run);
    const isAsked = async (input: unknown) => {
      const reason = how === "new" && this.#isRepeated(messageId, part) ? approvalReasons.repeated : undefined;
      const isNeeded = how !== "allowed" && (reason !== undefined || (await this.#needsApproval(part, tool, input)));
      if (run.isOver) return true;
      if (isNeeded) this.#approvals.ask(messageId, part, reason);
      else this.#book.ran.add(toolCallId);
      return isNeeded;
    };
    run.begin(part, tool, isAsked, (outcome) => {
      if (this.#runs.get(toolCallId) === run) this.#runs.delete(toolCallId);
      if (outcome === undefined) return;
      if (outcome.kind === "output") {
        this.#end(messageId, part, { type: "tool-output-available", toolCallId, output: toJsonResult(outcome.output) });
        this.#tell(messageId, part, outcome.output);
      } else this.#fail(messageId, part, outcome.reason, outcome.errorText);
    });
  }

  #drop(run: CallRun): void {
    run.stop();
    if (this.#runs.get(run.toolCallId) === run) this.#runs.delete(run.toolCallId);
  }

  /** @returns whether this very call has come too often in a row */
  #isRepeated(messageId: string, part: ToolPart): boolean {
    const parts = this.#parts(messageId);
    const signature = signatureOf(part);
    let index = parts.findIndex((each) => each.toolCallId === part.toolCallId);
    const first = index;
    while (index > 0 && signatureOf(parts[index - 1] ?? part) === signature) index -= 1;
    return first - index >= MAX_REPEATS;
  }

  async #needsApproval({ toolCallId }: ToolPart, tool: ToolDefinition, input: unknown): Promise<boolean> {
    if (this.#book.allowedTools.has(tool.name) || this.#book.allowedCalls.has(toolCallId)) return false;
    const { needsApproval = false } = tool;
    return typeof needsApproval === "function" ? await needsApproval(input) : needsApproval;
  }

  #timeOut(messageId: string, part: ToolPart): void {
    this.#fail(messageId, part, "timed-out", "Nobody answered the request for approval in time.");
  }

  #refuse(messageId: string, part: ToolPart): void {
    const { names } = this.#conversation.tools();
    const name = getToolName(part);
    const known = names.length > 0 ? names.join(", ") : "none";
    console.warn(
      `tooltalk: the model called the tool "${name}", which is not among the tools that there are: ${known}.`,
    );
    this.#fail(messageId, part, "unknown-tool", `Tool ${name} not available. Tools that there are: ${known}.`);
  }

  #interrupt(messageId: string, part: ToolPart): void {
    const { toolCallId } = part;
    const errorText = "The answer ended without a result of the call.";
    const output = part.state === "output-available" ? part.output : undefined;
    const event = { type: "tool-output-error", toolCallId, errorText, reason: "interrupted", output } as const;
    this.#conversation.dispatch(messageId, event);
    this.#conversation.flush();
  }

  #fail(
    messageId: string,
    part: ToolPart,
    reason: NonNullable<Extract<Ending, { type: "tool-output-error" }>["reason"]>,
    errorText: string,
  ): void {
    this.#end(messageId, part, { type: "tool-output-error", toolCallId: part.toolCallId, errorText, reason });
    this.#tell(messageId, part, { error: errorText });
  }

  /** A call ends on this side, and the model does not know of it yet. */
  #end(messageId: string, part: ToolPart, event: Ending): void {
    this.#book.unsent.add(part.toolCallId);
    this.#conversation.dispatch(messageId, event);
    this.#conversation.flush();
  }

  /** Tells the app what came of a call that runs here. */
  #tell(messageId: string, part: ToolPart, result: unknown): void {
    const conversation = this.#conversation;
    const name = getToolName(part);
    const message = conversation.message(messageId);
    if (message === undefined || conversation.tools().get(name)?.execute === undefined) return;
    const sendFollowUp = () => void conversation.state().sendFollowUp();
    const { toolCallId } = part;
    conversation.tell("onToolResult", ({ onToolResult }) =>
      onToolResult?.(name, result, { toolCallId, message, sendFollowUp }),
    );
  }
}
