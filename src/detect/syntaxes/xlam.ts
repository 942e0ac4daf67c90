import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase } from "../readers/literals.js";
import type { ToolSyntax } from "../syntax.js";

/**
 * xLAM: a list, with a marker of other families around it. The list with nothing around it is `bare-json`.
 *
 *     <tool_call>[{"name": "getWeather", "arguments": {"city": "Oslo"}}]</tool_call>
 *     [TOOL_CALLS][{"name": "getWeather", "arguments": {"city": "Oslo"}}]
 */
export const xlam: ToolSyntax = {
  name: "xlam",
  openers: ["<tool_call>", "[TOOL_CALLS]"],
  at: "anywhere",
  ignoreCase: true,
  read: (context) =>
    readWrappedJson(
      context,
      { name: ["name"] },
      { closers: ["</tool_call>", "[/TOOL_CALLS]"], openers: ["<tool_call>", "[TOOL_CALLS]"], fold: anyCase },
      { needsList: true },
    ),
};
