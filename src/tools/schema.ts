import { isStandardSchema, readStandardJsonSchema, type StandardSchema } from "../stream/standard-schema.js";
import type { JsonSchema, ToolDeclaration } from "../stream/tool.js";
import type { ToolDefinition, ToolParameters } from "./definition.js";

const noParameters: JsonSchema = { type: "object", properties: {} };

/** JSON Schemas by what they were made of: each is made once, and only when someone asks. */
const made = new WeakMap<ToolParameters, JsonSchema>();

/**
 * What the model is told of a tool.
 * @throws Error where the tool's schema cannot say itself in JSON Schema; it says what to write
 */
export function toDeclaration(tool: ToolDefinition<never>): ToolDeclaration {
  const { name, description = "" } = tool;
  return {
    name,
    description: typeof description === "function" ? description() : description,
    parameters: toJsonSchema(tool),
  };
}

function toJsonSchema({ name, parameters }: ToolDefinition<never>): JsonSchema {
  if (parameters === undefined) return noParameters;
  const known =
    made.get(parameters) ??
    (isStandardSchema(parameters)
      ? convert(name, parameters)
      : toObjectSchema(parameters, `the schema of the tool "${name}"`));
  made.set(parameters, known);
  return known;
}

function convert(name: string, parameters: StandardSchema): JsonSchema {
  const { vendor } = parameters["~standard"];
  let schema: unknown;
  try {
    schema = readStandardJsonSchema(parameters);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `tooltalk: the ${vendor} schema of the tool "${name}" has a part that JSON Schema has no word for: ${why}. Use another type there, or pass a JSON Schema object as parameters.`,
      { cause: error },
    );
  }
  if (typeof schema !== "object" || schema === null) {
    throw new Error(
      `tooltalk: the ${vendor} schema of the tool "${name}" cannot say itself in JSON Schema, so the model cannot be told of it. ${mendOf(vendor)}`,
    );
  }
  const { $schema: _, ...rest } = schema as JsonSchema; // the draft that was asked for
  return toObjectSchema(rest, `the ${vendor} schema of the tool "${name}"`);
}

/**
 * The schema with its type written out, as providers want it of arguments.
 * @param who  names it in the error
 * @throws Error where it describes something else than an object
 */
export function toObjectSchema(schema: JsonSchema, who: string): JsonSchema {
  const { type } = schema;
  if (type === "object") return schema;
  if (type === undefined || type.includes("object")) return { ...schema, type: "object" };
  throw new Error(
    `tooltalk: ${who} is of type "${String(type)}", and arguments are always an object. Wrap it: { type: "object", properties: { items: … } }.`,
  );
}

function mendOf(vendor: string): string {
  if (vendor === "zod") return "Update zod to 4.2 or later, or pass z.toJSONSchema(schema) as parameters.";
  if (vendor === "valibot") {
    return "Pass toStandardJsonSchema(schema) of @valibot/to-json-schema as parameters.";
  }
  if (vendor === "arktype") return "Update arktype to 2.1.28 or later, or pass schema.toJsonSchema() as parameters.";
  return "Pass a JSON Schema object as parameters, or a schema whose library implements Standard JSON Schema.";
}
