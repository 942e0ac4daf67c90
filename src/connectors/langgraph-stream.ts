import { isRecord, listAt, stringAt, valueAt } from "../stream/json-value.js";
import type { StreamRecord } from "../stream/record.js";
import type { Answer } from "./answer.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import { LanggraphInterrupts } from "./langgraph-interrupts.js";
import { readGraphMessage } from "./langgraph-message.js";
import { LanggraphMessages } from "./langgraph-messages.js";
import type { Protocol } from "./protocol.js";

/**
 * What a LangGraph run streams, from its platform or line by line from `graph.stream`.
 *     event: messages            ["messages", [chunk, metadata]]
 *     data: [chunk, metadata]    [["sub:1"], "updates", {"agent": {"messages": […]}}]
 * Messages stream as chunks and come again whole, in `updates` and `values`. The body's end is the run's.
 */
export const langgraphStream: Protocol = {
  framings: ["sse", "lines"],
  maxRecordLength: 1 << 23, // the state of a graph is one record
  open: (answer) => {
    const run: Run = {
      answer,
      messages: new LanggraphMessages(answer),
      interrupts: new LanggraphInterrupts(answer),
      hasState: false,
    };
    return {
      read: (value, record) => {
        const { mode, payload } = readRecord(value, record);
        if (!(readMode(run, mode, payload) || readFrame(run, mode, payload))) answer.unknown(value);
      },
      end: (isCut) => {
        if (isCut) return answer.hasFailed;
        const finishReason = run.interrupts.hasAny ? "interrupt" : undefined;
        if (answer.hasStarted && !answer.hasFailed) answer.finish({ finishReason });
        return answer.hasStarted;
      },
    };
  },
};

interface Run {
  readonly answer: Answer;
  readonly messages: LanggraphMessages;
  readonly interrupts: LanggraphInterrupts;
  /** A whole state came: the first one is what the run began with. */
  hasState: boolean;
}

interface ModeRecord {
  /** Without the namespace of a subgraph. */
  mode: string;
  payload: unknown;
}

/** A tuple, the event of an SSE record, or that event as an object, which is how the SDK gives it. */
function readRecord(value: unknown, { event }: StreamRecord): ModeRecord {
  const named = (name: string, payload: unknown) => ({ mode: name.split("|")[0] ?? "", payload });
  if (event !== undefined) return named(event, value);
  if (isRecord(value)) return named(stringAt(value, "event") ?? "", valueAt(value, "data"));
  const tuple: readonly unknown[] = Array.isArray(value) ? value : [];
  const [mode, payload] = Array.isArray(tuple[0]) ? tuple.slice(1) : tuple;
  return named(typeof mode === "string" ? mode : "", payload);
}

function readMode(run: Run, mode: string, payload: unknown): boolean {
  const { answer, messages } = run;
  switch (mode) {
    case "messages":
    case "messages-tuple":
      return readTuple(answer, messages, payload);
    case "messages/partial":
    case "messages/complete":
      if (!Array.isArray(payload)) return false;
      for (const message of payload.map(readGraphMessage)) messages.readWhole(message, mode === "messages/complete");
      return true;
    case "messages/metadata":
      return isRecord(payload);
    default:
      return readState(run, mode, payload);
  }
}

function readTuple(answer: Answer, messages: LanggraphMessages, payload: unknown): boolean {
  const tuple: readonly unknown[] = Array.isArray(payload) ? payload : [];
  const [message, metadata] = tuple;
  if (!isRecord(message)) return false;
  if (!answer.hasStarted) {
    answer.start({ threadId: stringAt(metadata, "thread_id"), runId: stringAt(metadata, "run_id") });
  }
  messages.read(readGraphMessage(message), metadata);
  return true;
}

function readState(run: Run, mode: string, payload: unknown): boolean {
  if ((mode !== "updates" && mode !== "values") || !isRecord(payload)) return false;
  const { answer, messages, interrupts } = run;
  if (mode === "values" && !run.hasState && !("__interrupt__" in payload)) {
    run.hasState = true;
    messages.ignore(messagesOf(payload));
  } else {
    const states = mode === "values" ? [payload] : Object.values(payload);
    for (const message of states.flatMap(messagesOf)) messages.readWhole(message, true);
  }
  const asked = listAt(payload, "__interrupt__");
  if (asked.length > 0) {
    answer.ensureStep();
    interrupts.read(asked);
  }
  return true;
}

function messagesOf(state: unknown) {
  const messages = valueAt(state, "messages");
  return (Array.isArray(messages) ? messages : messages === undefined ? [] : [messages]).map(readGraphMessage);
}

function readFrame({ answer }: Run, mode: string, payload: unknown): boolean {
  switch (mode) {
    case "metadata":
      answer.start({ runId: stringAt(payload, "run_id"), threadId: stringAt(payload, "thread_id") });
      return true;
    case "error":
      answer.error({ ...describe(payload), scope: "run" });
      return true;
    case "end":
      answer.calls.finishAll();
      return true;
    case "custom":
      answer.emit({ type: "data-langgraph", data: payload });
      return true;
    default:
      return ignored.has(mode);
  }
}

/** Modes that say how the graph works, not what it says. */
const ignored = new Set(["tasks", "checkpoints", "debug", "events", "feedback", "heartbeat"]);

/** `{ error: "ValueError", message: "…" }` */
function describe(payload: unknown): { errorText: string; code?: string } {
  const error = readErrorBody(payload) ?? { errorText: errorTextOf(payload) };
  const name = stringAt(payload, "message") === undefined ? undefined : stringAt(payload, "error");
  return name === undefined ? error : { ...error, code: name };
}
