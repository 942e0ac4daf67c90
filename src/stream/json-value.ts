/** Parsed JSON that came from outside: its keys are looked up by fixed names only, and every value is checked. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The string under a key; undefined when it is missing or something else. */
export function stringAt(value: unknown, key: string): string | undefined {
  const found = valueAt(value, key);
  return typeof found === "string" ? found : undefined;
}

export function recordAt(value: unknown, key: string): JsonRecord | undefined {
  const found = valueAt(value, key);
  return isRecord(found) ? found : undefined;
}

/** Empty when it is missing or something else. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : [];
}

/** Own keys only. */
export function valueAt(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The same fields without those that are undefined. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

/** As JSON; never throws. What JSON cannot hold, or is nested too deep for it, is told in words. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
