import { type JsonCallKeys, wrapperKeys } from "../readers/json-call.js";
import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase, type Ends } from "../readers/literals.js";
import type { ToolSyntax } from "../syntax.js";

const keys: JsonCallKeys = { name: ["name"], wrapper: wrapperKeys, other: ["type"] };
const ends: Ends = { closers: ["</tool_call>"], openers: ["<tool_call>"], fold: anyCase };

/**
 * A tag around JSON, as Hermes, Qwen 2.5 and 3, Granite 4 and many others write it:
 *
 *     <tool_call>{"name": "getWeather", "arguments": {"city": "Oslo"}}</tool_call>
 *                ^ one object, or a list of them; a little prose around it is dropped
 *
 * The closing tag may be missing. A tag around nothing but prose is text.
 */
export const hermes: ToolSyntax = {
  name: "hermes",
  openers: ["<tool_call>"],
  at: "anywhere",
  ignoreCase: true,
  read: (context) => readWrappedJson(context, keys, ends, { allowsNoise: true, isToken: true }),
};
