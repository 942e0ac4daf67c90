import type { JsonSchema } from "../../stream/tool.js";
import { END, Found, isSpace, type Reading, type Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { ArgumentTags } from "./argument-tags.js";
import { type ArgumentWriter, maxArgumentChars } from "./argument-writer.js";
import { coerceText, isText, jsonOrText } from "./coerce.js";
import { readJsonBody } from "./json-body.js";
import { beginsNested, NestedReader } from "./nested-value.js";
import type { ArgumentRules, CallGrammar } from "./parameter-grammar.js";
import type { Tag } from "./tag-scan.js";
import { comesNext, readTag, skipComment, startsOf } from "./tags.js";
import { behindSpace, cdataStart, readCdata, readUpToMark, readUpToTag, type ValueEnd } from "./value-reader.js";
import { rawText, ValueText } from "./value-text.js";

/**
 * Reads the arguments of one call, up to and with its closer. The source stands behind the call's opening tag:
 *
 *     <parameter name="to">Ana</parameter>
 *     <parameter name="text">Close it with </parameter>, please.</parameter>
 *     </invoke>
 *
 * A closer counts only where the right thing follows: an argument's before the next argument or the call's closer;
 * anywhere else it is a part of the value. An argument without a closer ends before the next one, or before the call's
 * closer if the call surely ends there. Noise between arguments is passed over.
 * @returns `cut` when the stream ended before the closer had begun; faults are told to `out`
 */
export class ParameterList {
  readonly #source: Source;
  readonly #context: SyntaxContext;
  readonly #grammar: CallGrammar;
  readonly #toolName: string;
  readonly #out: ArgumentWriter;
  readonly #tags: ArgumentTags;
  /** What tags may begin with. */
  readonly #starts: ReadonlySet<number>;
  #charsLeft = maxArgumentChars;
  #hasNoise = false;

  constructor(context: SyntaxContext, grammar: CallGrammar, toolName: string, out: ArgumentWriter) {
    this.#source = context.source;
    this.#context = context;
    this.#grammar = grammar;
    this.#toolName = toolName;
    this.#out = out;
    this.#starts = startsOf(grammar.style);
    this.#tags = new ArgumentTags(context.source, grammar, context.tools.parameters(toolName));
  }

  *read(): Reading<"closed" | "cut"> {
    for (;;) {
      const end = yield* this.#readNext();
      if (end === undefined) continue;
      if (end === "closed" && this.#hasNoise && this.#out.isEmpty) {
        this.#out.fail("The call has a text where its arguments should be.");
      }
      return end;
    }
  }

  /** Whether an argument, a JSON object or the call's closer comes next. `cut`: the stream ends before it is known. */
  *comesNext(acceptsJson: boolean): Reading<boolean | "cut"> {
    const source = this.#source;
    const place = source.rawLength;
    yield* source.skipSpace();
    const code = yield* source.peek();
    const tag = code === 123 ? undefined : yield* this.#tags.read();
    const isComment = tag === undefined && (yield* source.take("<!--"));
    source.returnTo(place);
    if (code === END || tag?.isCut) return "cut";
    return isComment || (code === 123 ? acceptsJson : tag !== undefined && this.#tags.isPlain(tag));
  }

  /** Reads what comes next in the list. */
  *#readNext(): Reading<"closed" | "cut" | undefined> {
    const source = this.#source;
    yield* source.skipSpace();
    const code = yield* source.peek();
    if (code === END) return "cut";
    if (code === 123 && this.#out.isEmpty && !this.#hasNoise) {
      const end = yield* readJsonBody(this.#context, this.#toolName, this.#out);
      return end === "cut" ? "cut" : undefined;
    }
    const place = source.rawLength;
    const tag = yield* this.#tags.read();
    if (tag === undefined) {
      if (yield* skipComment(source)) return undefined;
      source.at += 1;
      yield* source.takeWhile((each) => !this.#starts.has(each));
      this.#hasNoise = true;
      return undefined;
    }
    if (tag.isCut) return this.#tags.beginsToClose(tag) ? "closed" : "cut";
    if (this.#tags.isGroup(tag)) return undefined;
    if (tag.kind !== "close" && this.#tags.isArgument(tag)) return (yield* this.#readArgument(tag)) ? undefined : "cut";
    // The wrapper's closer, or the next call: neither is read here.
    if (tag.kind !== "close" || tag.word !== this.#grammar.call.tag) source.returnTo(place);
    return "closed";
  }

  /** @returns false when the stream ended inside it */
  #readArgument(tag: Tag): Reading<boolean> {
    const { parameter, jsonTag, keyTag } = this.#grammar;
    if (tag.word === jsonTag) return this.#readJsonTag();
    if (keyTag !== undefined) return this.#readPair(keyTag, parameter?.tag ?? "");
    const isNamed = tag.word === parameter?.tag;
    const key = isNamed ? tag.attributes.get(parameter?.key ?? "") : tag.name;
    if (key === undefined || key === "") this.#out.fail("An argument has no name.");
    if (tag.kind !== "empty") return this.#readValue(key || undefined, tag);
    if (key) this.#out.add(key, { value: "", text: "", schema: this.#schema(key) }, false);
    return new Found(true);
  }

  /** `<arg_key>key</arg_key><arg_value>value</arg_value>`, the first tag read. */
  *#readPair(keyTag: string, valueTag: string): Reading<boolean> {
    const source = this.#source;
    const { style } = this.#grammar;
    const key = (yield* source.takeWhile((code) => code !== 60, 256)).trim();
    const closer = yield* readTag(source, style, (kind, word) => kind === "close" && word === keyTag);
    if (closer?.isCut) return false;
    yield* source.skipSpace();
    const opener = yield* readTag(source, style, (kind, word) => kind === "open" && word === valueTag);
    if ((yield* source.peek()) === END && opener === undefined) return false;
    if (opener?.isCut) return false;
    if (key === "" || closer === undefined || opener === undefined) {
      this.#out.fail(`The argument "${key}" has no value.`);
      if (opener === undefined) return true;
    }
    return yield* this.#readValue(key === "" ? undefined : key, opener);
  }

  *#readJsonTag(): Reading<boolean> {
    yield* this.#source.skipSpace();
    if ((yield* this.#source.peek()) !== 123) {
      if (yield* this.#source.more()) this.#out.fail("The arguments are not a JSON object.");
      return true;
    }
    if ((yield* readJsonBody(this.#context, this.#toolName, this.#out)) === "cut") return false;
    yield* this.#source.skipSpace();
    const isCloser = (kind: "open" | "close", word: string) => kind === "close" && word === this.#grammar.jsonTag;
    yield* readTag(this.#source, this.#grammar.style, isCloser);
    return true;
  }

  #schema(key: string): JsonSchema | undefined {
    return this.#context.tools.parameter(this.#toolName, key);
  }

  /** @param key  undefined where the argument has none: its value is passed over */
  *#readValue(key: string | undefined, tag: Tag): Reading<boolean> {
    const out = this.#out;
    const schema = key === undefined ? undefined : this.#schema(key);
    const type = this.#grammar.typeOf?.(tag);
    const rules = this.#grammar.rules?.(this.#toolName, key ?? "") ?? rawText;
    const start = yield* this.#readStart(rules, type === "text" ? { type: "string" } : schema);
    if (start === "nested") {
      const nested = new NestedReader(this.#source, this.#grammar, rules, out);
      const value = yield* nested.read(tag.word, schema);
      if (value === undefined) return false;
      if (key !== undefined) out.add(key, { value, schema }, false);
      return true;
    }
    const isShown = type === "text" || (type === undefined && isText(schema));
    const show = key !== undefined && isShown ? out.stream(key) : undefined;
    const value = new ValueText(valueRules(start, rules), show);
    if ((yield* this.#readText(value, start, rules, tag.word)) === "cut") return false;
    const text = value.end();
    this.#charsLeft -= text.length;
    if (this.#charsLeft < 0) out.fail(`The call's arguments are longer than ${maxArgumentChars} characters.`);
    const read =
      type === "text"
        ? { value: text, repaired: false }
        : type === "json"
          ? jsonOrText(text)
          : coerceText(text, schema);
    out.repaired ||= read.repaired;
    if (key !== undefined) out.add(key, { value: read.value, text, schema }, show !== undefined);
    return true;
  }

  /** What the value begins with. White space in front of a text is not read; that in front of anything else is. */
  *#readStart(rules: ArgumentRules, schema: JsonSchema | undefined): Reading<"text" | "cdata" | "marked" | "nested"> {
    const source = this.#source;
    const { next } = source;
    const isPlain = next !== undefined && !isSpace(next) && next !== LESS && !this.#starts.has(next);
    if (isPlain && next !== rules.marks?.[0].charCodeAt(0)) return "text";
    const place = source.rawLength;
    yield* source.skipSpace();
    if (!this.#grammar.keepsCdata && (yield* source.take(cdataStart))) return "cdata";
    if (rules.marks && (yield* source.take(rules.marks[0]))) return "marked";
    const isNested = yield* comesNext(source, beginsNested(source, this.#grammar, schema));
    if (isNested) return "nested";
    source.returnTo(place);
    return "text";
  }

  #readText(value: ValueText, start: string, rules: ArgumentRules, closer: string): Reading<ValueEnd> {
    const ends = this.#tags.valueEnds(closer);
    if (start === "cdata") return readCdata(this.#source, value, ends);
    if (start !== "marked" || rules.marks === undefined) return readUpToTag(this.#source, value, ends);
    return readUpToMark(this.#source, rules.marks[1], value, behindSpace(this.#source, ends.test));
  }
}

const LESS = 60;

function valueRules(start: string, rules: ArgumentRules): ArgumentRules {
  if (start === "cdata") return rawText;
  return start === "marked" ? { space: "first-line", decodes: false } : rules;
}
