import { type JsonCallKeys, readJsonCall } from "../readers/json-call.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const own: JsonCallKeys = { name: ["toolName"], other: ["signature", "type"], id: ["toolCallId", "id"] };
/** What models write that know other syntaxes better. An object with a `name` alone is text. */
const common: JsonCallKeys = { ...own, name: ["name"], needsInput: true };

/**
 * A marker and an object, anywhere outside code:
 *
 *     ###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}
 *     ###:{"name":"getWeather","arguments":{"city":"Oslo"}}
 *     ^^^^ three hash signs, a colon; white space may follow
 *
 * Three hash signs without the colon, or without an object that has these keys, are a heading or other text.
 */
export const marker: ToolSyntax = {
  name: "marker",
  openers: ["###:"],
  at: "anywhere",
  *read(context): SyntaxReader {
    if (context.before === "#") return false;
    yield* context.source.skipSpace(256);
    if ((yield* context.source.peek()) !== 123) return false;
    const place = context.source.rawLength;
    for (const keys of [own, common]) {
      if ((yield* readJsonCall(context, keys)) !== "none") return true;
      context.source.returnTo(place);
    }
    return false;
  },
};
