import { isSpace, type Source } from "../source.js";

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

/** Longest tag, in characters; most attributes; longest name. Source: measured; see docs/architecture.md. */
const MAX_TAG_CHARS = 4096;
const MAX_ATTRIBUTES = 32;
const MAX_NAME_CHARS = 128;
const MAX_GAP_CHARS = 256;

type Place = "start" | "name" | "rest" | "end" | "bare" | "attribute" | "equals" | "value" | "quoted" | "unquoted";

/** Reads a tag one character after the other, so that a piece of the text costs no more than its length. */
export class TagScan {
  readonly #source: Source;
  readonly #style: TagStyle;
  readonly #wants: TagFilter;
  readonly #from: number;
  readonly #endCode: number;
  #attributes: Map<string, string> | undefined;
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
      if (this.#room <= 0) this.#decide(undefined);
      else this.#read(source.text.charCodeAt(source.at));
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

  /** Reads what belongs together from this character on, or goes to another place of the tag, where it is read. */
  #read(code: number): void {
    switch (this.#place) {
      case "start":
        this.#readStart(code);
        break;
      case "name":
        if (!this.#gather(isNameCode, MAX_NAME_CHARS)) this.#endName();
        break;
      case "rest":
        this.#readRest(code);
        break;
      case "end":
        this.#readEnd(code);
        break;
      case "bare":
        if (!this.#gather((each) => each !== this.#endCode && !isBreak(each))) this.#endBareName();
        break;
      case "attribute":
        if (!this.#gather(isNameCode, MAX_NAME_CHARS)) this.#endAttributeName();
        break;
      case "equals":
        this.#readEquals(code);
        break;
      case "value":
        if (isSpace(code)) this.#pass();
        else this.#beginValue(code);
        break;
      case "quoted":
        if (!this.#gather((each) => each !== this.#quote && !isBreak(each))) this.#endQuoted(code);
        break;
      case "unquoted":
        if (!this.#gather((each) => !isSpace(each) && each !== this.#endCode && each !== LESS)) this.#endAttribute();
        break;
    }
  }

  get #room(): number {
    return MAX_TAG_CHARS - (this.#source.rawLength - this.#from);
  }

  #pass(): void {
    this.#source.at += 1;
  }

  /** Adds to the word what of it is at hand. @returns false where the word is over */
  #gather(accepts: (code: number) => boolean, max = MAX_TAG_CHARS): boolean {
    const { text, at } = this.#source;
    const end = Math.min(text.length, at + max - this.#word.length, at + this.#room);
    let next = at;
    while (next < end && accepts(text.charCodeAt(next))) next += 1;
    this.#word += text.slice(at, next);
    this.#source.at = next;
    return next > at;
  }

  /** The longest of the words that a tag begins with. */
  #readStart(code: number): void {
    const { opens, closes } = this.#style;
    const read = this.#word + String.fromCharCode(code);
    const goesOn = (each: string) => each.startsWith(read);
    if (!opens.some(goesOn) && !closes.some(goesOn)) {
      if (this.#startLength === 0) this.#decide(undefined);
      else this.#endStart();
      return;
    }
    this.#pass();
    this.#word = read;
    const isOpen = opens.includes(read);
    if (isOpen || closes.includes(read)) {
      this.#kind = isOpen ? "open" : "close";
      this.#startLength = read.length;
    }
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

  #endName(): void {
    const { prefix = "" } = this.#style;
    const name = this.#word;
    this.#name = prefix !== "" && name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name;
    const kind = this.#kind === "close" ? "close" : "open";
    if (this.#name === "" || !this.#wants(kind, this.#name.toLowerCase())) this.#decide(undefined);
    this.#place = "rest";
  }

  #cutName(): void {
    const { prefix = "" } = this.#style;
    const name = this.#word.toLowerCase();
    if (prefix.startsWith(name)) this.#name = "";
    else this.#name = this.#word.slice(name.startsWith(prefix) ? prefix.length : 0);
    this.#decide(this.#make(true));
  }

  #readRest(code: number): void {
    if (isSpace(code)) {
      this.#hasGap = true;
      this.#pass();
      return;
    }
    const count = this.#attributes?.size ?? 0;
    this.#word = "";
    if (code === SLASH || code === this.#endCode) {
      this.#place = "end";
      this.#isEmpty = code === SLASH && this.#kind === "open";
      if (code === SLASH) this.#pass();
    } else if (code === EQUALS && count === 0) {
      this.#place = "bare";
      this.#pass();
    } else if ((this.#hasGap || count > 0) && count < MAX_ATTRIBUTES) this.#place = "attribute";
    else this.#decide(undefined); // the name goes straight on, or there are too many attributes
  }

  #readEnd(code: number): void {
    const { end } = this.#style;
    if (code !== end.charCodeAt(this.#count)) {
      this.#decide(undefined);
      return;
    }
    this.#pass();
    this.#count += 1;
    if (this.#count < end.length) return;
    if (this.#isEmpty) this.#kind = "empty";
    this.#decide(this.#make(false));
  }

  /** The name behind `<function=`, up to the tag's end. */
  #endBareName(): void {
    const text = this.#word.trim();
    const isEmpty = text.endsWith("/");
    if (isEmpty && this.#kind === "open") this.#kind = "empty";
    // `<parameter=a type="string">`: what looks like an attribute is not of the name.
    const name = (isEmpty ? text.slice(0, -1) : text).replace(/\s[\w-]+=\S.*$/, "").trimEnd();
    this.#set("name", /^(["']).*\1$/.test(name) ? name.slice(1, -1).trim() : name);
    this.#place = "rest";
  }

  #endAttributeName(): void {
    if (this.#word === "") this.#decide(undefined);
    this.#attribute = this.#word.toLowerCase();
    this.#word = "";
    this.#place = "equals";
  }

  #readEquals(code: number): void {
    if (code !== EQUALS && (!isSpace(code) || this.#count >= MAX_GAP_CHARS)) {
      this.#endAttribute();
      return;
    }
    this.#pass();
    this.#count += 1;
    if (code === EQUALS) this.#place = "value";
  }

  #beginValue(code: number): void {
    const isQuote = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    this.#quote = code;
    this.#place = isQuote ? "quoted" : "unquoted";
    if (isQuote) this.#pass();
  }

  #endQuoted(code: number): void {
    if (code !== this.#quote) {
      this.#decide(undefined);
      return;
    }
    this.#pass();
    this.#endAttribute();
  }

  #endAttribute(): void {
    if (!this.#attributes?.has(this.#attribute)) this.#set(this.#attribute, this.#word.trim());
    this.#count = 0;
    this.#place = "rest";
  }

  #set(name: string, value: string): void {
    this.#attributes ??= new Map();
    this.#attributes.set(name, value);
  }

  #decide(tag: Tag | undefined): void {
    this.#tag = tag;
    this.#isDone = true;
  }

  #make(isCut: boolean): Tag {
    return {
      kind: this.#kind,
      name: this.#name,
      word: this.#name.toLowerCase(),
      attributes: this.#attributes ?? noAttributes,
      isCut,
    };
  }
}

const noAttributes: ReadonlyMap<string, string> = new Map();

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
