import { sentinel } from "../../detect/syntaxes/sentinel.js";
import { asCode, type ToolFormat } from "./format.js";

/**
 * A header between double brackets, which no prose has:
 *
 *     [[SEG_START {"type": "tool", "tool_name": "getWeather", "arguments": {"city": "Oslo"}}]][[SEG_END]]
 */
export const sentinelFormat: ToolFormat = {
  name: "sentinel",
  syntaxes: [sentinel],
  guidance:
    "To call a tool, write a segment exactly as in the tool's example: the start mark with one JSON object in it, then " +
    "the end mark. Do not put it in a code block.",
  formatSchema: ({ name, description, parameters }) =>
    asCode("json", JSON.stringify({ name, description, parameters }, null, 2)),
  formatExample: ({ name }, input) =>
    `[[SEG_START ${JSON.stringify({ type: "tool", tool_name: name, arguments: input })}]][[SEG_END]]`,
};
