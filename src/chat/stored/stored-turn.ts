import type { ReasoningKind, TextKind } from "../../stream/events.js";
import type { ChatMessage, ChatRole, MessagePart, ToolPart, ToolPartState } from "../../stream/message.js";
import { isToolPart } from "../../stream/message.js";
import type { StoredCall, StoredOutcome } from "./stored-call.js";

/** A message while it is put together from what was stored. */
export class StoredTurn {
  readonly id: string;
  readonly role: ChatRole;
  metadata: unknown;
  readonly parts: MessagePart[] = [];
  /** The places of the calls, by the ids that the store has for them; of two with one id, that of the last. */
  readonly #places = new Map<string, number>();
  readonly #ids = new Set<string>();

  constructor(id: string, role: ChatRole) {
    this.id = id;
    this.role = role;
  }

  get message(): ChatMessage {
    const { id, role, parts, metadata } = this;
    return { id, role, parts, ...(metadata === undefined ? {} : { metadata }) };
  }

  addText(text: string, kind?: TextKind): void {
    if (text !== "") this.parts.push({ type: "text", text, state: "done", ...(kind === undefined ? {} : { kind }) });
  }

  addReasoning(text: string, kind?: ReasoningKind): void {
    if (text === "" && kind !== "redacted") return;
    this.parts.push({ type: "reasoning", text, state: "done", ...(kind === undefined ? {} : { kind }) });
  }

  /** What comes next is another answer of the model. */
  addStep(): void {
    if (this.parts.length > 0 && this.parts.at(-1)?.type !== "step-start") this.parts.push({ type: "step-start" });
  }

  addPart(part: MessagePart): void {
    if (isToolPart(part)) this.#addCall(part.toolCallId, (toolCallId) => ({ ...part, toolCallId }));
    else this.parts.push(part);
  }

  /** @returns the call's id in the message */
  addCall(call: StoredCall): string {
    const { input, rawInput, outcome, isProviders } = call;
    const state: ToolPartState =
      "input" in input
        ? { state: "input-available", input: input.input }
        : { state: "output-error", input: undefined, rawInput, errorText: input.errorText, reason: input.reason };
    const facts = {
      type: "dynamic-tool" as const,
      toolName: call.name,
      ...(isProviders ? { providerExecuted: true } : {}),
    };
    const id = this.#addCall(call.id, (toolCallId) => ({ ...facts, toolCallId, ...state }));
    if (outcome !== undefined && "input" in input) this.#settle(this.parts.length - 1, outcome);
    return id;
  }

  /** @returns false for a call that is not here */
  settle(callId: string, outcome: StoredOutcome): boolean {
    const place = this.#places.get(callId);
    if (place === undefined) return false;
    this.#settle(place, outcome);
    return true;
  }

  get hasCallInStep(): boolean {
    return this.parts.slice(this.parts.findLastIndex(({ type }) => type === "step-start") + 1).some(isToolPart);
  }

  #addCall(storedId: string | undefined, make: (toolCallId: string) => ToolPart): string {
    const id = this.#freeId(storedId);
    this.#ids.add(id);
    this.#places.set(storedId ?? id, this.parts.length);
    this.#places.set(id, this.parts.length);
    this.parts.push(make(id));
    return id;
  }

  /** An id stands once in a message, however often the store has it. */
  #freeId(storedId: string | undefined): string {
    if (storedId !== undefined && !this.#ids.has(storedId)) return storedId;
    for (let count = this.#ids.size + 1; ; count += 1) {
      const id = storedId === undefined ? `tool-call-${count}` : `${storedId}-${count}`;
      if (!this.#ids.has(id)) return id;
    }
  }

  #settle(place: number, outcome: StoredOutcome): void {
    const part = this.parts[place];
    if (part === undefined || !isToolPart(part) || part.state !== "input-available") return;
    const { type, toolCallId, toolName, providerExecuted, input } = part;
    const facts = {
      type,
      toolName,
      toolCallId,
      ...(providerExecuted === undefined ? {} : { providerExecuted }),
      input,
    };
    this.parts[place] = { ...facts, ...toState(outcome, toolCallId) } as ToolPart;
  }
}

function toState(outcome: StoredOutcome, toolCallId: string) {
  switch (outcome.state) {
    case "output":
      return { state: "output-available", output: outcome.output };
    case "error": {
      const { errorText, reason = "failed" } = outcome;
      return { state: "output-error", errorText, reason, ...("output" in outcome ? { output: outcome.output } : {}) };
    }
    case "denied": {
      const reason = outcome.reason === undefined ? {} : { reason: outcome.reason };
      return { state: "output-denied", approval: { id: `${toolCallId}-approval`, approved: false, ...reason } };
    }
    default:
      return outcome satisfies never;
  }
}
