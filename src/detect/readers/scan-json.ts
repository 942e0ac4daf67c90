import { isSpace, type Reading, type Source } from "../source.js";

/* Longer than most files: one machine that looks at each character once, and whose states know one another. */

/**
 * What a key of the object is to the one who watches. `wrapper`: the members of the object behind it are watched in its
 * place; a string behind it is a name. `refuse` stops the reading.
 */
export type KeyRole = "name" | "id" | "input" | "wrapper" | "other" | "refuse";

/** Watches an object's own members go by. */
export interface JsonWatch {
  key(key: string): KeyRole;
  /** The string behind a `name` or `wrapper` key. */
  name(name: string): void;
  id(id: string): void;
  /** A piece of the object behind an `input` key, as it stands. */
  input(jsonText: string): void;
}

export interface JsonScan {
  /** The value's text, from its first bracket on. */
  readonly text: string;
  /**
   * `whole`: brackets balance; `cut`: the stream ended before; `refused`: the watch said so; `broken`: the next
   * character cannot stand there.
   */
  readonly end: "whole" | "cut" | "refused" | "broken";
}

export interface JsonScanOptions {
  /** Watches the members of the outermost object. */
  readonly watch?: JsonWatch | undefined;
  /** Hears the whole text as it comes. */
  readonly onText?: ((jsonText: string) => void) | undefined;
  /** Stops where the text is broken; otherwise only brackets, strings and comments count. */
  readonly stopsWhereBroken?: boolean | undefined;
  /** The outermost bracket is an object's, and was read before. */
  readonly isOpen?: boolean | undefined;
}

/** Where a scan stands among the members of the watched object. */
type Place = "key" | "colon" | "value" | "after";

/** What stands before the next character: nothing that it must be parted from, the end of a value, a bare word. */
type Before = "nothing" | "value" | "word";

const QUOTE = 34;
const APOSTROPHE = 39;
const COMMA = 44;
const SLASH = 47;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const OPEN_BRACE = 123;

/**
 * Reads a JSON object or list to its balancing bracket; the source stands on its first bracket. Strings (in either kind
 * of quotes) and comments are passed over, so that brackets in them do not count.
 * Cost: one look at each character.
 */
export function scanJson(source: Source, options: JsonScanOptions = {}): Reading<JsonScan> {
  return new JsonScanner(source, options).scan();
}

class JsonScanner {
  readonly #source: Source;
  readonly #watch: JsonWatch | undefined;
  readonly #onText: ((jsonText: string) => void) | undefined;
  readonly #stopsWhereBroken: boolean;
  #text = "";
  #end: JsonScan["end"] | undefined;
  /** Where, in the piece at hand, what is not yet in `#text` begins. */
  #begin: number;
  /** The brackets that are open. */
  readonly #open: number[] = [];
  /** How many are open around the members that are watched. */
  #level = 1;
  #quote = 0;
  #isEscaped = false;
  /** Inside `// …` (10) or `/* … ` (42); 47 behind a slash that may begin one. */
  #comment = 0;
  #previous = 0;
  #before: Before = "nothing";
  #place: Place = "key";
  /** Where in the piece at hand the key, or the value that is asked for, begins; -1 when none does. */
  #token = -1;
  /** What of it came in earlier pieces. */
  #tokenText = "";
  #role: KeyRole = "other";
  /** Where in the piece at hand the input that streams begins; -1 when none does. */
  #input = -1;

  constructor(source: Source, options: JsonScanOptions) {
    this.#source = source;
    this.#watch = options.watch;
    this.#onText = options.onText;
    this.#stopsWhereBroken = options.stopsWhereBroken === true;
    this.#begin = source.at;
    if (options.isOpen) this.#open.push(OPEN_BRACE);
  }

  *scan(): Reading<JsonScan> {
    const isWhole = yield* this.#source.readPieces(() => this.#readPiece());
    return { text: this.#text, end: isWhole ? (this.#end ?? "cut") : "cut" };
  }

  /** Reads the piece at hand. @returns true when the value has ended, or cannot go on */
  #readPiece(): boolean {
    const source = this.#source;
    this.#begin = source.at;
    if (this.#input >= 0) this.#input = source.at;
    if (this.#token >= 0) this.#token = source.at;
    while (this.#end === undefined && source.at < source.text.length) {
      if (this.#quote !== 0 && !this.#isEscaped) {
        this.#skipString();
        if (source.at >= source.text.length) break;
      }
      const code = source.text.charCodeAt(source.at);
      source.at += 1;
      this.#end = this.#read(code);
      if (this.#end === "broken") source.at -= 1;
    }
    this.#keep();
    return this.#end !== undefined;
  }

  /** Takes the piece at hand, as far as it is read, into the text. */
  #keep(): void {
    const { text, at } = this.#source;
    if (this.#input >= 0) this.#watch?.input(text.slice(this.#input, at));
    const piece = text.slice(this.#begin, at);
    this.#onText?.(piece);
    this.#text += piece;
    this.#begin = at;
    if (this.#input >= 0) this.#input = at;
    if (this.#token >= 0) {
      this.#tokenText += text.slice(this.#token, at);
      this.#token = at;
    }
  }

  /** Passes over the characters of a string that mean nothing. */
  #skipString(): void {
    const { text } = this.#source;
    let { at } = this.#source;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === this.#quote || code === BACKSLASH) break;
      at += 1;
    }
    this.#source.at = at;
  }

  #read(code: number): JsonScan["end"] | undefined {
    if (this.#quote !== 0) return this.#readInString(code);
    if (this.#comment !== 0 && this.#readComment(code)) return undefined;
    if (this.#stopsWhereBroken && this.#isBrokenBy(code)) return "broken";
    if (code === QUOTE || code === APOSTROPHE) {
      this.#quote = code;
      this.#beginToken();
    } else if (code === SLASH) this.#comment = SLASH;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#openBracket(code);
    else if (code === 125 || code === 93) return this.#closeBracket();
    else {
      this.#before = code === COMMA || code === COLON ? "nothing" : isSpace(code) ? this.#afterSpace() : "word";
      if (this.#open.length === this.#level) return this.#readMember(code);
    }
    return undefined;
  }

  /** White space ends a word. */
  #afterSpace(): Before {
    return this.#before === "word" ? "value" : this.#before;
  }

  #isBrokenBy(code: number): boolean {
    if (code === QUOTE || code === APOSTROPHE || code === OPEN_BRACE || code === OPEN_BRACKET) {
      return this.#before !== "nothing";
    }
    if (code === 125) return this.#open.at(-1) !== OPEN_BRACE;
    if (code === 93) return this.#open.at(-1) !== OPEN_BRACKET;
    if (code === COMMA || code === COLON || code === SLASH || isSpace(code)) return false;
    return this.#before === "value" || !isInWord(code);
  }

  #readInString(code: number): JsonScan["end"] | undefined {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === this.#quote) {
      this.#quote = 0;
      this.#before = "value";
      return this.#endToken();
    }
    return undefined;
  }

  /** @returns true when the character belongs to the comment */
  #readComment(code: number): boolean {
    if (this.#comment === SLASH) {
      this.#comment = code === SLASH ? 10 : code === 42 ? 42 : 0;
      this.#previous = 0;
      return this.#comment !== 0;
    }
    if (this.#comment === 10 ? code === 10 : code === SLASH && this.#previous === 42) this.#comment = 0;
    this.#previous = code;
    return true;
  }

  #openBracket(code: number): void {
    this.#before = "nothing";
    this.#open.push(code);
    const depth = this.#open.length;
    if (depth === 1) {
      this.#place = code === OPEN_BRACE ? "key" : "after"; // a list's members are not watched
    } else if (depth === this.#level + 1 && this.#place === "value") {
      this.#place = "after";
      if (code !== OPEN_BRACE) return;
      if (this.#role === "input") this.#input = this.#source.at - 1;
      else if (this.#role === "wrapper") {
        this.#level = depth;
        this.#place = "key";
      }
    }
  }

  #closeBracket(): JsonScan["end"] | undefined {
    this.#before = "value";
    this.#open.pop();
    const depth = this.#open.length;
    if (depth === 0) return "whole";
    if (depth < this.#level) {
      this.#level = depth;
      this.#place = "after";
      this.#token = -1;
    } else if (depth === this.#level && this.#input >= 0) {
      this.#keep();
      this.#input = -1;
    }
    return undefined;
  }

  /** A sign between the strings of the watched object: a comma, a colon, white space, or a bare word. */
  #readMember(code: number): JsonScan["end"] | undefined {
    if (code === COMMA) {
      this.#place = "key";
      this.#token = -1;
    } else if (code === COLON) {
      const end = this.#token >= 0 ? this.#endToken() : undefined;
      if (this.#place === "colon") this.#place = "value";
      return end;
    } else if (this.#place === "key" && this.#token < 0 && isInWord(code)) this.#beginToken();
    return undefined;
  }

  #beginToken(): void {
    if (this.#open.length !== this.#level || this.#watch === undefined || this.#token >= 0) return;
    const isAwaited = this.#place === "key" || (this.#place === "value" && isSpoken(this.#role));
    if (!isAwaited) return;
    this.#token = this.#source.at - 1;
    this.#tokenText = "";
  }

  #endToken(): JsonScan["end"] | undefined {
    if (this.#open.length !== this.#level) return undefined;
    if (this.#token < 0) {
      if (this.#place === "value") this.#place = "after";
      return undefined;
    }
    const token = unquote(this.#tokenText + this.#source.text.slice(this.#token, this.#source.at));
    this.#token = -1;
    if (this.#place === "key") {
      this.#place = "colon";
      this.#role = this.#watch?.key(token) ?? "other";
      return this.#role === "refuse" ? "refused" : undefined;
    }
    if (this.#role === "id") this.#watch?.id(token);
    else this.#watch?.name(token);
    this.#place = "after";
    return undefined;
  }
}

/** The watch is told the string behind the key. */
function isSpoken(role: KeyRole): boolean {
  return role === "name" || role === "wrapper" || role === "id";
}

/** A letter, digit, sign or point: what numbers, literals and bare keys are made of. */
function isInWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code > 127
  );
}

/** A string token's content, a bare word as it is. A name with escapes in it is read as JSON reads it. */
function unquote(token: string): string {
  const first = token.charCodeAt(0);
  if (first !== QUOTE && first !== APOSTROPHE) return token.replace(/\s*:$/, "");
  const content = token.slice(1, -1);
  if (!content.includes("\\")) return content;
  try {
    return String(JSON.parse(`"${first === QUOTE ? content : content.replaceAll('"', '\\"')}"`));
  } catch {
    return content;
  }
}
