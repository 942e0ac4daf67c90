import { readFields } from "../stream/schema-shape.js";
import { isStandardSchema, readStandardJsonSchema, type StandardSchema } from "../stream/standard-schema.js";
import type { JsonSchema } from "../stream/tool.js";
import type { ToolShapes } from "./syntax.js";

/**
 * The tools as an app has them at hand: a list of definitions, or by name a definition, a JSON Schema object, a plain
 * function, or just the arguments' types (`{ getWeather: { city: "string" } }`).
 */
export type DetectorTools =
  | readonly { readonly name: string; readonly parameters?: unknown }[]
  | Readonly<Record<string, unknown>>;

/** Names are looked up among own keys only; a schema that cannot say itself in JSON Schema counts as unknown. */
export function toToolShapes(tools: DetectorTools = []): ToolShapes {
  const schemas = new Map<string, ReadonlyMap<string, JsonSchema>>();
  for (const [name, tool] of entriesOf(tools)) schemas.set(name, propertiesOf(tool));
  return {
    names: [...schemas.keys()],
    has: (name) => schemas.has(name),
    parameter: (toolName, parameter) => schemas.get(toolName)?.get(parameter),
    parameters: (toolName) => [...(schemas.get(toolName)?.keys() ?? [])],
  };
}

function entriesOf(tools: DetectorTools): [string, unknown][] {
  if (isList(tools)) return tools.map((tool) => [tool.name, tool.parameters]);
  return Object.entries(tools).map(([name, tool]) => [
    name,
    isRecord(tool) && ("parameters" in tool || typeof tool.execute === "function") ? tool.parameters : tool,
  ]);
}

function isList(tools: DetectorTools): tools is readonly { readonly name: string; readonly parameters?: unknown }[] {
  return Array.isArray(tools);
}

type Properties = ReadonlyMap<string, JsonSchema>;

/** A text gets a detector of its own, and each is given the same tools. */
const known = new WeakMap<object, Properties>();

function propertiesOf(parameters: unknown): Properties {
  if ((typeof parameters !== "object" || parameters === null) && typeof parameters !== "function") return new Map();
  const properties = known.get(parameters) ?? readProperties(parameters);
  known.set(parameters, properties);
  return properties;
}

function readProperties(given: object): Properties {
  const parameters = isStandardSchema(given) ? jsonSchemaOf(given) : given;
  if (!isRecord(parameters)) return new Map();
  if (isObjectSchema(parameters)) return new Map(readFields(parameters).map(({ name, shape }) => [name, shape.schema]));
  return new Map(
    Object.entries(parameters).flatMap(([name, schema]): [string, JsonSchema][] => {
      if (typeof schema === "string") return [[name, { type: schema }]];
      return isRecord(schema) ? [[name, schema]] : [];
    }),
  );
}

function jsonSchemaOf(schema: StandardSchema): unknown {
  try {
    return readStandardJsonSchema(schema);
  } catch {
    return undefined;
  }
}

/** It has members, or says elsewhere what they are; a record of types has a word or a schema under each key. */
function isObjectSchema(parameters: Record<string, unknown>): boolean {
  const { type, properties, $ref, anyOf, oneOf, allOf } = parameters;
  return (
    type === "object" || isRecord(properties) || typeof $ref === "string" || [anyOf, oneOf, allOf].some(Array.isArray)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
