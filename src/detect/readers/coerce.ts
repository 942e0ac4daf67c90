import { parseLenientJson } from "../../stream/lenient-json.js";
import type { JsonSchema } from "../../stream/tool.js";

export interface Coerced {
  readonly value: unknown;
  readonly repaired: boolean;
}

/** How many schemas within one another are looked into for a type. */
const MAX_SCHEMA_DEPTH = 8;

/** The JSON types that a schema admits; empty where it does not say. */
export function typesOf(schema: JsonSchema | undefined, depth = 0): ReadonlySet<string> {
  const types = new Set<string>();
  if (schema === undefined || depth > MAX_SCHEMA_DEPTH) return types;
  if (schema.type !== undefined) {
    for (const type of Array.isArray(schema.type) ? schema.type : [schema.type]) types.add(String(type).toLowerCase());
    return types;
  }
  for (const choices of [schema.anyOf, schema.oneOf, schema.allOf]) {
    if (!Array.isArray(choices)) continue;
    for (const choice of choices as JsonSchema[]) for (const type of typesOf(choice, depth + 1)) types.add(type);
  }
  if (Array.isArray(schema.enum)) for (const value of schema.enum) types.add(typeOfValue(value));
  if ("const" in schema) types.add(typeOfValue(schema.const));
  if (types.size === 0 && schema.properties !== undefined) types.add("object");
  if (types.size === 0 && schema.items !== undefined) types.add("array");
  return types;
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value stays the text that it is, whatever it says: it can be shown while it grows. */
export function isText(schema: JsonSchema | undefined): boolean {
  const types = typesOf(schema);
  return types.size === 0 || (types.size === 1 && types.has("string"));
}

/** The value is an object or a list, or may be one. */
export function isContainer(schema: JsonSchema | undefined): boolean {
  const types = typesOf(schema);
  return types.has("object") || types.has("array");
}

export function itemSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  const items = schema?.items;
  return Array.isArray(items) ? (items as readonly JsonSchema[])[0] : (items as JsonSchema | undefined);
}

export function memberSchema(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const members = schema?.properties;
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined;
}

/**
 * Reads a text as the type that its schema declares. Text that does not fit stays text, as does a whole number that a
 * JavaScript number cannot hold exactly, and everything where a string is admitted.
 */
export function coerceText(text: string, schema: JsonSchema | undefined): Coerced {
  const types = typesOf(schema);
  const word = text.trim();
  const lower = word.toLowerCase();
  if (types.has("null") && (lower === "null" || word === "None")) return plain(null);
  if (types.size === 0 || types.has("string")) return plain(text);
  if (types.has("boolean") && (lower === "true" || lower === "false")) return plain(lower === "true");
  if (types.has("number") || types.has("integer")) {
    const number = readNumber(word);
    if (number !== undefined && (types.has("number") || Number.isInteger(number))) return plain(number);
  }
  if (types.has("object") || types.has("array")) {
    const read = readJson(word);
    if (read !== undefined && types.has(typeOfValue(read.value))) return read;
  }
  return plain(text);
}

/** The JSON value that the text holds, repaired where one reading is possible; else the text. */
export function jsonOrText(text: string): Coerced {
  return readJson(text.trim()) ?? plain(text);
}

function plain(value: unknown): Coerced {
  return { value, repaired: false };
}

function readJson(text: string): Coerced | undefined {
  const read = parseLenientJson(text);
  return "error" in read ? undefined : read;
}

function readNumber(text: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!/^-?\d+$/.test(text) || Number.isSafeInteger(number));
  return isExact ? number : undefined;
}
