import { cutOff } from "../attempt.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, isNameSign, takeClosers } from "../readers/literals.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const ends: Ends = { closers: ["</function>", "<|eom_id|>", "<|eot_id|>"], openers: ["<function="] };

/**
 * Functionary 3.1, and Llama 3.1 with tools of the app:
 *
 *     <function=getWeather>{"city": "Oslo"}</function>
 *                          ^ a parameter's tag here is Qwen3-Coder's
 */
export const functionary: ToolSyntax = {
  name: "functionary",
  openers: ["<function="],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source } = context;
    const name = yield* source.takeWhile(isNameSign, 128);
    if (name === "" || !(yield* source.take(">"))) return false;
    yield* source.skipSpace(256);
    if (!(yield* source.more())) {
      context.start({ name }).fail("incomplete", cutOff);
      return true;
    }
    if ((yield* source.peek()) !== 123) return false;
    const end = yield* readJsonInput(context, context.start({ name }), ends);
    if (end !== "cut") yield* takeClosers(source, ends);
    return true;
  },
};
