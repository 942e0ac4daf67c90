import { parseLenientJson } from "../../stream/lenient-json.js";
import { cutOff } from "../attempt.js";
import type { Reading } from "../source.js";
import type { CallWriter, SyntaxContext } from "../syntax.js";
import { type KeyRole, scanJson } from "./scan-json.js";

/** Which keys of the object say what. The first key that is there wins. */
export interface JsonCallKeys {
  readonly name: readonly string[];
  /** @default argumentKeys */
  readonly input?: readonly string[] | undefined;
  readonly id?: readonly string[] | undefined;
  /** Keys that may stand before the name without speaking against a call. */
  readonly other?: readonly string[] | undefined;
  /** The wrapper is certain: whatever the object holds, it was meant as a call. */
  readonly isCertain?: boolean | undefined;
}

export const argumentKeys = ["arguments", "parameters", "args", "input"] as const;

/** JSON tool arguments above this many characters are refused. Source: measured; see docs/architecture.md. */
const MAX_JSON_CHARS = 1_048_576;

/**
 * One object that is a call:
 *
 *     {"toolName":"getWeather","parameters":{"city":"Oslo"}}
 *
 * The source stands on the bracket. The call starts with its name and its input streams; it is offered only once the
 * object is closed and was read strictly, or repaired where one reading is possible.
 * @returns false when it is no call, and nothing was committed
 */
export function* readJsonCall(context: SyntaxContext, keys: JsonCallKeys): Reading<boolean> {
  const inputKeys = keys.input ?? argumentKeys;
  let writer: CallWriter | undefined;
  let early = ""; // input that came before the name
  let isCall = keys.isCertain === true;
  const roleOf = (key: string): KeyRole => {
    if (keys.name.includes(key)) {
      isCall = true;
      return "name";
    }
    if (inputKeys.includes(key)) return "input";
    return isCall || keys.id?.includes(key) || keys.other?.includes(key) ? "other" : "refuse";
  };
  const scan = yield* scanJson(context.source, {
    key: (key) => {
      const role = roleOf(key);
      if (role === "name") context.commit();
      return role;
    },
    name: (name) => {
      if (writer || name === "") return;
      writer = context.start({ name });
      writer.delta(early);
    },
    input: (jsonText) => {
      if (writer) writer.delta(jsonText);
      else early += jsonText;
    },
  });
  const failing: { fail(reason: "incomplete" | "malformed", errorText: string): void } = writer ?? context;
  if (scan.end === "refused" || !isCall) return false;
  if (scan.end === "cut") {
    failing.fail("incomplete", cutOff);
    return true;
  }
  const call = toJsonCall(scan.text, keys);
  if ("error" in call) failing.fail("malformed", call.error);
  else (writer ?? context.start({ name: call.name, id: call.id })).finish(call.input, { repaired: call.repaired });
  return true;
}

export interface JsonCall {
  name: string;
  id: string | undefined;
  input: unknown;
  repaired: boolean;
}

function toJsonCall(text: string, keys: JsonCallKeys): JsonCall | { error: string } {
  if (text.length > MAX_JSON_CHARS) return { error: `The call is longer than ${MAX_JSON_CHARS} characters.` };
  const parsed = parseLenientJson(text);
  if ("error" in parsed) return { error: `The call is not readable as JSON: ${parsed.error}` };
  const call = readCallObject(parsed.value, keys);
  return "error" in call ? call : { ...call, repaired: parsed.repaired || call.repaired };
}

/** The call that an object's keys describe. Own keys only. */
export function readCallObject(value: unknown, keys: JsonCallKeys): JsonCall | { error: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { error: "The call is not an object." };
  const members = new Map(Object.entries(value));
  const first = (names: readonly string[]) => names.find((name) => members.has(name));
  const nameKey = first(keys.name);
  const name = nameKey === undefined ? undefined : members.get(nameKey);
  if (typeof name !== "string" || name === "")
    return { error: `The call has no name: no string at "${keys.name.join('", "')}".` };
  const idKey = first(keys.id ?? []);
  const id = idKey === undefined ? undefined : members.get(idKey);
  const inputKey = first(keys.input ?? argumentKeys);
  const input = readInput(inputKey === undefined ? {} : members.get(inputKey));
  if ("error" in input) return input;
  return {
    name,
    id: typeof id === "string" && id !== "" ? id : undefined,
    input: input.value,
    repaired: input.repaired,
  };
}

/** Arguments are an object. A string that holds one is decoded once; nothing, null and "" are none. */
function readInput(input: unknown): { value: unknown; repaired: boolean } | { error: string } {
  if (input === null || input === undefined || input === "") return { value: {}, repaired: false };
  if (typeof input === "object" && !Array.isArray(input)) return { value: input, repaired: false };
  if (typeof input === "string") {
    const parsed = parseLenientJson(input);
    if (
      !("error" in parsed) &&
      typeof parsed.value === "object" &&
      parsed.value !== null &&
      !Array.isArray(parsed.value)
    ) {
      return parsed;
    }
  }
  return { error: "The call's arguments are not an object." };
}
