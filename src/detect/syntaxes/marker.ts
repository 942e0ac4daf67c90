import { readJsonCall } from "../readers/json-call.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * A marker and an object, anywhere outside code:
 *
 *     ###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}
 *     ^^^^ three hash signs, a colon; white space may follow
 *
 * Three hash signs without the colon, or without an object that has `toolName`, are a heading or other text.
 */
export const marker: ToolSyntax = {
  name: "marker",
  openers: ["###:"],
  at: "anywhere",
  *read(context): SyntaxReader {
    if (context.before === "#") return false;
    yield* context.source.skipSpace(256);
    if ((yield* context.source.peek()) !== 123) return false;
    const end = yield* readJsonCall(context, {
      name: ["toolName"],
      other: ["signature", "type"],
      id: ["toolCallId", "id"],
    });
    return end !== "none";
  },
};
