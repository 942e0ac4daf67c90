import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import { ResponseItem } from "./openai-responses-item.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * OpenAI's Responses and the servers that speak like it.
 *     response.created → (response.output_item.added → deltas → response.output_item.done)+ → response.completed
 * Items may interleave; whatever is `done` is there whole, and repairs what was streamed. A second `response.created` is
 * another response: of an answer that goes on, or of one that was tried again.
 */
export const openaiResponsesStream: Protocol = {
  framings: ["sse", "lines"],
  maxRecordLength: 1 << 25, // an image is one record
  open: (answer) => {
    const state: Responses = {
      answer,
      responseId: undefined,
      byIndex: new Map(),
      byId: new Map(),
      ending: undefined,
      count: 0,
    };
    return {
      read: (value) => {
        if (!isRecord(value)) answer.unknown(value);
        else if (!(readLifecycle(state, value) || readItemEvent(state, value))) answer.unknown(value);
      },
      done: () => {
        state.ending ??= {};
      },
      end: () => {
        if (state.ending !== undefined) finish(state, state.ending);
        return answer.isOver || answer.hasFailed;
      },
    };
  },
};

interface Responses {
  readonly answer: Answer;
  responseId: string | undefined;
  /** The items of the response that is being read. */
  byIndex: Map<number, ResponseItem>;
  byId: Map<string, ResponseItem>;
  /** How the last response ended; undefined while one goes on. */
  ending: Parameters<Answer["finish"]>[0];
  /** Items so far: their ids are not unique. */
  count: number;
}

function finish({ answer }: Responses, ending: NonNullable<Responses["ending"]>): void {
  answer.calls.finishAll(answer.hasFailed);
  answer.finish(ending);
}

function readLifecycle(state: Responses, event: JsonRecord): boolean {
  const { answer } = state;
  const response = recordAt(event, "response");
  switch (event.type) {
    case "response.created":
      begin(state, stringAt(response, "id"));
      return true;
    case "response.completed":
    case "response.incomplete":
    case "response.cancelled":
      end(state, response, event.type.slice("response.".length));
      return true;
    case "response.failed":
      fail(answer, valueAt(response, "error"));
      end(state, response, "failed");
      return true;
    case "error":
      fail(answer, recordAt(event, "error") ?? event);
      return true;
    case "response.in_progress":
    case "response.queued":
    case "keepalive":
      return true;
    default:
      return readWhole(state, event);
  }
}

/** A server that does not stream gives the response itself; one that fails before it begins, a bare error. */
function readWhole(state: Responses, body: JsonRecord): boolean {
  if (typeof body.type === "string") return false;
  const error = valueAt(body, "error") ?? undefined;
  if (error !== undefined) fail(state.answer, error);
  if (body.object !== "response") return error !== undefined;
  begin(state, stringAt(body, "id"));
  end(state, body, stringAt(body, "status") ?? "completed");
  return true;
}

function fail(answer: Answer, error: unknown): void {
  const { errorText, code } = readErrorBody(error) ?? { errorText: errorTextOf(error) };
  answer.error({ errorText, code: code === "error" ? undefined : code, scope: "run" });
}

function begin(state: Responses, responseId: string | undefined): void {
  const { answer } = state;
  if (answer.isStepOpen && responseId !== undefined && responseId === state.responseId) return;
  if (answer.isStepOpen && state.responseId !== undefined) answer.resetStep(); // it never ended: this is another try
  state.responseId = responseId;
  state.ending = undefined;
  state.byIndex = new Map();
  state.byId = new Map();
  if (!answer.hasStarted) answer.start({ messageId: responseId });
  answer.ensureStep();
}

function end(state: Responses, response: JsonRecord | undefined, status: string): void {
  const { answer } = state;
  if (state.ending !== undefined && !answer.isStepOpen) return; // it said so before
  answer.ensureStep();
  readOutput(state, listAt(response, "output").filter(isRecord));
  const isWhole = status === "completed" && !answer.hasFailed;
  for (const item of new Set([...state.byIndex.values(), ...state.byId.values()])) item.settle(isWhole);
  answer.calls.finishAll(!isWhole);
  answer.blocks.endAll();
  const reason = stringAt(recordAt(response, "incomplete_details"), "reason");
  state.ending = { finishReason: reason ?? status, usage: readUsage(valueAt(response, "usage")) };
  answer.finishStep(state.ending);
}

/**
 * The items once more, all of them: where none had come they are the answer. Where some had, calls that are missing are
 * added; words are not, since some servers give them other ids here.
 */
function readOutput(state: Responses, output: readonly JsonRecord[]): void {
  const isMissing = (item: JsonRecord) =>
    state.answer.calls.find(stringAt(item, "call_id")) === undefined && stringAt(item, "call_id") !== undefined;
  const isNew = state.byIndex.size === 0 && state.byId.size === 0;
  for (const item of isNew ? output : output.filter(isMissing)) addItem(state, item, undefined).finish(item);
}

function readItemEvent(state: Responses, event: JsonRecord): boolean {
  const item = recordAt(event, "item");
  const outputIndex = valueAt(event, "output_index");
  const index = typeof outputIndex === "number" ? outputIndex : undefined;
  switch (event.type) {
    case "response.output_item.added":
      if (item !== undefined) addItem(state, item, index);
      return item !== undefined;
    case "response.output_item.done":
      if (item !== undefined)
        (findItem(state, index, stringAt(item, "id")) ?? addItem(state, item, index)).finish(item);
      return item !== undefined;
    default: {
      const itemId = stringAt(event, "item_id");
      const found = findItem(state, index, itemId) ?? makeUp(state, event, index, itemId);
      return found?.read(event) ?? false;
    }
  }
}

/** The id decides where it is known; some servers give another one with every event, and some an index that is always 0. */
function findItem({ byIndex, byId }: Responses, index: number | undefined, id: string | undefined) {
  const atIndex = index === undefined ? undefined : byIndex.get(index);
  if (atIndex !== undefined && (id === undefined || atIndex.id === id)) return atIndex;
  return (id === undefined ? undefined : byId.get(id)) ?? atIndex;
}

function addItem(state: Responses, item: JsonRecord, index: number | undefined): ResponseItem {
  const { answer, byIndex, byId } = state;
  answer.ensureStep();
  const id = stringAt(item, "id");
  const known = index === undefined ? undefined : byIndex.get(index);
  if (known !== undefined && known.id === id) return known;
  state.count += 1;
  const added = new ResponseItem(answer, item, `item-${state.count}`);
  if (index !== undefined) byIndex.set(index, added);
  if (id !== undefined) byId.set(id, added);
  return added;
}

/** Words whose item was not announced. A call cannot be made up: its name is in its item only. */
function makeUp(state: Responses, event: JsonRecord, index: number | undefined, id: string | undefined) {
  const words = /^response\.(output_text|refusal|reasoning)/.exec(stringAt(event, "type") ?? "");
  if (words === null || (id === undefined && index === undefined)) return undefined;
  return addItem(state, { type: words[1] === "reasoning" ? "reasoning" : "message", id }, index);
}
