import { END, type Reading, type Source } from "../source.js";
import { isWord } from "./literals.js";

/** The text is no Python literal, or ended inside one. */
export class UnreadablePython extends Error {
  readonly isCut: boolean;

  constructor(isCut: boolean) {
    super(isCut ? "The text ended inside a value." : "A value is no literal: an expression cannot be read.");
    this.isCut = isCut;
  }
}

/** Deepest nesting. Source: measured; see docs/architecture.md. */
const MAX_DEPTH = 64;

const BACKSLASH = 92;

/**
 * Reads one literal: a string, a number, `True`, `False`, `None` (also as JSON spells them), a list, a tuple (which
 * becomes a list), or a dictionary with strings or numbers for keys.
 * @param onText  hears the characters of a string as they come
 * @throws UnreadablePython
 */
export function* readPythonValue(source: Source, onText?: (text: string) => void, depth = 0): Reading<unknown> {
  if (depth > MAX_DEPTH) throw new UnreadablePython(false);
  yield* source.skipSpace();
  const code = yield* source.peek();
  if (code === 34 || code === 39) return yield* readStrings(source, onText);
  if (code === 91 || code === 40) return yield* readItems(source, code, depth);
  if (code === 123) return yield* readDictionary(source, depth);
  const word = yield* source.takeWhile((each) => isWord(each) || each === 46 || each === 43 || each === 45, 64);
  const next = yield* source.peek();
  if ((next === 34 || next === 39) && /^[rbu]{1,2}$/i.test(word)) {
    return yield* readStrings(source, onText, /r/i.test(word));
  }
  const value = readWord(word);
  if (value !== undefined) return value;
  throw new UnreadablePython(next === END);
}

function readWord(word: string): unknown {
  if (/^(?:None|null)$/.test(word)) return null;
  if (/^(?:True|true)$/.test(word)) return true;
  if (/^(?:False|false)$/.test(word)) return false;
  if (/^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(word)) return Number(word.replaceAll("_", ""));
  if (/^0[xob][\da-f]+$/i.test(word)) return Number(word);
  return undefined;
}

/** Strings that stand side by side are one. */
function* readStrings(source: Source, onText?: (text: string) => void, isRaw = false): Reading<string> {
  let text = "";
  let code = yield* source.peek();
  while (code === 34 || code === 39) {
    text += yield* readString(source, code, isRaw, onText);
    const place = source.rawLength;
    yield* source.skipSpace();
    code = yield* source.peek();
    if (code !== 34 && code !== 39) source.returnTo(place);
  }
  return text;
}

function* readString(source: Source, quote: number, isRaw: boolean, onText?: (text: string) => void): Reading<string> {
  const mark = String.fromCharCode(quote);
  source.at += 1;
  let closer = mark;
  if (yield* source.take(mark + mark)) closer = mark.repeat(3);
  else if (yield* source.take(mark)) return "";
  let text = "";
  const add = (piece: string) => {
    text += piece;
    onText?.(piece);
  };
  for (;;) {
    if (!(yield* source.more())) throw new UnreadablePython(true);
    const { at } = source;
    let next = at;
    while (next < source.text.length && !isSpecial(source.text.charCodeAt(next), quote)) next += 1;
    source.at = next;
    if (next > at) add(source.text.slice(at, next));
    else if (source.text.charCodeAt(at) === BACKSLASH) add(yield* readEscape(source, isRaw));
    else if (yield* source.take(closer)) return text;
    else {
      add(mark);
      source.at += 1;
    }
  }
}

function isSpecial(code: number, quote: number): boolean {
  return code === quote || code === BACKSLASH;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["a", "\u0007"],
  ["0", "\0"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["\n", ""],
]);

const digitsOf: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** What an escape stands for; one that Python does not know stands for itself. */
function* readEscape(source: Source, isRaw: boolean): Reading<string> {
  source.at += 1;
  if (!(yield* source.more())) throw new UnreadablePython(true);
  const sign = source.text[source.at] ?? "";
  source.at += 1;
  if (isRaw) return `\\${sign}`;
  const count = digitsOf.get(sign);
  if (count === undefined) return escapes.get(sign) ?? `\\${sign}`;
  const digits = yield* source.takeWhile((code) => /[\da-f]/i.test(String.fromCharCode(code)), count);
  const unit = Number.parseInt(digits, 16);
  if (digits.length < count || unit > 0x10ffff) throw new UnreadablePython(!(yield* source.more()));
  return String.fromCodePoint(unit);
}

/** A list or a tuple. One value in round brackets is that value. */
function* readItems(source: Source, bracket: number, depth: number): Reading<unknown> {
  const closer = bracket === 91 ? 93 : 41;
  const items: unknown[] = [];
  let hasComma = false;
  source.at += 1;
  for (;;) {
    yield* source.skipSpace();
    if ((yield* source.peek()) === closer) break;
    items.push(yield* readPythonValue(source, undefined, depth + 1));
    if (!(yield* takeComma(source, closer))) break;
    hasComma = true;
  }
  source.at += 1;
  return bracket === 40 && items.length === 1 && !hasComma ? items[0] : items;
}

function* readDictionary(source: Source, depth: number): Reading<unknown> {
  const members: [string, unknown][] = [];
  source.at += 1;
  for (;;) {
    yield* source.skipSpace();
    if ((yield* source.peek()) === 125) break;
    const key = yield* readPythonValue(source, undefined, depth + 1);
    yield* source.skipSpace();
    if ((typeof key !== "string" && typeof key !== "number") || !(yield* source.take(":"))) {
      throw new UnreadablePython(!(yield* source.more()));
    }
    const value = yield* readPythonValue(source, undefined, depth + 1);
    if (key !== "__proto__") members.push([String(key), value]);
    if (!(yield* takeComma(source, 125))) break;
  }
  source.at += 1;
  return Object.fromEntries(members);
}

/** Reads the comma before the next member. False where the closer comes, which is left. */
function* takeComma(source: Source, closer: number): Reading<boolean> {
  yield* source.skipSpace();
  const code = yield* source.peek();
  if (code === 44) {
    source.at += 1;
    return true;
  }
  if (code !== closer) throw new UnreadablePython(code === END);
  return false;
}
