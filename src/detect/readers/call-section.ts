import { cutOff } from "../attempt.js";
import { END, type Reading, type Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { ArgumentWriter } from "./argument-writer.js";
import { takeClosers } from "./literals.js";
import type { CallGrammar } from "./parameter-grammar.js";
import { ParameterList } from "./parameter-list.js";
import type { Tag } from "./tag-scan.js";
import { readTag } from "./tags.js";

/** How much text between a wrapper's tags and its calls is passed over as noise, in characters. */
const MAX_NOISE_CHARS = 160;

/**
 * Reads a wrapper's calls; the source stands behind the wrapper's opening tag:
 *
 *     <function_calls>
 *     <invoke name="add"> … </invoke>
 *     <invoke name="add"> … </invoke>
 *     </function_calls>
 *
 * An empty wrapper is a call that failed.
 * @returns false, and nothing was committed, when no call begins there
 */
export function* readWrappedCalls(context: SyntaxContext, grammar: CallGrammar): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace();
  if ((yield* source.peek()) === END) {
    context.fail("incomplete", cutOff);
    return true;
  }
  const place = source.rawLength;
  yield* skipNoise(source, grammar);
  const isEmpty = source.rawLength === place; // so far
  const tag = yield* readTag(source, grammar.style, (kind, word) =>
    kind === "open" ? word === grammar.call.tag : isEmpty && grammar.wrappers.includes(word),
  );
  if (isEmpty && tag?.kind === "close" && grammar.wrappers.some((word) => word.startsWith(tag.word))) {
    context.fail("malformed", "There is no call between its marks.");
    return true;
  }
  const isOpener = tag?.isCut ? tag.word !== "" && grammar.call.tag.startsWith(tag.word) : tag !== undefined;
  if (!isOpener || tag === undefined) return false;
  yield* readCall(context, grammar, tag);
  yield* readBehindCall(context, grammar, true);
  return true;
}

/**
 * Reads a call without a wrapper; the source stands on its opening tag. It is one only if an argument or its closer
 * follows.
 * @param isOwn  no other family opens its calls so: a JSON object that follows makes it a call too, and so does the
 * end of the stream
 */
export function* readBareCalls(context: SyntaxContext, grammar: CallGrammar, isOwn: boolean): Reading<boolean> {
  const opener = yield* readOpener(context.source, grammar);
  const name = opener === undefined || opener.isCut ? undefined : opener.attributes.get(grammar.call.name);
  if (opener === undefined || name === undefined || name === "") return false;
  if (opener.kind !== "empty") {
    const list = new ParameterList(context, grammar, name, new ArgumentWriter(() => undefined));
    const next = yield* list.comesNext(isOwn);
    if (next === false || (next === "cut" && !isOwn && !context.tools.has(name))) return false;
  }
  yield* readCall(context, grammar, opener);
  yield* readBehindCall(context, grammar, false);
  return true;
}

/** Reads the arguments of a call whose name is known, its opening tag read, and tells what became of it. */
export function* readCallBody(context: SyntaxContext, grammar: CallGrammar, name: string, opener?: Tag): Reading<void> {
  const call = context.start({ name });
  const out = new ArgumentWriter((jsonText) => call.delta(jsonText));
  const end = opener?.kind === "empty" ? "closed" : yield* new ParameterList(context, grammar, name, out).read();
  if (end === "cut") call.fail("incomplete", cutOff);
  else if (out.fault !== undefined) call.fail("malformed", out.fault);
  else call.finish(out.end(), { repaired: out.repaired });
}

function readCall(context: SyntaxContext, grammar: CallGrammar, opener: Tag): Reading<void> {
  const name = opener.attributes.get(grammar.call.name);
  context.commit();
  return name && !opener.isCut
    ? readCallBody(context, grammar, name, opener)
    : readNamelessCall(context, grammar, opener);
}

function* readNamelessCall(context: SyntaxContext, grammar: CallGrammar, opener: Tag): Reading<void> {
  const list = new ParameterList(context, grammar, "", new ArgumentWriter(() => undefined));
  const isCut = opener.isCut || (opener.kind !== "empty" && (yield* list.read()) === "cut");
  if (isCut) context.fail("incomplete", cutOff);
  else context.fail("malformed", `The call has no name: no "${grammar.call.name}" in <${grammar.call.tag}>.`);
}

function readOpener(source: Source, grammar: CallGrammar): Reading<Tag | undefined> {
  return readTag(source, grammar.style, (kind, word) => kind === "open" && word === grammar.call.tag);
}

/** Reads the calls that stand behind one, with the noise between them, and then their closers. */
function readBehindCall(context: SyntaxContext, grammar: CallGrammar, isWrapped: boolean): Reading<void> {
  return skipClosers(context.source, grammar, isWrapped, (opener) => readCall(context, grammar, opener));
}

/**
 * Reads the closers right behind a call: its wrapper's, and stray ones.
 * @param isWrapped  a wrapper stands open: a little text before its closer is noise
 * @param readNext  reads a further call in front of the closers, its opener read
 */
export function* skipClosers(
  source: Source,
  grammar: CallGrammar,
  isWrapped: boolean,
  readNext?: (opener: Tag) => Reading<void>,
): Reading<void> {
  const { wrappers, call, style } = grammar;
  const { closers } = wordsOf(grammar);
  let isOpen = isWrapped;
  let wantsCalls = readNext !== undefined;
  for (;;) {
    const place = source.rawLength;
    if (isOpen) yield* skipNoise(source, grammar);
    else yield* source.skipSpace(256);
    const tag = yield* readTag(source, style, (kind, word) =>
      kind === "open" ? wantsCalls && word === call.tag : closers.includes(word),
    );
    if (readNext && wantsCalls && tag !== undefined && isNextCall(tag, grammar, isWrapped)) {
      yield* readNext(tag);
      continue;
    }
    wantsCalls = false;
    const isCloser = tag?.kind === "close" && closers.some((word) => word.startsWith(tag.word));
    if (!isCloser) {
      source.returnTo(place);
      if (yield* takeClosers(source, { closers: [] })) continue;
      return;
    }
    if (wrappers.includes(tag.word)) isOpen = false;
    if (tag.isCut) return;
  }
}

/** Outside a wrapper, a tag that names no tool is markup of another kind. */
function isNextCall(tag: Tag, { call }: CallGrammar, isWrapped: boolean): boolean {
  if (tag.kind === "close" || tag.word !== call.tag) return false;
  return tag.isCut || isWrapped || tag.attributes.size > 0;
}

interface GrammarWords {
  /** The tags that may close behind a call. */
  readonly closers: readonly string[];
  /** What ends the noise between calls: what a tag begins with, a bracket, a backtick. */
  readonly stops: ReadonlySet<number>;
}

const known = new WeakMap<CallGrammar, GrammarWords>();

function wordsOf(grammar: CallGrammar): GrammarWords {
  const { call, wrappers, parameter, groups = [], style } = grammar;
  const words = known.get(grammar) ?? {
    closers: [call.tag, ...wrappers, ...groups, ...(parameter ? [parameter.tag] : [])],
    stops: new Set([...style.opens.map((each) => each.charCodeAt(0)), 123, 96]),
  };
  known.set(grammar, words);
  return words;
}

/** Passes over a little text; a tag, a bracket or a backtick ends it. Reads nothing where it is too long. */
function* skipNoise(source: Source, grammar: CallGrammar): Reading<void> {
  const { stops } = wordsOf(grammar);
  const place = source.rawLength;
  yield* source.skipSpace();
  yield* source.takeWhile((code) => !stops.has(code), MAX_NOISE_CHARS);
  const next = yield* source.peek();
  if (next !== END && !stops.has(next)) source.returnTo(place);
}
