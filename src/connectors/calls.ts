import type { ProviderMetadata, StreamEvent, ToolInputErrorReason } from "../stream/events.js";
import { defined, isRecord } from "../stream/json-value.js";
import { checkToolInput, maxInputLength, readToolInput, type ToolInputReading } from "../stream/tool-input.js";
import { isParallelWrapper, readParallelCalls } from "./parallel-calls.js";

export interface CallFacts {
  providerExecuted?: boolean | undefined;
  dynamic?: boolean | undefined;
  title?: string | undefined;
  toolMetadata?: unknown;
  inputEncoding?: "json" | "text" | undefined;
  parentToolCallId?: string | undefined;
  serverName?: string | undefined;
  providerMetadata?: ProviderMetadata | undefined;
}

/** Arguments that a provider gives in one piece: as text that is JSON, or as the value itself. */
export type WholeInput = { text: string } | { value: unknown };

/** One call of the answer, from its announcement to its result. */
export interface Call {
  /** Unique in the conversation; what every event carries. */
  readonly toolCallId: string;
  readonly toolName: string;
  readonly facts: CallFacts;
  /** The step in which it began. */
  readonly step: number;
  /** `writing`: its arguments are not whole. `ready`: they are. `failed`: they cannot be used. `answered`: it has a result. */
  state: "writing" | "ready" | "failed" | "answered";
  /** The arguments as they were written. */
  text: string;
  /** The arguments, once they are whole. */
  input?: unknown;
}

export interface CallsOptions {
  emit: (event: StreamEvent) => void;
  /** Ids that other calls of the conversation bear. */
  takenIds?: Iterable<string> | undefined;
  /** The message's id on the wire: makes ids for calls that come without one. */
  messageId: () => string | undefined;
  beforeCall: () => void;
}

/**
 * Keeps the book of calls. An id that a provider gives to a new call, in a later step or message, is made unique; arguments
 * are parsed strictly, and only once the provider said that they are whole.
 */
export class Calls {
  readonly #options: CallsOptions;
  readonly #taken: Set<string>;
  readonly #byProviderId = new Map<string, Call>();
  #calls: Call[] = [];
  #step = 0;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#taken = new Set(options.takenIds);
  }

  /** The call that last bore a provider's id. */
  find(providerId: string | undefined): Call | undefined {
    return providerId === undefined ? undefined : this.#byProviderId.get(providerId);
  }

  /** The id under which this conversation knows a provider's call, also one of an earlier message. */
  idOf(providerId: string): string {
    return this.find(providerId)?.toolCallId ?? providerId;
  }

  /** Calls that are whole and have no result, and whose result is not the provider's to give. */
  pending(): Call[] {
    return this.#calls.filter((call) => call.state === "ready" && !call.facts.providerExecuted);
  }

  pendingIds(): string[] {
    return this.pending().map((call) => call.toolCallId);
  }

  /** Announces a call whose arguments follow. An id that is still being written, or comes again in its step, is the same. */
  begin(toolName: string, providerId: string | undefined, facts: CallFacts = {}): Call {
    return this.#known(providerId) ?? this.announce(toolName, providerId, facts);
  }

  /** The same for a call that is known to be another one, whatever its id: providers give one id to several. */
  announce(toolName: string, providerId: string | undefined, facts: CallFacts = {}): Call {
    const call = this.#create(toolName, providerId, facts);
    if (!isParallelWrapper(toolName)) {
      this.#emit({ type: "tool-input-start", toolCallId: call.toolCallId, toolName, ...facts });
    }
    return call;
  }

  write(call: Call, delta: string): void {
    if (call.state !== "writing" || delta === "") return;
    if (call.text.length + delta.length > maxInputLength) {
      this.fail(call, "invalid", `The arguments of the call are too big: ${maxInputLength} characters are allowed.`);
      return;
    }
    call.text += delta;
    if (isParallelWrapper(call.toolName)) return; // what it wraps is known at its end
    this.#emit({ type: "tool-input-delta", toolCallId: call.toolCallId, inputTextDelta: delta });
  }

  /** The arguments are whole. @param whole  them once more, where the provider repeats them: they win */
  finish(call: Call, whole?: WholeInput, facts: CallFacts = {}): void {
    if (call.state !== "writing") return;
    if (whole !== undefined && "text" in whole && call.text !== "" && whole.text.startsWith(call.text)) {
      this.write(call, whole.text.slice(call.text.length));
    }
    const reading = readInput(call, whole);
    if ("reason" in reading) {
      this.fail(call, reading.reason, reading.errorText, rawInput(call, whole));
      return;
    }
    if (this.#split(call, reading.input)) return;
    call.state = "ready";
    call.input = reading.input;
    const { toolCallId, toolName } = call;
    this.#emit({ type: "tool-input-available", toolCallId, toolName, ...reading, ...call.facts, ...facts });
  }

  fail(call: Call, reason: ToolInputErrorReason, errorText: string, input: unknown = call.text): void {
    if (call.state !== "writing") return;
    call.state = "failed";
    const { toolCallId, toolName, facts } = call;
    this.#emit({ type: "tool-input-error", toolCallId, toolName, input, errorText, reason, ...facts });
  }

  /** A call that comes in one piece; one that is known already is finished, or only repeated. */
  add(toolName: string, providerId: string | undefined, input: WholeInput, facts: CallFacts = {}): Call {
    const call = this.#known(providerId) ?? this.#create(toolName, providerId, facts);
    this.finish(call, input, facts);
    return call;
  }

  /** A call that the provider itself refused. */
  reject(
    toolName: string,
    providerId: string | undefined,
    refusal: { errorText: string; input: unknown; reason?: ToolInputErrorReason | undefined },
    facts: CallFacts = {},
  ): void {
    const call = this.#known(providerId) ?? this.#create(toolName, providerId, facts);
    this.fail(call, refusal.reason ?? "invalid", refusal.errorText, refusal.input);
  }

  nextStep(): void {
    this.#step += 1;
  }

  /** Forgets the calls of the step; their ids are free again. */
  dropStep(): void {
    const isOfStep = (call: Call) => call.step === this.#step;
    for (const call of this.#calls.filter(isOfStep)) this.#taken.delete(call.toolCallId);
    for (const [id, call] of this.#byProviderId) if (isOfStep(call)) this.#byProviderId.delete(id);
    this.#calls = this.#calls.filter((call) => !isOfStep(call));
  }

  /**
   * The provider said that the message is whole: so are the arguments, or they never will be.
   * @param isCut  it stopped before its end, at a limit or at an error: only an object that has closed is whole then
   */
  finishAll(isCut = false): void {
    for (const call of this.#calls)
      if (isCut) this.finishCut(call);
      else this.finish(call);
  }

  /** The provider stopped before it said that the call is whole. */
  finishCut(call: Call): void {
    if (call.state === "writing" && !isClosedObject(call.text)) this.fail(call, "incomplete", cutOff);
    else this.finish(call);
  }

  failAll(reason: ToolInputErrorReason, errorText: string): void {
    for (const call of this.#calls) this.fail(call, reason, errorText);
  }

  /** One call that wraps others is these others. */
  #split(call: Call, input: unknown): boolean {
    const calls = isParallelWrapper(call.toolName) ? readParallelCalls(input) : undefined;
    if (calls === undefined) return false;
    call.state = "answered"; // nobody is to answer it
    for (const [index, each] of calls.entries()) {
      const own = this.announce(each.toolName, `${call.toolCallId}-${index + 1}`);
      this.finish(own, { value: each.input });
    }
    return true;
  }

  #known(providerId: string | undefined): Call | undefined {
    const call = this.find(providerId);
    return call !== undefined && (call.step === this.#step || call.state === "writing") ? call : undefined;
  }

  #create(toolName: string, providerId: string | undefined, facts: CallFacts): Call {
    this.#options.beforeCall();
    const toolCallId = this.#uniqueId(providerId);
    const call: Call = { toolCallId, toolName, facts, step: this.#step, state: "writing", text: "" };
    this.#calls.push(call);
    if (providerId !== undefined) this.#byProviderId.set(providerId, call);
    return call;
  }

  #uniqueId(providerId: string | undefined): string {
    const message = this.#options.messageId();
    const ordinal = this.#calls.length + 1;
    const wanted = providerId ?? (message === undefined ? `call-${ordinal}` : `${message}:${ordinal}`);
    let id = wanted;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${wanted}-${count}`;
    this.#taken.add(id);
    return id;
  }

  #emit(event: StreamEvent): void {
    this.#options.emit(defined(event));
  }
}

/** What is said of a call whose arguments never came whole. */
export const cutOff = "The call was cut off before its arguments were whole.";

function isClosedObject(text: string): boolean {
  const reading = readToolInput(text);
  return text.trim() !== "" && "input" in reading && isRecord(reading.input);
}

function readInput(call: Call, whole: WholeInput | undefined): ToolInputReading {
  const value = whole !== undefined && "value" in whole ? whole.value : undefined;
  if (value !== undefined && value !== null) return checkToolInput(value);
  const text = whole !== undefined && "text" in whole && whole.text !== "" ? whole.text : call.text;
  return call.facts.inputEncoding === "text" ? { input: text } : readToolInput(text);
}

function rawInput(call: Call, whole: WholeInput | undefined): unknown {
  if (whole === undefined) return call.text;
  return "text" in whole ? whole.text : whole.value;
}
