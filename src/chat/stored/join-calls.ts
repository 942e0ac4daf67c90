import { toJsonText } from "../../stream/json-value.js";
import type { StoredCall } from "./stored-call.js";

/**
 * The calls of several lists, each once: a call that stands in more than one is the same by its id or, where one of them
 * has none, by its name and its arguments, and is kept with what any of them knows of it.
 * Cost: linear in the calls.
 */
export function joinCalls(lists: readonly (readonly StoredCall[])[]): StoredCall[] {
  return lists.reduce<StoredCall[]>((known, list) => (known.length === 0 ? [...list] : joinTwo(known, list)), []);
}

function joinTwo(known: readonly StoredCall[], list: readonly StoredCall[]): StoredCall[] {
  const joined = [...known];
  const places = new Places(known);
  for (const call of list) {
    const place = places.take(call);
    const same = place === undefined ? undefined : joined[place];
    if (place === undefined || same === undefined) joined.push(call);
    else joined[place] = join(same, call);
  }
  return joined;
}

function join(known: StoredCall, more: StoredCall): StoredCall {
  const { input, rawInput } = known.rawInput === undefined ? more : known;
  return {
    id: known.id ?? more.id,
    name: known.name,
    input,
    rawInput,
    outcome: known.outcome ?? more.outcome,
    commentary: known.commentary || more.commentary,
    isProviders: known.isProviders || more.isProviders,
  };
}

/** Where calls stand in a list. Each place is given once. */
class Places {
  readonly #byId = new Map<string, number>();
  readonly #byWords = new Map<string, number[]>();
  readonly #namelessByWords = new Map<string, number[]>();
  readonly #taken = new Set<number>();

  constructor(calls: readonly StoredCall[]) {
    for (const [place, call] of calls.entries()) {
      if (call.id !== undefined && !this.#byId.has(call.id)) this.#byId.set(call.id, place);
      add(this.#byWords, wordsOf(call), place);
      if (call.id === undefined) add(this.#namelessByWords, wordsOf(call), place);
    }
  }

  take(call: StoredCall): number | undefined {
    const byId = call.id === undefined ? undefined : this.#byId.get(call.id);
    const byWords = (call.id === undefined ? this.#byWords : this.#namelessByWords).get(wordsOf(call));
    const place = byId ?? this.#firstFree(byWords);
    if (place === undefined || this.#taken.has(place)) return undefined;
    this.#taken.add(place);
    return place;
  }

  #firstFree(places: number[] | undefined): number | undefined {
    while (places?.[0] !== undefined && this.#taken.has(places[0])) places.shift();
    return places?.[0];
  }
}

function add(places: Map<string, number[]>, words: string, place: number): void {
  const known = places.get(words);
  if (known) known.push(place);
  else places.set(words, [place]);
}

function wordsOf({ name, rawInput }: StoredCall): string {
  return `${name}(${rawInput === undefined ? "" : toJsonText(rawInput)})`;
}
