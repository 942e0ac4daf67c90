import { simplifySchema } from "./simple-schema.js";
import type { JsonSchema, ToolDeclaration } from "./tool.js";

/** A tool as Latitude prompts read it: its parameters in a list. */
export interface ToolClient {
  name: string;
  description: string;
  parameters: ToolClientParameter[];
}

export interface ToolClientParameter {
  name: string;
  /** A JSON Schema type; `any` where the schema names none. */
  type: string;
  description: string;
  isRequired: boolean;
  /** The parameter's own schema, whole: what it refers to is written out. */
  schema: JsonSchema;
}

export function toToolClients(declarations: readonly ToolDeclaration[]): ToolClient[] {
  return declarations.map(({ name, description, parameters }) => {
    const { properties = {}, required = [] } = simplifySchema(parameters);
    return {
      name,
      description,
      parameters: Object.entries(properties).map(([parameter, schema]) => ({
        name: parameter,
        type: typeOf(schema),
        description: schema.description ?? "",
        isRequired: required.includes(parameter),
        schema,
      })),
    };
  });
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.type === "string") return schema.type;
  const named = schema.type?.find((type) => type !== "null");
  if (named !== undefined) return named;
  if (schema.properties !== undefined) return "object";
  if (schema.items !== undefined) return "array";
  const types = new Set((schema.enum ?? []).map((value) => typeof value));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : "any";
}
