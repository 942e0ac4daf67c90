import { cutOff } from "../attempt.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, isNameSign, takeCloser } from "../readers/literals.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const ends: Ends = { closers: ["<|eot_id|>", "<|eom_id|>"], openers: ["\n>>>"] };

/**
 * Functionary 3.2: lines that name the recipient. Off by default: three arrows are also a quote of quotes.
 *
 *     >>>all
 *     Let me look.
 *     >>>getWeather
 *     {"city": "Oslo"}
 */
export const functionaryRecipient: ToolSyntax = {
  name: "functionary-recipient",
  openers: [">>>"],
  at: "line",
  *read(context): SyntaxReader {
    const { source } = context;
    const name = yield* source.takeWhile(isNameSign, 128);
    yield* source.takeWhile((code) => code === 32 || code === 9 || code === 13, 16);
    if (name === "") return false;
    const isCut = !(yield* source.more());
    if (!isCut && !(yield* source.take("\n"))) return false;
    if (name === "all") return !isCut;
    yield* source.skipSpace(256);
    if (!(yield* source.more())) {
      if (isCut) context.fail("incomplete", cutOff);
      else context.start({ name }).fail("incomplete", cutOff);
      return true;
    }
    if ((yield* source.peek()) !== 123) return false;
    if ((yield* readJsonInput(context, context.start({ name }), ends)) === "whole") {
      yield* takeCloser(source, ends.closers);
    }
    return true;
  },
};
