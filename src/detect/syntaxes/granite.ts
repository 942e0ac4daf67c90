import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase } from "../readers/literals.js";
import type { ToolSyntax } from "../syntax.js";

/**
 * Granite 3.0, 3.1 and 20b; none of them writes a closer:
 *
 *     <|tool_call|> [{"name": "getWeather", "arguments": {"city": "Oslo"}}]
 *     <tool_call> [{"name": "getWeather", "arguments": {"city": "Oslo"}}]
 *     <function_call> {"name": "getWeather", "arguments": {"city": "Oslo"}}
 */
export const granite: ToolSyntax = {
  name: "granite",
  openers: ["<|tool_call|>", "<tool_call>", "<function_call>"],
  at: "anywhere",
  ignoreCase: true,
  read: (context) =>
    readWrappedJson(
      context,
      { name: ["name"], other: ["type"] },
      {
        closers: ["</tool_call>", "</function_call>", "<|end_of_text|>"],
        openers: ["<|tool_call|>", "<tool_call>", "<function_call>"],
        fold: anyCase,
      },
      { isToken: true, needsList: context.opener.toLowerCase() === "<tool_call>" },
    ),
};
