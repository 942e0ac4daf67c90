import { Found, type Reading, type Source } from "../source.js";

/** How a literal is compared: what a character's code counts as. Zero: the character is passed over. */
export type Fold = (code: number) => number;

export const exact: Fold = (code) => code;

/** Without regard to the case of ASCII letters. */
export const anyCase: Fold = (code) => (code >= 65 && code <= 90 ? code + 32 : code);

/** Literals that end what is read, and how they are compared. */
export interface Ends {
  readonly closers: readonly string[];
  /** What may begin the next call, and so ends this one too; it is left unread. */
  readonly openers?: readonly string[] | undefined;
  readonly fold?: Fold | undefined;
}

/** `begun`: the stream ended inside the literal. */
type Match = "whole" | "begun" | undefined;

/**
 * Reads `literal` if it comes next; else reads nothing.
 * @param enough  so many of its characters are enough at the end of the stream: it was being written
 */
export function takeLiteral(source: Source, literal: string, fold: Fold = exact, enough = 2): Reading<Match> {
  const { next } = source;
  if (next !== undefined && fold(next) !== fold(literal.charCodeAt(0))) return noMatch;
  return readLiteral(source, literal, fold, enough);
}

const noMatch = new Found(undefined);

function* readLiteral(source: Source, literal: string, fold: Fold, enough: number): Reading<Match> {
  const start = source.rawLength;
  let matched = 0;
  while (matched < literal.length) {
    if (source.at >= source.text.length && !(yield* source.more())) {
      if (matched >= enough) return "begun";
      break;
    }
    const code = fold(source.text.charCodeAt(source.at));
    if (code !== fold(literal.charCodeAt(matched)) && (code !== 0 || matched === 0)) break;
    if (code !== 0) matched += 1;
    source.at += 1;
  }
  if (matched === literal.length) return "whole";
  source.returnTo(start);
  return undefined;
}

/** Reads the first of `literals` that comes next, and says which. */
export function* takeOneOf(
  source: Source,
  literals: readonly string[],
  fold: Fold = exact,
  enough?: number,
): Reading<string | undefined> {
  for (const literal of literals) {
    if ((yield* takeLiteral(source, literal, fold, enough)) !== undefined) return literal;
  }
  return undefined;
}

/** Reads white space and then one of `literals`, of which the end of the stream may cut all but one character. */
export function* takeCloser(
  source: Source,
  literals: readonly string[],
  fold: Fold = exact,
): Reading<string | undefined> {
  const start = source.rawLength;
  yield* source.skipSpace(256);
  const literal = yield* takeOneOf(source, literals, fold, 1);
  if (literal === undefined) source.returnTo(start);
  return literal;
}

/** Reads all closers that follow one another, the own ones and closing tags of other ways to write a call. */
export function* takeClosers(source: Source, { closers, fold }: Ends): Reading<boolean> {
  for (let isAny = false; ; isAny = true) {
    const start = source.rawLength;
    yield* source.skipSpace(256);
    if ((yield* takeOneOf(source, closers, fold, 1)) !== undefined || (yield* takeStrayTag(source))) continue;
    source.returnTo(start);
    return isAny;
  }
}

const LESS = 60;

const strayTag =
  /^<\/(?:[a-z]+:)?(?:tools?|functions?|invoke|parameters?|arguments|(?:tool|function)_(?:calls?|use))>$/i;

/** A closing tag that belongs to some call. */
function* takeStrayTag(source: Source): Reading<boolean> {
  if (source.next !== undefined && source.next !== LESS) return false;
  const start = source.rawLength;
  if ((yield* takeLiteral(source, "</")) === "whole") {
    const name = yield* source.takeWhile((code) => isWord(code) || code === 58, 32);
    if (strayTag.test(`</${name}>`) && ((yield* source.take(">")) || !(yield* source.more()))) return true;
  }
  source.returnTo(start);
  return false;
}

export interface Stretch {
  readonly text: string;
  /** The literal that ended it, which was read too; undefined at the end of the stream and at `max`. */
  readonly end: string | undefined;
}

/**
 * Reads up to one of `literals`.
 * @param onText  hears the text as it comes, without what may be the beginning of a literal
 * @param max  stops after so many characters
 */
export function* readUntil(
  source: Source,
  literals: readonly string[],
  options: { fold?: Fold; max?: number; onText?: (text: string) => void } = {},
): Reading<Stretch> {
  const { fold = exact, max = Number.POSITIVE_INFINITY, onText } = options;
  const firsts = new Set(literals.map((literal) => fold(literal.charCodeAt(0))));
  let text = "";
  while (text.length < max && (yield* source.more())) {
    const { at } = source;
    const last = Math.min(source.text.length, at + max - text.length);
    let next = at;
    while (next < last && !firsts.has(fold(source.text.charCodeAt(next)))) next += 1;
    source.at = next;
    let piece = source.text.slice(at, next);
    let end: string | undefined;
    if (next < last) {
      end = yield* takeOneOf(source, literals, fold);
      if (end === undefined) {
        piece += source.text[source.at];
        source.at += 1;
      }
    }
    text += piece;
    onText?.(piece);
    if (end !== undefined) return { text, end };
  }
  return { text, end: undefined };
}

/** An ASCII letter, digit, or low line. */
export function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** What a tool's name is made of: words, and the signs that join them. */
export function isNameSign(code: number): boolean {
  return isWord(code) || code === 46 || code === 45 || code === 47 || code === 58 || code > 127;
}
