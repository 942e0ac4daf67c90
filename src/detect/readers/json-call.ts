import { parseLenientJson } from "../../stream/lenient-json.js";
import type { Reading } from "../source.js";
import type { CallWriter, SyntaxContext } from "../syntax.js";
import { endUnreadable, type Failing } from "./json-ending.js";
import type { Ends } from "./literals.js";
import { type JsonWatch, type KeyRole, scanJson } from "./scan-json.js";

/** Which keys of the object say what. The first key that is there wins. */
export interface JsonCallKeys {
  readonly name: readonly string[];
  /** @default argumentKeys */
  readonly input?: readonly string[] | undefined;
  /** @default `["id"]` */
  readonly id?: readonly string[] | undefined;
  /** Keys whose object holds the name and the input in the outer one's place; a string behind one is the name. */
  readonly wrapper?: readonly string[] | undefined;
  /** Keys that may stand before the name without speaking against a call. */
  readonly other?: readonly string[] | undefined;
  /** The text around it is certain: whatever the object holds, it was meant as a call. */
  readonly isCertain?: boolean | undefined;
  /** Without an input key it is no call. */
  readonly needsInput?: boolean | undefined;
  /** The id is known to be written last: the call waits for it, and does not stream. */
  readonly isIdLast?: boolean | undefined;
}

export const argumentKeys = ["arguments", "parameters", "args", "input"] as const;

/** Keys with which models wrap an object that is a call. */
export const wrapperKeys = ["function", "tool", "tool_call", "function_call"] as const;

/**
 * How a call's reading ended: `none`, it is no call, and nothing was committed; `whole`, the source stands behind the
 * bracket; `closed`, the body was unreadable, and is read up to its closer; `cut`, by the end of the stream.
 */
export type CallEnd = "none" | "whole" | "closed" | "cut";

const noEnds: Ends = { closers: [] };

/**
 * One object that is a call:
 *
 *     {"toolName":"getWeather","parameters":{"city":"Oslo"}}
 *     {"id":"c1","type":"function","function":{"name":"getWeather","arguments":"{\"city\":\"Oslo\"}"}}
 *
 * The source stands on the bracket. The call starts with its name and its input streams; it is offered only once the
 * object is closed and was read strictly, or repaired where one reading is possible.
 * @param ends  what closes the text around the object; with it, an unreadable object ends at its closer
 */
export function* readJsonCall(context: SyntaxContext, keys: JsonCallKeys, ends: Ends = noEnds): Reading<CallEnd> {
  const { source } = context;
  const start = source.rawLength;
  const watch = new CallWatch(context, keys);
  const scan = yield* scanJson(source, { watch, stopsWhereBroken: ends.closers.length > 0 || !keys.isCertain });
  if (scan.end === "refused" || (!watch.isCall && !(scan.end === "whole" && watch.mayBeCall))) return "none";
  if (scan.end !== "whole") return yield* endUnreadable(source, watch.failing, start, scan, ends);
  const call = parseCall(scan.text, keys);
  if (!watch.isCall && "error" in call) return "none";
  if ("error" in call) watch.failing.fail("malformed", call.error);
  else watch.startAs(call).finish(call.input, { repaired: call.repaired });
  return "whole";
}

/** Starts the call as soon as its keys allow. */
class CallWatch implements JsonWatch {
  readonly #context: SyntaxContext;
  readonly #keys: JsonCallKeys;
  #writer: CallWriter | undefined;
  #name: string | undefined;
  #id: string | undefined;
  #hasInputKey = false;
  /** An object opened behind an input key. */
  #hasInput = false;
  /** Input that came before the name. */
  #early = "";
  isCall: boolean;

  constructor(context: SyntaxContext, keys: JsonCallKeys) {
    this.#context = context;
    this.#keys = keys;
    this.isCall = keys.isCertain === true;
    if (this.isCall) context.commit();
  }

  /** Name and input are there; whether the input is an object in a string is told by its end. */
  get mayBeCall(): boolean {
    return this.#name !== undefined && this.#hasInputKey;
  }

  get failing(): Failing {
    if (this.#writer === undefined && this.#name) this.#writer = this.startAs({ name: this.#name, id: this.#id });
    return this.#writer ?? this.#context;
  }

  startAs(call: { name: string; id: string | undefined }): CallWriter {
    this.#writer ??= this.#context.start(call);
    return this.#writer;
  }

  key(key: string): KeyRole {
    const { name, input = argumentKeys, id = ["id"], wrapper, other } = this.#keys;
    if (name.includes(key)) {
      this.#settle({ hasName: true });
      return "name";
    }
    if (input.includes(key)) {
      this.#hasInputKey = true;
      return "input";
    }
    if (id.includes(key)) return "id";
    if (wrapper?.includes(key)) return "wrapper";
    return this.isCall || other?.includes(key) ? "other" : "refuse";
  }

  name(name: string): void {
    if (this.#name !== undefined || name === "") return;
    this.#name = name;
    this.#settle({ hasName: true });
    this.#startStreaming();
  }

  id(id: string): void {
    if (id !== "") this.#id ??= id;
  }

  input(jsonText: string): void {
    if (!this.#hasInput) {
      this.#hasInput = true;
      this.#settle({ hasName: this.#name !== undefined });
      this.#startStreaming();
    }
    if (this.#writer) this.#writer.delta(jsonText);
    else this.#early += jsonText;
  }

  #settle({ hasName }: { hasName: boolean }): void {
    if (this.isCall || !hasName || (this.#keys.needsInput && !this.#hasInput)) return;
    this.isCall = true;
    this.#context.commit();
  }

  #startStreaming(): void {
    if (this.#writer || this.#name === undefined || !this.isCall || this.#keys.isIdLast) return;
    this.startAs({ name: this.#name, id: this.#id }).delta(this.#early);
    this.#early = "";
  }
}

/**
 * The object behind a name that stands outside it, as in `getWeather{"city":"Oslo"}`: all of it is the input.
 * The source stands on its bracket.
 */
export function* readJsonInput(
  context: SyntaxContext,
  writer: CallWriter,
  ends: Ends = noEnds,
): Reading<Exclude<CallEnd, "none">> {
  const { source } = context;
  const start = source.rawLength;
  const scan = yield* scanJson(source, {
    onText: (text) => writer.delta(text),
    stopsWhereBroken: ends.closers.length > 0,
  });
  if (scan.end !== "whole") return yield* endUnreadable(source, writer, start, scan, ends);
  finishWithJson(writer, scan.text);
  return "whole";
}

/** Finishes a call whose arguments are the JSON object in `text`. */
export function finishWithJson(writer: CallWriter, text: string): void {
  const parsed = parseLenientJson(text);
  if ("error" in parsed) writer.fail("malformed", `The arguments are not readable as JSON: ${parsed.error}`);
  else if (!isRecord(parsed.value)) writer.fail("malformed", notAnObject);
  else writer.finish(parsed.value, { repaired: parsed.repaired });
}

const notAnObject = "The call's arguments are not an object.";

export interface JsonCall {
  name: string;
  id: string | undefined;
  input: unknown;
  repaired: boolean;
}

function parseCall(text: string, keys: JsonCallKeys): JsonCall | { error: string } {
  const parsed = parseLenientJson(text);
  if ("error" in parsed) return { error: `The call is not readable as JSON: ${parsed.error}` };
  const call = readCallObject(parsed.value, keys);
  return "error" in call ? call : { ...call, repaired: parsed.repaired || call.repaired };
}

/** The call that an object's keys describe. Own keys only. */
export function readCallObject(value: unknown, keys: JsonCallKeys): JsonCall | { error: string } {
  if (!isRecord(value)) return { error: "The call is not an object." };
  const member = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);
  const firstText = (names: readonly string[]) => {
    const name = names.find((each) => typeof member(each) === "string" && member(each) !== "");
    return name === undefined ? undefined : (member(name) as string);
  };
  const id = firstText(keys.id ?? ["id"]);
  const name = firstText(keys.name) ?? firstText(keys.wrapper ?? []);
  if (name === undefined) {
    const inner = keys.wrapper?.map(member).find(isRecord);
    if (inner === undefined) return { error: `The call has no name: no string at "${keys.name.join('", "')}".` };
    const call = readCallObject(inner, keys);
    return "error" in call ? call : { ...call, id: id ?? call.id };
  }
  const inputKey = (keys.input ?? argumentKeys).find((key) => Object.hasOwn(value, key));
  const input = readInput(inputKey === undefined ? {} : value[inputKey]);
  return "error" in input ? input : { name, id, input: input.value, repaired: input.repaired };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Arguments are an object. A string that holds one is decoded once; nothing, null and "" are none. */
function readInput(input: unknown): { value: unknown; repaired: boolean } | { error: string } {
  if (input === null || input === undefined || input === "") return { value: {}, repaired: false };
  if (isRecord(input)) return { value: input, repaired: false };
  if (typeof input === "string") {
    const parsed = parseLenientJson(input);
    if (!("error" in parsed) && isRecord(parsed.value)) return parsed;
  }
  return { error: notAnObject };
}
