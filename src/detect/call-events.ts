import type { ReasoningDeltaEvent, StreamEvent, TextDeltaEvent, ToolInputErrorReason } from "../stream/events.js";
import type { CallWriter, KnownCall, NewCall } from "./syntax.js";

type BlockKind = "text" | "reasoning";

/** Writes what was found as events: text and reasoning in blocks that a call closes, calls in their order. */
export class CallEvents {
  readonly #blockId: string;
  readonly #generateId: () => string;
  #out: StreamEvent[] = [];
  #block: BlockKind | undefined;
  /** The delta that text behind it is added to, until the events are taken. */
  #delta: TextDeltaEvent | ReasoningDeltaEvent | undefined;
  /** In the order in which they came. */
  readonly calls: KnownCall[] = [];
  readonly #ids = new Set<string>();

  constructor(blockId: string, generateId: () => string) {
    this.#blockId = blockId;
    this.#generateId = generateId;
  }

  /** The events since the last time. */
  take(): StreamEvent[] {
    const events = this.#out;
    this.#out = [];
    this.#delta = undefined;
    return events;
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
    this.#out.push(event);
  }

  #beginBlock(kind: BlockKind): void {
    this.endBlock();
    this.#out.push({ type: `${kind}-start`, id: this.#blockId });
    this.#block = kind;
  }

  endBlock(): void {
    if (this.#block !== undefined) this.#out.push({ type: `${this.#block}-end`, id: this.#blockId });
    this.#block = undefined;
    this.#delta = undefined;
  }

  /** @param raw  gives the call's text as it stood, for the error that keeps it */
  start(call: NewCall, raw: () => string): OpenCall {
    this.endBlock();
    const emit = (event: StreamEvent) => this.#emit(event);
    const known = { id: this.#idOf(call), name: call.name, hasResult: false };
    this.calls.push(known);
    this.#ids.add(known.id);
    return new OpenCall(known, call.runs ?? true, raw, emit);
  }

  #idOf({ id, continues }: NewCall): string {
    if (id !== undefined && (continues || !this.#ids.has(id))) return id;
    const generated = this.#generateId();
    let unused = generated;
    for (let count = 2; this.#ids.has(unused); count += 1) unused = `${generated}-${count}`;
    return unused;
  }

  /** Deltas of one call that come in one push are one event. */
  #emit(event: StreamEvent): void {
    const last = this.#out.at(-1);
    const isMore =
      event.type === "tool-input-delta" && last?.type === "tool-input-delta" && last.toolCallId === event.toolCallId;
    if (isMore) (last as { inputTextDelta: string }).inputTextDelta += event.inputTextDelta;
    else this.#out.push(event);
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
