import type {
  ErrorEvent,
  FinishEvent,
  FinishReason,
  SourceDocumentEvent,
  SourceUrlEvent,
  StartEvent,
  StartStepEvent,
  StreamEvent,
  ToolOutputAvailableEvent,
  ToolOutputErrorEvent,
} from "../stream/events.js";
import { defined } from "../stream/json-value.js";
import { readMcpError } from "../stream/mcp.js";
import { Blocks } from "./blocks.js";
import { Calls, cutOff } from "./calls.js";
import { toFinishReason } from "./finish-reason.js";

export interface AnswerOptions {
  /** Ids that calls of the conversation bear already: a provider that gives one of them again means another call. */
  takenIds?: Iterable<string> | undefined;
  /** Told of every record that the protocol does not know; it changes nothing. */
  onUnknown?: ((record: unknown) => void) | undefined;
}

interface Ending extends Pick<FinishEvent, "usage" | "messageMetadata" | "isPaused"> {
  /** The provider's own word. */
  finishReason?: string | undefined;
}

/**
 * The answer as it is being read: what every protocol does with it, done once. What a protocol says goes through here and
 * comes out as events in order; what is open closes, what was said twice is said once, and an error sticks.
 */
export class Answer {
  readonly blocks: Blocks;
  readonly calls: Calls;
  readonly #onUnknown: ((record: unknown) => void) | undefined;
  #events: StreamEvent[] = [];
  readonly #cited = new Set<string>();
  #messageId: string | undefined;
  #hasStarted = false;
  #isStepOpen = false;
  #isOver = false;
  #hasFailed = false;

  constructor({ takenIds, onUnknown }: AnswerOptions = {}) {
    const emit = (event: StreamEvent) => this.emit(event);
    this.#onUnknown = onUnknown;
    this.blocks = new Blocks(emit);
    this.calls = new Calls({
      emit,
      takenIds,
      messageId: () => this.#messageId,
      beforeCall: () => this.blocks.pause(),
    });
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isStepOpen(): boolean {
    return this.#isStepOpen;
  }

  /** `finish` or `abort` was said. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The events since the last time. */
  take(): StreamEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  /** Passes an event on that needs no book. */
  emit(event: StreamEvent): void {
    this.#events.push(event);
  }

  unknown(record: unknown): void {
    this.#onUnknown?.(record);
  }

  /** The first one counts; of later ones only the metadata. */
  start(facts: Omit<StartEvent, "type"> = {}): void {
    const { messageId, messageMetadata } = facts;
    if (this.#hasStarted) {
      if (messageMetadata !== undefined) this.emit({ type: "message-metadata", messageMetadata });
      return;
    }
    this.#hasStarted = true;
    this.#messageId = messageId;
    this.emit(defined({ type: "start", ...facts }));
  }

  startStep(facts: Omit<StartStepEvent, "type"> = {}): void {
    this.#isStepOpen = true;
    this.calls.nextStep();
    this.emit(defined({ type: "start-step", ...facts }));
  }

  /** Begins a step, and the message, unless one is open: for wires that announce neither. */
  ensureStep(): void {
    if (!this.#hasStarted) this.start();
    if (!this.#isStepOpen) this.startStep();
  }

  /** Ends the step, if one is open. Blocks that have ids of their own may go on. */
  finishStep({ finishReason, usage }: Ending = {}): void {
    if (!this.#isStepOpen) return;
    this.#isStepOpen = false;
    this.blocks.pause();
    this.emit(defined({ type: "finish-step", ...this.#reasons(finishReason), usage }));
  }

  /** Drops the step: it is tried again. */
  resetStep(): void {
    this.blocks.drop();
    this.calls.dropStep();
    this.#cited.clear();
    this.emit({ type: "reset-step" });
  }

  /** What the answer is drawn from. Some servers say it again with every record. */
  cite(source: SourceUrlEvent | SourceDocumentEvent): void {
    if (this.#cited.has(source.sourceId)) return;
    this.#cited.add(source.sourceId);
    this.emit(source);
  }

  /** The result of a call, also of one that belongs to an earlier message. An MCP result may say that the tool failed. */
  output(providerId: string, facts: Omit<ToolOutputAvailableEvent, "type" | "toolCallId">): void {
    const isFinal = facts.preliminary !== true;
    const errorText = isFinal ? readMcpError(facts.output) : undefined;
    if (errorText !== undefined) {
      this.outputError(providerId, { ...facts, errorText });
      return;
    }
    if (!this.#settle(providerId, isFinal)) return;
    this.emit(defined({ type: "tool-output-available", toolCallId: this.calls.idOf(providerId), ...facts }));
  }

  outputError(providerId: string, facts: Omit<ToolOutputErrorEvent, "type" | "toolCallId">): void {
    if (!this.#settle(providerId, true)) return;
    this.emit(defined({ type: "tool-output-error", toolCallId: this.calls.idOf(providerId), ...facts }));
  }

  /** The first one counts. */
  error(error: Omit<ErrorEvent, "type">): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.blocks.endAll();
    this.emit(defined({ type: "error", ...error }));
  }

  /** A record could not be read. Whatever was being written may lack a piece, so that no open call may run. */
  lose(what: string): void {
    this.blocks.endAll();
    this.calls.failAll("malformed", "A piece of the call was lost on the way.");
    this.error({ errorText: what, code: "unreadable", scope: "transport", retryable: true });
  }

  abort(reason?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.blocks.endAll();
    this.emit(defined({ type: "abort", reason }));
  }

  /** The protocol's own end. The first one counts. */
  finish(ending: Ending = {}): void {
    if (this.#isOver) return;
    this.#closeAll();
    this.finishStep(ending);
    this.#isOver = true;
    const { finishReason, usage, messageMetadata, isPaused } = ending;
    const pendingIds = this.calls.pendingIds();
    this.emit(
      defined({
        type: "finish",
        ...this.#reasons(finishReason),
        usage,
        messageMetadata,
        pendingToolCallIds: pendingIds.length === 0 ? undefined : pendingIds,
        isPaused,
      }),
    );
  }

  /** The body ended. @param isWhole  the protocol's own end had come, or none was to come */
  close(isWhole: boolean): void {
    if (isWhole && !this.#hasFailed) this.finish();
    this.#closeAll();
    if (isWhole || this.#isOver) return;
    const errorText = "The connection ended before the answer did.";
    this.error({ errorText, code: "cut-off", scope: "transport", retryable: true });
  }

  #closeAll(): void {
    this.blocks.endAll();
    this.calls.failAll("incomplete", cutOff);
  }

  /** @returns false for a call that cannot have a result */
  #settle(providerId: string, isFinal: boolean): boolean {
    const call = this.calls.find(providerId);
    if (call?.state === "failed") return false;
    if (call !== undefined && isFinal) call.state = "answered";
    return true;
  }

  /** A call decides, not the reason: providers say `stop` with calls. And what failed has not finished well. */
  #reasons(raw: string | undefined): { finishReason?: FinishReason | undefined; rawFinishReason?: string | undefined } {
    const named = toFinishReason(raw);
    const isCalling = (named === undefined || named === "stop") && this.calls.pendingIds().length > 0;
    return { finishReason: this.#hasFailed ? "error" : isCalling ? "tool-calls" : named, rawFinishReason: raw };
  }
}
