import { readPythonCalls } from "../readers/python-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * A list of calls with nothing around it, at the beginning of a line, as Llama 3.2 and 4 write it:
 *
 *     [getWeather(city="Oslo"), ring_bell()]
 *
 * Off by default: links and code look alike. An argument with its name, or none at all, must follow the name.
 */
export const pythonic: ToolSyntax = {
  name: "pythonic",
  openers: ["["],
  at: "line",
  *read(context): SyntaxReader {
    context.source.returnTo(0);
    return yield* readPythonCalls(context, { ends: { closers: [] }, isCertain: false, needsList: true });
  },
};
