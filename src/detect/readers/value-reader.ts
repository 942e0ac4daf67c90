import type { Reading, Source } from "../source.js";
import type { TagStyle } from "./tags.js";
import type { ValueText } from "./value-text.js";

/** `closed`: its closer was read; `implied`: what comes next ends it; `cut`: the stream ended first. */
export type ValueEnd = "closed" | "implied" | "cut";

/** Asks at the beginning of what may be a tag whether the value ends there. Reads nothing where it does not. */
export type EndTest = () => Reading<ValueEnd | undefined>;

/** Reads a value up to its end; each character is looked at once, and once more behind what may be the end. */
export function* readUpToTag(source: Source, style: TagStyle, value: ValueText, isEnd: EndTest): Reading<ValueEnd> {
  const starts = new Set([...style.opens, ...style.closes].map((each) => each.charCodeAt(0)));
  for (;;) {
    yield* readPlain(source, value, (code) => starts.has(code));
    if (!(yield* source.more())) return "cut";
    const end = yield* isEnd();
    if (end !== undefined) return end;
    passOne(source, value);
  }
}

/**
 * Reads a CDATA section, its opening read before, and those that join it. `]]>` that no end follows is a part of the
 * value, and from there on it is read like any other.
 */
export function* readCdata(source: Source, style: TagStyle, value: ValueText, isEnd: EndTest): Reading<ValueEnd> {
  for (;;) {
    const end = yield* readUpToWord(source, "]]>", value, isEnd);
    if (end !== undefined) return end;
    if (yield* source.take(cdataStart)) continue;
    value.push("]]>");
    return yield* readUpToTag(source, style, value, isEnd);
  }
}

export const cdataStart = "<![CDATA[";

/** Reads a value up to a word behind which it ends; the word anywhere else is a part of the value. */
export function* readUpToMark(source: Source, mark: string, value: ValueText, isEnd: EndTest): Reading<ValueEnd> {
  for (;;) {
    const end = yield* readUpToWord(source, mark, value, isEnd);
    if (end !== undefined) return end;
    value.push(mark);
  }
}

/** @returns undefined where the word came, which is not pushed, and the value did not end behind it */
function* readUpToWord(source: Source, word: string, value: ValueText, isEnd: EndTest): Reading<ValueEnd | undefined> {
  const start = word.charCodeAt(0);
  for (;;) {
    yield* readPlain(source, value, (code) => code === start);
    if (!(yield* source.more())) return "cut";
    if (yield* source.take(word)) {
      const place = source.rawLength;
      yield* source.skipSpace();
      const end = (yield* source.more()) ? yield* isEnd() : "cut";
      if (end === undefined) source.returnTo(place);
      return end;
    }
    if (source.ended && word.startsWith(source.rest)) return "cut";
    passOne(source, value);
  }
}

function* readPlain(source: Source, value: ValueText, stops: (code: number) => boolean): Reading<void> {
  do {
    const { text, at } = source;
    let next = at;
    while (next < text.length && !stops(text.charCodeAt(next))) next += 1;
    value.push(text.slice(at, next));
    source.at = next;
  } while (source.at >= source.text.length && (yield* source.more()));
}

function passOne(source: Source, value: ValueText): void {
  value.push(source.text[source.at] ?? "");
  source.at += 1;
}
