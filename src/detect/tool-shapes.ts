import type { JsonSchema } from "../stream/tool.js";
import type { ToolShapes } from "./syntax.js";

/**
 * The tools as an app has them at hand: a list of definitions, or by name a definition, a JSON Schema object, a plain
 * function, or just the arguments' types (`{ getWeather: { city: "string" } }`).
 */
export type DetectorTools =
  | readonly { readonly name: string; readonly parameters?: unknown }[]
  | Readonly<Record<string, unknown>>;

/** Names are looked up among own keys only; a schema that is not JSON Schema counts as unknown. */
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
    isRecord(tool) && "parameters" in tool ? tool.parameters : tool,
  ]);
}

function isList(tools: DetectorTools): tools is readonly { readonly name: string; readonly parameters?: unknown }[] {
  return Array.isArray(tools);
}

function propertiesOf(parameters: unknown): ReadonlyMap<string, JsonSchema> {
  if (!isRecord(parameters)) return new Map();
  const properties = isRecord(parameters.properties) ? parameters.properties : parameters;
  return new Map(
    Object.entries(properties).flatMap(([name, schema]): [string, JsonSchema][] => {
      if (typeof schema === "string") return [[name, { type: schema }]];
      return isRecord(schema) ? [[name, schema]] : [];
    }),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
