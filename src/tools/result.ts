/** Deeper than this, a result is written as a note. Source: measured; JSON.stringify and structuredClone fail far deeper. */
const MAX_DEPTH = 32;
/** Values in one result; beyond, the rest of a list or object is a note. */
const MAX_VALUES = 100_000;

/**
 * What a tool gave, as JSON can hold it: the form in which a result is stored, shown and sent. Falsy values stay what
 * they are. What JSON has no word for gets a stated form:
 *
 * | given | form |
 * |---|---|
 * | `undefined`, a function, a symbol | `null` |
 * | bigint | its digits, as a string |
 * | `NaN`, `Infinity` | `"NaN"`, `"Infinity"` |
 * | Date | ISO 8601, or `"Invalid Date"` |
 * | Error | `{ name, message }` |
 * | Map with string keys, Set | object, list |
 * | another Map | a list of pairs |
 * | Blob, ArrayBuffer, typed array | `{ type, mediaType?, sizeBytes }` |
 * | a cycle, what is too deep, the rest of too much | `"[Circular]"`, `"[Too deep]"`, `"[Too many values]"` |
 * | something with `toJSON` | what that gives |
 *
 * Never throws. Cost: linear in the result.
 */
export function toJsonResult(value: unknown): unknown {
  return new ResultWriter().write(value, 0);
}

class ResultWriter {
  /** The containers around the value at hand. */
  readonly #around = new Set<object>();
  #count = 0;

  get #isFull(): boolean {
    return this.#count > MAX_VALUES;
  }

  write(value: unknown, depth: number): unknown {
    this.#count += 1;
    if (this.#isFull) return "[Too many values]";
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value + 0 : String(value); // -0 is written "0"
      case "bigint":
        return String(value);
      case "object":
        return value === null ? null : this.#writeObject(value, depth);
      default:
        return null;
    }
  }

  #writeObject(value: object, depth: number): unknown {
    if (this.#around.has(value)) return "[Circular]";
    if (depth >= MAX_DEPTH) return "[Too deep]";
    this.#around.add(value);
    try {
      return this.#writeKind(value, depth + 1);
    } catch {
      return "[Unreadable]"; // a getter or a proxy that throws
    } finally {
      this.#around.delete(value);
    }
  }

  #writeKind(value: object, depth: number): unknown {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof Error) return { name: value.name, message: value.message };
    if (value instanceof Set) return this.#writeList([...value], depth);
    if (value instanceof Map) return this.#writeMap(value, depth);
    if (typeof Blob === "function" && value instanceof Blob) {
      return { type: "blob", mediaType: value.type, sizeBytes: value.size };
    }
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return { type: "bytes", sizeBytes: value.byteLength };
    if (Array.isArray(value)) return this.#writeList(value, depth);
    if (hasToJson(value)) return this.write(value.toJSON(), depth);
    return this.#writeMembers(Object.entries(value), depth);
  }

  #writeList(items: readonly unknown[], depth: number): unknown[] {
    const written: unknown[] = [];
    for (const item of items) {
      written.push(this.write(item, depth));
      if (this.#isFull) break; // the rest is that note
    }
    return written;
  }

  #writeMap(map: ReadonlyMap<unknown, unknown>, depth: number): unknown {
    const entries = [...map];
    const isNamed = entries.every((entry): entry is [string, unknown] => typeof entry[0] === "string");
    return isNamed ? this.#writeMembers(entries, depth) : this.#writeList(entries, depth);
  }

  /** A member that is `undefined` is left out, as JSON leaves it out. `__proto__` never becomes a key. */
  #writeMembers(entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> {
    const written: [string, unknown][] = [];
    for (const [key, member] of entries) {
      if (member === undefined || key === "__proto__") continue;
      written.push([key, this.write(member, depth)]);
      if (this.#isFull) break;
    }
    return Object.fromEntries(written);
  }
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
