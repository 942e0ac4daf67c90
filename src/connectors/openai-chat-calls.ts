import { defined, isRecord, type JsonRecord, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import type { Call, CallFacts } from "./calls.js";
import { createJsonNesting, type JsonNesting } from "./json-nesting.js";

/** One entry of `delta.tool_calls`: `{ index?, id?, function?: { name?, arguments? }, custom?: { name?, input? } }`. */
interface Fragment {
  index: number | undefined;
  /** Empty where the server left it out, or sent it empty, as some do in all but the first fragment. */
  id: string;
  name: string;
  text: string;
  /** Arguments that came as a value instead of its text. */
  value: unknown;
  facts: CallFacts;
}

/** A call as far as its fragments came. */
interface Slot {
  /** Set once. */
  id: string;
  /** Announced with its name, which may come after the first arguments. */
  call: Call | undefined;
  name: string;
  /** The arguments so far. */
  text: string;
  value: unknown;
  readonly nesting: JsonNesting;
  /** The number of the record that it began in. */
  readonly record: number;
}

/**
 * Puts the fragments of parallel calls together. Servers leave out the index, the id or both, send all calls under index 0,
 * or repeat the id with every fragment; what could belong to two calls is given to neither.
 */
export class CallFragments {
  readonly #answer: Answer;
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();
  readonly #byId = new Map<string, Slot>();
  #record = 0;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** Reads the entries of one record. */
  read(entries: readonly unknown[]): void {
    this.#record += 1;
    for (const entry of entries) {
      if (isRecord(entry)) this.#add(readFragment(entry));
      else this.#answer.unknown(entry);
    }
  }

  /** The provider said that the message is whole. @param isCut  it stopped before its end */
  finish(isCut: boolean): void {
    const { calls } = this.#answer;
    for (const { call, value } of this.#slots) {
      if (call !== undefined && value !== undefined) calls.finish(call, { value });
    }
    calls.finishAll(isCut);
    const isNameless = ({ call, text, value }: Slot) =>
      call === undefined && (text.trim() !== "" || value !== undefined);
    if (!this.#slots.some(isNameless)) return;
    const errorText = "The model called a tool, and the answer did not say which.";
    this.#answer.error({ errorText, code: "nameless-call", scope: "run" });
  }

  #add(fragment: Fragment): void {
    const found = this.#find(fragment);
    if (found === "ambiguous" || (found !== undefined && isRepeat(found, fragment))) return;
    const slot = found === undefined || isAnother(found, fragment) ? this.#open(fragment) : found;
    if (slot.id === "" && fragment.id !== "") {
      slot.id = fragment.id;
      this.#byId.set(slot.id, slot);
    }
    slot.value = fragment.value ?? slot.value;
    slot.text += fragment.text;
    slot.nesting.push(fragment.text);
    if (slot.call !== undefined) this.#answer.calls.write(slot.call, fragment.text);
    else this.#announce(slot, fragment);
  }

  #announce(slot: Slot, { name, facts }: Fragment): void {
    if (name === "") return;
    const { calls } = this.#answer;
    slot.name = name;
    slot.call = calls.announce(name, slot.id === "" ? undefined : slot.id, facts);
    calls.write(slot.call, slot.text);
  }

  #open({ index, id }: Fragment): Slot {
    const slot: Slot = {
      id,
      call: undefined,
      name: "",
      text: "",
      value: undefined,
      nesting: createJsonNesting(),
      record: this.#record,
    };
    this.#slots.push(slot);
    if (index !== undefined) this.#byIndex.set(index, slot);
    if (id !== "") this.#byId.set(id, slot);
    return slot;
  }

  #find(fragment: Fragment): Slot | "ambiguous" | undefined {
    const { index, id, name } = fragment;
    const byId = id === "" ? undefined : this.#byId.get(id);
    if (index === undefined) return byId ?? (id === "" ? this.#findLone(name) : undefined);
    const byIndex = this.#byIndex.get(index);
    if (byIndex !== undefined && (id === "" || byIndex.id === "" || byIndex.id === id)) return byIndex;
    // A new index with a name begins a call, though its id was used before; so does a new id on a used index.
    return byIndex === undefined && name !== "" ? undefined : byId;
  }

  /** A fragment that says nothing of where it belongs: to the last call, unless another one waits for more as well. */
  #findLone(name: string): Slot | "ambiguous" | undefined {
    const last = this.#slots.at(-1);
    if (last === undefined || name !== "") return name === last?.name || last?.name === "" ? last : undefined;
    const isRival = (slot: Slot) => slot !== last && isOpen(slot) && (slot.text !== "" || slot.record === last.record);
    const rivals = this.#slots.filter(isRival);
    if (rivals.length === 0) return last;
    for (const { call } of [...rivals, last]) {
      if (call !== undefined) this.#answer.calls.fail(call, "incomplete", ambiguous);
    }
    return "ambiguous";
  }
}

const ambiguous = "A piece of the arguments came without saying which call it belongs to.";

/** It may still get arguments. */
function isOpen({ call, nesting, value }: Slot): boolean {
  return (call === undefined || call.state === "writing") && !nesting.hasClosed && value === undefined;
}

/** A second call under the first one's index: its arguments begin where those of the first have ended. */
function isAnother(slot: Slot, fragment: Fragment): boolean {
  const begins = fragment.value !== undefined || fragment.text.trimStart().startsWith("{");
  const isWhole = slot.nesting.hasClosed || slot.value !== undefined;
  const isRenamed = fragment.id === "" && slot.text !== "" && fragment.name !== slot.name;
  return fragment.name !== "" && slot.name !== "" && ((isWhole && begins) || isRenamed);
}

/** The same call once more, whole. */
function isRepeat(slot: Slot, { id, text }: Fragment): boolean {
  return id !== "" && id === slot.id && slot.nesting.hasClosed && text === slot.text;
}

function readFragment(entry: JsonRecord): Fragment {
  const custom = recordAt(entry, "custom");
  const called = recordAt(entry, "function") ?? custom;
  const input = valueAt(called, "arguments") ?? valueAt(called, "input");
  const index = valueAt(entry, "index");
  const extra = recordAt(entry, "extra_content");
  return {
    index: typeof index === "number" ? index : undefined,
    id: stringAt(entry, "id") ?? "",
    name: stringAt(called, "name") ?? "",
    text: typeof input === "string" ? input : "",
    value: typeof input === "string" ? undefined : (input ?? undefined),
    facts: defined({
      inputEncoding: custom === undefined ? undefined : ("text" as const),
      providerMetadata: extra === undefined ? undefined : { openaiChat: { extra_content: extra } },
    }),
  };
}
