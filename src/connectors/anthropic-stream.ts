import type { Usage } from "../stream/events.js";
import { defined, isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { AnthropicBlocks } from "./anthropic-blocks.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import type { Protocol, ProtocolReader } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * Anthropic's Messages stream.
 *     message_start → (content_block_start → content_block_delta* → content_block_stop)* → message_delta → message_stop
 */
export const anthropicStream: Protocol = {
  framings: ["sse", "lines"],
  open: (answer) => new AnthropicReader(answer),
};

/** Reasons after which the last block may lack its end. */
const cutting = new Set(["max_tokens", "model_context_window_exceeded", "refusal"]);

class AnthropicReader implements ProtocolReader {
  readonly #answer: Answer;
  readonly #blocks: AnthropicBlocks;
  /** Of the message, or the attempt at it, that is being read. */
  #messageId: string | undefined;
  #stopReason: string | undefined;
  /** Why the provider refused. */
  #details: JsonRecord | undefined;
  #usage: Usage | undefined;
  /** `message_stop` came. Only the body's end says that no other message follows. */
  #isStopped = false;

  constructor(answer: Answer) {
    this.#answer = answer;
    this.#blocks = new AnthropicBlocks(answer);
  }

  read(event: unknown): void {
    if (!isRecord(event) || !this.#readEvent(event)) this.#answer.unknown(event);
  }

  end(): boolean {
    const answer = this.#answer;
    const isWhole = this.#isStopped || this.#stopReason !== undefined;
    if (isWhole) {
      if (!answer.hasFailed) answer.calls.finishAll(this.#isCut);
      const messageMetadata = this.#details && { anthropic: { stopDetails: this.#details } };
      const isPaused = this.#stopReason === "pause_turn" || undefined;
      answer.finish({ ...this.#ending, messageMetadata, isPaused });
    }
    return isWhole || answer.hasFailed;
  }

  get #isCut(): boolean {
    return cutting.has(this.#stopReason ?? "");
  }

  get #ending() {
    return { finishReason: this.#stopReason, usage: this.#usage };
  }

  /** @returns false for an event that is not known */
  #readEvent(event: JsonRecord): boolean {
    const index = typeof event.index === "number" ? event.index : 0;
    switch (event.type) {
      case "message_start":
        this.#start(recordAt(event, "message") ?? {});
        return true;
      case "content_block_start":
        this.#answer.ensureStep();
        this.#blocks.start(index, recordAt(event, "content_block") ?? {});
        return true;
      case "content_block_delta":
        this.#answer.ensureStep();
        return this.#blocks.write(index, recordAt(event, "delta") ?? {});
      case "content_block_stop":
        this.#blocks.end(index);
        return true;
      case "message_delta":
        this.#readDelta(event);
        return true;
      case "message_stop":
        this.#isStopped = true;
        this.#answer.blocks.endAll();
        return true;
      case "error":
        this.#answer.error({ ...(readErrorBody(event) ?? { errorText: errorTextOf(event) }), scope: "run" });
        return true;
      case "ping":
        this.#answer.emit({ type: "ping" });
        return true;
      default:
        return false;
    }
  }

  /**
   * A message that begins again under the same id is repeated by a proxy. One under another id, before the first has come to
   * its end, is a second attempt: what the first one said is dropped.
   */
  #start(message: JsonRecord): void {
    const answer = this.#answer;
    const id = stringAt(message, "id");
    if (answer.isStepOpen && id === this.#messageId) return;
    answer.start(defined({ messageId: id }));
    if (answer.isStepOpen && this.#stopReason === undefined && !this.#isStopped) answer.resetStep();
    else {
      answer.calls.finishAll(this.#isCut);
      answer.finishStep(this.#ending);
      answer.startStep();
    }
    this.#blocks.clear();
    this.#messageId = id;
    this.#stopReason = undefined;
    this.#details = undefined;
    this.#usage = readUsage(valueAt(message, "usage"));
    this.#isStopped = false;
    for (const [index, content] of listAt(message, "content").entries()) {
      if (!isRecord(content)) continue;
      this.#blocks.start(index, content);
      this.#blocks.end(index);
    }
  }

  #readDelta(event: JsonRecord): void {
    const delta = recordAt(event, "delta");
    this.#stopReason = stringAt(delta, "stop_reason") ?? this.#stopReason;
    this.#details = recordAt(delta, "stop_details") ?? this.#details;
    this.#usage = { ...this.#usage, ...readUsage(valueAt(event, "usage")) };
    if (this.#stopReason !== undefined && !this.#answer.hasFailed) this.#answer.calls.finishAll(this.#isCut);
  }
}
