import { isStandardSchema, type StandardSchema } from "../stream/standard-schema.js";
import type { JsonSchema } from "../stream/tool.js";
import type { ReloadRule, ToolDefinition } from "./definition.js";
import { toObjectSchema } from "./schema.js";

/** What a Standard Schema makes of the model's arguments: what `execute` is given. */
export type InputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : Record<string, unknown>;

/**
 * Defines a tool; gives back what it was given, typed by its schema.
 *
 *     const getWeather = defineTool({
 *       name: "getWeather",
 *       description: "The weather in a city.",
 *       parameters: z.object({ city: z.string() }),
 *       execute: ({ city }) => fetchWeather(city), // city: string
 *     });
 *
 * @throws Error where something in it cannot be used; it says what to write
 */
export function defineTool<Schema extends StandardSchema, Output = unknown>(
  tool: ToolDefinition<InputOf<Schema>, Output> & { parameters: Schema },
): ToolDefinition<InputOf<Schema>, Output>;
/** With a JSON Schema the input is a record of unknown values, or whatever type `execute` says that it takes. */
export function defineTool<Input = Record<string, unknown>, Output = unknown>(
  tool: ToolDefinition<Input, Output> & { parameters?: JsonSchema | undefined },
): ToolDefinition<Input, Output>;
export function defineTool(tool: ToolDefinition<never>): ToolDefinition<never> {
  checkName(tool.name);
  checkTool(`defineTool("${tool.name}")`, tool);
  return tool;
}

/**
 * What a definition must be, whoever made it; its name is not looked at.
 * @param who  speaks in the errors
 */
export function checkTool(who: string, tool: ToolDefinition<never>): void {
  if (tool.parameters !== undefined) checkParameters(who, tool.parameters);
  checkOptions(who, tool);
}

function checkName(name: unknown): void {
  if (typeof name === "string" && /^[\p{L}\p{N}_.:/-]{1,128}$/u.test(name)) return;
  throw new Error(
    `tooltalk: defineTool() got the name ${JSON.stringify(name) ?? String(name)}. Use 1 to 128 letters, digits and "_", "-", ".", such as "getWeather".`,
  );
}

const mend = "Pass a JSON Schema object, or a zod, valibot or arktype schema.";

function checkParameters(who: string, parameters: unknown): void {
  if (isStandardSchema(parameters)) return;
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    const type = Array.isArray(parameters) ? "array" : parameters === null ? "null" : typeof parameters;
    throw new Error(`tooltalk: ${who} got parameters of type "${type}". ${mend}`);
  }
  toObjectSchema(parameters as JsonSchema, `${who} got parameters whose schema`);
  const members: [string, unknown][] = Object.entries(parameters);
  if (members.length > 0 && members.every(([, member]) => isStandardSchema(member))) {
    throw new Error(
      `tooltalk: ${who} got parameters that are a plain object of schemas: ${members.map(([key]) => key).join(", ")}. Wrap it, such as in z.object({ … }).`,
    );
  }
  if (members.length > 0 && members.every(([key, member]) => isPlainObject(member) && !objectKeywords.has(key))) {
    throw new Error(
      `tooltalk: ${who} got parameters without "properties", though with ${members.map(([key]) => key).join(", ")}. Write { type: "object", properties: { … } }.`,
    );
  }
}

/** Keywords of a schema that are objects themselves, so that a schema may be made of them alone. */
const objectKeywords = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
]);

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const reloadRules: readonly ReloadRule[] = ["ask", "rerun", "fail"];

function checkOptions(who: string, tool: ToolDefinition<never>): void {
  const { execute, timeoutMs, retry, onReload, idempotent } = tool;
  if (execute !== undefined && typeof execute !== "function") {
    throw new Error(
      `tooltalk: ${who} got an execute of type "${typeof execute}". Pass a function, or leave it out where the back end answers.`,
    );
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new Error(`tooltalk: ${who} got timeoutMs ${timeoutMs}. Pass milliseconds above 0, or leave it out.`);
  }
  if (onReload !== undefined && !reloadRules.includes(onReload)) {
    throw new Error(`tooltalk: ${who} got onReload "${String(onReload)}". Use one of: ${reloadRules.join(", ")}.`);
  }
  if (retry === undefined) return;
  if (!(Number.isInteger(retry.times) && retry.times > 0)) {
    throw new Error(
      `tooltalk: ${who} got retry.times ${retry.times}. Pass a whole number above 0, or leave retry out.`,
    );
  }
  if (idempotent !== true) {
    throw new Error(
      `tooltalk: ${who} has retry but is not idempotent: a call that failed may have done its work all the same. Set idempotent: true, or leave retry out.`,
    );
  }
}
