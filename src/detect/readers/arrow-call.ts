import { parseLenientJson } from "../../stream/lenient-json.js";
import { cutOff } from "../attempt.js";
import type { Reading, Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { ArgumentWriter } from "./argument-writer.js";
import { readJsonInput } from "./json-call.js";
import type { Failing } from "./json-ending.js";
import { type Ends, isWord, readUntil } from "./literals.js";
import { readPythonValue, UnreadablePython } from "./python-value.js";

/**
 * A call with arrows and option flags; the source stands on its bracket:
 *
 *     {tool => "getWeather", args => {
 *       --city "Oslo"
 *       --days 2
 *     }}
 *
 * @returns false, with nothing read, where no arrow follows the first word
 */
export function* readArrowCall(context: SyntaxContext, ends: Ends): Reading<boolean> {
  const { source } = context;
  const place = source.rawLength;
  source.at += 1;
  if (!(yield* takeArrow(source, ["tool", "name", "function"]))) {
    source.returnTo(place);
    return false;
  }
  context.commit();
  let failing: Failing = context;
  try {
    const name = yield* readPythonValue(source);
    if (typeof name !== "string" || name === "") throw new UnreadablePython(false);
    const call = context.start({ name });
    failing = call;
    yield* source.takeAfterSpace(",");
    if (!(yield* takeArrow(source, ["args", "arguments", "parameters", "input"]))) {
      if (!(yield* source.takeAfterSpace("}"))) throw new UnreadablePython(!(yield* source.more()));
      call.finish({});
      return true;
    }
    if (yield* startsJson(source)) yield* readJsonInput(context, call, ends);
    else {
      const out = new ArgumentWriter((jsonText) => call.delta(jsonText));
      yield* readFlags(source, out);
      call.finish(out.end());
    }
    yield* source.takeAfterSpace("}");
  } catch (fault) {
    if (!(fault instanceof UnreadablePython)) throw fault;
    const place = source.rawLength;
    const { text, end } = yield* readUntil(source, ends.closers, ends.fold ? { fold: ends.fold } : {});
    if (end !== undefined) source.returnTo(place + text.length);
    failing.fail(end === undefined ? "incomplete" : "malformed", end === undefined ? cutOff : fault.message);
  }
  return true;
}

function* takeArrow(source: Source, words: readonly string[]): Reading<boolean> {
  const place = source.rawLength;
  yield* source.skipSpace();
  const word = yield* source.takeWhile(isWord, 16);
  if (words.includes(word) && (yield* source.takeAfterSpace("=>"))) return true;
  source.returnTo(place);
  return false;
}

function* startsJson(source: Source): Reading<boolean> {
  yield* source.skipSpace();
  const place = source.rawLength;
  if (!(yield* source.take("{"))) throw new UnreadablePython(!(yield* source.more()));
  yield* source.skipSpace();
  const code = yield* source.peek();
  source.returnTo(place);
  return code === 34;
}

/** `{ --city "Oslo" --days 2 }`, parted by white space or commas. */
function* readFlags(source: Source, out: ArgumentWriter): Reading<void> {
  source.at += 1;
  for (;;) {
    yield* source.takeAfterSpace(",");
    if (yield* source.takeAfterSpace("}")) return;
    yield* source.skipSpace();
    if (!(yield* source.take("--"))) throw new UnreadablePython(!(yield* source.more()));
    const key = yield* source.takeWhile((code) => isWord(code) || code === 45, 128);
    if (key === "") throw new UnreadablePython(!(yield* source.more()));
    out.add(key, { value: yield* readFlagValue(source) }, false);
  }
}

/** A literal, or the words up to the line's end. A flag without a value is true. */
function* readFlagValue(source: Source): Reading<unknown> {
  yield* source.takeWhile((code) => code === 32 || code === 9);
  const code = yield* source.peek();
  if (code === 34 || code === 39 || code === 91 || code === 123) return yield* readPythonValue(source);
  const words = (yield* source.takeWhile((each) => each !== 10 && each !== 13 && each !== 44 && each !== 125)).trim();
  if (words === "") return true;
  const literal = /^[\w.+-]+$/.test(words) ? parseLenientJson(words) : undefined;
  return literal === undefined || "error" in literal ? words : literal.value;
}
