import type { Reading, Source } from "../source.js";
import type { ValueText } from "./value-text.js";

/** `closed`: its closer was read; `implied`: what comes next ends it; `cut`: the stream ended first. */
export type ValueEnd = "closed" | "implied" | "cut";

/** Where a value may end. */
export interface ValueEnds {
  /** What each end begins with, in lower case: places where none of them can stand are passed over. */
  readonly begins: readonly string[];
  /** Asks at such a place. Reads nothing where the value goes on, and all that is left where the stream is cut there. */
  readonly test: () => Reading<ValueEnd | undefined>;
}

/** Reads a value up to its end; each character is looked at once, and once more behind what may be the end. */
export function* readUpToTag(source: Source, value: ValueText, ends: ValueEnds): Reading<ValueEnd> {
  while (yield* readPlain(source, value, ends.begins)) {
    const end = (yield* stands(source, ends.begins)) ? yield* ends.test() : undefined;
    if (end !== undefined) return end;
    passOne(source, value);
  }
  return "cut";
}

/**
 * Reads a CDATA section, its opening read before, and those that join it. Its `]]>` counts where the value ends behind
 * it; from one that does not on, the value may end without another, too.
 */
export function* readCdata(source: Source, value: ValueText, ends: ValueEnds): Reading<ValueEnd> {
  let begins: readonly string[] = [cdataEnd];
  while (yield* readPlain(source, value, begins)) {
    let end = yield* readWordAndEnd(source, cdataEnd, behindSpace(source, ends.test));
    if (end === undefined && (yield* stands(source, begins))) end = yield* ends.test();
    if (end === undefined) passOne(source, value);
    else if (end !== "word") return end;
    else if (!(yield* source.take(cdataStart))) {
      value.push(cdataEnd);
      begins = [cdataEnd, ...ends.begins];
    }
  }
  return "cut";
}

export const cdataStart = "<![CDATA[";
const cdataEnd = "]]>";

/** Reads a value up to a word behind which it ends; the word anywhere else is a part of the value. */
export function* readUpToMark(
  source: Source,
  mark: string,
  value: ValueText,
  isEnd: ValueEnds["test"],
): Reading<ValueEnd> {
  const begins = [mark.toLowerCase()];
  while (yield* readPlain(source, value, begins)) {
    const end = yield* readWordAndEnd(source, mark, isEnd);
    if (end === undefined) passOne(source, value);
    else if (end === "word") value.push(mark);
    else return end;
  }
  return "cut";
}

/** Asks behind the white space that comes next. */
export function behindSpace(source: Source, isEnd: ValueEnds["test"]): ValueEnds["test"] {
  return function* () {
    yield* source.skipSpace();
    return (yield* source.more()) ? yield* isEnd() : "cut";
  };
}

/** Reads the word, and the end where it follows: `word` where it does not, nothing where the word does not come. */
function* readWordAndEnd(
  source: Source,
  word: string,
  isEnd: ValueEnds["test"],
): Reading<ValueEnd | "word" | undefined> {
  if (yield* source.take(word)) {
    const place = source.rawLength;
    const end = yield* isEnd();
    if (end === undefined) source.returnTo(place);
    return end ?? "word";
  }
  if (!source.ended || !word.startsWith(source.rest)) return undefined;
  source.at = source.text.length;
  return "cut";
}

/** Reads up to a place where one of `begins` may stand. @returns false at the end of the stream */
function readPlain(source: Source, value: ValueText, begins: readonly string[]): Reading<boolean> {
  const firsts = [...new Set(begins.map((each) => each.charCodeAt(0)))];
  const [first, second = first] = firsts;
  return source.readPieces(() => {
    const { text, at } = source;
    let next = at;
    for (; next < text.length; next += 1) {
      const code = text.charCodeAt(next);
      if (code !== first && code !== second && (firsts.length < 3 || !firsts.includes(code))) continue;
      if (begins.some((each) => mayStand(each, text, next))) break;
    }
    value.push(text.slice(at, next));
    source.at = next;
  });
}

/** Whether one of the words comes next, or its beginning at the end of the stream. Reads nothing. */
function* stands(source: Source, words: readonly string[]): Reading<boolean> {
  const place = source.rawLength;
  let read = "";
  let left = words;
  const isDecided = () => left.length === 0 || left.some((word) => word.length === read.length);
  const isKnown = yield* source.readPieces(() => {
    for (; source.at < source.text.length && !isDecided(); source.at += 1) {
      read += lowerCase(source.text, source.at);
      left = left.filter((word) => word.startsWith(read));
    }
    return isDecided();
  });
  source.returnTo(place);
  return left.length > 0 || !isKnown;
}

/** Whether the word stands at `text[at]`, or its beginning does at the text's end. */
function mayStand(word: string, text: string, at: number): boolean {
  const end = Math.min(word.length, text.length - at);
  for (let index = 0; index < end; index += 1) {
    if (lowerCase(text, at + index) !== word[index]) return false;
  }
  return true;
}

function lowerCase(text: string, at: number): string {
  return (text[at] ?? "").toLowerCase();
}

function passOne(source: Source, value: ValueText): void {
  value.push(source.text[source.at] ?? "");
  source.at += 1;
}
