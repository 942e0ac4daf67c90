import type { ToolDeclaration } from "../stream/tool.js";
import { checkTool } from "./define.js";
import type { ToolDefinition, Tools } from "./definition.js";
import { toDeclaration } from "./schema.js";

export interface ToolRegistry {
  readonly names: readonly string[];
  /** Own names only: `constructor`, `toString` and `__proto__` are unknown tools. */
  get(name: string): ToolDefinition | undefined;
  /** What the model is told; made once, when first asked for. */
  declarations(): readonly ToolDeclaration[];
}

/**
 * Gathers an app's tools under their names.
 * @param tools  a list of definitions, or definitions and plain functions by name
 * @throws Error where two tools have one name, or something is no tool; it says what to write
 */
export function createToolRegistry(tools: Tools = []): ToolRegistry {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of toDefinitions(tools)) {
    if (byName.has(tool.name)) {
      throw new Error(`tooltalk: two tools are named "${tool.name}". Give each tool a name of its own.`);
    }
    checkTool(`the tool "${tool.name}"`, tool);
    byName.set(tool.name, tool);
  }
  let declared: readonly ToolDeclaration[] | undefined;
  return {
    names: [...byName.keys()],
    get: (name) => byName.get(name),
    declarations: () => {
      declared ??= [...byName.values()].map(toDeclaration);
      return declared;
    },
  };
}

function toDefinitions(tools: Tools): ToolDefinition[] {
  if (Array.isArray(tools)) return tools as ToolDefinition[];
  return Object.entries(tools as Readonly<Record<string, unknown>>).map(([name, tool]) => {
    if (typeof tool === "function") return { name, execute: tool as NonNullable<ToolDefinition["execute"]> };
    if (typeof tool === "object" && tool !== null) return { ...(tool as ToolDefinition), name };
    throw new Error(
      `tooltalk: the tool "${name}" is ${tool === null ? "null" : `a ${typeof tool}`}. Pass a function, or a definition made by defineTool().`,
    );
  });
}
