import type { ToolPart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";
import { toJsonResult } from "../tools/result.js";
import { errorTextOf, runTool, type ToolOutcome } from "../tools/run.js";
import { validateInput } from "../tools/validate.js";
import type { Conversation } from "./conversation.js";

/** How a run came out; a call whose arguments do not fit never reached its tool. */
export type RunOutcome = ToolOutcome | { kind: "error"; errorText: string; reason: "invalid" };

/** Calls of one serial group, each behind the one before it. */
const groups = new WeakMap<Conversation, Map<string, Promise<unknown>>>();

/** One run of a call: from its arguments to its outcome, once. */
export class CallRun {
  readonly messageId: string;
  readonly toolCallId: string;
  readonly #conversation: Conversation;
  readonly #abort = new AbortController();
  /** Resolves when the run is over, also when its tool never comes to an end. */
  readonly done: Promise<void>;
  #resolveDone = () => {};
  #isDone = false;

  constructor(conversation: Conversation, messageId: string, toolCallId: string) {
    this.#conversation = conversation;
    this.messageId = messageId;
    this.toolCallId = toolCallId;
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
  }

  get isOver(): boolean {
    return this.#isDone || this.#abort.signal.aborted;
  }

  /**
   * @param isAsked  true when a person is asked instead: the run is then over without an outcome
   * @param end  called once, with undefined where the run came to nothing; never after `stop`
   */
  begin(
    part: ToolPart,
    tool: ToolDefinition,
    isAsked: (input: unknown) => Promise<boolean>,
    end: (outcome: RunOutcome | undefined) => void,
  ): void {
    void this.#work(part, tool, isAsked)
      .catch((error: unknown): RunOutcome => ({ kind: "error", reason: "failed", errorText: errorTextOf(error) }))
      .then((outcome) => {
        if (this.isOver) return;
        this.#isDone = true;
        end(outcome);
        this.#resolveDone();
      });
  }

  /** Ends the run here and now: the tool's signal fires, and what it still gives is dropped. */
  stop(): void {
    this.#abort.abort();
    this.#resolveDone();
  }

  async #work(
    part: ToolPart,
    tool: ToolDefinition,
    isAsked: (input: unknown) => Promise<boolean>,
  ): Promise<RunOutcome | undefined> {
    const place = tool.serial === undefined ? undefined : this.#takePlace(tool.serial);
    try {
      const validated = await validateInput(tool, part.input);
      if ("errorText" in validated) return { kind: "error", reason: "invalid", errorText: validated.errorText };
      if (this.isOver || (await isAsked(validated.value))) return undefined;
      await place?.isFree;
      return await runTool(tool, validated.value, this.#context(), this.#abort.signal);
    } finally {
      place?.leave();
    }
  }

  #context() {
    const { toolCallId, messageId } = this;
    const conversation = this.#conversation;
    const { messages } = conversation.state();
    const upTo = messages.findIndex((message) => message.id === messageId) + 1;
    const reportProgress = (progress: unknown) => {
      if (this.isOver) return;
      const output = toJsonResult(progress);
      conversation.dispatch(messageId, { type: "tool-output-available", toolCallId, output, preliminary: true });
    };
    return { toolCallId, messages: messages.slice(0, upTo), reportProgress };
  }

  /** Behind the calls of the group that began before, however long each of them is checked. */
  #takePlace(group: string): { isFree: Promise<unknown>; leave: () => void } {
    const known = groups.get(this.#conversation) ?? new Map<string, Promise<unknown>>();
    groups.set(this.#conversation, known);
    const isFree = known.get(group) ?? Promise.resolve();
    let leave = () => {}; // set at once, by the promise
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    known.set(
      group,
      isFree.then(() => left),
    );
    this.#abort.signal.addEventListener("abort", leave, { once: true });
    return { isFree, leave };
  }
}
