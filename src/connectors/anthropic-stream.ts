import type { Usage } from "../stream/events.js";
import { defined, isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import { endBlock, type OpenBlock, startBlock, writeBlock } from "./anthropic-blocks.js";
import type { Answer } from "./answer.js";
import type { Call } from "./calls.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * Anthropic's Messages stream.
 *     message_start → (content_block_start → content_block_delta* → content_block_stop)* → message_delta → message_stop
 * Blocks are known by their index, one after the other.
 */
export const anthropicStream: Protocol = {
  framings: ["sse", "lines"],
  open: (answer) => {
    const state: AnthropicState = {
      answer,
      messageId: undefined,
      blocks: new Map(),
      unwritten: undefined,
      stopReason: undefined,
      details: undefined,
      usage: undefined,
      isStopped: false,
    };
    return {
      read: (value) => {
        if (!isRecord(value) || !readEvent(state, value)) answer.unknown(value);
      },
      end: () => {
        if (state.isStopped && !answer.hasFailed) finish(state);
        return state.isStopped || answer.hasFailed;
      },
    };
  },
};

export interface AnthropicState {
  readonly answer: Answer;
  /** Of the attempt that is being read. */
  messageId: string | undefined;
  readonly blocks: Map<number, OpenBlock>;
  /** A call of which no argument came: only what follows says whether it has none or was cut off. */
  unwritten: Call | undefined;
  stopReason: string | undefined;
  /** Why the provider refused. */
  details: JsonRecord | undefined;
  usage: Usage | undefined;
  /** `message_stop` came. */
  isStopped: boolean;
}

/** @returns false for an event that is not known */
function readEvent(state: AnthropicState, event: JsonRecord): boolean {
  const { answer } = state;
  const index = valueAt(event, "index");
  const block = state.blocks.get(typeof index === "number" ? index : -1);
  switch (event.type) {
    case "message_start":
      startMessage(state, recordAt(event, "message") ?? {});
      return true;
    case "content_block_start":
      startBlock(state, typeof index === "number" ? index : state.blocks.size, recordAt(event, "content_block") ?? {});
      return true;
    case "content_block_delta":
      return writeBlock(state, index, block, recordAt(event, "delta") ?? {});
    case "content_block_stop":
      if (block !== undefined) endBlock(state, block);
      return true;
    case "message_delta":
      readMessageDelta(state, event);
      return true;
    case "message_stop":
      state.isStopped = true;
      answer.blocks.endAll();
      return true;
    case "error":
      answer.error({ ...(readErrorBody(event) ?? { errorText: errorTextOf(event) }), scope: "run" });
      return true;
    case "ping":
      answer.emit({ type: "ping" });
      return true;
    default:
      return false;
  }
}

/**
 * A message that begins again under the same id is repeated by a proxy. One under another id before the first has come to
 * its end is a second attempt: what the first one said is dropped.
 */
function startMessage(state: AnthropicState, message: JsonRecord): void {
  const { answer } = state;
  const id = stringAt(message, "id");
  if (state.messageId !== undefined && id === state.messageId) return;
  const isRepeated = answer.hasStarted && answer.isStepOpen && state.stopReason === undefined;
  state.messageId = id;
  state.usage = { ...state.usage, ...readUsage(valueAt(message, "usage")) };
  answer.start(defined({ messageId: id }));
  if (isRepeated) answer.resetStep();
  else {
    settleUnwritten(state);
    answer.finishStep(endingOf(state));
    answer.startStep();
  }
  Object.assign(state, { unwritten: undefined, stopReason: undefined, details: undefined, isStopped: false });
  state.blocks.clear();
  for (const [index, content] of listAt(message, "content").entries()) {
    if (isRecord(content)) startBlock(state, index, content);
    const block = state.blocks.get(index);
    if (block !== undefined) endBlock(state, block);
  }
}

function readMessageDelta(state: AnthropicState, event: JsonRecord): void {
  const delta = recordAt(event, "delta");
  state.stopReason = stringAt(delta, "stop_reason") ?? state.stopReason;
  state.details = recordAt(delta, "stop_details") ?? state.details;
  state.usage = { ...state.usage, ...readUsage(valueAt(event, "usage")) };
  if (state.stopReason !== undefined) settleUnwritten(state);
}

/** Reasons after which the last block may lack its end. */
const cutting = new Set(["max_tokens", "model_context_window_exceeded", "refusal"]);

/** A call without arguments is whole, unless the message was cut off right after its name. */
export function settleUnwritten(state: AnthropicState): void {
  const { unwritten, answer } = state;
  state.unwritten = undefined;
  if (unwritten === undefined) return;
  if (!cutting.has(state.stopReason ?? "")) answer.calls.finish(unwritten);
  else answer.calls.fail(unwritten, "incomplete", "The call was cut off before its arguments were whole.");
}

function finish(state: AnthropicState): void {
  settleUnwritten(state);
  if (!cutting.has(state.stopReason ?? "")) state.answer.calls.finishAll();
  const messageMetadata = state.details && { anthropic: { stopDetails: state.details } };
  state.answer.finish({ ...endingOf(state), messageMetadata });
}

function endingOf({ stopReason, usage }: AnthropicState) {
  return { finishReason: stopReason, usage };
}
