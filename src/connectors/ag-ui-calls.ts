import { defined, type JsonRecord } from "../stream/json-value.js";
import { fieldAt, textAt } from "./ag-ui-event.js";
import type { Answer } from "./answer.js";
import type { Call, CallFacts } from "./calls.js";

/** The calls of a run. That a call's arguments have ended says nothing of whether it has run. */
export class AgUiCalls {
  readonly #answer: Answer;
  /** The call that chunks add to. */
  #chunked: Call | undefined;
  /** Calls that have ended without any arguments. */
  readonly #bare = new Set<Call>();
  /** What the agent wants back with a call, unread. */
  readonly #encrypted = new Map<string, string>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  start(event: JsonRecord): void {
    const messageId = textAt(event, "parentMessageId");
    const subagent = textAt(event, "parentToolCallId");
    const facts: CallFacts = defined({
      parentToolCallId: subagent,
      providerMetadata: messageId === undefined ? undefined : { agUi: { messageId } },
    });
    this.#answer.calls.begin(textAt(event, "toolCallName") ?? "", textAt(event, "toolCallId"), facts);
  }

  /** @returns false for a call that nobody announced */
  write(event: JsonRecord): boolean {
    const call = this.#answer.calls.find(textAt(event, "toolCallId"));
    if (call !== undefined) this.#answer.calls.write(call, textAt(event, "delta") ?? "");
    return call !== undefined;
  }

  /** @returns whether a new call begins with it */
  isNewChunk(event: JsonRecord): boolean {
    const id = textAt(event, "toolCallId");
    const isOther = id !== undefined && this.#answer.calls.find(id) !== this.#chunked;
    return this.#chunked === undefined || isOther;
  }

  /** Start, arguments and end in one: the next event of another kind ends it. @returns false for a piece of no call */
  chunk(event: JsonRecord): boolean {
    if (this.isNewChunk(event)) {
      this.endChunk();
      if (textAt(event, "toolCallName") === undefined) return this.write(event);
      this.start(event);
      this.#chunked = this.#answer.calls.find(textAt(event, "toolCallId"));
    }
    if (this.#chunked !== undefined) this.#answer.calls.write(this.#chunked, textAt(event, "delta") ?? "");
    return this.#chunked !== undefined;
  }

  endChunk(): void {
    if (this.#chunked !== undefined) this.#end(this.#chunked);
    this.#chunked = undefined;
  }

  end(event: JsonRecord): boolean {
    const call = this.#answer.calls.find(textAt(event, "toolCallId"));
    if (call !== undefined) this.#end(call);
    return call !== undefined;
  }

  /** @returns false for a result of no call */
  result(event: JsonRecord): boolean {
    const id = textAt(event, "toolCallId");
    if (id === undefined) return false;
    const call = this.#answer.calls.find(id);
    for (const each of call === undefined ? this.#bare : [call, ...this.#bare]) this.finish(each);
    const messageId = textAt(event, "messageId");
    const providerMetadata = messageId === undefined ? undefined : { agUi: { messageId } };
    const output = fieldAt(event, "content") ?? fieldAt(event, "result") ?? null;
    this.#answer.output(id, defined({ output, providerMetadata }));
    return true;
  }

  encrypt(id: string, encryptedValue: string): void {
    this.#encrypted.set(id, encryptedValue);
  }

  /** @param whole  the arguments once more, where they were said again */
  finish(call: Call, whole?: { text: string } | { value: unknown }): void {
    this.#bare.delete(call);
    const encryptedValue = [...this.#encrypted].find(([id]) => this.#answer.calls.find(id) === call)?.[1];
    const agUi = { ...call.facts.providerMetadata?.agUi, encryptedValue };
    this.#answer.calls.finish(call, whole, encryptedValue === undefined ? {} : { providerMetadata: { agUi } });
  }

  /**
   * Some servers stream no arguments at all and tell them in a snapshot: a call without any waits until the agent has run
   * one itself, or has ended.
   */
  #end(call: Call): void {
    if (call.text.trim() !== "") this.finish(call);
    else this.#bare.add(call);
  }
}
