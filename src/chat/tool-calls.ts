import { getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import type { ToolRegistry } from "../tools/registry.js";
import { toJsonResult } from "../tools/result.js";
import { errorTextOf, runTool, type ToolOutcome } from "../tools/run.js";
import { validateInput } from "../tools/validate.js";
import type { Conversation } from "./conversation.js";
import { reopenCall } from "./reopen.js";
import type { ApprovalDecision } from "./state.js";

/** Why a call that needs no approval is asked about all the same; `approval.reason` carries one of these words. */
export const approvalReasons = {
  /** The same tool with the same arguments for the third time in a row. */
  repeated: "repeated-call",
  /** The page went away while it ran. */
  reloaded: "interrupted-by-reload",
} as const;

/** How often in a row one call may come before the person is asked. */
const MAX_REPEATS = 2;

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
  /** The call that came last, and how often in a row. */
  #last = { signature: "", count: 0 };

  constructor(conversation: Conversation, registry: ToolRegistry, signal: AbortSignal, requestFollowUp: () => void) {
    this.#conversation = conversation;
    this.#registry = registry;
    this.#signal = signal;
    this.#requestFollowUp = requestFollowUp;
  }

  isAnsweredHere(toolCallId: string): boolean {
    return this.#answered.has(toolCallId);
  }

  /** Takes up the calls whose input is whole and whose tool runs here. A tool of another name may be the back end's. */
  runNew(messageId: string): void {
    for (const part of this.#waiting(messageId)) {
      const tool = this.#registry.get(getToolName(part));
      if (!tool?.execute) continue;
      this.#started.add(part.toolCallId);
      this.#track(messageId, part, this.#takeUp(messageId, part, tool));
    }
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

  /** An answer from outside. */
  answer(messageId: string, toolCallId: string, output: unknown): void {
    this.#answered.add(toolCallId);
    const event = { type: "tool-output-available", toolCallId, output: toJsonResult(output) } as const;
    this.#conversation.dispatch(messageId, event);
    this.#conversation.flush();
  }

  /** The person's decision: a call of this side runs or is denied; one of the back end's goes back to it. */
  respond(messageId: string, approvalId: string, decision: ApprovalDecision): void {
    const part = this.#asked(messageId, approvalId);
    if (part === undefined) return;
    const { toolCallId } = part;
    const tool = part.providerExecuted ? undefined : this.#registry.get(getToolName(part));
    const { approved, reason } = decision;
    this.#answered.add(toolCallId);
    this.#conversation.dispatch(messageId, { type: "tool-approval-response", approvalId, approved, reason });
    this.#conversation.flush();
    if (!tool?.execute) this.#requestFollowUp();
    else if (!approved) this.#conversation.dispatch(messageId, { type: "tool-output-denied", toolCallId, reason });
    else {
      if (decision.scope === "always") this.#conversation.alwaysAllowed.add(tool.name);
      const allowed = decision.input === undefined ? part : this.#rewrite(messageId, part, decision.input);
      this.#track(messageId, allowed, this.#runValid(messageId, allowed, tool));
    }
    this.#conversation.flush();
  }

  /** Nobody answered in time. */
  expire(messageId: string, approvalId: string): void {
    const part = this.#asked(messageId, approvalId);
    if (part === undefined) return;
    const errorText = "Nobody answered the request for approval in time.";
    this.#finish(messageId, part, { kind: "error", reason: "timed-out", errorText });
  }

  /** Runs a call anew, whatever it came to. */
  retry(messageId: string, part: ToolPart): void {
    const tool = this.#registry.get(getToolName(part));
    if (!tool?.execute) return;
    this.#started.add(part.toolCallId);
    const again = this.#rewrite(messageId, part, part.input);
    this.#track(messageId, again, this.#runValid(messageId, again, tool));
  }

  #asked(messageId: string, approvalId: string): ToolPart | undefined {
    this.#conversation.flush();
    return this.#parts(messageId).find(
      (part) => part.state === "approval-requested" && part.approval.id === approvalId,
    );
  }

  #rewrite(messageId: string, part: ToolPart, input: unknown): ToolPart {
    const { toolCallId } = part;
    this.#started.add(toolCallId);
    this.#conversation.edit(messageId, (message) => reopenCall(message, toolCallId, input));
    return this.#parts(messageId).find((each) => each.toolCallId === toolCallId) ?? part;
  }

  #parts(messageId: string): ToolPart[] {
    return this.#conversation.message(messageId)?.parts.filter(isToolPart) ?? [];
  }

  #waiting(messageId: string): ToolPart[] {
    return this.#parts(messageId).filter(
      (part) => part.state === "input-available" && !part.providerExecuted && !this.#started.has(part.toolCallId),
    );
  }

  /** Whatever breaks while a call is handled ends that call, and nothing else. */
  #track(messageId: string, part: ToolPart, run: Promise<void>): void {
    const tracked = run
      .catch((error: unknown) =>
        this.#finish(messageId, part, { kind: "error", reason: "failed", errorText: errorTextOf(error) }),
      )
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #takeUp(messageId: string, part: ToolPart, tool: ToolDefinition): Promise<void> {
    const isRepeated = this.#count(part) > MAX_REPEATS;
    const validated = await validateInput(tool, part.input);
    if ("errorText" in validated) return this.#invalid(messageId, part, validated.errorText);
    const { needsApproval = false } = tool;
    const isNeeded =
      typeof needsApproval === "function" ? await needsApproval(validated.value as never) : needsApproval;
    if (isRepeated) this.#ask(messageId, part, approvalReasons.repeated);
    else if (isNeeded && !this.#conversation.alwaysAllowed.has(tool.name)) this.#ask(messageId, part);
    else await this.#execute(messageId, part, tool, validated.value);
  }

  async #runValid(messageId: string, part: ToolPart, tool: ToolDefinition): Promise<void> {
    const validated = await validateInput(tool, part.input);
    if ("errorText" in validated) return this.#invalid(messageId, part, validated.errorText);
    await this.#execute(messageId, part, tool, validated.value);
  }

  /** @returns how often in a row this very call has come */
  #count(part: ToolPart): number {
    const signature = `${getToolName(part)} ${JSON.stringify(part.input)}`;
    this.#last = { signature, count: signature === this.#last.signature ? this.#last.count + 1 : 1 };
    return this.#last.count;
  }

  #ask(messageId: string, part: ToolPart, reason?: string): void {
    if (this.#signal.aborted) return;
    const { toolCallId } = part;
    const approvalId = `${toolCallId}-approval`;
    const { approvalTimeoutMs } = this.#conversation.options();
    const expiresAt =
      approvalTimeoutMs === undefined ? undefined : new Date(Date.now() + approvalTimeoutMs).toISOString();
    this.#conversation.dispatch(messageId, {
      type: "tool-approval-request",
      approvalId,
      toolCallId,
      reason,
      expiresAt,
    });
    if (approvalTimeoutMs === undefined) return;
    setTimeout(
      () => this.#conversation.act(messageId, (turn) => turn.expireApproval(messageId, approvalId)),
      approvalTimeoutMs,
    );
  }

  async #execute(messageId: string, part: ToolPart, tool: ToolDefinition, input: unknown): Promise<void> {
    const { toolCallId } = part;
    const { messages } = this.#conversation.state();
    const upTo = messages.findIndex((message) => message.id === messageId) + 1;
    const reportProgress = (progress: unknown) => {
      if (this.#signal.aborted) return;
      const output = toJsonResult(progress);
      this.#conversation.dispatch(messageId, { type: "tool-output-available", toolCallId, output, preliminary: true });
    };
    const context = { toolCallId, messages: messages.slice(0, upTo), reportProgress };
    const run = () => runTool(tool, input, context, this.#signal);
    this.#finish(
      messageId,
      part,
      await (tool.serial === undefined ? run() : this.#conversation.inTurn(tool.serial, run)),
    );
  }

  #finish(messageId: string, part: ToolPart, outcome: ToolOutcome): void {
    if (this.#signal.aborted) return; // stopped: the call has ended as cancelled, and stays so
    const { toolCallId } = part;
    this.#answered.add(toolCallId);
    this.#conversation.dispatch(
      messageId,
      outcome.kind === "output"
        ? { type: "tool-output-available", toolCallId, output: toJsonResult(outcome.output) }
        : { type: "tool-output-error", toolCallId, errorText: outcome.errorText, reason: outcome.reason },
    );
    this.#conversation.flush();
    this.#tell(messageId, part, outcome.kind === "output" ? outcome.output : { error: outcome.errorText });
  }

  #invalid(messageId: string, part: ToolPart, errorText: string): void {
    this.#fail(messageId, part, "invalid", errorText);
  }

  #refuse(messageId: string, part: ToolPart): void {
    const name = getToolName(part);
    const known = this.#registry.names.length > 0 ? this.#registry.names.join(", ") : "none";
    console.warn(
      `tooltalk: the model called the tool "${name}", which is not among the tools that there are: ${known}.`,
    );
    this.#started.add(part.toolCallId);
    this.#fail(messageId, part, "unknown-tool", `Tool ${name} not available. Tools that there are: ${known}.`);
  }

  /** The call never ran; the model is told what was wrong with it. */
  #fail(messageId: string, part: ToolPart, reason: "invalid" | "unknown-tool", errorText: string): void {
    const { toolCallId } = part;
    this.#answered.add(toolCallId);
    this.#conversation.dispatch(messageId, { type: "tool-output-error", toolCallId, errorText, reason });
    this.#conversation.flush();
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
