/** Values of one kind, by the keys of what they belong to. */
export interface Kept<Value> {
  /** What was set last for any of these; undefined where nothing was. */
  readonly get: (keys: readonly string[]) => Value | undefined;
  /** @param value  undefined: it is forgotten */
  readonly set: (keys: readonly string[], value: Value | undefined) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createKept<Value>(): Kept<Value> {
  const values = new Map<string, { value: Value; at: number }>();
  const listeners = new Set<() => void>();
  /** Counts what was set, so that the later of two is known. */
  let count = 0;
  return {
    get: (keys) => {
      const known = keys.map((key) => values.get(key)).filter((each) => each !== undefined);
      return known.toSorted((a, b) => b.at - a.at)[0]?.value;
    },
    set: (keys, value) => {
      count += 1;
      for (const key of keys) {
        if (value === undefined) values.delete(key);
        else values.set(key, { value, at: count });
      }
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
