import { cutOff } from "../attempt.js";
import { END, isSpace, type Reading } from "../source.js";
import type { CallWriter, SyntaxContext } from "../syntax.js";
import { ArgumentWriter } from "./argument-writer.js";
import { type Ends, isWord, readUntil, takeClosers } from "./literals.js";
import { readPythonValue, UnreadablePython } from "./python-value.js";

export interface PythonRules {
  /** What closes the calls. Without closers a list's bracket ends them. */
  readonly ends: Ends;
  /** Whatever looks like a call was meant as one; else an argument with its name, or no argument, must follow. */
  readonly isCertain: boolean;
  /** Only a list. */
  readonly needsList?: boolean | undefined;
  /** What stands between a name and its bracket, and must. */
  readonly suffix?: string | undefined;
}

/**
 * Calls as Python writes them, in a list, or one behind the other:
 *
 *     [getWeather(city="Oslo", days=2), ring_bell()]
 *
 * Arguments are literals. One without a name takes the name of the declared tool's argument at its place.
 * @returns false when no call follows, and nothing was committed
 */
export function* readPythonCalls(context: SyntaxContext, rules: PythonRules): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace(256);
  const isList = yield* source.take("[");
  if (!isList && rules.needsList) return false;
  let count = 0;
  for (;;) {
    yield* source.takeWhile((code) => isSpace(code) || (count > 0 && (code === 44 || code === 59)), 256);
    const place = source.rawLength;
    const end = yield* new PythonCall(context, count > 0 ? { ...rules, isCertain: true } : rules, isList).read();
    if (end === "none") {
      source.returnTo(place);
      if (count === 0) return false;
      break;
    }
    if (end === "cut") return true;
    if (end === "broken") {
      yield* skipBroken(context, rules, isList);
      return true;
    }
    count += 1;
  }
  if (isList) yield* source.takeAfterSpace("]");
  yield* takeClosers(source, rules.ends);
  return true;
}

/** Reads what is left of calls that cannot be read on: up to the closer, or to the end of the line. */
function* skipBroken(context: SyntaxContext, { ends }: PythonRules, isList: boolean): Reading<void> {
  const { source } = context;
  if (ends.closers.length > 0) {
    const place = source.rawLength;
    const { text, end } = yield* readUntil(source, [...ends.closers, ...(ends.openers ?? [])]);
    if (end !== undefined && ends.openers?.includes(end)) source.returnTo(place + text.length);
    else yield* takeClosers(source, ends);
    return;
  }
  yield* source.takeWhile((code) => code !== 10 && code !== 13 && !(isList && code === 93));
  if (isList) yield* source.take("]");
}

type PythonEnd = "whole" | "none" | "broken" | "cut";

class PythonCall {
  readonly #context: SyntaxContext;
  readonly #rules: PythonRules;
  readonly #isList: boolean;
  #name = "";
  #call: CallWriter | undefined;
  readonly #out = new ArgumentWriter((jsonText) => this.#call?.delta(jsonText));

  constructor(context: SyntaxContext, rules: PythonRules, isList: boolean) {
    this.#context = context;
    this.#rules = rules;
    this.#isList = isList;
  }

  *read(): Reading<PythonEnd> {
    const { source } = this.#context;
    const { isCertain, suffix = "" } = this.#rules;
    let name = yield* source.takeWhile((code) => isWord(code) || code === 46 || code === 45, 128);
    if (suffix !== "" && !name.endsWith(suffix)) return "none";
    name = name.slice(0, name.length - suffix.length).replace(/^default_api\./, "");
    if (!/^[a-z_][\w.-]*$/i.test(name) || !(yield* source.take("("))) return this.#endAtName(name);
    this.#name = name;
    if (isCertain) {
      const isPrinted = name === "print" && !this.#context.tools.has(name) && (yield* this.#startsWithCall());
      if (isPrinted) return yield* this.#readPrinted();
      this.#start();
    }
    try {
      const isCall = yield* this.#readArguments();
      if (!isCall) return "none";
    } catch (fault) {
      if (!(fault instanceof UnreadablePython)) throw fault;
      if (this.#call === undefined) return "none";
      this.#call.fail(fault.isCut ? "incomplete" : "malformed", fault.isCut ? cutOff : fault.message);
      return fault.isCut ? "cut" : "broken";
    }
    this.#start().finish(this.#out.end());
    return "whole";
  }

  /** Where the stream ended in the name, a certain call was cut. */
  #endAtName(name: string): PythonEnd {
    const { source } = this.#context;
    const isCut = source.ended && source.at >= source.text.length;
    if (!isCut || !this.#rules.isCertain || name === "") return "none";
    this.#context.fail("incomplete", cutOff);
    return "cut";
  }

  #start(): CallWriter {
    this.#call ??= this.#context.start({ name: this.#name });
    return this.#call;
  }

  /** `print(getWeather(…))` prints what the call gives. */
  *#startsWithCall(): Reading<boolean> {
    const { source } = this.#context;
    const place = source.rawLength;
    yield* source.skipSpace(64);
    const name = yield* source.takeWhile((code) => isWord(code) || code === 46, 128);
    const isCall = name !== "" && (yield* source.peek()) === 40;
    source.returnTo(place);
    return isCall;
  }

  *#readPrinted(): Reading<PythonEnd> {
    const { source } = this.#context;
    yield* source.skipSpace(64);
    const end = yield* new PythonCall(this.#context, this.#rules, this.#isList).read();
    if (end === "whole") yield* source.takeAfterSpace(")");
    return end;
  }

  /** Reads up to the closing bracket. False when the text is no call after all. */
  *#readArguments(): Reading<boolean> {
    const { source } = this.#context;
    for (let index = 0; ; index += 1) {
      yield* source.skipSpace();
      if ((yield* source.peek()) === 41) {
        source.at += 1;
        return this.#call !== undefined || index > 0 || (yield* this.#isClosedAsCall());
      }
      const key = yield* this.#readKey();
      if (key === undefined && this.#call === undefined) return false;
      this.#start();
      yield* this.#readArgument(key ?? this.#context.tools.parameters(this.#name)[index]);
      yield* source.skipSpace();
      const next = yield* source.peek();
      if (next === 44) source.at += 1;
      else if (next !== 41) throw new UnreadablePython(next === END);
    }
  }

  /** `[f()]` is a call, `[f()](notes.md)` a link. */
  *#isClosedAsCall(): Reading<boolean> {
    const { source } = this.#context;
    const place = source.rawLength;
    yield* source.skipSpace(64);
    let isCall = true;
    if (this.#isList) {
      isCall = (yield* source.peek()) === 44;
      if (yield* source.take("]")) isCall = !/[([:]/.test(String.fromCharCode(Math.max(yield* source.peek(), 0)));
    }
    source.returnTo(place);
    return isCall;
  }

  *#readKey(): Reading<string | undefined> {
    const { source } = this.#context;
    const place = source.rawLength;
    const key = yield* source.takeWhile(isWord, 128);
    yield* source.skipSpace(64);
    if (key !== "" && (yield* source.peek()) === 61) {
      source.at += 1;
      if ((yield* source.peek()) !== 61) return key;
    }
    source.returnTo(place);
    return undefined;
  }

  *#readArgument(key: string | undefined): Reading<void> {
    if (key === undefined) throw new UnreadablePython(false);
    let show: ((text: string) => void) | undefined;
    let isStreamed = false;
    const value = yield* readPythonValue(this.#context.source, (text) => {
      if (!isStreamed) show = this.#out.stream(key);
      isStreamed = true;
      show?.(text);
    });
    this.#out.add(key, { value }, show !== undefined);
  }
}
