import type { ToolShapes, ToolSyntax } from "./syntax.js";

/** An opener that stands at the place that was asked about. */
export interface FoundOpener {
  /** Its syntax's place in the list. */
  readonly place: number;
  /** The opener's length. */
  readonly length: number;
}

/** The text ends inside what may become an opener. */
export const PARTIAL = "partial";

interface Node {
  readonly next: Map<number, Node>;
  /** The places of the syntaxes with an opener that ends here, in their order. */
  readonly ends: number[];
}

/** How far the text goes along with openers, exactly and without regard to case. */
interface State {
  readonly exact: Node | undefined;
  readonly folded: Node | undefined;
  /** Where it goes from here, as far as that was asked. */
  readonly next: Map<number, State>;
  /** The places of the syntaxes with an opener that ends here, in their order. */
  readonly ends: readonly number[];
  readonly canGrow: boolean;
}

interface Row {
  readonly place: number;
  readonly openers: readonly string[];
  readonly at: ToolSyntax["at"];
  readonly ignoreCase: boolean;
}

const none: readonly FoundOpener[] = [];

const LINE_BREAK = 10;
const BACKTICK = 96;

/** Pairs of ASCII characters are told by one number. */
const ASCII = 128;
const NONE = 0;
const SOME = 1;
const ANY = 2;
const TRIPLES = 0x4000;

/** Of three ASCII characters in `#triples`; several share one. */
function placeOf(pair: number, third: number): number {
  return ((pair * 31) ^ (third * 127)) & (TRIPLES - 1);
}

/**
 * All openers in two tries, one exact, one without regard to case, which are walked as one. A character that begins no
 * opener is told by one look into `first`, and most others by one more, with the character behind it.
 */
export class OpenerTable {
  /** 1 for each character (UTF-16 unit) that begins an opener. */
  readonly first = new Uint8Array(0x10000);
  /** 1 for each of those, for a line break and a backtick. */
  readonly #stops = new Uint8Array(0x10000);
  /** For each two ASCII characters, whether an opener begins with them: with no third one, with some, or with any. */
  readonly #pairs = new Uint8Array(ASCII * ASCII);
  /** 1 for each three ASCII characters that an opener begins with, and for some more that fall on their places. */
  readonly #triples = new Uint8Array(TRIPLES);
  readonly #exact: Node = node();
  readonly #folded: Node = node();
  readonly #begin: State;

  constructor(rows: readonly Row[]) {
    for (const row of rows) for (const opener of row.openers) this.#add(row, opener);
    this.#begin = stateOf(this.#exact, this.#folded);
    this.#stops.set(this.first);
    this.#stops[LINE_BREAK] = 1;
    this.#stops[BACKTICK] = 1;
  }

  #add({ place, ignoreCase }: Row, opener: string): void {
    const written = ignoreCase ? opener.toLowerCase() : opener;
    this.first[written.charCodeAt(0)] = 1;
    if (ignoreCase) this.first[opener.toUpperCase().charCodeAt(0)] = 1;
    this.#addPairs(written);
    if (ignoreCase) for (const each of casesOf(written.slice(0, 3))) this.#addPairs(each);
    let at = ignoreCase ? this.#folded : this.#exact;
    for (let index = 0; index < written.length; index += 1) {
      const code = written.charCodeAt(index);
      let next = at.next.get(code);
      if (next === undefined) {
        next = node();
        at.next.set(code, next);
      }
      at = next;
    }
    at.ends.push(place);
  }

  #addPairs(opener: string): void {
    const [first, second, third] = [opener.charCodeAt(0), opener.charCodeAt(1), opener.charCodeAt(2)];
    if (first >= ASCII) return;
    if (opener.length === 1) this.#pairs.fill(ANY, first * ASCII, (first + 1) * ASCII);
    if (!(second < ASCII)) return;
    const pair = first * ASCII + second;
    const isAny = opener.length === 2 || third >= ASCII || this.#pairs[pair] === ANY;
    this.#pairs[pair] = isAny ? ANY : SOME;
    if (!isAny) this.#triples[placeOf(pair, third)] = 1;
  }

  /** The first place from `at` on where an opener may stand, or a line break or a backtick does. */
  skipPlain(text: string, at: number): number {
    const stops = this.#stops;
    let next = at;
    for (; next < text.length; next += 1) {
      const code = text.charCodeAt(next);
      if (stops[code] === 1 && (code === LINE_BREAK || code === BACKTICK || this.#mayBegin(code, text, next + 1)))
        break;
    }
    return next;
  }

  #mayBegin(code: number, text: string, next: number): boolean {
    if (code >= ASCII || next >= text.length) return true;
    const second = text.charCodeAt(next);
    if (second >= ASCII) return true;
    const pair = code * ASCII + second;
    const begins = this.#pairs[pair];
    if (begins !== SOME || next + 1 >= text.length) return begins !== NONE;
    const third = text.charCodeAt(next + 1);
    return third >= ASCII || this.#triples[placeOf(pair, third)] === 1;
  }

  /**
   * The openers at `text[at]`: the longest first, the order of the list among equals.
   * @param isLast  no more text will come, so that what is there decides
   * Cost: the length of the longest opener.
   */
  match(text: string, at: number, isLast: boolean): readonly FoundOpener[] | typeof PARTIAL {
    let state = this.#begin;
    let found: readonly FoundOpener[] = none;
    for (let index = at; ; index += 1) {
      if (index >= text.length) return isLast || !state.canGrow ? found : PARTIAL;
      const next = step(state, text.charCodeAt(index));
      if (next === undefined) return found;
      state = next;
      const length = index + 1 - at;
      if (state.ends.length > 0) found = [...state.ends.map((place) => ({ place, length })), ...found];
    }
  }
}

function step(state: State, code: number): State | undefined {
  const known = state.next.get(code);
  if (known !== undefined) return known;
  const exact = state.exact?.next.get(code);
  const folded = state.folded?.next.get(code >= 65 && code <= 90 ? code + 32 : code);
  if (exact === undefined && folded === undefined) return undefined;
  const next = stateOf(exact, folded);
  state.next.set(code, next);
  return next;
}

function stateOf(exact: Node | undefined, folded: Node | undefined): State {
  return {
    exact,
    folded,
    next: new Map(),
    ends: [...(exact?.ends ?? []), ...(folded?.ends ?? [])].sort((a, b) => a - b),
    canGrow: canGrow(exact) || canGrow(folded),
  };
}

/** A few characters in all their cases. */
function casesOf(text: string): string[] {
  return [...text].reduce<string[]>(
    (begun, each) => begun.flatMap((before) => [before + each, before + each.toUpperCase()]),
    [""],
  );
}

function node(): Node {
  return { next: new Map(), ends: [] };
}

function canGrow(at: Node | undefined): boolean {
  return at !== undefined && at.next.size > 0;
}

/** The openers that count at the beginning of a line, all of them, and those that count anywhere. */
export interface OpenerTables {
  readonly atLine: OpenerTable;
  readonly anywhere: OpenerTable;
}

/**
 * Tables by what stands in them, the last used ones: a detector is made for every text block, with lists that apps write
 * anew, and a table is many times as dear as a short text.
 */
const made = new Map<string, OpenerTables>();
const MAX_MADE = 16;

/** @throws Error when an opener is empty */
export function openerTables(syntaxes: readonly ToolSyntax[], tools: ToolShapes): OpenerTables {
  const rows = syntaxes.map((syntax, place) => toRow(syntax, place, tools));
  const key = JSON.stringify(rows.map(({ at, ignoreCase, openers }) => [at, ignoreCase, ...openers]));
  const tables = made.get(key) ?? {
    atLine: new OpenerTable(rows),
    anywhere: new OpenerTable(rows.filter((row) => row.at === "anywhere")),
  };
  made.delete(key);
  made.set(key, tables);
  for (const oldest of made.keys()) {
    if (made.size <= MAX_MADE) break;
    made.delete(oldest);
  }
  return tables;
}

function toRow(syntax: ToolSyntax, place: number, tools: ToolShapes): Row {
  const openers = typeof syntax.openers === "function" ? syntax.openers(tools) : syntax.openers;
  if (openers.includes("")) {
    throw new Error(
      `tooltalk: the syntax "${syntax.name}" has an empty opener. Give the literal text that a call begins with.`,
    );
  }
  return { place, openers, at: syntax.at, ignoreCase: syntax.ignoreCase === true };
}
