import { isRecord, type JsonRecord } from "./json-value.js";
import type { JsonSchema } from "./tool.js";

/** Schemas of which a schema may consist once its references are written out; what is over becomes "anything". */
const MAX_SCHEMAS = 5000;
const MAX_DEPTH = 32;

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(["items", "additionalProperties", "not", "contains", "propertyNames"]);
const listKeywords = new Set(["anyOf", "oneOf", "allOf", "prefixItems", "items"]);
const mapKeywords = new Set(["properties", "patternProperties"]);

/**
 * The schema with its local references (`#/$defs/…`) written out and its definitions left behind. A reference into
 * itself, or to what is not there, becomes a schema without constraints that keeps the type and the description.
 * Own keys only. Cost: linear in what comes out, at most `MAX_SCHEMAS` schemas.
 */
export function inlineRefs(schema: JsonSchema): JsonSchema {
  const inlined = new Inliner(schema).inline(schema, []);
  return isRecord(inlined) ? inlined : {};
}

class Inliner {
  readonly #root: JsonSchema;
  #count = 0;
  #depth = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** @param open  the references that are being written out around this place */
  inline(schema: unknown, open: readonly string[]): unknown {
    if (!isRecord(schema)) return schema === false ? false : {}; // `true` is a schema too
    if (this.#count >= MAX_SCHEMAS || this.#depth >= MAX_DEPTH) return {};
    this.#count += 1;
    this.#depth += 1;
    const inlined = this.#inlineRef(schema, open);
    this.#depth -= 1;
    return inlined;
  }

  #inlineRef(schema: JsonRecord, open: readonly string[]): JsonSchema {
    const { $ref } = schema;
    if (typeof $ref !== "string") return this.#members(schema, open);
    const beside = this.#members(schema, open);
    const target = resolve(this.#root, $ref);
    if (!isRecord(target)) return beside;
    if (open.includes($ref)) return { ...nameOf(target), ...beside };
    return { ...(this.inline(target, [...open, $ref]) as JsonSchema), ...beside };
  }

  #members(schema: JsonRecord, open: readonly string[]): JsonSchema {
    const members = Object.entries(schema).filter(
      ([key]) => !["$ref", "$defs", "definitions", "__proto__"].includes(key),
    );
    return Object.fromEntries(members.map(([key, value]) => [key, this.#member(key, value, open)]));
  }

  #member(key: string, value: unknown, open: readonly string[]): unknown {
    if (Array.isArray(value)) return listKeywords.has(key) ? value.map((each) => this.inline(each, open)) : value;
    if (schemaKeywords.has(key)) return this.inline(value, open);
    if (!mapKeywords.has(key) || !isRecord(value)) return value;
    const named = Object.entries(value).filter(([name]) => name !== "__proto__");
    return Object.fromEntries(named.map(([name, each]) => [name, this.inline(each, open)]));
  }
}

function nameOf({ type, description }: JsonSchema): JsonSchema {
  return { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
}

function resolve(root: JsonSchema, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let value: unknown = root;
  for (const segment of ref.slice(2).split("/")) {
    const key = readSegment(segment);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function readSegment(segment: string): string {
  let decoded = segment;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    // not encoded, then
  }
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}
