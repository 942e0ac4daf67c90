import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase } from "../readers/literals.js";
import type { ToolSyntax } from "../syntax.js";

/**
 * Jamba and Hunyuan: a tag around a list.
 *
 *     <tool_calls>[{"name": "getWeather", "arguments": {"city": "Oslo"}}]</tool_calls>
 *                 ^ an object here is MiniMax M1's
 */
export const jamba: ToolSyntax = {
  name: "jamba",
  openers: ["<tool_calls>"],
  at: "anywhere",
  ignoreCase: true,
  read: (context) =>
    readWrappedJson(
      context,
      { name: ["name"] },
      { closers: ["</tool_calls>"], openers: ["<tool_calls>"], fold: anyCase },
      { needsList: true, isToken: true },
    ),
};
