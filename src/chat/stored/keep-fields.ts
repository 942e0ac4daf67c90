import type { ProviderMetadata } from "../../stream/events.js";
import { defined, isRecord, type JsonRecord, valueAt } from "../../stream/json-value.js";

/** The part with the optional fields that the stored one has, where they are of the right kind. */
export function keep<Part extends object>(part: Part, stored: JsonRecord, fields: readonly string[]): Part {
  const kept = fields.flatMap((field): [string, unknown][] => {
    const value = valueAt(stored, field);
    return value === undefined || value === null || !fits(field, value) ? [] : [[field, value]];
  });
  return defined({ ...part, ...Object.fromEntries(kept) });
}

const flags = new Set(["providerExecuted", "repaired", "isAutomatic"]);
const free = new Set([
  "toolMetadata",
  "originalInput",
  "progress",
  "rawInput",
  "inputSchemaInput",
  "descriptor",
  "citations",
]);

function fits(field: string, value: unknown): boolean {
  if (free.has(field)) return true;
  if (flags.has(field)) return typeof value === "boolean";
  return field.endsWith("Metadata") ? isMetadata(value) : typeof value === "string";
}

function isMetadata(value: unknown): value is ProviderMetadata {
  return isRecord(value) && Object.values(value).every(isRecord);
}
