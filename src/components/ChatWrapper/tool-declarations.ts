import type { JsonSchema, ToolDeclaration } from "../../stream/tool.js";
import type { ToolClient } from "../../stream/tool-clients.js";
import type { Tools } from "../../tools/definition.js";
import { createToolRegistry } from "../../tools/registry.js";

/** What the model is told: the app's own list, and the tools that it does not speak of. */
export function declareTools(tools: Tools | undefined, toolClients: readonly ToolClient[]): ToolDeclaration[] {
  const named = new Set(toolClients.map(({ name }) => name));
  const others = createToolRegistry(tools).declarations();
  return [...toolClients.map(toDeclaration), ...others.filter(({ name }) => !named.has(name))];
}

function toDeclaration({ name, description, parameters }: ToolClient): ToolDeclaration {
  const properties = parameters.map(({ name: key, type, description: text, schema }): [string, JsonSchema] => [
    key,
    {
      ...(type === "" || type === "any" ? {} : { type }),
      ...(text === "" ? {} : { description: text }),
      ...schema,
    },
  ]);
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name: key }) => key);
  return {
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    },
  };
}
