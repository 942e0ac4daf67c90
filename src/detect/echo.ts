import { parseLenientJson } from "../stream/lenient-json.js";
import { argumentKeys, type JsonCallKeys, readCallObject, wrapperKeys } from "./readers/json-call.js";
import { type JsonWatch, scanJson } from "./readers/scan-json.js";
import type { Reading, Source } from "./source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "./syntax.js";
import { callKey } from "./twin-calls.js";

export interface EchoedCall {
  readonly name: string;
  readonly key: string;
  /** As it stands in the text. */
  readonly raw: string;
  /** It came natively too. */
  isMatched: boolean;
}

/** Reading in vain over more text than this is not tried again in the same text. */
const MAX_VAIN_CHARS = 128;

const keys: JsonCallKeys = { name: ["name"], wrapper: wrapperKeys };

/**
 * The text of a native call: some servers let the model's own JSON through as text, and then send the call that they read
 * in it. Such text is no call, and nobody's to read:
 *
 *     {"name": "getWeather", "arguments": {"city": "Oslo"}}     at the beginning of a line
 *
 * It is held back until it is known whether the call follows. Followed by anything else it is text, as in an honest
 * answer. One for each text.
 */
export class Echo {
  /** The calls that were read, while it is not known what they are. */
  calls: EchoedCall[] = [];
  /** They are whole, and what follows decides. */
  isWaiting = false;
  #isSpent = false;
  readonly syntax: ToolSyntax;

  /** @param hasCome  whether the call with a key came natively before */
  constructor(hasCome: (key: string) => boolean) {
    this.syntax = {
      name: "echo",
      openers: ["{", "["],
      at: "line",
      read: (context) => this.#read(context, hasCome),
    };
  }

  *#read(context: SyntaxContext, hasCome: (key: string) => boolean): SyntaxReader {
    const { source } = context;
    if (this.#isSpent) return false;
    this.#isSpent = true; // also where it holds back too much, and is never asked again
    this.calls = [];
    source.returnTo(0);
    yield* this.#readCalls(source);
    this.isWaiting = false;
    for (const call of this.calls) call.isMatched ||= hasCome(call.key);
    const isEcho = this.calls.some((call) => call.isMatched);
    this.#isSpent = !isEcho && source.rawLength > MAX_VAIN_CHARS;
    if (isEcho) for (const call of this.calls) if (!call.isMatched) context.text(call.raw);
    return isEcho;
  }

  /** One call behind the other, or a list of them; up to what is none, or the end of the text. */
  *#readCalls(source: Source): Reading<void> {
    yield* source.take("[");
    for (;;) {
      this.isWaiting = this.calls.length > 0;
      yield* source.takeWhile(isBetween, 256);
      const isObject = (yield* source.peek()) === 123;
      this.isWaiting = false;
      const place = source.rawLength;
      const call = isObject ? yield* readCall(source) : undefined;
      if (call === undefined) {
        source.returnTo(place);
        return;
      }
      this.calls.push(call);
    }
  }
}

/** White space, commas, semicolons, the end of a list. */
function isBetween(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 44 || code === 59 || code === 93;
}

/** The source stands on the bracket. Undefined where the object is no call, as soon as a key says so. */
function* readCall(source: Source): Reading<EchoedCall | undefined> {
  let hasInput = false;
  const watch: JsonWatch = {
    key: (key) => {
      if (key === "name") return "name";
      if (key === "id" || key === "type") return "other";
      if ((wrapperKeys as readonly string[]).includes(key)) return "wrapper";
      if (!(argumentKeys as readonly string[]).includes(key)) return "refuse";
      hasInput = true;
      return "input";
    },
    name: () => {},
    id: () => {},
    input: () => {},
  };
  const place = source.rawLength;
  source.at += 1;
  yield* source.skipSpace(64);
  const isKey = (yield* source.peek()) === 34;
  source.returnTo(place);
  if (!isKey) return undefined;
  const scan = yield* scanJson(source, { watch, stopsWhereBroken: true });
  if (scan.end !== "whole" || !hasInput) return undefined;
  const parsed = parseLenientJson(scan.text);
  const call = "error" in parsed ? parsed : readCallObject(parsed.value, keys);
  if ("error" in call) return undefined;
  return { name: call.name, key: callKey(call.name, call.input), raw: scan.text, isMatched: false };
}
