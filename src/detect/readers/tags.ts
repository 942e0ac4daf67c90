import { Found, isSpace, type Reading, type Source } from "../source.js";

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

/** Longest tag, in characters; most attributes; longest name. Source: measured; see docs/architecture.md. */
const MAX_TAG_CHARS = 4096;
const MAX_ATTRIBUTES = 32;
const MAX_NAME_CHARS = 128;
const MAX_GAP_CHARS = 256;

/**
 * Reads one tag, if one of interest comes next; else reads nothing.
 *
 *     <parameter name="city">   <function=add>   </invoke>   <tool name='x'/>   <|open|>call tool="f"<|sep|>
 *
 * No `<` and no line break may stand between a tag's name and its end, not in quotes either, so that what only looks
 * like a tag is told by the next tag at the latest.
 * Cost: the length of the tag.
 */
export function readTag(source: Source, style: TagStyle, wants: TagFilter): Reading<Tag | undefined> {
  const { next } = source;
  if (next !== undefined && !startsOf(style).has(next)) return noTag;
  const scan = new TagScan(source, style, wants);
  return scan.readPiece() ? new Found(scan.finding()) : awaitTag(source, scan);
}

const noTag = new Found(undefined);

function* awaitTag(source: Source, scan: TagScan): Reading<Tag | undefined> {
  if (!(yield* source.readPieces(() => scan.readPiece()))) scan.end();
  return scan.finding();
}

/** Asks whether something comes next, and reads nothing. */
export function* comesNext(source: Source, test: Reading<boolean>): Reading<boolean> {
  const place = source.rawLength;
  const answer = yield* test;
  source.returnTo(place);
  return answer;
}

type Place = "start" | "name" | "rest" | "end" | "bare" | "attribute" | "equals" | "value" | "quoted" | "unquoted";

/** Reads a tag one character after the other, so that a piece of the text costs no more than its length. */
class TagScan {
  readonly #source: Source;
  readonly #style: TagStyle;
  readonly #wants: TagFilter;
  readonly #from: number;
  readonly #endCode: number;
  readonly #attributes = new Map<string, string>();
  #place: Place = "start";
  #kind: Tag["kind"] = "open";
  #name = "";
  /** The word at hand: what the tag begins with, a name, a value. */
  #word = "";
  /** How much of it is what a tag begins with. */
  #startLength = 0;
  #attribute = "";
  #quote = 0;
  /** How many characters of the end were read; of the gap behind an attribute's name. */
  #count = 0;
  #hasGap = false;
  #isEmpty = false;
  #isDone = false;
  #tag: Tag | undefined;

  constructor(source: Source, style: TagStyle, wants: TagFilter) {
    this.#source = source;
    this.#style = style;
    this.#wants = wants;
    this.#from = source.rawLength;
    this.#endCode = style.end.charCodeAt(0);
  }

  /** @returns true when it is decided */
  readPiece(): boolean {
    const source = this.#source;
    while (!this.#isDone && source.at < source.text.length) {
      if (source.rawLength - this.#from >= MAX_TAG_CHARS) this.#decide(undefined);
      else if (this.#read(source.text.charCodeAt(source.at))) source.at += 1;
    }
    return this.#isDone;
  }

  /** The tag; where none of interest stands there, nothing is read. */
  finding(): Tag | undefined {
    if (this.#tag === undefined) this.#source.returnTo(this.#from);
    return this.#tag;
  }

  /** The stream ended inside the tag. */
  end(): void {
    if (this.#place === "start") this.#cutStart();
    else if (this.#place === "name") this.#cutName();
    else {
      if (this.#place === "bare") this.#endBareName();
      if (this.#place === "attribute") this.#endAttributeName();
      if (this.#place === "equals" || this.#place === "value" || this.#place === "unquoted") this.#endAttribute();
      this.#decide(this.#make(true));
    }
  }

  /** @returns whether the character was read; else it is to be read again, at another place of the tag */
  #read(code: number): boolean {
    switch (this.#place) {
      case "start":
        return this.#readStart(code);
      case "name":
        return (this.#word.length < MAX_NAME_CHARS && isNameCode(code) && this.#grow(code)) || this.#endName();
      case "rest":
        return this.#readRest(code);
      case "end":
        return this.#readEnd(code);
      case "bare":
        return (code !== this.#endCode && !isBreak(code) && this.#grow(code)) || this.#endBareName();
      case "attribute":
        return this.#readAttributeName(code);
      case "equals":
        return this.#readEquals(code);
      case "value":
        return isSpace(code) || this.#beginValue(code);
      case "quoted":
        return this.#readQuoted(code);
      case "unquoted":
        if (!isSpace(code) && code !== this.#endCode && code !== LESS) return this.#grow(code);
        return this.#endAttribute();
    }
  }

  #grow(code: number): true {
    this.#word += String.fromCharCode(code);
    return true;
  }

  /** The longest of the words that a tag begins with. */
  #readStart(code: number): boolean {
    const { opens, closes } = this.#style;
    const read = this.#word + String.fromCharCode(code);
    const goesOn = (each: string) => each.startsWith(read);
    if (!opens.some(goesOn) && !closes.some(goesOn)) {
      if (this.#startLength === 0) this.#decide(undefined);
      else this.#endStart();
      return false;
    }
    this.#word = read;
    const isOpen = opens.includes(read);
    if (isOpen || closes.includes(read)) {
      this.#kind = isOpen ? "open" : "close";
      this.#startLength = read.length;
    }
    return true;
  }

  #endStart(): void {
    const over = this.#word.slice(this.#startLength);
    if (over !== "") this.#source.giveBack(over);
    this.#word = "";
    this.#place = "name";
  }

  /** Of a cut start only that is known: whether an opening tag can begin so. */
  #cutStart(): void {
    if (this.#startLength > 0) {
      this.#endStart();
      if (!this.readPiece()) this.end();
    } else if (this.#word !== "") {
      this.#kind = this.#style.opens.some((each) => each.startsWith(this.#word)) ? "open" : "close";
      this.#decide(this.#make(true));
    }
  }

  #endName(): false {
    const { prefix = "" } = this.#style;
    const name = this.#word;
    this.#name = prefix !== "" && name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name;
    const kind = this.#kind === "close" ? "close" : "open";
    if (this.#name === "" || !this.#wants(kind, this.#name.toLowerCase())) this.#decide(undefined);
    this.#place = "rest";
    return false;
  }

  #cutName(): void {
    const { prefix = "" } = this.#style;
    const name = this.#word.toLowerCase();
    if (prefix.startsWith(name)) this.#name = "";
    else this.#name = this.#word.slice(name.startsWith(prefix) ? prefix.length : 0);
    this.#decide(this.#make(true));
  }

  #readRest(code: number): boolean {
    if (isSpace(code)) {
      this.#hasGap = true;
      return true;
    }
    const count = this.#attributes.size;
    if (code === SLASH || code === this.#endCode) {
      this.#place = "end";
      this.#isEmpty = code === SLASH && this.#kind === "open";
      return code === SLASH;
    }
    this.#word = "";
    this.#place = code === EQUALS && count === 0 ? "bare" : "attribute";
    // No attribute can follow: the name goes straight on, or there are too many.
    if (this.#place === "attribute" && ((!this.#hasGap && count === 0) || count >= MAX_ATTRIBUTES)) {
      this.#decide(undefined);
    }
    return this.#place === "bare";
  }

  #readEnd(code: number): boolean {
    const { end } = this.#style;
    if (code !== end.charCodeAt(this.#count)) return this.#decide(undefined);
    this.#count += 1;
    if (this.#count < end.length) return true;
    if (this.#isEmpty) this.#kind = "empty";
    this.#decide(this.#make(false));
    return true;
  }

  /** The name behind `<function=`, up to the tag's end. */
  #endBareName(): false {
    const text = this.#word.trim();
    const isEmpty = text.endsWith("/");
    if (isEmpty && this.#kind === "open") this.#kind = "empty";
    // `<parameter=a type="string">`: what looks like an attribute is not of the name.
    const name = (isEmpty ? text.slice(0, -1) : text).replace(/\s[\w-]+=\S.*$/, "").trimEnd();
    this.#attributes.set("name", /^(["']).*\1$/.test(name) ? name.slice(1, -1).trim() : name);
    this.#place = "rest";
    return false;
  }

  #readAttributeName(code: number): boolean {
    if (this.#word.length < MAX_NAME_CHARS && isNameCode(code)) return this.#grow(code);
    return this.#word === "" ? this.#decide(undefined) : this.#endAttributeName();
  }

  #endAttributeName(): false {
    this.#attribute = this.#word.toLowerCase();
    this.#word = "";
    this.#place = "equals";
    return false;
  }

  #readEquals(code: number): boolean {
    if (code !== EQUALS && (!isSpace(code) || this.#count >= MAX_GAP_CHARS)) return this.#endAttribute();
    this.#count += 1;
    if (code === EQUALS) this.#place = "value";
    return true;
  }

  #beginValue(code: number): boolean {
    const isQuote = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    this.#quote = code;
    this.#place = isQuote ? "quoted" : "unquoted";
    return isQuote;
  }

  #readQuoted(code: number): boolean {
    if (code !== this.#quote) return isBreak(code) ? this.#decide(undefined) : this.#grow(code);
    this.#endAttribute();
    return true;
  }

  #endAttribute(): false {
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#word.trim());
    this.#count = 0;
    this.#place = "rest";
    return false;
  }

  #decide(tag: Tag | undefined): false {
    this.#tag = tag;
    this.#isDone = true;
    return false;
  }

  #make(isCut: boolean): Tag {
    return {
      kind: this.#kind,
      name: this.#name,
      word: this.#name.toLowerCase(),
      attributes: this.#attributes,
      isCut,
    };
  }
}

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;

/** What may not stand in a quoted value, nor in a bare name. */
function isBreak(code: number): boolean {
  return code === LESS || code === 10 || code === 13;
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
