import { readWrappedJson } from "../readers/json-calls.js";
import { readPythonCalls } from "../readers/python-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * Llama 3.1 to 3.3 behind their tag; several objects are parted by semicolons or line breaks. A built-in tool is called
 * as in Python:
 *
 *     <|python_tag|>{"name": "getWeather", "parameters": {"city": "Oslo"}}; {"name": …}
 *     <|python_tag|>brave_search.call(query="weather in Oslo")
 *
 * The same object without the tag is `bare-json`.
 */
export const llamaJson: ToolSyntax = {
  name: "llama-json",
  openers: ["<|python_tag|>"],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source } = context;
    const place = source.rawLength;
    const ends = { closers: ["<|eom_id|>", "<|eot_id|>"], openers: ["<|python_tag|>"] };
    if (yield* readWrappedJson(context, { name: ["name"], other: ["type"] }, ends, { isToken: true })) return true;
    source.returnTo(place);
    return yield* readPythonCalls(context, { ends, isCertain: false, suffix: ".call" });
  },
};
