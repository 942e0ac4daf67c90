import { isRecord, listAt, recordAt, stringAt } from "../stream/json-value.js";

/** Calls in one go, more than which nobody means. */
const maxCalls = 128;

/** Some of OpenAI's models write this name for a tool that nobody told them of. */
export function isParallelWrapper(toolName: string): boolean {
  return toolName === "multi_tool_use.parallel" || toolName === "parallel";
}

/**
 * The calls inside the arguments of such a one:
 *     {"tool_uses": [{"recipient_name": "functions.getWeather", "parameters": {"city": "Oslo"}}]}
 * @returns undefined for arguments of any other shape
 */
export function readParallelCalls(input: unknown): { toolName: string; input: unknown }[] | undefined {
  const uses = listAt(input, "tool_uses");
  if (uses.length === 0 || uses.length > maxCalls || !isRecord(input)) return undefined;
  const calls = uses.flatMap((use) => {
    const name = stringAt(use, "recipient_name")?.replace(/^functions\./, "");
    const parameters = recordAt(use, "parameters");
    return name === undefined || name === "" || parameters === undefined ? [] : [{ toolName: name, input: parameters }];
  });
  return calls.length === uses.length ? calls : undefined;
}
