import { readArrowCall } from "../readers/arrow-call.js";
import { readJsonInput, wrapperKeys } from "../readers/json-call.js";
import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase, type Ends, isNameSign, takeClosers } from "../readers/literals.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const words: ReadonlyMap<string, string> = new Map([
  ["[tool_request]", "[END_TOOL_REQUEST]"],
  ["[tool_call]", "[/TOOL_CALL]"],
]);

const endsOf = (closers: readonly string[]): Ends => ({ closers, openers: [...words.keys()], fold: anyCase });

/**
 * Words in square brackets around an object, of LM Studio and of small agents; the last form only for declared tools:
 *
 *     [TOOL_REQUEST]{"name": "getWeather", "arguments": {"city": "Oslo"}}[END_TOOL_REQUEST]
 *     [TOOL_CALL]{"tool": "getWeather", "args": {"city": "Oslo"}}[/TOOL_CALL]
 *     [TOOL_CALL]{tool => "getWeather", args => {--city "Oslo"}}[/TOOL_CALL]
 *     [getWeather]
 *     {"city": "Oslo"}
 *     [/getWeather]
 */
export const bracket: ToolSyntax = {
  name: "bracket",
  openers: (tools) => [...words.keys(), ...tools.names.filter((name) => name !== "").map((name) => `[${name}]`)],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const closer = words.get(context.opener.toLowerCase());
    if (closer === undefined) return yield* readNamed(context, context.opener.slice(1, -1));
    if (context.before === "<") return false; // a part of VCP's opener
    const { source } = context;
    const ends = endsOf([closer, ...words.values()]);
    const place = source.rawLength;
    yield* source.skipSpace(256);
    if ((yield* source.peek()) === 123 && (yield* readArrowCall(context, ends))) {
      yield* takeClosers(source, ends);
      return true;
    }
    source.returnTo(place);
    const keys = { name: ["name"], wrapper: wrapperKeys, other: ["type"] };
    return yield* readWrappedJson(context, keys, ends, { isToken: true });
  },
};

/** The name stands in the brackets, and the object holds the arguments alone. */
function* readNamed(context: SyntaxContext, name: string): Reading<boolean> {
  const { source, before } = context;
  if (!context.tools.has(name) || isNameSign(before.charCodeAt(0)) || /[[\])]/.test(before)) return false;
  const space = yield* source.skipSpace(256);
  if ((yield* source.peek()) !== 123 || (space !== "" && !/[\n\r]/.test(space))) return false;
  const ends = endsOf([`[/${name}]`, ...words.values()]);
  const end = yield* readJsonInput(context, context.start({ name }), ends);
  if (end !== "cut") yield* takeClosers(source, ends);
  return true;
}
