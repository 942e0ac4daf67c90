import { readFields, readShape, type SchemaShape } from "../stream/schema-shape.js";
import type { JsonSchema } from "../stream/tool.js";

type GeminiType = "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT" | "NULL";

/** The part of OpenAPI's schema that Gemini's function declarations take. Source: ai.google.dev, `Schema`. */
export interface GeminiSchema {
  type?: GeminiType;
  description?: string;
  nullable?: boolean;
  enum?: string[];
  format?: string;
  properties?: Record<string, GeminiSchema>;
  required?: string[];
  propertyOrdering?: string[];
  items?: GeminiSchema;
  anyOf?: GeminiSchema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Of each type, the formats that are not refused. */
const formats: Readonly<Partial<Record<GeminiType, readonly string[]>>> = {
  STRING: ["date-time"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
};

/**
 * A tool's parameters in Gemini's part of OpenAPI. References are written out; a reference into itself ends as an object
 * without members. `oneOf` becomes `anyOf`. Options that are no text, and defaults, are told in the description.
 */
export function toGeminiSchema(parameters: JsonSchema): GeminiSchema {
  const shape = readShape(parameters);
  return convert(shape.kind === "object" ? shape : { ...shape, kind: "object", fields: readFields(parameters) });
}

function convert(shape: SchemaShape): GeminiSchema {
  const { schema } = shape;
  const facts = { ...describe(shape), ...(shape.isNullable ? { nullable: true } : {}) };
  switch (shape.kind) {
    case "object":
      return { ...facts, type: "OBJECT", ...convertFields(shape.fields) };
    case "list":
      return { ...facts, type: "ARRAY", items: convert(shape.item), ...limits(schema, "minItems", "maxItems") };
    case "union":
      return { ...facts, anyOf: shape.forms.map(convert) };
    case "choice":
      return { ...facts, ...convertChoice(shape.options) };
    case "string":
      return { ...facts, ...convertText(schema) };
    case "number":
    case "integer":
      return { ...facts, ...convertNumber(schema, shape.kind === "number" ? "NUMBER" : "INTEGER") };
    case "boolean":
      return { ...facts, type: "BOOLEAN" };
    case "null":
      return { ...facts, type: "NULL" };
    default:
      return { ...facts, type: "STRING" }; // every value has a type there
  }
}

function convertFields(fields: (SchemaShape & { kind: "object" })["fields"]): GeminiSchema {
  const named = fields.filter(({ name }) => name !== "__proto__");
  if (named.length === 0) return {};
  const required = named.filter((field) => field.isRequired).map(({ name }) => name);
  return {
    properties: Object.fromEntries(named.map(({ name, shape }) => [name, convert(shape)])),
    propertyOrdering: named.map(({ name }) => name),
    ...(required.length > 0 ? { required } : {}),
  };
}

function convertChoice(options: readonly unknown[]): GeminiSchema {
  const texts = options.filter((option) => typeof option === "string" && option !== "");
  if (options.length > 0 && texts.length === options.length)
    return { type: "STRING", format: "enum", enum: texts as string[] };
  const kinds = new Set(options.map((option) => typeof option));
  if (kinds.size !== 1) return { type: "STRING" };
  if (kinds.has("boolean")) return { type: "BOOLEAN" };
  if (!kinds.has("number")) return { type: "STRING" };
  return { type: options.every(Number.isInteger) ? "INTEGER" : "NUMBER" };
}

function convertText(schema: JsonSchema): GeminiSchema {
  const pattern = typeof schema.pattern === "string" ? { pattern: schema.pattern } : {};
  return { type: "STRING", ...formatOf(schema, "STRING"), ...limits(schema, "minLength", "maxLength"), ...pattern };
}

function convertNumber(schema: JsonSchema, type: "NUMBER" | "INTEGER"): GeminiSchema {
  return { type, ...formatOf(schema, type), ...limits(schema, "minimum", "maximum") };
}

function formatOf({ format }: JsonSchema, type: GeminiType): GeminiSchema {
  return typeof format === "string" && formats[type]?.includes(format) ? { format } : {};
}

type Limit = "minItems" | "maxItems" | "minimum" | "maximum" | "minLength" | "maxLength";

function limits(schema: JsonSchema, ...keys: Limit[]): GeminiSchema {
  return Object.fromEntries(keys.filter((key) => typeof schema[key] === "number").map((key) => [key, schema[key]]));
}

/** The description, with what Gemini has no keyword for. */
function describe(shape: SchemaShape): GeminiSchema {
  const { schema, description } = shape;
  const isTold = shape.kind === "choice" && shape.options.some((option) => typeof option !== "string" || option === "");
  const words = [
    description,
    isTold ? `One of: ${shape.options.map((option) => JSON.stringify(option)).join(", ")}.` : "",
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ].filter((each) => each !== "");
  return words.length > 0 ? { description: words.join(" ") } : {};
}
