/** What `peek` and `next` give when the stream is over. */
export const END = -1;

/** A reader, mostly a generator, yields when it needs more text; what it returns is its finding. */
export interface Reading<T> {
  [Symbol.iterator](): Iterator<undefined, T, undefined>;
}

/** A reading that needs no more text than is at hand. It costs a fifth of a generator, and most readings are such. */
export class Found<T> implements Reading<T> {
  readonly done = true;
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): this {
    return this;
  }
}

const yes = new Found(true);
const no = new Found(false);
const noSpace = new Found("");

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
  // The pieces before this one; joined only when someone asks for them, so that going back costs what is given back.
  readonly #before: string[];
  #beforeLength: number;
  /** What reads the pieces that come while the reader waits. */
  #readPiece: (() => unknown) | undefined;

  constructor(opener: string) {
    this.#before = [opener];
    this.#beforeLength = opener.length;
  }

  /** Puts the next piece on, once the last one is read to its end. */
  feed(piece: string): void {
    if (this.text !== "") this.#before.push(this.text);
    this.#beforeLength += this.text.length;
    this.text = piece;
    this.at = 0;
  }

  /** All that was read, the opener included. Cost: its length. */
  get raw(): string {
    return this.#before.join("") + this.text.slice(0, this.at);
  }

  /** How much was read, the opener included: the place where the reader stands. */
  get rawLength(): number {
    return this.#beforeLength + this.at;
  }

  /** The last character that was read. */
  get last(): string {
    return this.text[this.at - 1] ?? this.#before.at(-1)?.at(-1) ?? "";
  }

  /** The unread rest of the piece. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  /** Un-reads the last characters that were read, `text`. */
  giveBack(text: string): void {
    this.returnTo(this.rawLength - text.length);
  }

  /** Un-reads what was read since `rawLength` was `place`. Cost: the length of what is un-read. */
  returnTo(place: number): void {
    while (this.#beforeLength > place) {
      const piece = this.#before.pop() ?? "";
      this.#beforeLength -= piece.length;
      const kept = Math.max(place - this.#beforeLength, 0);
      if (kept > 0) this.#before.push(piece.slice(0, kept));
      this.#beforeLength += kept;
      this.text = piece.slice(kept) + this.text;
      this.at = 0;
    }
    this.at = place - this.#beforeLength;
  }

  /** True when a character can be read; false at the end of the stream. */
  more(): Reading<boolean> {
    if (this.at < this.text.length) return yes;
    return this.ended ? no : this.#awaitMore();
  }

  *#awaitMore(): Reading<boolean> {
    while (this.at >= this.text.length) {
      if (this.ended) return false;
      yield;
    }
    return true;
  }

  /**
   * Reads pieces by a plain function, which goes as far in each as it can; the reader itself rests until one is not
   * read to its end. Long values cost so much less.
   * @param readPiece  may say true: it is done, though the piece is read to its end; asked again, it says so again
   * @returns false at the end of the stream
   */
  readPieces(readPiece: () => unknown): Reading<boolean> {
    if (readPiece() === true || this.at < this.text.length) return yes;
    return this.ended ? no : this.#awaitPieces(readPiece);
  }

  *#awaitPieces(readPiece: () => unknown): Reading<boolean> {
    for (;;) {
      this.#readPiece = readPiece;
      yield;
      this.#readPiece = undefined;
      if (readPiece() === true || this.at < this.text.length) return true;
      if (this.ended) return false;
    }
  }

  /** Reads the piece at hand while the reader rests. @returns true when that was all of it, and more is wanted */
  readAtRest(): boolean {
    if (this.#readPiece === undefined) return false;
    return this.#readPiece() !== true && this.at >= this.text.length;
  }

  /** The next character's code, or `END`; undefined where that is not known yet. */
  get next(): number | undefined {
    if (this.at < this.text.length) return this.text.charCodeAt(this.at);
    return this.ended ? END : undefined;
  }

  /** The next character's code, or `END`. */
  peek(): Reading<number> {
    const { next } = this;
    return next === undefined ? this.#awaitNext() : new Found(next);
  }

  *#awaitNext(): Reading<number> {
    return (yield* this.more()) ? this.text.charCodeAt(this.at) : END;
  }

  /**
   * Reads white space.
   * @param max  stops after so many characters
   */
  skipSpace(max = Number.POSITIVE_INFINITY): Reading<string> {
    if (this.at < this.text.length && !isSpace(this.text.charCodeAt(this.at))) return noSpace;
    return this.takeWhile(isSpace, max);
  }

  /** Reads `literal` if it comes next; else reads nothing. */
  take(literal: string, ignoreCase = false): Reading<boolean> {
    if (this.at < this.text.length && !ignoreCase && this.text[this.at] !== literal[0]) return no;
    return this.#take(literal, ignoreCase);
  }

  *#take(literal: string, ignoreCase: boolean): Reading<boolean> {
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
  takeWhile(accepts: (code: number) => boolean, max = Number.POSITIVE_INFINITY): Reading<string> {
    const taken = this.#takeHere(accepts, max);
    if (this.at < this.text.length || taken.length >= max || this.ended) return new Found(taken);
    return this.#awaitWhile(taken, accepts, max);
  }

  *#awaitWhile(begun: string, accepts: (code: number) => boolean, max: number): Reading<string> {
    let taken = begun;
    yield* this.readPieces(() => {
      taken += this.#takeHere(accepts, max - taken.length);
      return taken.length >= max;
    });
    return taken;
  }

  /** Of the piece at hand alone. */
  #takeHere(accepts: (code: number) => boolean, max: number): string {
    const { text, at } = this;
    const end = Math.min(text.length, at + max);
    let next = at;
    while (next < end && accepts(text.charCodeAt(next))) next += 1;
    this.at = next;
    return text.slice(at, next);
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
