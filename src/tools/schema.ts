import type { JsonSchema, ToolDeclaration } from "../stream/tool.js";
import type { StandardSchema, ToolDefinition, ToolParameters } from "./definition.js";

const noParameters: JsonSchema = { type: "object", properties: {} };

export function isStandardSchema(parameters: ToolParameters): parameters is StandardSchema {
  return "~standard" in parameters;
}

/** What the model is told of a tool. */
export function toDeclaration(tool: ToolDefinition): ToolDeclaration {
  const { description = "" } = tool;
  return {
    name: tool.name,
    description: typeof description === "function" ? description() : description,
    parameters: toJsonSchema(tool),
  };
}

/**
 * The JSON Schema of a tool's parameters. A Standard Schema gives it through its own `toJSONSchema`, where its library
 * brings one (zod 4, arktype).
 * @throws Error where it brings none; it says what to write
 */
function toJsonSchema(tool: ToolDefinition): JsonSchema {
  const { parameters } = tool;
  if (parameters === undefined) return noParameters;
  if (!isStandardSchema(parameters)) return parameters;
  const standard = parameters["~standard"] as { jsonSchema?: { input?: (options: { target: string }) => unknown } };
  const schema = standard.jsonSchema?.input?.({ target: "draft-2020-12" });
  if (typeof schema === "object" && schema !== null) return schema as JsonSchema;
  throw new Error(
    `tooltalk: the tool "${tool.name}" has a ${parameters["~standard"].vendor} schema that cannot say itself in JSON Schema. ` +
      "Pass a JSON Schema object as `parameters`, or a schema whose library implements Standard JSON Schema.",
  );
}
