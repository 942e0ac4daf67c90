import { cutOff } from "../attempt.js";
import { readJsonInput, wrapperKeys } from "../readers/json-call.js";
import { readWrappedJson } from "../readers/json-calls.js";
import { type Ends, takeClosers } from "../readers/literals.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const ends: Ends = { closers: ["[/TOOL_CALLS]", "</s>"], openers: ["[TOOL_CALLS]"] };

/** The most characters before the bracket. */
const MAX_HEAD = 256;

/**
 * A token before a list, as Mistral's older models write it, or before one name and object:
 *
 *     [TOOL_CALLS] [{"name": "getWeather", "arguments": {"city": "Oslo"}, "id": "k9Qw2LmZ7"}]
 *     [TOOL_CALLS]getWeather{"city": "Oslo"}
 *     [TOOL_CALLS]getWeather[CALL_ID]k9Qw2LmZ7[ARGS]{"city": "Oslo"}
 *
 * The balanced bracket ends it.
 */
export const mistral: ToolSyntax = {
  name: "mistral",
  openers: ["[TOOL_CALLS]"],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source } = context;
    const head = yield* source.takeWhile((code) => code !== 123 && code !== 91, MAX_HEAD);
    const name = head.trim();
    const isName = /^\S+$/.test(name);
    if (!(yield* source.more())) {
      // A word may be the beginning of a name; more than one is prose.
      if (name !== "" && !isName) return false;
      context.fail("incomplete", cutOff);
      return true;
    }
    if (isName && (yield* readNamed(context, name))) return true;
    return yield* readWrappedJson(
      context,
      { name: ["name"], id: ["id"], wrapper: wrapperKeys, other: ["type"], isIdLast: true },
      ends,
      { isToken: name === "", isUncertain: name !== "" },
    );
  },
};

/** What follows a name. Reads nothing when a list of calls, or no call, follows. */
function* readNamed(context: SyntaxContext, name: string): Reading<boolean> {
  const { source } = context;
  const place = source.rawLength;
  let id: string | undefined;
  if (yield* source.take("[CALL_ID]")) id = (yield* source.takeWhile((code) => code !== 91, MAX_HEAD)).trim();
  const hasArgs = yield* source.take("[ARGS]");
  if (hasArgs) yield* source.skipSpace(MAX_HEAD);
  const isCut = !(yield* source.more()) || (source.ended && isBegun(source.rest));
  if ((yield* source.peek()) === 123) {
    const end = yield* readJsonInput(context, context.start({ name, id: id || undefined }), ends);
    if (end !== "cut") yield* takeClosers(source, ends);
    return true;
  }
  if (isCut && (id !== undefined || hasArgs || isBegun(source.rest))) {
    source.at = source.text.length;
    context.start({ name, id: id || undefined }).fail("incomplete", cutOff);
    return true;
  }
  source.returnTo(place);
  return false;
}

/** The stream ended inside one of the tokens behind the name. */
function isBegun(rest: string): boolean {
  return rest !== "" && ["[CALL_ID]", "[ARGS]"].some((token) => token.startsWith(rest));
}
