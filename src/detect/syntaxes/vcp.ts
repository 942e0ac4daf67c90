import { cutOff } from "../attempt.js";
import { ArgumentWriter } from "../readers/argument-writer.js";
import { coerceText, isText } from "../readers/coerce.js";
import { readUpToMark } from "../readers/value-reader.js";
import { rawText, ValueText } from "../readers/value-text.js";
import { END, type Reading, type Source } from "../source.js";
import type { CallWriter, SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const closer = "<<<[END_TOOL_REQUEST]>>>";
/** A field's limits; the escaped ones hold text in which the ordinary ones stand. */
const limits: readonly (readonly [string, string])[] = [
  ["「始ESCAPE」", "「末ESCAPE」"],
  ["「始」", "「末」"],
];

/**
 * VCP:
 *
 *     <<<[TOOL_REQUEST]>>>
 *     tool_name:「始」getWeather「末」,
 *     city:「始」Oslo「末」
 *     <<<[END_TOOL_REQUEST]>>>
 *
 * The name may stand behind other fields. Values are raw, and end at a limit behind which the next field or the closer
 * follows; commas may be missing.
 */
export const vcp: ToolSyntax = {
  name: "vcp",
  openers: ["<<<[TOOL_REQUEST]>>>"],
  at: "anywhere",
  *read(context): SyntaxReader {
    if (!(yield* beginsField(context.source))) return false;
    yield* new Request(context).read();
    return true;
  },
};

/** Whether a field follows, as far as the stream goes: a key without blanks, a colon, a limit. Reads nothing. */
function* beginsField(source: Source): Reading<boolean> {
  const place = source.rawLength;
  yield* source.takeWhile(isBetween, 64);
  const key = yield* source.takeWhile(isInKey, 64);
  yield* source.takeWhile(isColon, 8);
  const isField = /^\S*\s*$/.test(key) && (yield* beginsValue(source));
  source.returnTo(place);
  return isField;
}

/** A limit, or the stream's end in or before it. */
function* beginsValue(source: Source): Reading<boolean> {
  if (yield* source.take("「始")) return true;
  return source.ended && "「始".startsWith(source.rest);
}

class Request {
  readonly #context: SyntaxContext;
  readonly #out: ArgumentWriter;
  #call: CallWriter | undefined;
  /** Arguments that came before the name. */
  #early = "";

  constructor(context: SyntaxContext) {
    this.#context = context;
    context.commit();
    this.#out = new ArgumentWriter((jsonText) => {
      if (this.#call) this.#call.delta(jsonText);
      else this.#early += jsonText;
    });
  }

  *read(): Reading<void> {
    const isWhole = yield* this.#readFields();
    const failing = this.#call ?? this.#context;
    if (!isWhole) failing.fail("incomplete", cutOff);
    else if (this.#out.fault !== undefined) failing.fail("malformed", this.#out.fault);
    else if (this.#call === undefined) failing.fail("malformed", "The request has no tool_name.");
    else this.#call.finish(this.#out.end(), { repaired: this.#out.repaired });
  }

  /** @returns false when the stream ended before the closer had begun */
  *#readFields(): Reading<boolean> {
    const { source } = this.#context;
    for (;;) {
      yield* source.takeWhile(isBetween);
      if ((yield* source.peek()) === END) return false;
      if (yield* source.take(closer)) return true;
      if (source.ended && source.rest.length > 3 && closer.startsWith(source.rest)) {
        source.at = source.text.length;
        return true;
      }
      const key = (yield* source.takeWhile(isInKey, 256)).trim();
      yield* source.takeWhile(isColon, 64);
      const isField = yield* this.#readField(key);
      if (isField === "cut") return false;
      if (isField === "none") {
        this.#out.fail("The request has a line that is no field.");
        if (!(yield* source.more())) return false;
        source.at += 1;
      }
    }
  }

  *#readField(key: string): Reading<"whole" | "cut" | "none"> {
    const { source, tools } = this.#context;
    for (const [start, end] of limits) {
      if (!(yield* source.take(start))) continue;
      if (key === "") this.#out.fail("A field has no name.");
      const isName = key === "tool_name";
      const schema = this.#call === undefined ? undefined : tools.parameter(this.#call.name, key);
      const show = isName || key === "" || !isText(schema) ? undefined : this.#out.stream(key);
      const value = new ValueText(rawText, show);
      if ((yield* readUpToMark(source, end, value, () => this.#isFieldEnd(isName))) === "cut") return "cut";
      const text = value.end();
      if (isName) this.#start(text.trim());
      else if (key !== "") {
        const read = coerceText(text, schema);
        this.#out.repaired ||= read.repaired;
        this.#out.add(key, { value: read.value, text, schema }, show !== undefined);
      }
      return "whole";
    }
    if (!source.ended || !limits.some(([start]) => start.startsWith(source.rest))) return "none";
    source.at = source.text.length;
    return "cut";
  }

  /** A field ends at the end of its line, before another one, the closer, or the end of the stream. */
  *#isFieldEnd(isName: boolean): Reading<"closed" | undefined> {
    const { source } = this.#context;
    const between = yield* source.takeWhile(isBetween, 256);
    if (isName || between.includes("\n") || (yield* source.peek()) === END) return "closed";
    const place = source.rawLength;
    const isOver = (yield* source.take(closer.slice(0, 8))) || (yield* beginsField(source));
    source.returnTo(place);
    return isOver ? "closed" : undefined;
  }

  #start(name: string): void {
    if (this.#call !== undefined || name === "") return;
    this.#call = this.#context.start({ name });
    this.#call.delta(this.#early);
  }
}

/** What stands between fields: white space and commas. */
function isBetween(code: number): boolean {
  return code === 44 || code === 0xff0c || code === 32 || (code >= 9 && code <= 13);
}

function isInKey(code: number): boolean {
  return code !== 58 && code !== 0xff1a && code !== 10 && code !== 60;
}

/** A colon, also a full-width one, and blanks. */
function isColon(code: number): boolean {
  return code === 58 || code === 0xff1a || code === 32 || code === 9;
}
