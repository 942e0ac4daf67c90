import type { Usage } from "../stream/events.js";
import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import type { BlockType } from "./blocks.js";
import type { Call } from "./calls.js";
import { errorTextOf } from "./error-body.js";
import { toFinishReason } from "./finish-reason.js";
import { type GraphMessage, reasoningOf, textOf } from "./langgraph-message.js";
import { readUsage } from "./usage.js";

/** One message of a model, as far as it came. */
interface Entry {
  readonly key: string;
  /** Where in the graph it is written. */
  readonly node: Node;
  readonly said: Record<BlockType, string>;
  readonly blocks: Record<BlockType, string[]>;
  /** The block that is being written. */
  open: BlockType | undefined;
  readonly calls: Map<string, Call>;
  lastCall: Call | undefined;
  /** The id under which it came whole, which may be another one. */
  wholeId: string | undefined;
}

/** `langgraph_checkpoint_ns` without its last segment, and `langgraph_step`. */
interface Node {
  scope: string;
  step: number | undefined;
}

/** Puts the messages of a run together, each of which comes in chunks, whole, or both, and maybe several times. */
export class LanggraphMessages {
  readonly #answer: Answer;
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #ignored = new Set<string>();
  readonly #answered = new Set<string>();
  #usage: Usage | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** Messages that were there before the run. */
  ignore(messages: readonly GraphMessage[]): void {
    for (const { id } of messages) if (id !== undefined) this.#ignored.add(id);
  }

  /** A message of `messages` mode: a chunk adds to what came, anything else is whole. */
  read(message: GraphMessage, metadata: unknown): void {
    if (message.type !== "chunk") this.readWhole(message, true, nodeOf(metadata));
    else this.#readChunk(message, nodeOf(metadata));
  }

  /** @param isFinal  false for a message as far as it came */
  readWhole(message: GraphMessage, isFinal: boolean, node: Node = nodeOf(undefined)): void {
    const { id, type, fields } = message;
    if (id !== undefined && this.#ignored.has(id)) return;
    if (type === "tool") this.#readResult(fields);
    if (type !== "ai" && type !== "chunk") return;
    const text = textOf(fields);
    const reasoning = reasoningOf(fields);
    const toolCalls = listAt(fields, "tool_calls").filter(isRecord);
    if (text + reasoning === "" && toolCalls.length === 0) return;
    const named = id === undefined ? undefined : this.#byId.get(id);
    const entry = named ?? (isFinal ? this.#repeated(id, text, toolCalls) : undefined) ?? this.#begin(id, node);
    if (id !== undefined) this.#byId.set(id, entry);
    if (isFinal) entry.wholeId = id ?? unnamed;
    this.#complete(entry, "reasoning", reasoning);
    this.#complete(entry, "text", text);
    for (const call of toolCalls) this.#readCall(entry, call, isFinal);
    if (!isFinal) return;
    for (const call of listAt(fields, "invalid_tool_calls")) this.#reject(call);
    this.#finish(entry);
  }

  #readChunk({ id, fields }: GraphMessage, node: Node): void {
    const chunks = listAt(fields, "tool_call_chunks").filter(isRecord);
    const text = textOf(fields);
    const reasoning = reasoningOf(fields);
    let entry = id === undefined ? this.#entries.findLast((each) => isSame(each.node, node)) : this.#byId.get(id);
    // Some chunks say nothing, under the id of something else.
    if (text + reasoning !== "" || chunks.length > 0) entry ??= this.#begin(id, node);
    if (entry === undefined) return;
    this.#say(entry, "reasoning", reasoning);
    this.#say(entry, "text", text);
    for (const chunk of chunks) this.#readCallChunk(entry, chunk);
    this.#usage = readUsage(recordAt(fields, "usage_metadata")) ?? this.#usage;
    const reason = finishReasonOf(fields);
    if (reason !== undefined) this.#finish(entry, reason);
  }

  #begin(id: string | undefined, node: Node): Entry {
    const answer = this.#answer;
    // The graph goes on from a model when the model has said everything.
    for (const entry of this.#entries) if (isBefore(entry.node, node)) this.#finish(entry);
    if (this.#entries.length > 0) answer.finishStep({ usage: this.#usage });
    this.#usage = undefined;
    answer.ensureStep();
    const entry: Entry = {
      key: `message-${this.#entries.length + 1}`,
      node,
      said: { text: "", reasoning: "" },
      blocks: { text: [], reasoning: [] },
      open: undefined,
      calls: new Map(),
      lastCall: undefined,
      wholeId: undefined,
    };
    this.#entries.push(entry);
    if (id !== undefined) this.#byId.set(id, entry);
    return entry;
  }

  /** The message that this one repeats: its whole may come under another id than its chunks. */
  #repeated(wholeId: string | undefined, text: string, toolCalls: readonly JsonRecord[]): Entry | undefined {
    const ids = toolCalls.map((call) => stringAt(call, "id")).filter((id) => id !== undefined);
    const says = ({ said, calls }: Entry) =>
      ids.length > 0 ? ids.some((id) => calls.has(`id:${id}`)) : text !== "" && said.text === text;
    const isFree = (entry: Entry) => entry.wholeId === undefined || entry.wholeId === (wholeId ?? unnamed);
    return this.#entries.findLast((entry) => isFree(entry) && says(entry));
  }

  #say(entry: Entry, type: BlockType, delta: string): void {
    if (delta === "") return;
    if (entry.open !== type) {
      this.#pause(entry);
      entry.open = type;
      entry.blocks[type].push(`${entry.key}:${entry.blocks[type].length + 1}`);
    }
    entry.said[type] += delta;
    this.#answer.blocks.delta(type, entry.blocks[type].at(-1) ?? entry.key, delta);
  }

  #complete(entry: Entry, type: BlockType, text: string): void {
    const said = entry.said[type];
    const [only, ...others] = entry.blocks[type];
    if (text === "") return;
    if (text.startsWith(said)) this.#say(entry, type, text.slice(said.length));
    else if (only !== undefined && others.length === 0) this.#answer.blocks.whole(type, only, text);
  }

  #pause(entry: Entry): void {
    const id = entry.open === undefined ? undefined : entry.blocks[entry.open].at(-1);
    if (entry.open !== undefined && id !== undefined) this.#answer.blocks.end(entry.open, id);
    entry.open = undefined;
  }

  /** `{ index?, id?, name?, args? }`: id and name stand in the first one only. */
  #readCallChunk(entry: Entry, chunk: JsonRecord): void {
    const { calls } = this.#answer;
    const id = stringAt(chunk, "id") ?? "";
    const name = stringAt(chunk, "name") ?? "";
    const index = valueAt(chunk, "index");
    const atIndex = typeof index === "number" || typeof index === "string" ? `index:${index}` : undefined;
    const isNew = id !== "" && name !== "" && !entry.calls.has(`id:${id}`);
    let call = isNew ? undefined : entry.calls.get(id === "" ? (atIndex ?? "") : `id:${id}`);
    if (call === undefined && atIndex === undefined && id === "" && name === "") call = entry.lastCall;
    if (call === undefined) {
      if (name === "") {
        this.#answer.unknown(chunk);
        return;
      }
      this.#pause(entry);
      call = calls.announce(name, id || undefined);
      entry.lastCall = call;
      if (id !== "") entry.calls.set(`id:${id}`, call);
      if (atIndex !== undefined) entry.calls.set(atIndex, call);
    }
    calls.write(call, stringAt(chunk, "args") ?? "");
  }

  /** `{ id, name, args }`, where `args` is the value */
  #readCall(entry: Entry, toolCall: JsonRecord, isFinal: boolean): void {
    const { calls } = this.#answer;
    const id = stringAt(toolCall, "id") ?? undefined;
    const name = stringAt(toolCall, "name") ?? "";
    if (name === "") return;
    const known = id === undefined ? undefined : (entry.calls.get(`id:${id}`) ?? calls.find(id));
    if (known === undefined) this.#pause(entry);
    const call = known ?? calls.announce(name, id);
    if (id !== undefined) entry.calls.set(`id:${id}`, call);
    if (isFinal) calls.finish(call, { value: valueAt(toolCall, "args") });
  }

  /** `{ id, name, args, error }` */
  #reject(call: unknown): void {
    const errorText = stringAt(call, "error") ?? "The arguments of the call are not valid JSON.";
    const id = stringAt(call, "id");
    const name = stringAt(call, "name") ?? "";
    if (name === "") return;
    this.#answer.calls.reject(name, id, { errorText, input: valueAt(call, "args"), reason: "malformed" });
  }

  #finish(entry: Entry, reason?: string): void {
    const { calls } = this.#answer;
    const isCut = ["length", "content-filter"].includes(toFinishReason(reason) ?? "");
    this.#pause(entry);
    for (const call of entry.calls.values())
      if (isCut) calls.finishCut(call);
      else calls.finish(call);
  }

  #readResult(fields: JsonRecord): void {
    const id = stringAt(fields, "tool_call_id");
    if (id === undefined || this.#answered.has(id)) return;
    this.#answered.add(id);
    const call = this.#answer.calls.find(id);
    if (call !== undefined) this.#answer.calls.finish(call); // the graph has run it
    const output = valueAt(fields, "content") ?? null;
    if (stringAt(fields, "status") !== "error") this.#answer.output(id, { output });
    else this.#answer.outputError(id, { errorText: textOf(fields) || errorTextOf(output) });
  }
}

/** Stands for the id of a message that has none. */
const unnamed = "";

function nodeOf(metadata: unknown): Node {
  const namespace = stringAt(metadata, "langgraph_checkpoint_ns") ?? stringAt(metadata, "checkpoint_ns") ?? "";
  const step = valueAt(metadata, "langgraph_step");
  return {
    scope: namespace.split("|").slice(0, -1).join("|"),
    step: typeof step === "number" ? step : undefined,
  };
}

function isSame(a: Node, b: Node): boolean {
  return a.scope === b.scope && a.step === b.step;
}

function isBefore(a: Node, b: Node): boolean {
  return a.scope === b.scope && (a.step === undefined || b.step === undefined || a.step < b.step);
}

/** The last chunk says why the model stopped, each provider under a name of its own. */
function finishReasonOf(fields: JsonRecord): string | undefined {
  if (stringAt(fields, "chunk_position") === "last") return "stop";
  const metadata = recordAt(fields, "response_metadata");
  for (const name of ["finish_reason", "stop_reason", "done_reason", "finishReason"]) {
    const reason = stringAt(metadata, name);
    if (reason !== undefined && reason !== "") return reason;
  }
  const status = stringAt(metadata, "status");
  return status === "completed" || status === "incomplete" ? status : undefined;
}
