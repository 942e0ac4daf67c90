import { END, Found, type Reading, type Source } from "../source.js";
import type { CallGrammar } from "./parameter-grammar.js";
import type { Tag } from "./tag-scan.js";
import { beginningsOf, comesNext, readTag } from "./tags.js";
import type { ValueEnd, ValueEnds } from "./value-reader.js";

/** Tells what the tags in one call's list of arguments mean, and where a value ends among them. */
export class ArgumentTags {
  readonly #source: Source;
  readonly #grammar: CallGrammar;
  /** The tag behind the last value, which told where the value ends: it need not be read twice. */
  #ahead: { readonly tag: Tag; readonly place: number; readonly length: number } | undefined;
  /** The tool's arguments in lower case; empty where it declares none. */
  readonly #declared: ReadonlySet<string>;

  constructor(source: Source, grammar: CallGrammar, declared: readonly string[]) {
    this.#source = source;
    this.#grammar = grammar;
    this.#declared = new Set(declared.map((name) => name.toLowerCase()));
  }

  /** Reads the next tag, if it is one of the list. */
  read(): Reading<Tag | undefined> {
    const source = this.#source;
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.place !== source.rawLength) return readTag(source, this.#grammar.style, this.#isInList);
    source.at += ahead.length;
    return new Found(ahead.tag);
  }

  beginsToClose(tag: Tag): boolean {
    const { call, wrappers } = this.#grammar;
    return tag.kind === "close" && [call.tag, ...wrappers].some((word) => word.startsWith(tag.word));
  }

  isArgument(tag: Tag): boolean {
    if (this.#isArgumentWord(tag.word)) return true;
    return this.#grammar.ownTags === "any" && tag.word !== this.#grammar.call.tag;
  }

  isGroup(tag: Tag): boolean {
    return this.#isGroupWord(tag.word);
  }

  /** A tag with a name of its own has no attributes; with some it is markup of another kind. */
  isPlain(tag: Tag): boolean {
    const { parameter, keyTag, jsonTag, call } = this.#grammar;
    return tag.attributes.size === 0 || [parameter?.tag, keyTag, jsonTag, call.tag].includes(tag.word);
  }

  /** Where a value ends: at its closer, or before what only can come behind it. */
  valueEnds(closer: string): ValueEnds {
    return { begins: endBeginnings(this.#grammar, closer), test: () => this.#isValueEnd(closer) };
  }

  *#isValueEnd(closer: string): Reading<ValueEnd | undefined> {
    const source = this.#source;
    const { style, call, wrappers } = this.#grammar;
    const place = source.rawLength;
    const tag = yield* readTag(source, style, (kind, word) => {
      if (kind === "open") return word === breakerOf(this.#grammar);
      return word === closer || word === call.tag || wrappers.includes(word);
    });
    if (tag === undefined) return undefined;
    if (tag.isCut) return "cut";
    if (tag.kind === "close" && tag.word === closer && (yield* comesNext(source, this.#listGoesOn(closer))))
      return "closed";
    const isOver = tag.kind === "close" ? this.#callIsOver(tag) : this.#isNextArgument(tag);
    const isImplied = yield* comesNext(source, isOver);
    source.returnTo(place);
    return isImplied ? "implied" : undefined;
  }

  readonly #isInList = (kind: "open" | "close", word: string): boolean => {
    const { call, wrappers, groups } = this.#grammar;
    if (word === call.tag || groups?.includes(word)) return true;
    return kind === "close" ? wrappers.includes(word) : this.#isArgumentWord(word) || this.#grammar.ownTags === "any";
  };

  /**
   * Like `#isInList`, but of tags with a name of their own only those that the tool declares; where it declares none,
   * any behind another one, and none behind an argument that is not written so.
   */
  #isFollower(closer: string, kind: "open" | "close", word: string): boolean {
    const isOwn = closer !== this.#grammar.parameter?.tag;
    if (kind === "close" || (isOwn && this.#declared.size === 0)) return this.#isInList(kind, word);
    return word === this.#grammar.call.tag || this.#isGroupWord(word) || this.#isArgumentWord(word);
  }

  #isArgumentWord(word: string): boolean {
    const { parameter, keyTag, jsonTag, ownTags } = this.#grammar;
    if (keyTag !== undefined) return word === keyTag;
    return word === parameter?.tag || word === jsonTag || (ownTags !== undefined && this.#declared.has(word));
  }

  #isGroupWord(word: string): boolean {
    return this.#grammar.groups?.includes(word) === true && !this.#declared.has(word);
  }

  *#listGoesOn(closer: string): Reading<boolean> {
    const source = this.#source;
    yield* source.skipSpace();
    if ((yield* source.peek()) === END) return true;
    const place = source.rawLength;
    const tag = yield* readTag(source, this.#grammar.style, (kind, word) => this.#isFollower(closer, kind, word));
    if (tag === undefined) return yield* source.take("<!--");
    if (!tag.isCut) this.#ahead = { tag, place, length: source.rawLength - place };
    return tag.isCut || this.isPlain(tag);
  }

  /** Behind the call's closer its wrapper closes, another call begins, or the text ends; so behind the wrapper's. */
  *#callIsOver(closer: Tag): Reading<boolean> {
    const { style, call, wrappers } = this.#grammar;
    const isCall = closer.word === call.tag;
    if (!isCall && !wrappers.includes(closer.word)) return false;
    yield* this.#source.skipSpace();
    if ((yield* this.#source.peek()) === END) return true;
    const tag = yield* readTag(this.#source, style, (kind, word) =>
      kind === "close" ? isCall && wrappers.includes(word) : wrappers.includes(word) || (isCall && word === call.tag),
    );
    return tag !== undefined;
  }

  *#isNextArgument(tag: Tag): Reading<boolean> {
    const { parameter, keyTag, style } = this.#grammar;
    if (keyTag === undefined) {
      const key = tag.attributes.get(parameter?.key ?? "")?.toLowerCase() ?? "";
      return key !== "" && (this.#declared.size === 0 || this.#declared.has(key));
    }
    yield* this.#source.takeWhile((code) => code !== 60, 256);
    const closer = yield* readTag(this.#source, style, (kind, word) => kind === "close" && word === keyTag);
    return closer !== undefined;
  }
}

/** The tag that ends a value without a closer, since it can only begin the next argument. */
function breakerOf({ keyTag, parameter }: CallGrammar): string | undefined {
  return keyTag ?? parameter?.tag;
}

/** The last ones that were made: one call's arguments mostly end alike. */
const lastBeginnings = new WeakMap<CallGrammar, { readonly closer: string; readonly begins: readonly string[] }>();

/** What the tags begin with that may end a value. */
function endBeginnings(grammar: CallGrammar, closer: string): readonly string[] {
  const last = lastBeginnings.get(grammar);
  if (last?.closer === closer) return last.begins;
  const { style, call, wrappers } = grammar;
  const breaker = breakerOf(grammar);
  const begins = [
    ...beginningsOf(style, "close", [closer, call.tag, ...wrappers]),
    ...beginningsOf(style, "open", breaker === undefined ? [] : [breaker]),
  ];
  lastBeginnings.set(grammar, { closer, begins });
  return begins;
}
