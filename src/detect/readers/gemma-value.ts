import { END, type Reading, type Source } from "../source.js";
import { isWord, readUntil, takeOneOf } from "./literals.js";
import { readPythonValue, UnreadablePython } from "./python-value.js";

/** Between two of them stands a text, without escapes. */
const quoteTokens = ['<|"|>', "<escape>"];

const MAX_DEPTH = 64;
const MAX_KEY = 256;

/**
 * Reads the values of Gemma's calls:
 *
 *     {name:<|"|>Saimaa<|"|>,depth:82,tags:[<|"|>a<|"|>,<|"|>b<|"|>],on:true}
 *
 * Ordinary quotes, and equals signs for colons, are read as a repair.
 * @throws UnreadablePython
 */
export class GemmaReader {
  readonly #source: Source;
  repaired = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * Reads the members of an object; the source stands behind its bracket.
   * @param take  gets each key, and reads its value
   */
  *readMembers(take: (key: string) => Reading<void>): Reading<void> {
    const source = this.#source;
    for (;;) {
      yield* source.skipSpace();
      if (yield* source.take("}")) return;
      yield* take(yield* this.#readKey());
      yield* source.skipSpace();
      if (yield* source.take(",")) continue;
      if (!(yield* source.take("}"))) throw new UnreadablePython(!(yield* source.more()));
      return;
    }
  }

  /** @param onText  hears the characters of a text as they come */
  *readValue(onText?: (text: string) => void, depth = 0): Reading<unknown> {
    const source = this.#source;
    if (depth > MAX_DEPTH) throw new UnreadablePython(false);
    yield* source.skipSpace();
    const token = yield* takeOneOf(source, quoteTokens);
    if (token !== undefined) return yield* this.#readText(token, onText);
    const code = yield* source.peek();
    if (code === 123) return yield* this.#readObject(depth);
    if (code === 91) return yield* this.#readList(depth);
    if (code === 34 || code === 39) this.repaired = true;
    else if (code !== END && !isWord(code) && code !== 43 && code !== 45 && code !== 46)
      throw new UnreadablePython(false);
    return yield* readPythonValue(source, onText);
  }

  *#readText(token: string, onText?: (text: string) => void): Reading<string> {
    const { text, end } = yield* readUntil(this.#source, [token], onText === undefined ? {} : { onText });
    if (end === undefined || (this.#source.ended && !this.#source.raw.endsWith(token)))
      throw new UnreadablePython(true);
    return text;
  }

  *#readObject(depth: number): Reading<unknown> {
    const members: [string, unknown][] = [];
    this.#source.at += 1;
    const reader = this.#member(members, depth);
    yield* this.readMembers(reader);
    return Object.fromEntries(members);
  }

  #member(members: [string, unknown][], depth: number): (key: string) => Reading<void> {
    const read = () => this.readValue(undefined, depth + 1);
    return function* (key) {
      const value = yield* read();
      if (key !== "__proto__") members.push([key, value]);
    };
  }

  *#readList(depth: number): Reading<unknown> {
    const source = this.#source;
    const items: unknown[] = [];
    source.at += 1;
    for (;;) {
      yield* source.skipSpace();
      if (yield* source.take("]")) return items;
      items.push(yield* this.readValue(undefined, depth + 1));
      yield* source.skipSpace();
      if (yield* source.take(",")) continue;
      if (!(yield* source.take("]"))) throw new UnreadablePython(!(yield* source.more()));
      return items;
    }
  }

  /** A key and the sign behind it. A bare key may have blanks in it. */
  *#readKey(): Reading<string> {
    const source = this.#source;
    const token = yield* takeOneOf(source, quoteTokens);
    const code = yield* source.peek();
    let key: unknown;
    if (token !== undefined) key = yield* this.#readText(token);
    else if (code === 34 || code === 39) {
      this.repaired = true;
      key = yield* readPythonValue(source);
    } else key = (yield* source.takeWhile((each) => !/[:={}[\],<\n]/.test(String.fromCharCode(each)), MAX_KEY)).trim();
    yield* source.skipSpace();
    if (!(yield* source.take(":"))) {
      if (!(yield* source.take("="))) throw new UnreadablePython(!(yield* source.more()));
      this.repaired = true;
    }
    if (typeof key !== "string" || key === "") throw new UnreadablePython(false);
    return key;
  }
}
