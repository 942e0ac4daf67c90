import { cutOff } from "../attempt.js";
import { anyCase, takeClosers } from "../readers/literals.js";
import { readPythonCalls } from "../readers/python-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const closers: ReadonlyMap<string, string> = new Map([
  ["<|python_start|>", "<|python_end|>"],
  ["<|tool_call_start|>", "<|tool_call_end|>"],
  ["<function_calls>", "</function_calls>"],
]);

/**
 * Calls as Python writes them between marks, of Llama 4, LFM2 and OLMo 3:
 *
 *     <|python_start|>[getWeather(city="Oslo")]<|python_end|>
 *     <|tool_call_start|>[getWeather(city="Oslo")]<|tool_call_end|>
 *     <function_calls>
 *     getWeather(city="Oslo")
 *     </function_calls>
 */
export const pythonicMarked: ToolSyntax = {
  name: "pythonic-marked",
  openers: [...closers.keys()],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const { source } = context;
    const opener = context.opener.toLowerCase();
    const ends = { closers: [closers.get(opener) ?? opener], openers: [opener], fold: anyCase };
    const isCertain = opener.startsWith("<|");
    const place = source.rawLength;
    if (yield* readPythonCalls(context, { ends, isCertain })) return true;
    if (!isCertain) return false;
    source.returnTo(place);
    yield* source.skipSpace(256);
    yield* source.take("[");
    if (!(yield* source.more())) context.fail("incomplete", cutOff);
    else {
      yield* source.takeAfterSpace("]");
      if (!(yield* takeClosers(source, ends))) return false;
      context.fail("malformed", "There is no call between its marks.");
    }
    return true;
  },
};
