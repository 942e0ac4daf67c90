import { readPythonCalls } from "../readers/python-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * Gemma 2 and 3: a fence with calls in Python, each on a line; `print` around one means nothing.
 *
 *     ```tool_code
 *     print(getWeather(city="Oslo"))
 *     ```
 *
 * Off by default: the fence looks like any other.
 */
export const toolCode: ToolSyntax = {
  name: "tool-code",
  openers: ["```tool_code"],
  at: "line",
  *read(context): SyntaxReader {
    const { source } = context;
    yield* source.takeWhile((code) => code === 32 || code === 9 || code === 13, 16);
    if (!(yield* source.take("\n"))) return false;
    return yield* readPythonCalls(context, { ends: { closers: ["```"] }, isCertain: true });
  },
};
