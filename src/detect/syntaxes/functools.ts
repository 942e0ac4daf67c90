import { readWrappedJson } from "../readers/json-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * A word before a list, as Phi-4-mini and Firefunction write it:
 *
 *     functools[{"name": "getWeather", "arguments": {"city": "Oslo"}}]
 *              ^^ without these, it is the Python module
 */
export const functools: ToolSyntax = {
  name: "functools",
  openers: ["functools"],
  at: "anywhere",
  *read(context): SyntaxReader {
    if (/[\w.]/.test(context.before)) return false;
    return yield* readWrappedJson(context, { name: ["name"] }, { closers: [] }, { needsList: true, isUncertain: true });
  },
};
