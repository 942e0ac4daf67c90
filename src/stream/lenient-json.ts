import {
  BACKSLASH,
  hexDigit,
  isDigit,
  isInNumber,
  isSpace,
  LOWER_U,
  MINUS,
  maxJsonDepth,
  maxJsonKeys,
  maxJsonLength,
  readJsonNumber,
  unescapeCharacter,
} from "./json-grammar.js";

/** A fault tells what was expected and found, and its place: UTF-16 units from the start. */
export type LenientJson = { value: unknown; repaired: boolean } | { error: string; at: number };

const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;

class JsonFault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class Reader {
  private readonly text: string;
  private at = 0;
  private keyCount = 0;
  private isRepaired = false;

  constructor(text: string) {
    this.text = text;
  }

  read(): LenientJson {
    const value = this.readValue(0);
    this.skipSpace();
    if (this.at < this.text.length) this.fail("the end of the text");
    return { value, repaired: this.isRepaired };
  }

  private fail(expected: string): never {
    const code = this.text.codePointAt(this.at);
    const found = code === undefined ? "the end of the text" : JSON.stringify(String.fromCodePoint(code));
    throw new JsonFault(`expected ${expected}, found ${found}`, this.at);
  }

  /** White space and comments. */
  private skipSpace(): void {
    for (;;) {
      while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
      if (this.text[this.at] !== "/") return;
      if (this.text[this.at + 1] === "/") this.skipLine();
      else if (this.text[this.at + 1] === "*") this.skipBlockComment();
      else this.fail('"//" or "/*"');
      this.isRepaired = true;
    }
  }

  private skipLine(): void {
    while (this.at < this.text.length && this.text[this.at] !== "\n" && this.text[this.at] !== "\r") this.at += 1;
  }

  private skipBlockComment(): void {
    const end = this.text.indexOf("*/", this.at + 2);
    if (end >= 0) this.at = end + 2;
    else {
      this.at = this.text.length;
      this.fail('"*/" after the comment');
    }
  }

  /** @param depth  how many containers are open around the value */
  private readValue(depth: number): unknown {
    this.skipSpace();
    const character = this.text[this.at];
    if (character === '"' || character === "'") return this.readString(character);
    if (character === "{" || character === "[") {
      if (depth === maxJsonDepth) this.fail(`at most ${maxJsonDepth} levels`);
      this.at += 1;
      return character === "{" ? this.readRecord(depth + 1) : this.readList(depth + 1);
    }
    const code = this.text.charCodeAt(this.at);
    if (isDigit(code) || code === MINUS) return this.readNumber();
    return this.readWord();
  }

  private readList(depth: number): unknown[] {
    const list: unknown[] = [];
    this.skipSpace();
    if (this.take("]")) return list;
    do list.push(this.readValue(depth));
    while (this.readComma("]"));
    return list;
  }

  private readRecord(depth: number): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    this.skipSpace();
    if (this.take("}")) return record;
    do {
      this.keyCount += 1;
      if (this.keyCount > maxJsonKeys) this.fail(`at most ${maxJsonKeys} keys`);
      const key = this.readKey();
      this.skipSpace();
      if (!this.take(":")) this.fail('":" after the key');
      const value = this.readValue(depth);
      if (key !== "__proto__") record[key] = value;
    } while (this.readComma("}"));
    return record;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  /** @returns false where the container ends, after a comma as well */
  private readComma(closer: string): boolean {
    this.skipSpace();
    if (this.take(closer)) return false;
    if (!this.take(",")) this.fail(`"," or "${closer}"`);
    this.skipSpace();
    if (!this.take(closer)) return true;
    this.isRepaired = true;
    return false;
  }

  private readKey(): string {
    this.skipSpace();
    const character = this.text[this.at];
    if (character === '"' || character === "'") return this.readString(character);
    const key = this.peekIdentifier();
    // A Python dictionary may have these for keys; which string they stand for is anyone's guess.
    if (key === "" || key === "True" || key === "False" || key === "None") this.fail("a key");
    this.at += key.length;
    this.isRepaired = true;
    return key;
  }

  private peekIdentifier(): string {
    identifier.lastIndex = this.at;
    return identifier.exec(this.text)?.[0] ?? "";
  }

  private readWord(): boolean | null {
    const word = this.peekIdentifier();
    if (word === "True" || word === "False" || word === "None") this.isRepaired = true;
    else if (word !== "true" && word !== "false" && word !== "null") this.fail("a value");
    this.at += word.length;
    return word === "null" || word === "None" ? null : word === "true" || word === "True";
  }

  private readNumber(): number {
    let end = this.at;
    while (isInNumber(this.text.charCodeAt(end))) end += 1;
    const value = readJsonNumber(this.text.slice(this.at, end));
    if (value === undefined) return this.fail("a number as JSON writes it");
    this.at = end;
    return value;
  }

  private readString(quote: string): string {
    if (quote === "'") this.isRepaired = true;
    this.at += 1;
    let value = "";
    let start = this.at;
    while (this.text[this.at] !== quote) {
      const code = this.text.charCodeAt(this.at);
      if (code === BACKSLASH) {
        value += this.text.slice(start, this.at) + this.readEscape();
        start = this.at;
        continue;
      }
      if (this.at >= this.text.length) this.fail(`${quote} after the string`);
      if (code < 0x20) {
        if (code !== 0x0a && code !== 0x0d && code !== 0x09) this.fail("an escaped control character");
        this.isRepaired = true;
      }
      this.at += 1;
    }
    value += this.text.slice(start, this.at);
    this.at += 1;
    return value;
  }

  /** What the escape stands for; nothing where JSON does not know it, and then only the backslash is passed over. */
  private readEscape(): string {
    this.at += 1;
    const code = this.text.charCodeAt(this.at);
    const character = this.text[this.at] === "'" ? "'" : unescapeCharacter(code);
    if (code === LOWER_U) return this.readUnicodeEscape();
    if (character === "'" || character === undefined) this.isRepaired = true;
    if (character !== undefined) this.at += 1;
    return character ?? "";
  }

  private readUnicodeEscape(): string {
    let unit = 0;
    for (let count = 0; count < 4; count += 1) {
      this.at += 1;
      const digit = hexDigit(this.text.charCodeAt(this.at));
      if (digit < 0) this.fail("four hexadecimal digits");
      unit = unit * 16 + digit;
    }
    this.at += 1;
    return String.fromCharCode(unit);
  }
}

/** Deletes each `__proto__` on the way. @returns the count of keys; infinite beyond the depth that is read */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === maxJsonDepth) return Number.POSITIVE_INFINITY;
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = members === value ? 0 : members.length;
  for (const member of members) count += countKeys(member, depth + 1);
  return count;
}

/**
 * Reads JSON as models write it. Repaired is what has one reading only: strings in single quotes, a comma before a
 * closer, keys that are plain identifiers, `//` and block comments, `True`, `False` and `None`, line breaks and tabs
 * inside strings, and escapes that JSON does not know, which lose their backslash. All else is an error, as are a
 * missing comma or closer, a bare word, and text after the value.
 *
 * `__proto__` is left out with all below it. More than 1 MiB, 64 containers within one another, or 10,000 keys in all
 * objects together is an error too. Never throws.
 * Cost: the length of the text.  Source: RFC 8259.
 */
export function parseLenientJson(text: string): LenientJson {
  if (text.length > maxJsonLength) return { error: `expected at most ${maxJsonLength} characters`, at: maxJsonLength };
  try {
    const value: unknown = JSON.parse(text);
    if (countKeys(value, 0) <= maxJsonKeys) return { value, repaired: false };
  } catch {
    // Not strict JSON: read below.
  }
  try {
    return new Reader(text).read();
  } catch (fault) {
    if (fault instanceof JsonFault) return { error: fault.message, at: fault.at };
    throw fault;
  }
}
