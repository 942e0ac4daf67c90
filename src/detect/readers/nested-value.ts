import type { JsonSchema } from "../../stream/tool.js";
import { END, type Reading, type Source } from "../source.js";
import type { ArgumentWriter } from "./argument-writer.js";
import { coerceText, isContainer, itemSchema, memberSchema, typesOf } from "./coerce.js";
import type { ArgumentRules, CallGrammar } from "./parameter-grammar.js";
import type { Tag } from "./tag-scan.js";
import { beginningsOf, comesNext, readTag, skipComment } from "./tags.js";
import { cdataStart, readCdata, readUpToTag, type ValueEnd } from "./value-reader.js";
import { rawText, ValueText } from "./value-text.js";

/** Deepest nesting of lists and objects. Source: measured; see docs/architecture.md. */
const MAX_DEPTH = 16;

/** Whether the tag that comes next begins a list or an object, so that the value is no text. */
export function* beginsNested(source: Source, grammar: CallGrammar, schema: JsonSchema | undefined): Reading<boolean> {
  const tag = yield* readTag(source, grammar.style, (kind, word) => kind === "open" && mayNest(grammar, schema, word));
  return tag !== undefined && !tag.isCut && isMember(tag, grammar);
}

function mayNest(grammar: CallGrammar, schema: JsonSchema | undefined, word: string): boolean {
  if (typesOf(schema).has("string")) return false;
  if (grammar.nests === "all") return true;
  if (grammar.nests === "items" && (word === "item" || word === grammar.parameter?.tag)) return true;
  return (grammar.ownTags !== undefined || grammar.nests !== undefined) && isContainer(schema);
}

/** A member's tag says its key in its own name, and then nothing else, or in an attribute. */
function isMember(tag: Tag, { parameter }: CallGrammar): boolean {
  return tag.word === parameter?.tag ? tag.attributes.has(parameter.key) : tag.attributes.size === 0;
}

/**
 * Reads a list or an object whose members stand in tags; the source stands on the first of them:
 *
 *     <item>Espoo</item> <item>Porvoo</item>          <arg name="lat">1</arg> <lon>2</lon>
 *
 * Members named `item` make a list, and so do any where the schema says list. A key that comes again makes a list of
 * its values.
 */
export class NestedReader {
  readonly #source: Source;
  readonly #grammar: CallGrammar;
  readonly #rules: ArgumentRules;
  readonly #out: ArgumentWriter;

  constructor(source: Source, grammar: CallGrammar, rules: ArgumentRules, out: ArgumentWriter) {
    this.#source = source;
    this.#grammar = grammar;
    this.#rules = rules;
    this.#out = out;
  }

  /**
   * @param closer  the tag around the list or object, whose closer is read too
   * @returns undefined when the stream ended inside it
   */
  *read(closer: string, schema: JsonSchema | undefined, depth = 1): Reading<unknown> {
    const source = this.#source;
    const members = new Map<string, unknown[]>();
    const items: unknown[] = [];
    let isList: boolean | undefined; // told by the first member
    for (;;) {
      yield* source.skipSpace();
      if ((yield* source.peek()) === END) return undefined;
      const place = source.rawLength;
      const tag = yield* readTag(source, this.#grammar.style, (kind, word) => this.#isOfInterest(kind, word, closer));
      if (tag === undefined) {
        if (!(yield* skipComment(source))) source.at += 1;
      } else if (tag.isCut) return undefined;
      else if (tag.kind === "close") {
        if (tag.word !== closer) {
          source.returnTo(place);
          this.#out.fail("A list or an object in the arguments is not closed.");
        }
        return isList ? items : toObject(members);
      } else {
        isList ??= tag.word === "item" || (typesOf(schema).has("array") && !typesOf(schema).has("object"));
        const key = this.#keyOf(tag);
        const member = isList ? itemSchema(schema) : memberSchema(schema, key);
        const value = tag.kind === "empty" ? "" : yield* this.#readMember(tag.word, closer, member, depth);
        if (value === undefined) return undefined;
        if (isList) items.push(value);
        else members.set(key, [...(members.get(key) ?? []), value]);
      }
    }
  }

  #isOfInterest(kind: "open" | "close", word: string, closer: string): boolean {
    const { call, wrappers } = this.#grammar;
    return kind === "open" || word === closer || word === call.tag || wrappers.includes(word);
  }

  #keyOf(tag: Tag): string {
    const { parameter } = this.#grammar;
    return (tag.word === parameter?.tag ? tag.attributes.get(parameter.key) : undefined) ?? tag.name;
  }

  *#readMember(word: string, closer: string, schema: JsonSchema | undefined, depth: number): Reading<unknown> {
    const source = this.#source;
    const { style, keepsCdata } = this.#grammar;
    const ends = {
      begins: beginningsOf(style, "close", [word]),
      test: () => this.#isMemberEnd(word, closer),
    };
    const place = source.rawLength;
    yield* source.skipSpace();
    const isCdata = !keepsCdata && (yield* source.take(cdataStart));
    if (!isCdata && (yield* comesNext(source, beginsNested(source, this.#grammar, schema)))) {
      if (depth < MAX_DEPTH) return yield* this.read(word, schema, depth + 1);
      this.#out.fail(`The arguments are nested deeper than ${MAX_DEPTH}.`);
    }
    if (!isCdata) source.returnTo(place);
    const value = new ValueText(isCdata ? rawText : this.#rules);
    const end = yield* isCdata ? readCdata(source, value, ends) : readUpToTag(source, value, ends);
    if (end === "cut") return undefined;
    const read = coerceText(value.end(), schema);
    this.#out.repaired ||= read.repaired;
    return read.value;
  }

  /** A member ends at its closer, where another member or the closer of the whole follows. */
  *#isMemberEnd(word: string, closer: string): Reading<ValueEnd | undefined> {
    const source = this.#source;
    const { style } = this.#grammar;
    const place = source.rawLength;
    const isCloser = (wanted: string) => (kind: "open" | "close", found: string) =>
      kind === "close" && found === wanted;
    const tag = yield* readTag(source, style, isCloser(word));
    if (tag !== undefined && !tag.isCut) {
      const behind = source.rawLength;
      yield* source.skipSpace();
      const next = yield* readTag(source, style, (kind, found) => kind === "open" || found === closer);
      const isOver = next !== undefined ? next.isCut || next.kind === "close" || isMember(next, this.#grammar) : false;
      source.returnTo(behind);
      if (isOver || (yield* source.peek()) === END) return "closed";
    }
    if (tag?.isCut) return "cut";
    source.returnTo(place);
    return undefined;
  }
}

function toObject(members: ReadonlyMap<string, readonly unknown[]>): Record<string, unknown> {
  return Object.fromEntries(
    [...members]
      .filter(([key]) => key !== "__proto__")
      .map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  );
}
