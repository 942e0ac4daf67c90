import type { JsonSchema } from "../../stream/tool.js";
import { END, type Reading, type Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { type ArgumentWriter, maxArgumentChars } from "./argument-writer.js";
import { coerceText, isText, jsonOrText } from "./coerce.js";
import { readJsonBody } from "./json-body.js";
import { beginsNested, NestedReader } from "./nested-value.js";
import type { ArgumentRules, CallGrammar } from "./parameter-grammar.js";
import { comesNext, readTag, skipComment, type Tag } from "./tags.js";
import { cdataStart, readCdata, readUpToMark, readUpToTag, type ValueEnd } from "./value-reader.js";
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
  /** The tool's arguments in lower case; empty where it declares none. */
  readonly #declared: ReadonlySet<string>;
  #charsLeft = maxArgumentChars;
  #hasNoise = false;

  constructor(context: SyntaxContext, grammar: CallGrammar, toolName: string, out: ArgumentWriter) {
    this.#source = context.source;
    this.#context = context;
    this.#grammar = grammar;
    this.#toolName = toolName;
    this.#out = out;
    this.#declared = new Set(context.tools.parameters(toolName).map((name) => name.toLowerCase()));
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
    const tag = code === 123 ? undefined : yield* readTag(source, this.#grammar.style, this.#isFollower);
    source.returnTo(place);
    if (code === END || tag?.isCut) return "cut";
    return code === 123 ? acceptsJson : tag !== undefined && this.#isPlain(tag);
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
    if (yield* skipComment(source)) return undefined;
    const place = source.rawLength;
    const tag = yield* readTag(source, this.#grammar.style, this.#isInList);
    if (tag === undefined) {
      source.at += 1;
      this.#hasNoise = true;
      return undefined;
    }
    if (tag.isCut) return this.#beginsToClose(tag) ? "closed" : "cut";
    if (this.#isGroup(tag)) return undefined;
    if (tag.kind !== "close" && this.#isArgument(tag)) return (yield* this.#readArgument(tag)) ? undefined : "cut";
    // The wrapper's closer, or the next call: neither is read here.
    if (tag.kind !== "close" || tag.word !== this.#grammar.call.tag) source.returnTo(place);
    return "closed";
  }

  #beginsToClose(tag: Tag): boolean {
    const { call, wrappers } = this.#grammar;
    return tag.kind === "close" && [call.tag, ...wrappers].some((word) => word.startsWith(tag.word));
  }

  readonly #isInList = (kind: "open" | "close", word: string): boolean => {
    const { call, wrappers, groups } = this.#grammar;
    if (word === call.tag || groups?.includes(word)) return true;
    return kind === "close" ? wrappers.includes(word) : this.#isArgumentWord(word) || this.#grammar.ownTags === "any";
  };

  /** Like `#isInList`, but of tags with a name of their own only those that the tool declares, if it declares any. */
  readonly #isFollower = (kind: "open" | "close", word: string): boolean => {
    if (kind === "close" || this.#declared.size === 0) return this.#isInList(kind, word);
    return word === this.#grammar.call.tag || this.#isGroupWord(word) || this.#isArgumentWord(word);
  };

  #isArgumentWord(word: string): boolean {
    const { parameter, keyTag, jsonTag, ownTags } = this.#grammar;
    if (keyTag !== undefined) return word === keyTag;
    return word === parameter?.tag || word === jsonTag || (ownTags !== undefined && this.#declared.has(word));
  }

  #isArgument(tag: Tag): boolean {
    if (this.#isArgumentWord(tag.word)) return true;
    return this.#grammar.ownTags === "any" && tag.word !== this.#grammar.call.tag;
  }

  #isGroupWord(word: string): boolean {
    return this.#grammar.groups?.includes(word) === true && !this.#declared.has(word);
  }

  #isGroup(tag: Tag): boolean {
    return this.#isGroupWord(tag.word);
  }

  /** A tag with a name of its own has no attributes; with some it is markup of another kind. */
  #isPlain(tag: Tag): boolean {
    const { parameter, keyTag, jsonTag, call } = this.#grammar;
    return tag.attributes.size === 0 || [parameter?.tag, keyTag, jsonTag, call.tag].includes(tag.word);
  }

  /** @returns false when the stream ended inside it */
  *#readArgument(tag: Tag): Reading<boolean> {
    const { parameter, jsonTag, keyTag } = this.#grammar;
    if (tag.word === jsonTag) return yield* this.#readJsonTag();
    if (keyTag !== undefined) return yield* this.#readPair(keyTag, parameter?.tag ?? "");
    const isNamed = tag.word === parameter?.tag;
    const key = isNamed ? tag.attributes.get(parameter?.key ?? "") : tag.name;
    if (key === undefined || key === "") this.#out.fail("An argument has no name.");
    if (tag.kind === "empty") {
      if (key) this.#out.add(key, { value: "", text: "", schema: this.#schema(key) }, false);
      return true;
    }
    return yield* this.#readValue(key || undefined, tag);
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
      type === "text" ? { value: text, repaired: false } : type === "json" ? jsonOrText(text) : coerceText(text, schema);
    out.repaired ||= read.repaired;
    if (key !== undefined) out.add(key, { value: read.value, text, schema }, show !== undefined);
    return true;
  }

  /** What the value begins with. White space in front of a text is not read; that in front of anything else is. */
  *#readStart(rules: ArgumentRules, schema: JsonSchema | undefined): Reading<"text" | "cdata" | "marked" | "nested"> {
    const source = this.#source;
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
    const isEnd = () => this.#isEnd(closer);
    if (start === "cdata") return readCdata(this.#source, this.#grammar.style, value, isEnd);
    if (start === "marked" && rules.marks) return readUpToMark(this.#source, rules.marks[1], value, isEnd);
    return readUpToTag(this.#source, this.#grammar.style, value, isEnd);
  }

  /** Whether a value ends here: at its closer, or before what only can come behind it. */
  *#isEnd(closer: string): Reading<ValueEnd | undefined> {
    const source = this.#source;
    const { style, call, wrappers } = this.#grammar;
    const place = source.rawLength;
    const tag = yield* readTag(source, style, (kind, word) => {
      if (kind === "open") return word === this.#breaker;
      return word === closer || word === call.tag || wrappers.includes(word);
    });
    if (tag === undefined) return undefined;
    if (tag.isCut) {
      source.returnTo(place);
      return "cut";
    }
    if (tag.kind !== "open") {
      if (tag.word === closer && (yield* comesNext(source, this.#listGoesOn()))) return "closed";
    }
    const isOver = tag.kind === "close" ? this.#callIsOver(tag) : this.#isNextArgument(tag);
    const isImplied = yield* comesNext(source, isOver);
    source.returnTo(place);
    return isImplied ? "implied" : undefined;
  }

  /** The tag that ends a value without a closer, since it can only begin the next argument. */
  get #breaker(): string | undefined {
    return this.#grammar.keyTag ?? this.#grammar.parameter?.tag;
  }

  *#listGoesOn(): Reading<boolean> {
    const source = this.#source;
    yield* source.skipSpace();
    if ((yield* source.peek()) === END || (yield* source.take("<!--"))) return true;
    const tag = yield* readTag(source, this.#grammar.style, this.#isFollower);
    return tag !== undefined && (tag.isCut || this.#isPlain(tag));
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

function valueRules(start: string, rules: ArgumentRules): ArgumentRules {
  if (start === "cdata") return rawText;
  return start === "marked" ? { space: "first-line", decodes: false } : rules;
}
