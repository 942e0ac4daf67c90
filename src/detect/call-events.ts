import type { ReasoningDeltaEvent, StreamEvent, TextDeltaEvent, ToolInputErrorReason } from "../stream/events.js";
import type { CallIds } from "./call-ids.js";
import type { CallWriter, KnownCall, NewCall } from "./syntax.js";

type BlockKind = "text" | "reasoning";

/** Never added to: the first event makes a list of its own. */
const none: StreamEvent[] = [];

/** Writes what was found as events: text and reasoning in blocks that a call closes, calls in their order. */
export class CallEvents {
  readonly #blockId: string;
  readonly #ids: CallIds;
  #out: StreamEvent[] = none;
  #block: BlockKind | undefined;
  /** The delta that text behind it is added to, until the events are taken. */
  #delta: TextDeltaEvent | ReasoningDeltaEvent | undefined;

  constructor(blockId: string, ids: CallIds) {
    this.#blockId = blockId;
    this.#ids = ids;
  }

  get calls(): readonly KnownCall[] {
    return this.#ids.calls;
  }

  /** The events since the last time. */
  take(): StreamEvent[] {
    if (this.#out.length === 0) return [];
    const events = this.#out;
    this.#out = none;
    this.#delta = undefined;
    return events;
  }

  /** Most pushes give one event: a list that is made with it is smaller than one that grows. */
  #add(event: StreamEvent): void {
    if (this.#out.length === 0) this.#out = [event];
    else this.#out.push(event);
  }

  /** `write` and `take` in one, where text goes on. */
  writeAlone(text: string): StreamEvent[] {
    if (this.#block === "text" && this.#out.length === 0)
      return [{ type: "text-delta", id: this.#blockId, delta: text }];
    this.write("text", text);
    return this.take();
  }

  write(kind: BlockKind, text: string): void {
    if (text === "") return;
    if (this.#block !== kind) this.#beginBlock(kind);
    if (this.#delta !== undefined) {
      this.#delta.delta += text;
      return;
    }
    const type = kind === "text" ? "text-delta" : "reasoning-delta";
    const event: TextDeltaEvent | ReasoningDeltaEvent = { type, id: this.#blockId, delta: text };
    this.#delta = event;
    this.#add(event);
  }

  #beginBlock(kind: BlockKind): void {
    this.endBlock();
    this.#add({ type: `${kind}-start`, id: this.#blockId });
    this.#block = kind;
  }

  endBlock(): void {
    if (this.#block !== undefined) this.#add({ type: `${this.#block}-end`, id: this.#blockId });
    this.#block = undefined;
    this.#delta = undefined;
  }

  /** @param raw  gives the call's text as it stood, for the error that keeps it */
  start(call: NewCall, raw: () => string): OpenCall {
    this.endBlock();
    const emit = (event: StreamEvent) => this.#emit(event);
    return new OpenCall(this.#ids.add(call), call.runs ?? true, raw, emit);
  }

  /** Deltas of one call that come in one push are one event. */
  #emit(event: StreamEvent): void {
    const last = this.#out.at(-1);
    const isMore =
      event.type === "tool-input-delta" && last?.type === "tool-input-delta" && last.toolCallId === event.toolCallId;
    if (isMore) (last as { inputTextDelta: string }).inputTextDelta += event.inputTextDelta;
    else this.#add(event);
  }
}

/** A call that is being written. Settles once; what is told to it afterwards is not heard, but for its result. */
export class OpenCall implements CallWriter {
  readonly name: string;
  readonly #known: KnownCall;
  readonly #facts: { toolCallId: string; toolName: string; origin: "text"; providerExecuted?: boolean };
  readonly #raw: () => string;
  readonly #emit: (event: StreamEvent) => void;
  isSettled = false;

  constructor(known: KnownCall, runs: boolean, raw: () => string, emit: (event: StreamEvent) => void) {
    this.name = known.name;
    this.#known = known;
    this.#facts = {
      toolCallId: known.id,
      toolName: known.name,
      origin: "text",
      ...(runs ? {} : { providerExecuted: true }),
    };
    this.#raw = raw;
    this.#emit = emit;
    emit({ type: "tool-input-start", ...this.#facts });
  }

  delta(jsonText: string): void {
    if (jsonText === "" || this.isSettled) return;
    this.#emit({ type: "tool-input-delta", toolCallId: this.#facts.toolCallId, inputTextDelta: jsonText });
  }

  finish(input: unknown, facts: { repaired?: boolean | undefined } = {}): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#emit({ type: "tool-input-available", ...this.#facts, input, ...(facts.repaired ? { repaired: true } : {}) });
  }

  fail(reason: ToolInputErrorReason, errorText: string): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#emit({ type: "tool-input-error", ...this.#facts, input: this.#raw(), errorText, reason });
  }

  output(output: unknown): void {
    this.isSettled = true;
    this.#known.hasResult = true;
    this.#emit({ type: "tool-output-available", toolCallId: this.#facts.toolCallId, output });
  }

  outputError(errorText: string): void {
    this.isSettled = true;
    this.#known.hasResult = true;
    this.#emit({ type: "tool-output-error", toolCallId: this.#facts.toolCallId, errorText });
  }
}
