import { argumentKeys, type JsonCallKeys } from "../readers/json-call.js";
import { readJsonCalls } from "../readers/json-calls.js";
import { scanJson } from "../readers/scan-json.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

interface Profile {
  /** The first key of a call. */
  readonly signatures: readonly string[];
  /** First keys of an object that holds a list of calls. */
  readonly lists: readonly string[];
  readonly keys: JsonCallKeys;
}

const openAi: Profile = {
  signatures: ["tool", "function", "tool_calls", "tools"],
  lists: ["tool_calls", "tools"],
  keys: {
    name: ["name"],
    wrapper: ["tool", "function", "tool_calls", "tools"],
    id: ["id", "call_id", "tool_call_id"],
    other: ["type", "index"],
    needsInput: true,
  },
};

const gemini: Profile = {
  signatures: ["name"],
  lists: [],
  keys: { name: ["name"], input: ["args"], needsInput: true },
};

const other: Profile = {
  signatures: ["tool"],
  lists: [],
  keys: { name: [], wrapper: ["tool", "function"], input: argumentKeys, needsInput: true },
};

/** The providers that write as OpenAI does, and Gemini. */
const profilesOf: ReadonlyMap<string, readonly Profile[]> = new Map([
  ["openai", [openAi]],
  ["mistral", [openAi]],
  ["deepseek", [openAi]],
  ["grok", [openAi]],
  ["xai", [openAi]],
  ["gemini", [gemini]],
  ["google", [gemini]],
]);

const anyProfile: readonly Profile[] = [openAi, other, gemini];

/**
 * JSON anywhere in a text, told by its first key. What is a call depends on the app's `provider`:
 *
 *     openai   {"tool": {…}}, {"function": {…}}, {"tool_calls": [{…}]}, {"tools": [{…}]}, [{"tool": {…}}]
 *     gemini   {"name": "getWeather", "args": {"city": "Oslo"}}, or a list
 *     others   {"tool": {"function": "getWeather", "parameters": {"city": "Oslo"}}}
 *
 * Without a provider all of these. Off by default: honest answers hold JSON too.
 */
export const json: ToolSyntax = {
  name: "json",
  openers: ["{", "["],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { provider, source } = context;
    const profiles = provider === undefined ? anyProfile : (profilesOf.get(provider.toLowerCase()) ?? [other]);
    const isList = context.opener === "[";
    if (isList) {
      yield* source.skipSpace(256);
      if (!(yield* source.take("{"))) return false;
    }
    const key = yield* readFirstKey(context);
    const profile = profiles.find(({ signatures }) => signatures.includes(key));
    if (profile === undefined) return false;
    if (!isList && profile.lists.includes(key) && (yield* source.peek()) === 91) {
      return yield* readListMember(context, profile.keys);
    }
    source.returnTo(0);
    return (yield* readJsonCalls(context, profile.keys)) !== "none";
  },
};

/** The first key of the object whose bracket is read, and its colon. Empty when none comes. */
function* readFirstKey({ source }: SyntaxContext): Reading<string> {
  yield* source.skipSpace(256);
  const quote = (yield* source.take('"')) ? '"' : (yield* source.take("'")) ? "'" : "";
  const key = yield* source.takeWhile((code) => code === 95 || (code >= 97 && code <= 122), 16);
  if (!(yield* source.take(quote)) || !(yield* source.takeAfterSpace(":"))) return "";
  yield* source.skipSpace(256);
  return key;
}

/** The list behind the object's first key, and the rest of the object. */
function* readListMember(context: SyntaxContext, keys: JsonCallKeys): Reading<boolean> {
  const end = yield* readJsonCalls(context, keys);
  if (end === "none") return false;
  if (end === "whole") yield* scanJson(context.source, { isOpen: true });
  return true;
}
