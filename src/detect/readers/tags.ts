import { END, isSpace, type Reading, type Source } from "../source.js";

/** How a family writes its tags. XML: `<` and `</` and `>`. */
export interface TagStyle {
  /** What an opening tag begins with; several, where the family is not of one mind. */
  readonly opens: readonly string[];
  /** What a closing tag begins with. */
  readonly closes: readonly string[];
  readonly end: string;
  /** What may stand before each tag's name and means nothing. */
  readonly prefix?: string | undefined;
}

export interface Tag {
  readonly kind: "open" | "close" | "empty";
  /** As it is written, without the prefix. */
  readonly name: string;
  /** The name in lower case: words are compared without regard to case. */
  readonly word: string;
  /** By name in lower case. `<function=add>` has the attribute `name` too. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The stream ended inside the tag: its last word may be a part of one. */
  readonly isCut: boolean;
}

/** Says of a tag whether it is of interest; one that is not is read no further than its name. */
export type TagFilter = (kind: "open" | "close", word: string) => boolean;

export const angleTags: TagStyle = { opens: ["<"], closes: ["</"], end: ">" };

const starts = new WeakMap<TagStyle, ReadonlySet<number>>();

/** The characters that a tag may begin with. */
export function startsOf(style: TagStyle): ReadonlySet<number> {
  const codes = starts.get(style) ?? new Set([...style.opens, ...style.closes].map((each) => each.charCodeAt(0)));
  starts.set(style, codes);
  return codes;
}

/** What the tags with these names begin with, in lower case. */
export function beginningsOf(style: TagStyle, kind: "open" | "close", words: readonly string[]): string[] {
  const starts = kind === "open" ? style.opens : style.closes;
  const prefixes = style.prefix === undefined ? [""] : ["", style.prefix];
  return starts.flatMap((start) =>
    prefixes.flatMap((prefix) => words.map((word) => (start + prefix + word).toLowerCase())),
  );
}

/** Longest tag, in characters; most attributes. Source: measured; see docs/architecture.md. */
const MAX_TAG_CHARS = 4096;
const MAX_ATTRIBUTES = 32;

/**
 * Reads one tag, if one of interest comes next; else reads nothing.
 *
 *     <parameter name="city">   <function=add>   </invoke>   <tool name='x'/>   <|open|>call tool="f"<|sep|>
 *
 * No `<` and no line break may stand between a tag's name and its end, not in quotes either, so that what only looks
 * like a tag is told by the next tag at the latest.
 * Cost: the length of the tag.
 */
export function* readTag(source: Source, style: TagStyle, wants: TagFilter): Reading<Tag | undefined> {
  const place = source.rawLength;
  const tag = yield* new TagReader(source, style, place).read(wants);
  if (tag === undefined) source.returnTo(place);
  return tag;
}

/** Asks whether something comes next, and reads nothing. */
export function* comesNext(source: Source, test: Reading<boolean>): Reading<boolean> {
  const place = source.rawLength;
  const answer = yield* test;
  source.returnTo(place);
  return answer;
}

class TagReader {
  readonly #source: Source;
  readonly #style: TagStyle;
  readonly #limit: number;
  readonly #attributes = new Map<string, string>();
  #kind: Tag["kind"] = "open";
  #name = "";

  constructor(source: Source, style: TagStyle, place: number) {
    this.#source = source;
    this.#style = style;
    this.#limit = place + MAX_TAG_CHARS;
  }

  *read(wants: TagFilter): Reading<Tag | undefined> {
    const source = this.#source;
    const { prefix = "" } = this.#style;
    const start = yield* takeStart(source, this.#style);
    if (start === undefined) return undefined;
    this.#kind = start.kind;
    if (start.isCut) return this.#tag(true);
    const name = yield* source.takeWhile(isNameCode, 128);
    this.#name = prefix !== "" && name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name;
    if ((source.next ?? (yield* source.peek())) === END) {
      if (prefix.startsWith(name.toLowerCase())) this.#name = "";
      return this.#tag(true);
    }
    if (this.#name === "" || !wants(start.kind, this.#name.toLowerCase())) return undefined;
    return yield* this.#readRest();
  }

  *#readRest(): Reading<Tag | undefined> {
    const source = this.#source;
    for (;;) {
      const space = yield* source.skipSpace(this.#room);
      const code = source.next ?? (yield* source.peek());
      if (code === END) return this.#tag(true);
      const ending = yield* this.#readEnd(code);
      if (ending !== undefined) return ending === "none" ? undefined : this.#tag(ending === "cut");
      if (code === 61 && this.#attributes.size === 0) {
        source.at += 1;
        yield* this.#readBareName();
      } else if (this.#isFull(space) || !(yield* this.#readAttribute())) {
        return (source.next ?? (yield* source.peek())) === END ? this.#tag(true) : undefined;
      }
      if (this.#room <= 0) return undefined;
    }
  }

  /** The tag's end, with a slash before it where the tag is empty. `none`: a slash that is not followed by the end. */
  *#readEnd(code: number): Reading<"whole" | "cut" | "none" | undefined> {
    const { end } = this.#style;
    const source = this.#source;
    const isEmpty = code === 47;
    if (isEmpty) source.at += 1;
    else if (code !== end.charCodeAt(0)) return undefined;
    if (yield* source.take(end)) {
      if (isEmpty && this.#kind === "open") this.#kind = "empty";
      return "whole";
    }
    if (!source.ended || !end.startsWith(source.rest)) return "none";
    source.at = source.text.length;
    return "cut";
  }

  /** The name behind `<function=`, up to the tag's end. */
  *#readBareName(): Reading<void> {
    const end = this.#style.end.charCodeAt(0);
    const accepts = (code: number) => code !== end && code !== 60 && code !== 10 && code !== 13;
    const text = (yield* this.#source.takeWhile(accepts, this.#room)).trim();
    const isEmpty = text.endsWith("/");
    if (isEmpty && this.#kind === "open") this.#kind = "empty";
    // `<parameter=a type="string">`: what looks like an attribute is not of the name.
    const name = (isEmpty ? text.slice(0, -1) : text).replace(/\s[\w-]+=\S.*$/, "").trimEnd();
    this.#attributes.set("name", /^(["']).*\1$/.test(name) ? name.slice(1, -1).trim() : name);
  }

  *#readAttribute(): Reading<boolean> {
    const source = this.#source;
    const name = (yield* source.takeWhile(isNameCode, 128)).toLowerCase();
    if (name === "") return false;
    let value = "";
    if (yield* source.takeAfterSpace("=")) {
      yield* source.skipSpace(this.#room);
      const quote = source.next ?? (yield* source.peek());
      if (quote === 34 || quote === 39) {
        source.at += 1;
        const accepts = (code: number) => code !== quote && code !== 60 && code !== 10 && code !== 13;
        value = yield* source.takeWhile(accepts, this.#room);
        if (!(yield* source.take(quote === 34 ? '"' : "'"))) return false;
      } else {
        const end = this.#style.end.charCodeAt(0);
        value = yield* source.takeWhile((code) => !isSpace(code) && code !== end && code !== 60, this.#room);
      }
    }
    if (!this.#attributes.has(name)) this.#attributes.set(name, value.trim());
    return true;
  }

  /** No attribute can follow: the name goes straight on, or there are too many. */
  #isFull(space: string): boolean {
    return (space === "" && this.#attributes.size === 0) || this.#attributes.size >= MAX_ATTRIBUTES;
  }

  get #room(): number {
    return Math.max(this.#limit - this.#source.rawLength, 0);
  }

  #tag(isCut: boolean): Tag {
    return {
      kind: this.#kind,
      name: this.#name,
      word: this.#name.toLowerCase(),
      attributes: this.#attributes,
      isCut,
    };
  }
}

interface TagStart {
  readonly kind: "open" | "close";
  readonly length: number;
  readonly isCut: boolean;
}

/** Reads the longest of the literals that comes next. A cut one tells its kind where only one kind can begin so. */
function* takeStart(source: Source, style: TagStyle): Reading<TagStart | undefined> {
  const { opens, closes } = style;
  const next = source.at < source.text.length ? source.text.charCodeAt(source.at) : yield* source.peek();
  if (!startsOf(style).has(next)) return undefined;
  const place = source.rawLength;
  let read = "";
  let found: TagStart | undefined;
  for (;;) {
    const code = source.next ?? (yield* source.peek());
    const mayOpen = opens.some((each) => each.startsWith(read));
    if (code === END) {
      if (found === undefined && read !== "") return { kind: mayOpen ? "open" : "close", length: 0, isCut: true };
      break;
    }
    read += source.text[source.at];
    const goesOn = (each: string) => each.startsWith(read);
    if (!opens.some(goesOn) && !closes.some(goesOn)) break;
    source.at += 1;
    if (opens.includes(read)) found = { kind: "open", length: read.length, isCut: false };
    else if (closes.includes(read)) found = { kind: "close", length: read.length, isCut: false };
  }
  source.returnTo(place + (found?.length ?? 0));
  return found;
}

/** Letters and digits of all scripts, `_`, `-`, `.` and `:`. The bars and gaps of special tokens are none of these. */
export function isNameCode(code: number): boolean {
  if (code < 128) {
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
    return isLetter || (code >= 48 && code <= 58) || code === 95 || code === 45 || code === 46;
  }
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code));
}

/** Reads `<!-- … -->`, if it comes next. */
export function* skipComment(source: Source): Reading<boolean> {
  if (!(yield* source.take("<!--"))) return false;
  while (!(yield* source.take("-->"))) {
    if (!(yield* source.more())) break;
    source.at += 1;
  }
  return true;
}
