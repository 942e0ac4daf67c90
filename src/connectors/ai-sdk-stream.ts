import type { StreamEvent } from "../stream/events.js";
import { defined, isRecord } from "../stream/json-value.js";
import { readUiChunk } from "./ai-sdk-chunks.js";
import type { Answer } from "./answer.js";
import type { CallFacts } from "./calls.js";
import { readErrorBody } from "./error-body.js";
import type { Protocol } from "./protocol.js";

/**
 * The AI SDK's UI message stream, versions 5 to 7: the vocabulary itself, with its gaps filled. A delta whose start was
 * missed gets one, a call whose input was only streamed becomes available, and what an error leaves open closes.
 */
export const aiSdkStream: Protocol = {
  framings: ["sse", "lines"],
  open: (answer) => {
    let isDone = false;
    return {
      read: (value) => {
        const event = readUiChunk(value);
        if (event !== undefined) readEvent(answer, event);
        else readOther(answer, value);
      },
      done: () => {
        isDone = true;
      },
      end: () => isDone || answer.isOver || answer.hasFailed,
    };
  },
};

/** Back ends that fail before their stream begins write a bare error. */
function readOther(answer: Answer, value: unknown): void {
  const error = isRecord(value) && Object.hasOwn(value, "error") ? readErrorBody(value) : undefined;
  if (error === undefined) answer.unknown(value);
  else answer.error({ ...error, scope: "run" });
}

function readEvent(answer: Answer, event: StreamEvent): void {
  const { blocks } = answer;
  switch (event.type) {
    case "start":
      answer.start({ messageId: event.messageId, messageMetadata: event.messageMetadata });
      return;
    case "start-step":
      answer.startStep();
      return;
    case "finish-step":
      answer.finishStep();
      return;
    case "reset-step":
      answer.resetStep();
      return;
    case "text-start":
      blocks.start("text", event.id, { providerMetadata: event.providerMetadata });
      return;
    case "text-delta":
      blocks.delta("text", event.id, event.delta, { providerMetadata: event.providerMetadata });
      return;
    case "text-end":
      blocks.end("text", event.id, { providerMetadata: event.providerMetadata, citations: event.citations });
      return;
    case "reasoning-start":
      blocks.start("reasoning", event.id, { providerMetadata: event.providerMetadata });
      return;
    case "reasoning-delta":
      blocks.delta("reasoning", event.id, event.delta, { providerMetadata: event.providerMetadata });
      return;
    case "reasoning-end":
      blocks.end("reasoning", event.id, { providerMetadata: event.providerMetadata });
      return;
    case "error":
      answer.error({ errorText: event.errorText, scope: "run" });
      return;
    case "abort":
      answer.abort(event.reason);
      return;
    case "finish":
      answer.calls.finishAll();
      answer.finish({ finishReason: event.finishReason, messageMetadata: event.messageMetadata });
      return;
    default:
      readCallEvent(answer, event);
  }
}

function readCallEvent(answer: Answer, event: StreamEvent): void {
  const { calls } = answer;
  switch (event.type) {
    case "tool-input-start":
      calls.begin(event.toolName, event.toolCallId, callFacts(event));
      return;
    case "tool-input-delta": {
      const call = calls.find(event.toolCallId);
      if (call === undefined) answer.unknown(event);
      else calls.write(call, event.inputTextDelta);
      return;
    }
    case "tool-input-available":
      calls.add(event.toolName, event.toolCallId, { value: event.input }, callFacts(event));
      return;
    case "tool-input-error":
      calls.reject(event.toolName, event.toolCallId, event, callFacts(event));
      return;
    case "tool-approval-request":
      settleInput(answer, event.toolCallId);
      answer.emit({ ...event, toolCallId: calls.idOf(event.toolCallId) });
      return;
    case "tool-output-available": {
      const { type: _, toolCallId, ...facts } = event;
      settleInput(answer, toolCallId);
      answer.output(toolCallId, facts);
      return;
    }
    case "tool-output-error": {
      const { type: _, toolCallId, ...facts } = event;
      settleInput(answer, toolCallId);
      answer.outputError(toolCallId, facts);
      return;
    }
    case "tool-output-denied":
      settleInput(answer, event.toolCallId);
      answer.emit({ ...event, toolCallId: calls.idOf(event.toolCallId) });
      return;
    default:
      answer.emit(event);
  }
}

/** LangGraph's adapter streams a call's input and never says that it is whole; what follows on the input says so. */
function settleInput(answer: Answer, toolCallId: string): void {
  const call = answer.calls.find(toolCallId);
  if (call !== undefined) answer.calls.finish(call);
}

function callFacts(event: CallFacts): CallFacts {
  const { providerExecuted, dynamic, title, toolMetadata, inputEncoding, providerMetadata } = event;
  return defined({ providerExecuted, dynamic, title, toolMetadata, inputEncoding, providerMetadata });
}
