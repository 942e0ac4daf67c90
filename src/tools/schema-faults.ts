import type { OutputUnit } from "@cfworker/json-schema";
import { isRecord } from "../stream/json-value.js";
import type { JsonSchema } from "../stream/tool.js";

/** Longest piece of a fault that repeats what came, or what the schema holds, in characters. */
const MAX_QUOTE_CHARS = 120;

/** They say that something below them is wrong, and the fault below says what. */
const wrappers = new Set([
  "$ref",
  "$recursiveRef",
  "additionalItems",
  "additionalProperties",
  "allOf",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/**
 * What a validator found, each fault in a few words with the place where it is: `stops[1].name: expected string, got
 * null`. Of a union that fits in none of its forms the union is named, not what is wrong with each form.
 * @param errors  in the order in which the validator found them: what is around before what is within
 */
export function describeFaults(errors: readonly OutputUnit[], schema: JsonSchema, input: unknown): string[] {
  const unions: OutputUnit[] = [];
  const faults = new Set<string>();
  for (const error of errors) {
    if (wrappers.has(error.keyword) || unions.some((union) => isWithin(error, union))) continue;
    if (error.keyword === "anyOf" || error.keyword === "oneOf") unions.push(error);
    const path = readPointer(error.instanceLocation);
    const expected = valueAt(schema, readPointer(error.keywordLocation), schema);
    const value = valueAt(input, path);
    for (const [key, text] of describe(error, expected, value)) {
      const where = formatPath(key === undefined ? path : [...path, key]);
      faults.add(where === "" ? text : `${where}: ${text}`);
    }
  }
  return faults.size > 0 ? [...faults] : errors.slice(0, 1).map((error) => error.error);
}

/** Of a schema that is `false` the validator gives the place in the input twice, and none in the schema. */
function isWithin(error: OutputUnit, union: OutputUnit): boolean {
  return error.keyword === "false"
    ? error.instanceLocation.startsWith(union.instanceLocation)
    : error.keywordLocation.startsWith(`${union.keywordLocation}/`);
}

/** `stops[1].name`; empty for the whole. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((segment, index) => {
      const key = String(segment);
      if (/^\d+$/.test(key)) return `[${key}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${quote(key)}]`;
      return index === 0 ? cut(key) : `.${cut(key)}`;
    })
    .join("");
}

type Fault = [key: string | undefined, text: string];

function describe({ keyword, error }: OutputUnit, expected: unknown, value: unknown): Fault[] {
  if (keyword === "required" && Array.isArray(expected)) {
    const missing = expected.filter((key): key is string => !isRecord(value) || !Object.hasOwn(value, String(key)));
    return missing.map((key) => [key, "missing"]);
  }
  return [[undefined, describeOne(keyword, expected, value) ?? error]];
}

function describeOne(keyword: string, expected: unknown, value: unknown): string | undefined {
  if (keyword === "false") return "not expected";
  if (expected === undefined) return undefined;
  switch (keyword) {
    case "type":
      return `expected ${[expected].flat().map(textOf).join(" or ")}, got ${kindOf(value)}`;
    case "anyOf":
      return describeUnion(expected, value, "one");
    case "oneOf":
      return describeUnion(expected, value, "exactly one");
    case "enum":
      return `expected one of ${cut([expected].flat().map(quote).join(", "))}`;
    case "const":
      return `expected ${quote(expected)}`;
    case "pattern":
      return `expected a match of /${cut(textOf(expected))}/`;
    case "format":
      return `expected the format ${quote(expected)}`;
    case "not":
      return "not allowed";
    default:
      return Object.hasOwn(bounds, keyword) ? `expected ${bounds[keyword]?.(textOf(expected))}` : undefined;
  }
}

const bounds: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  multipleOf: (limit) => `a multiple of ${limit}`,
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  minItems: (limit) => `at least ${limit} items`,
  maxItems: (limit) => `at most ${limit} items`,
  minProperties: (limit) => `at least ${limit} members`,
  maxProperties: (limit) => `at most ${limit} members`,
  uniqueItems: () => "no item twice",
};

function describeUnion(forms: unknown, value: unknown, count: string): string {
  const list: unknown[] = Array.isArray(forms) ? forms : [];
  const types = list.map((form) => (isRecord(form) ? form.type : undefined));
  const kind = kindOf(value);
  const isKnown = types.every((type) => typeof type === "string");
  if (isKnown && !types.includes(kind) && !(kind === "number" && types.includes("integer"))) {
    return `expected ${[...new Set(types)].join(" or ")}, got ${kind}`;
  }
  return `expected to fit ${count} of ${list.length} forms`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function quote(value: unknown): string {
  return cut(JSON.stringify(value) ?? "undefined");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : quote(value);
}

function cut(text: string): string {
  return text.length > MAX_QUOTE_CHARS ? `${text.slice(0, MAX_QUOTE_CHARS)}…` : text;
}

/** A JSON Pointer of the validator, such as `#/properties/a~1b`. */
function readPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Own keys and items only.
 * @param root  where a `$ref` on the way starts from; only those within the same schema are followed
 */
function valueAt(from: unknown, path: readonly string[], root?: JsonSchema): unknown {
  let value = from;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
    if (segment !== "$ref" || root === undefined) continue;
    if (typeof value !== "string" || !value.startsWith("#")) return undefined;
    value = valueAt(root, readPointer(value));
  }
  return value;
}
