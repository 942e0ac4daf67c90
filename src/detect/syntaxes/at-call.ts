import { readJsonInput } from "../readers/json-call.js";
import { isNameSign } from "../readers/literals.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * gptme, at the beginning of a line. Off by default: people are mentioned like this too.
 *
 *     @getWeather(call-7): {"city": "Oslo"}
 *      ^ name     ^ id
 */
export const atCall: ToolSyntax = {
  name: "at-call",
  openers: ["@"],
  at: "line",
  *read(context): SyntaxReader {
    const { source } = context;
    const name = yield* source.takeWhile(isNameSign, 128);
    if (name === "" || !(yield* source.take("("))) return false;
    const id = yield* source.takeWhile(isNameSign, 128);
    if (!(yield* source.take("):"))) return false;
    yield* source.skipSpace(16);
    if ((yield* source.peek()) !== 123) return false;
    yield* readJsonInput(context, context.start({ name, id: id === "" ? undefined : id }));
    return true;
  },
};
