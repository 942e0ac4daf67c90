import { isRecord, type JsonRecord, stringAt, valueAt } from "../stream/json-value.js";
import { maxInputLength } from "../stream/tool-input.js";

type Key = string | number;

const maxDepth = 64;

/**
 * The arguments of a call that come in pieces, each with its place:
 *     {"jsonPath":"$.items[0].name","stringValue":"Ap","willContinue":true}
 *     {"jsonPath":"$.items[0].name","stringValue":"ple"}
 * A string goes on while the piece before it said so. Hostile places (into a prototype, beyond the end of a list, too deep)
 * make the whole unusable.
 */
export class PlacedArguments {
  readonly #value: Record<string, unknown> = {};
  /** The place of the string that goes on. */
  #openPath: string | undefined;
  #length = 0;
  #fault: string | undefined;

  get value(): Readonly<Record<string, unknown>> {
    return this.#value;
  }

  /** Why they cannot be used. */
  get fault(): string | undefined {
    return this.#fault;
  }

  write(piece: unknown): void {
    const path = stringAt(piece, "jsonPath") ?? "";
    const keys = readPath(path);
    const value = isRecord(piece) ? readValue(piece) : undefined;
    const isMore = this.#openPath === path;
    this.#openPath = valueAt(piece, "willContinue") === true ? path : undefined;
    this.#length += path.length + (typeof value === "string" ? value.length : 1);
    if (this.#length > maxInputLength)
      this.#fault ??= `The arguments of the call are too big: ${maxInputLength} is allowed.`;
    if (value === undefined || this.#fault !== undefined) return;
    if (keys === undefined || !put(this.#value, keys, value, isMore)) {
      this.#fault = `The arguments of the call have a place that cannot be: ${path.slice(0, 100)}`;
    }
  }
}

function readValue(piece: JsonRecord): unknown {
  if (Object.hasOwn(piece, "nullValue")) return null;
  return valueAt(piece, "stringValue") ?? valueAt(piece, "numberValue") ?? valueAt(piece, "boolValue");
}

const step = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** `$.a[0]['b c']` as its keys; undefined for what is no such path. */
function readPath(path: string): Key[] | undefined {
  const keys: Key[] = [];
  if (path[0] !== "$") return undefined;
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null || keys.length >= maxDepth) return undefined;
    const [, name, index, single, double] = found;
    keys.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
  }
  return keys.includes("__proto__") || keys.length === 0 ? undefined : keys;
}

/** @returns false where the place does not fit what stands there */
function put(root: Record<string, unknown>, keys: readonly Key[], value: unknown, isMore: boolean): boolean {
  let place: unknown = root;
  for (const [depth, key] of keys.entries()) {
    if (!fits(place, key)) return false;
    const before: unknown = Object.hasOwn(place, key) ? place[key] : undefined;
    const next = keys[depth + 1];
    if (next !== undefined) place[key] = before ?? (typeof next === "number" ? [] : {});
    else place[key] = isMore && typeof before === "string" && typeof value === "string" ? before + value : value;
    place = place[key];
  }
  return true;
}

/** A list grows by one at its end only. */
function fits(place: unknown, key: Key): place is Record<Key, unknown> {
  return Array.isArray(place)
    ? typeof key === "number" && key <= place.length
    : isRecord(place) && typeof key === "string";
}
