import { isRecord, type JsonRecord, listAt } from "./json-value.js";
import type { JsonSchema } from "./tool.js";

/** Schemas of which a schema may consist once its references are written out; what is over becomes "anything". */
const MAX_SCHEMAS = 5000;
const MAX_DEPTH = 32;

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(["items", "additionalProperties", "not", "contains", "propertyNames"]);
const listKeywords = new Set(["anyOf", "oneOf", "allOf", "prefixItems", "items"]);
const mapKeywords = new Set(["properties", "patternProperties"]);

/**
 * The same schema in fewer words: local references (`#/$defs/…`) written out and the definitions left behind, `allOf`
 * folded in. A reference into itself becomes a schema that keeps the type and the description alone, with the reference
 * as `$recursiveRef`; one to what is not there says nothing. Own keys only.
 * Cost: linear in what comes out, at most `MAX_SCHEMAS` schemas.
 */
export function simplifySchema(schema: JsonSchema): JsonSchema {
  const simple = new Simplifier(schema).simplify(schema, []);
  return isRecord(simple) ? simple : {};
}

class Simplifier {
  readonly #root: JsonSchema;
  #count = 0;
  #depth = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** @param open  the references that are being written out around this place */
  simplify(schema: unknown, open: readonly string[]): unknown {
    if (!isRecord(schema)) return schema === false ? false : {}; // `true` is a schema too
    if (this.#count >= MAX_SCHEMAS || this.#depth >= MAX_DEPTH) return {};
    this.#count += 1;
    this.#depth += 1;
    const simple = this.#followRef(schema, open);
    this.#depth -= 1;
    return simple;
  }

  #followRef(schema: JsonRecord, open: readonly string[]): JsonSchema {
    const { $ref } = schema;
    if (typeof $ref !== "string") return foldAllOf(this.#members(schema, open));
    const beside = foldAllOf(this.#members(schema, open));
    const target = resolve(this.#root, $ref);
    if (!isRecord(target)) return beside;
    if (open.includes($ref)) return { ...nameOf(target), $recursiveRef: $ref, ...beside };
    return { ...(this.simplify(target, [...open, $ref]) as JsonSchema), ...beside };
  }

  #members(schema: JsonRecord, open: readonly string[]): JsonSchema {
    const members = Object.entries(schema).filter(
      ([key]) => !["$ref", "$defs", "definitions", "__proto__"].includes(key),
    );
    return Object.fromEntries(members.map(([key, value]) => [key, this.#member(key, value, open)]));
  }

  #member(key: string, value: unknown, open: readonly string[]): unknown {
    if (Array.isArray(value)) return listKeywords.has(key) ? value.map((each) => this.simplify(each, open)) : value;
    if (schemaKeywords.has(key)) return this.simplify(value, open);
    if (!mapKeywords.has(key) || !isRecord(value)) return value;
    const named = Object.entries(value).filter(([name]) => name !== "__proto__");
    return Object.fromEntries(named.map(([name, each]) => [name, this.simplify(each, open)]));
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

/** One schema that says what all of them say: members put together, of other keywords the outer one's. */
function foldAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  return allOf.filter(isRecord).reduceRight<JsonSchema>(merge, rest);
}

function merge(outer: JsonSchema, inner: JsonSchema): JsonSchema {
  const required = [...listAt(inner, "required"), ...listAt(outer, "required")].filter(
    (name) => typeof name === "string",
  );
  return {
    ...inner,
    ...outer,
    ...(inner.properties || outer.properties ? { properties: { ...inner.properties, ...outer.properties } } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}
