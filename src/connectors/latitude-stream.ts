import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import { readPart } from "./ai-sdk-parts.js";
import type { Answer } from "./answer.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * Latitude's run stream, all generations: `latitude-event` frames the chain, `provider-event` carries the AI SDK's parts.
 *     chain-started → (step-started → provider-started → parts → provider-completed → step-completed)+ → chain-completed
 * Before 2025 the frame was `chain-step`, `chain-step-complete`, `chain-complete`.
 */
export const latitudeStream: Protocol = {
  framings: ["sse", "lines"],
  open: (answer) => {
    const chain: Chain = {
      answer,
      threadId: undefined,
      hasStepText: false,
      hasStepReasoning: false,
      messages: 0,
      last: "",
    };
    return {
      read: (value, record) => {
        if (!isRecord(value)) answer.unknown(value);
        else if (isFrame(value, record.event)) readFrame(chain, value);
        else readProviderEvent(chain, value);
      },
      end: () => answer.isOver || answer.hasFailed || isWaiting(chain),
    };
  },
};

interface Chain {
  readonly answer: Answer;
  threadId: string | undefined;
  /** The step streamed text: what `response.text` repeats is no news. */
  hasStepText: boolean;
  hasStepReasoning: boolean;
  /** How many of the conversation's messages have been seen: every frame repeats them all. */
  messages: number;
  /** The type of the last frame. */
  last: string;
}

const frames = new Set([
  ..."chain-started step-started provider-started provider-completed step-completed chain-completed chain-error".split(
    " ",
  ),
  ..."chain-step chain-step-complete chain-complete".split(" "),
  ..."tools-started tools-requested tool-completed integration-waking-up run-queued".split(" "),
]);

function isFrame(value: JsonRecord, event: string | undefined): boolean {
  if (event === "latitude-event") return true;
  return event !== "provider-event" && frames.has(stringAt(value, "type") ?? "");
}

/** The gateway ends the stream at the end of a step when the client has to answer calls. */
function isWaiting(chain: Chain): boolean {
  return chain.last === "step-completed" && chain.answer.calls.pendingIds().length > 0;
}

function readFrame(chain: Chain, frame: JsonRecord): void {
  const { answer } = chain;
  const response = recordAt(frame, "response");
  chain.last = stringAt(frame, "type") ?? "";
  nameThread(chain, stringAt(frame, "uuid") ?? stringAt(response, "documentLogUuid"));
  readMessages(chain, listAt(frame, "messages"));
  const ending = {
    finishReason: stringAt(frame, "finishReason"),
    usage: readUsage(valueAt(frame, "tokenUsage") ?? valueAt(response, "usage")),
  };
  switch (chain.last) {
    case "step-started":
    case "chain-step":
      startStep(chain);
      return;
    case "provider-completed":
      answer.ensureStep();
      readResponse(chain, response);
      return;
    case "step-completed":
      endStep(chain, ending);
      return;
    case "chain-step-complete":
      answer.ensureStep();
      readResponse(chain, response);
      endStep(chain, ending);
      return;
    case "chain-completed":
    case "chain-complete":
      if (answer.isStepOpen || !answer.hasStarted) readResponse(chain, response); // else it repeats the last step
      readCalls(answer, listAt(frame, "toolCalls"));
      answer.finish({ ...ending, finishReason: ending.finishReason ?? chain.last });
      return;
    case "chain-error":
      answer.error({ ...errorOf(valueAt(frame, "error")), scope: "run" });
      return;
    case "tools-started":
      readCalls(answer, listAt(frame, "tools"));
      return;
    case "tools-requested":
      readCalls(answer, listAt(frame, "tools"));
      answer.finish({ finishReason: "tool-calls" });
      return;
    case "tool-result":
    case "tool-completed":
      readToolResult(answer, frame);
      return;
    default:
      if (!frames.has(chain.last)) answer.unknown(frame);
  }
}

function nameThread(chain: Chain, threadId: string | undefined): void {
  const { answer } = chain;
  if (threadId === undefined || threadId === chain.threadId) return;
  chain.threadId = threadId;
  if (answer.hasStarted) answer.emit({ type: "start", threadId });
  else answer.start({ threadId });
}

function startStep(chain: Chain): void {
  endStep(chain, {});
  chain.answer.ensureStep();
}

function endStep(chain: Chain, ending: Parameters<Answer["finishStep"]>[0]): void {
  chain.answer.blocks.endAll();
  chain.answer.finishStep(ending);
  chain.hasStepText = false;
  chain.hasStepReasoning = false;
}

/** A provider's answer, whole. Text counts only where the step streamed none, calls only where they are new. */
function readResponse(chain: Chain, response: JsonRecord | undefined): void {
  const { answer } = chain;
  const reasoning = stringAt(response, "reasoning") ?? "";
  const text = stringAt(response, "text") ?? "";
  if (!chain.hasStepReasoning && !chain.hasStepText) answer.blocks.say("reasoning", reasoning);
  if (!chain.hasStepText) answer.blocks.say("text", text);
  chain.hasStepText ||= text !== "";
  chain.hasStepReasoning ||= reasoning !== "";
  readCalls(answer, listAt(response, "toolCalls"));
}

function readCalls(answer: Answer, calls: readonly unknown[]): void {
  for (const call of calls) {
    const toolName = stringAt(call, "name") ?? stringAt(call, "toolName");
    if (toolName === undefined) continue;
    const input = valueAt(call, "arguments") ?? valueAt(call, "args");
    const id = stringAt(call, "id") ?? stringAt(call, "toolCallId");
    answer.calls.add(toolName, id, typeof input === "string" ? { text: input } : { value: input });
  }
}

function readProviderEvent(chain: Chain, part: JsonRecord): void {
  const { answer } = chain;
  const type = stringAt(part, "type") ?? "";
  if (repeated.has(type)) return;
  if (content.test(type) && !answer.isOver) answer.ensureStep();
  if (type === "text-delta") chain.hasStepText ||= hasWords(part);
  if (type.startsWith("reasoning")) chain.hasStepReasoning = true;
  if (!readPart(answer, part)) answer.unknown(part);
}

/** Parts that a model makes. */
const content = /^(text|reasoning|redacted-reasoning|source|file|tool-(call|input))/;

/** Parts that say again what the frames say. */
const repeated = new Set("start start-step step-start step-finish finish-step finish response-metadata raw".split(" "));

function hasWords(part: JsonRecord): boolean {
  return (stringAt(part, "textDelta") ?? stringAt(part, "text") ?? stringAt(part, "delta") ?? "") !== "";
}

/** Results of tools that the gateway ran stand in the conversation only. */
function readMessages(chain: Chain, messages: readonly unknown[]): void {
  for (const message of messages.slice(chain.messages)) {
    if (stringAt(message, "role") !== "tool") continue;
    for (const content of listAt(message, "content")) readToolResult(chain.answer, content);
  }
  chain.messages = Math.max(chain.messages, messages.length);
}

function readToolResult(answer: Answer, result: unknown): void {
  const id = stringAt(result, "toolCallId") ?? stringAt(result, "id");
  if (id === undefined || answer.calls.find(id)?.state !== "ready") return;
  const output = valueAt(result, "result") ?? valueAt(result, "output") ?? null;
  if (valueAt(result, "isError") === true) answer.outputError(id, { errorText: errorTextOf(output), output });
  else answer.output(id, { output });
}

function errorOf(error: unknown): { errorText: string; code?: string } {
  return readErrorBody(error) ?? { errorText: errorTextOf(error) };
}
