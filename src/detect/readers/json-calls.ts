import { cutOff } from "../attempt.js";
import type { Reading } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { type CallEnd, type JsonCallKeys, readJsonCall } from "./json-call.js";
import { type Ends, exact, takeClosers, takeLiteral, takeOneOf } from "./literals.js";

const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const QUOTE = 34;

/** The most characters of prose around a call inside its wrapper that are looked at before it counts as text. */
const MAX_NOISE = 160;

/** One object that is a call, or a list of them. The source stands on the bracket. */
export function* readJsonCalls(context: SyntaxContext, keys: JsonCallKeys, ends?: Ends): Reading<CallEnd> {
  const code = yield* context.source.peek();
  if (code === OPEN_BRACE) return yield* readJsonCall(context, keys, ends);
  return code === OPEN_BRACKET ? yield* readList(context, keys, ends) : "none";
}

/**
 * Each member's call is finished as the member closes, so that a list that is cut off keeps those that are whole:
 *
 *     [{"name":"a","arguments":{}}, {"name":"b","arguments":{}}]
 */
function* readList(context: SyntaxContext, keys: JsonCallKeys, ends?: Ends): Reading<CallEnd> {
  const { source } = context;
  let count = 0;
  source.at += 1;
  for (;;) {
    yield* source.skipSpace(count === 0 ? 256 : undefined);
    if (!(yield* source.more())) {
      if (count === 0 && keys.isCertain) context.fail("incomplete", cutOff);
      return count > 0 || keys.isCertain ? "cut" : "none";
    }
    const code = source.text.charCodeAt(source.at);
    if (code === OPEN_BRACE) {
      const end = yield* readJsonCall(context, count > 0 ? { ...keys, isCertain: true } : keys, ends);
      if (end !== "whole") return end;
      count += 1;
    } else if (code === 44 && count > 0) source.at += 1;
    else {
      if (code === CLOSE_BRACKET) {
        if (count === 0 && keys.isCertain) context.fail("malformed", "The list of calls is empty.");
        source.at += 1;
      }
      return count > 0 || (code === CLOSE_BRACKET && keys.isCertain) ? "whole" : "none";
    }
  }
}

/** What may stand in a wrapper around its calls. */
export interface WrapperRules {
  /** Prose before the first object is noise, and dropped; else it speaks against a call. */
  readonly allowsNoise?: boolean | undefined;
  /** The wrapper is a token that no honest text holds: empty, or at the end of the stream, it is a call that failed. */
  readonly isToken?: boolean | undefined;
  /** Only a list. */
  readonly needsList?: boolean | undefined;
  /** What is around it may be prose: only an object with the keys of a call counts. */
  readonly isUncertain?: boolean | undefined;
}

/**
 * JSON calls between an opener, which is read, and a closer that may be missing:
 *
 *     <tool_call>{"name":"getWeather","arguments":{"city":"Oslo"}}</tool_call>
 *     <tool_call>[{"name":"a"}, {"name":"b"}]</tool_call>
 *     <tool_call>Sure: {"name":"a"} {"name":"b"} There.</tool_call>
 *
 * @returns false when no call follows, and nothing was committed
 */
export function* readWrappedJson(
  context: SyntaxContext,
  keys: JsonCallKeys,
  ends: Ends,
  rules: WrapperRules = {},
): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace(256);
  if (!isBracket(source.next)) {
    yield* skipRepeated(context, ends);
    const fault = yield* readEmpty(context, ends);
    if (fault !== undefined) {
      if (rules.isToken) context.fail(fault.reason, fault.errorText);
      return rules.isToken === true;
    }
  }
  const noise = yield* readNoise(context, rules);
  if (noise === undefined) return false;
  const isCertain = noise === "" && !rules.isUncertain && (yield* looksLikeJson(context));
  const end = yield* readJsonCalls(context, { ...keys, isCertain }, ends);
  if (end === "none") return false;
  if (end !== "cut") yield* readRest(context, keys, ends, end);
  return true;
}

const cut = { reason: "incomplete", errorText: cutOff } as const;
const empty = { reason: "malformed", errorText: "There is no call between its marks." } as const;

/** The closer, or the end of the stream, where a call should be. */
function* readEmpty({ source }: SyntaxContext, ends: Ends): Reading<typeof cut | typeof empty | undefined> {
  if (!(yield* source.more())) return cut;
  return (yield* takeOneOf(source, ends.closers, ends.fold)) === undefined ? undefined : empty;
}

function isBracket(code: number | undefined): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET;
}

/** The opener, written once more. */
function* skipRepeated({ source }: SyntaxContext, { openers = [], fold }: Ends): Reading<void> {
  for (const opener of openers) {
    if ((yield* takeLiteral(source, opener, fold)) === "whole") {
      yield* source.skipSpace(256);
      return;
    }
  }
}

/** The text before the bracket; undefined when none comes, or the text speaks against a call. */
function* readNoise(context: SyntaxContext, { allowsNoise, needsList }: WrapperRules): Reading<string | undefined> {
  const { source } = context;
  let noise = "";
  for (;;) {
    const code = yield* source.peek();
    if (code === OPEN_BRACKET || (code === OPEN_BRACE && !needsList)) break;
    if (!allowsNoise || code < 0 || code === 60 || noise.length >= MAX_NOISE) return undefined;
    noise += source.text[source.at];
    source.at += 1;
  }
  if (noise === "") return noise;
  // One word before the object is a name in other syntaxes.
  return /^\s*[\w.:/-]*\w\s*$/.test(noise) && noise.trim() !== "json" ? undefined : noise;
}

/** Looks behind the bracket, and goes back to it: a key, a comment, or nothing for an object, an object for a list. */
function* looksLikeJson(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const start = source.rawLength;
  const isList = (yield* source.peek()) === OPEN_BRACKET;
  source.at += 1;
  yield* source.skipSpace(256);
  const code = yield* source.peek();
  source.returnTo(start);
  if (code < 0 || code === (isList ? OPEN_BRACE : QUOTE)) return true;
  return (isList ? /[{\]]/ : /["'}/\p{ID_Start}$_]/u).test(String.fromCharCode(code));
}

/** What follows the first call in the wrapper: further calls, and up to the closer noise. */
function* readRest(context: SyntaxContext, keys: JsonCallKeys, ends: Ends, end: "whole" | "closed"): Reading<void> {
  const { source } = context;
  if ((yield* takeClosers(source, ends)) || end === "closed") return;
  while (yield* readNext(context, keys, ends));
  if (!(yield* takeClosers(source, ends)) && (yield* skipNoise(context, ends))) yield* takeClosers(source, ends);
}

/** One more call, behind white space, commas or semicolons. */
function* readNext(context: SyntaxContext, keys: JsonCallKeys, ends: Ends): Reading<boolean> {
  const { source } = context;
  const start = source.rawLength;
  yield* source.takeWhile((code) => code === 44 || code === 59 || code === 32 || (code >= 9 && code <= 13), 256);
  const code = yield* source.peek();
  if (code === OPEN_BRACE || code === OPEN_BRACKET) {
    const end = yield* readJsonCalls(context, { ...keys, isCertain: false }, ends);
    if (end === "whole") return true;
    if (end !== "none") return false;
  }
  source.returnTo(start);
  return false;
}

/** Reads prose up to the closer, if it comes soon; else nothing. */
function* skipNoise(context: SyntaxContext, { closers, fold = exact }: Ends): Reading<boolean> {
  const { source } = context;
  const start = source.rawLength;
  const firsts = new Set(closers.map((closer) => fold(closer.charCodeAt(0))));
  const limit = start + MAX_NOISE;
  while (source.rawLength < limit && (yield* source.more())) {
    if (!firsts.has(fold(source.text.charCodeAt(source.at)))) source.at += 1;
    else if ((yield* takeOneOf(source, closers, fold)) !== undefined) return true;
    else break;
  }
  source.returnTo(start);
  return false;
}

/**
 * Calls with nothing around them, one behind the other, parted by white space, commas or semicolons. The source stands
 * on the first one's bracket.
 */
export function* readBareJson(context: SyntaxContext, keys: JsonCallKeys): Reading<boolean> {
  const noEnds: Ends = { closers: [] };
  if ((yield* readJsonCalls(context, keys)) === "none") return false;
  while (yield* readNext(context, keys, noEnds));
  return true;
}
