import { getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import type { ToolRegistry } from "../tools/registry.js";
import { errorTextOf, runTool, type ToolOutcome } from "../tools/run.js";
import type { Conversation } from "./conversation.js";
import type { ApprovalDecision } from "./state.js";

/** Runs the calls of one turn: each once, side by side, and every one to an end. */
export class ToolCalls {
  readonly #conversation: Conversation;
  readonly #registry: ToolRegistry;
  readonly #signal: AbortSignal;
  readonly #requestFollowUp: () => void;
  /** Calls that were taken up; none is taken up twice. */
  readonly #started = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** Calls that ended on this side: their results are news to the model. */
  readonly #answered = new Set<string>();

  constructor(conversation: Conversation, registry: ToolRegistry, signal: AbortSignal, requestFollowUp: () => void) {
    this.#conversation = conversation;
    this.#registry = registry;
    this.#signal = signal;
    this.#requestFollowUp = requestFollowUp;
  }

  /** Takes up the calls whose input is whole and whose tool runs here. A tool of another name may be the back end's. */
  runNew(messageId: string): void {
    for (const part of this.#waiting(messageId)) {
      const tool = this.#registry.get(getToolName(part));
      if (tool?.execute) this.#begin(messageId, part, () => this.#run(messageId, part, tool));
    }
  }

  isAnsweredHere(toolCallId: string): boolean {
    return this.#answered.has(toolCallId);
  }

  /** An answer from outside. */
  answer(messageId: string, toolCallId: string, output: unknown): void {
    this.#answered.add(toolCallId);
    this.#conversation.dispatch(messageId, { type: "tool-output-available", toolCallId, output });
    this.#conversation.flush();
  }

  /** The answer is in: what is still unanswered and unknown ends, and the rest is waited for. */
  async settle(messageId: string): Promise<void> {
    this.runNew(messageId);
    for (const part of this.#waiting(messageId)) {
      if (this.#registry.get(getToolName(part)) === undefined) this.#refuse(messageId, part);
    }
    this.#conversation.flush();
    while (this.#running.size > 0 && !this.#signal.aborted) {
      this.#conversation.set({ status: "running" });
      await Promise.race([Promise.all(this.#running), aborted(this.#signal)]);
    }
  }

  /** The person's decision: a call of this side runs or is denied; one of the back end's goes back to it. */
  respond(messageId: string, approvalId: string, decision: ApprovalDecision): void {
    this.#conversation.flush();
    const part = this.#parts(messageId).find(
      (each) => each.state === "approval-requested" && each.approval.id === approvalId,
    );
    if (part === undefined) return;
    this.#conversation.dispatch(messageId, { type: "tool-approval-response", approvalId, ...decision });
    const tool = part.providerExecuted ? undefined : this.#registry.get(getToolName(part));
    const { toolCallId } = part;
    this.#answered.add(toolCallId);
    if (!tool?.execute) this.#requestFollowUp();
    else if (decision.approved) this.#track(this.#execute(messageId, part, tool));
    else this.#conversation.dispatch(messageId, { type: "tool-output-denied", toolCallId, reason: decision.reason });
    this.#conversation.flush();
  }

  #parts(messageId: string): ToolPart[] {
    return this.#conversation.message(messageId)?.parts.filter(isToolPart) ?? [];
  }

  #waiting(messageId: string): ToolPart[] {
    return this.#parts(messageId).filter(
      (part) => part.state === "input-available" && !part.providerExecuted && !this.#started.has(part.toolCallId),
    );
  }

  #begin(messageId: string, part: ToolPart, run: () => Promise<void>): void {
    this.#started.add(part.toolCallId);
    this.#track(
      run().catch((error: unknown) =>
        this.#finish(messageId, part, { kind: "error", reason: "failed", errorText: errorTextOf(error) }),
      ),
    );
  }

  #track(run: Promise<void>): void {
    const tracked = run.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #run(messageId: string, part: ToolPart, tool: ToolDefinition): Promise<void> {
    const { needsApproval = false } = tool;
    const isAsked = typeof needsApproval === "function" ? await needsApproval(part.input as never) : needsApproval;
    if (!isAsked) return this.#execute(messageId, part, tool);
    if (this.#signal.aborted) return;
    const { toolCallId } = part;
    this.#conversation.dispatch(messageId, {
      type: "tool-approval-request",
      approvalId: `${toolCallId}-approval`,
      toolCallId,
    });
  }

  async #execute(messageId: string, part: ToolPart, tool: ToolDefinition): Promise<void> {
    const { toolCallId } = part;
    const { messages } = this.#conversation.state();
    const upTo = messages.findIndex((message) => message.id === messageId) + 1;
    const context = { toolCallId, messages: messages.slice(0, upTo), reportProgress: () => {} };
    this.#finish(messageId, part, await runTool(tool, part.input, context, this.#signal));
  }

  #finish(messageId: string, part: ToolPart, outcome: ToolOutcome): void {
    if (this.#signal.aborted) return; // stopped: the call has ended as cancelled, and stays so
    const { toolCallId } = part;
    this.#answered.add(toolCallId);
    this.#conversation.dispatch(
      messageId,
      outcome.kind === "output"
        ? { type: "tool-output-available", toolCallId, output: outcome.output }
        : { type: "tool-output-error", toolCallId, errorText: outcome.errorText, reason: outcome.reason },
    );
    this.#conversation.flush();
    this.#tell(messageId, part, outcome.kind === "output" ? outcome.output : { error: outcome.errorText });
  }

  #refuse(messageId: string, part: ToolPart): void {
    const name = getToolName(part);
    const known = this.#registry.names.length > 0 ? this.#registry.names.join(", ") : "none";
    this.#started.add(part.toolCallId);
    this.#answered.add(part.toolCallId);
    console.warn(
      `tooltalk: the model called the tool "${name}", which is not among the tools that there are: ${known}.`,
    );
    this.#conversation.dispatch(messageId, {
      type: "tool-output-error",
      toolCallId: part.toolCallId,
      errorText: `Tool ${name} not available. Tools that there are: ${known}.`,
      reason: "unknown-tool",
    });
  }

  #tell(messageId: string, part: ToolPart, result: unknown): void {
    const message = this.#conversation.message(messageId);
    const { onToolResult } = this.#conversation.options();
    if (!onToolResult || !message) return;
    const { toolCallId } = part;
    const sendFollowUp = () => void this.#conversation.state().sendFollowUp();
    // The app's own fault is not the tool's: it is reported where its developer looks, and the turn goes on.
    const report = (error: unknown) => console.error("tooltalk: onToolResult failed:", error);
    try {
      Promise.resolve(onToolResult(getToolName(part), result, { toolCallId, message, sendFollowUp })).catch(report);
    } catch (error) {
      report(error);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
