import type { Reading, Source } from "../source.js";

/** What a key of the object is to the one who watches. `refuse` stops the reading. */
export type KeyRole = "name" | "input" | "other" | "refuse";

/** Watches an object's own members go by. */
export interface JsonWatch {
  key(key: string): KeyRole;
  /** The string behind a `name` key. */
  name(name: string): void;
  /** A piece of the object behind an `input` key, as it stands. */
  input(jsonText: string): void;
}

export interface JsonScan {
  /** The value's text, from its first bracket on. */
  readonly text: string;
  /** `whole`: brackets balance; `cut`: the stream ended before; `refused`: the watch said so. */
  readonly end: "whole" | "cut" | "refused";
}

/** Where a scan stands among the members of the outermost object. */
type Place = "key" | "colon" | "value" | "after";

const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;

/**
 * Reads a JSON object or list to its balancing bracket; the source stands on its first bracket. Strings (in either kind
 * of quotes) and comments are passed over, so that brackets in them do not count; nothing else is judged.
 * Cost: one look at each character.
 */
export function scanJson(source: Source, watch?: JsonWatch): Reading<JsonScan> {
  return new JsonScanner(source, watch).scan();
}

class JsonScanner {
  readonly #source: Source;
  readonly #watch: JsonWatch | undefined;
  #text = "";
  /** Where, in the piece at hand, what is not yet in `#text` begins. */
  #begin: number;
  #depth = 0;
  #quote = 0;
  #isEscaped = false;
  /** Inside `// …` (10) or `/* … ` (42); 47 behind a slash that may begin one. */
  #comment = 0;
  #previous = 0;
  #place: Place = "key";
  /** Where in the whole text the token at hand began. */
  #token = -1;
  #role: KeyRole = "other";
  /** Where in the piece at hand the input that streams begins; -1 when none does. */
  #input = -1;

  constructor(source: Source, watch: JsonWatch | undefined) {
    this.#source = source;
    this.#watch = watch;
    this.#begin = source.at;
  }

  *scan(): Reading<JsonScan> {
    const source = this.#source;
    for (;;) {
      if (source.at >= source.text.length) {
        this.#keep();
        if (!(yield* source.more())) return { text: this.#text, end: "cut" };
        this.#begin = source.at;
        if (this.#input >= 0) this.#input = source.at;
      }
      if (this.#quote !== 0 && !this.#isEscaped) this.#skipString();
      if (source.at >= source.text.length) continue;
      const code = source.text.charCodeAt(source.at);
      source.at += 1;
      const end = this.#read(code);
      if (end !== undefined) {
        this.#keep();
        return { text: this.#text, end };
      }
    }
  }

  /** Takes the piece at hand, as far as it is read, into the text. */
  #keep(): void {
    const { text, at } = this.#source;
    if (this.#input >= 0) this.#watch?.input(text.slice(this.#input, at));
    this.#text += text.slice(this.#begin, at);
    this.#begin = at;
    if (this.#input >= 0) this.#input = at;
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
    if (code === QUOTE || code === APOSTROPHE) {
      this.#quote = code;
      this.#beginToken();
    } else if (code === 47) this.#comment = 47;
    else if (code === 123 || code === 91) this.#open(code);
    else if (code === 125 || code === 93) return this.#close();
    else if (this.#depth === 1) return this.#readMember(code);
    return undefined;
  }

  #readInString(code: number): JsonScan["end"] | undefined {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === this.#quote) {
      this.#quote = 0;
      return this.#endToken();
    }
    return undefined;
  }

  /** @returns true when the character belongs to the comment */
  #readComment(code: number): boolean {
    if (this.#comment === 47) {
      this.#comment = code === 47 ? 10 : code === 42 ? 42 : 0;
      this.#previous = 0;
      return this.#comment !== 0;
    }
    if (this.#comment === 10 ? code === 10 : code === 47 && this.#previous === 42) this.#comment = 0;
    this.#previous = code;
    return true;
  }

  #open(code: number): void {
    this.#depth += 1;
    if (this.#depth === 1)
      this.#place = code === 123 ? "key" : "after"; // a list's members are not watched
    else if (this.#depth === 2 && this.#place === "value") {
      if (this.#role === "input" && code === 123) this.#input = this.#source.at - 1;
      this.#place = "after";
    }
  }

  #close(): JsonScan["end"] | undefined {
    this.#depth -= 1;
    if (this.#depth === 1 && this.#input >= 0) {
      this.#keep();
      this.#input = -1;
    }
    return this.#depth <= 0 ? "whole" : undefined;
  }

  /** A sign between the strings of the outermost object: a comma, a colon, white space, or a bare word. */
  #readMember(code: number): JsonScan["end"] | undefined {
    if (code === 44) {
      if (this.#place !== "key") this.#place = "key";
    } else if (code === 58) {
      const end = this.#token >= 0 ? this.#endToken() : undefined;
      if (this.#place === "colon") this.#place = "value";
      return end;
    } else if (this.#place === "key" && this.#token < 0 && isWordSign(code)) this.#beginToken();
    return undefined;
  }

  #beginToken(): void {
    if (this.#depth !== 1 || this.#watch === undefined || (this.#place !== "key" && this.#place !== "value")) return;
    if (this.#token < 0) this.#token = this.#text.length + this.#source.at - 1 - this.#begin;
  }

  #endToken(): JsonScan["end"] | undefined {
    if (this.#depth !== 1 || this.#token < 0) return undefined;
    const token = (this.#text + this.#source.text.slice(this.#begin, this.#source.at)).slice(this.#token);
    this.#token = -1;
    if (this.#place === "key") {
      this.#place = "colon";
      this.#role = this.#watch?.key(unquote(token)) ?? "other";
      return this.#role === "refuse" ? "refused" : undefined;
    }
    if (this.#place === "value" && this.#role === "name") this.#watch?.name(unquote(token));
    this.#place = "after";
    return undefined;
  }
}

function isWordSign(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 36;
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
