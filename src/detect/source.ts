/** What `peek` and `next` give when the stream is over. */
export const END = -1;

/** A reader yields when it needs more text; what it returns is its finding. */
export type Reading<T> = Generator<undefined, T, undefined>;

/**
 * The text that a reader reads: the piece at hand, and where in it the reader stands. A reader runs over the piece in a
 * plain loop and yields only at its end, so that reading costs the length of the text however it is cut.
 */
export class Source {
  /** The piece at hand. */
  text = "";
  /** The next unread character in it. */
  at = 0;
  /** No further piece will come. */
  ended = false;
  // What was read of the pieces before this one; a rope that is flattened only when someone asks for it.
  #before = "";

  constructor(opener: string) {
    this.#before = opener;
  }

  /** Puts the next piece on, once the last one is read to its end. */
  feed(piece: string): void {
    this.#before += this.text;
    this.text = piece;
    this.at = 0;
  }

  /** All that was read, the opener included. */
  get raw(): string {
    return this.#before + this.text.slice(0, this.at);
  }

  get rawLength(): number {
    return this.#before.length + this.at;
  }

  /** The unread rest of the piece. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  /** Un-reads the last characters that were read, `text`. */
  giveBack(text: string): void {
    if (text === "") return;
    const rest = this.rest;
    this.#before = this.raw.slice(0, -text.length);
    this.text = text + rest;
    this.at = 0;
  }

  /** True when a character can be read; false at the end of the stream. */
  *more(): Reading<boolean> {
    while (this.at >= this.text.length) {
      if (this.ended) return false;
      yield;
    }
    return true;
  }

  /** The next character's code, or `END`. */
  *peek(): Reading<number> {
    return (yield* this.more()) ? this.text.charCodeAt(this.at) : END;
  }

  /**
   * Reads white space.
   * @param max  stops after so many characters
   */
  *skipSpace(max = Number.POSITIVE_INFINITY): Reading<string> {
    let space = "";
    while (space.length < max && (this.at < this.text.length || (yield* this.more()))) {
      if (!isSpace(this.text.charCodeAt(this.at))) break;
      space += this.text[this.at];
      this.at += 1;
    }
    return space;
  }

  /** Reads `literal` if it comes next; else reads nothing. */
  *take(literal: string, ignoreCase = false): Reading<boolean> {
    let read = "";
    while (read.length < literal.length) {
      if (this.at >= this.text.length && !(yield* this.more())) break;
      const char = this.text[this.at] ?? "";
      const wanted = literal[read.length] ?? "";
      if (char !== wanted && !(ignoreCase && char.toLowerCase() === wanted.toLowerCase())) break;
      read += char;
      this.at += 1;
    }
    if (read.length === literal.length) return true;
    this.giveBack(read);
    return false;
  }

  /** Reads white space and then `literal`; if the literal does not follow, the white space is not read either. */
  *takeAfterSpace(literal: string, ignoreCase = false): Reading<boolean> {
    const space = yield* this.skipSpace(256);
    if (yield* this.take(literal, ignoreCase)) return true;
    this.giveBack(space);
    return false;
  }

  /** Reads while `accepts` the character's code. */
  *takeWhile(accepts: (code: number) => boolean, max = Number.POSITIVE_INFINITY): Reading<string> {
    let taken = "";
    while (taken.length < max && (this.at < this.text.length || (yield* this.more()))) {
      if (!accepts(this.text.charCodeAt(this.at))) break;
      taken += this.text[this.at];
      this.at += 1;
    }
    return taken;
  }

  /** Reads one line, its break included; without a break at the end of the stream. */
  *takeLine(max = Number.POSITIVE_INFINITY): Reading<string> {
    let line = "";
    while (line.length < max && (yield* this.more())) {
      const end = this.text.indexOf("\n", this.at);
      const piece = this.text.slice(
        this.at,
        Math.min(end < 0 ? this.text.length : end + 1, this.at + max - line.length),
      );
      this.at += piece.length;
      line += piece;
      if (piece.endsWith("\n")) break;
    }
    return line;
  }
}

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}
