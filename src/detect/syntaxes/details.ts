import { parseLenientJson } from "../../stream/lenient-json.js";
import { cutOff } from "../attempt.js";
import { anyCase, isNameSign, readUntil, takeLiteral } from "../readers/literals.js";
import { decodeEntities } from "../readers/value-text.js";
import { isSpace, type Reading } from "../source.js";
import type { CallWriter, SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const closer = "</details>";

/**
 * A block that unfolds, with a call that the server runs and later its result, of Open WebUI:
 *
 *     <details type="tool_calls" done="true" id="c1" name="getWeather" arguments="{&quot;city&quot;:&quot;Oslo&quot;}"
 *       result="&quot;4 °C&quot;">
 *     <summary>Tool Executed</summary>
 *     </details>
 *
 *     <details type="tool_calls" done="true" id="c1">
 *     <summary>getWeather</summary>
 *     {"city":"Oslo"}
 *     </details>
 *
 * The name may be the summary, the arguments the body; behind arguments in an attribute the body is the result. Entities
 * are decoded, and JSON in a string once more. A block of another type is text.
 */
export const details: ToolSyntax = {
  name: "details",
  openers: ["<details ", "<details\n", "<details\r\n"],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const attributes = new Map<string, string>();
    const end = yield* readAttributes(context, attributes);
    if (end === "none") return false;
    yield* readCall(context, attributes, end);
    return true;
  },
};

type TagEnd = "whole" | "cut";

/** Up to the end of the tag. Any attribute may be long, and is a call's once the type says so. */
function* readAttributes(context: SyntaxContext, attributes: Map<string, string>): Reading<TagEnd | "none"> {
  const { source } = context;
  for (;;) {
    yield* source.skipSpace();
    const isCall = attributes.get("type") === "tool_calls";
    if (isCall) context.commit();
    else if (attributes.has("type")) return "none";
    if (yield* source.take(">")) return isCall ? "whole" : "none";
    const name = yield* source.takeWhile((code) => isNameSign(code) && code !== 47, 64);
    if (name === "") {
      if (!(yield* source.more())) return isCall ? "cut" : "none";
      if (!isCall) return "none";
      source.at += 1; // what stands between attributes means nothing
      continue;
    }
    const value = (yield* source.take("=")) ? yield* readValue(context) : "";
    if (value === undefined) return isCall ? "cut" : "none";
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), decodeEntities(value));
  }
}

/** Undefined where the stream ends inside it. */
function* readValue({ source }: SyntaxContext): Reading<string | undefined> {
  for (const quote of ['"', "'"]) {
    if (!(yield* source.take(quote))) continue;
    const { text, end } = yield* readUntil(source, [quote]);
    return end === undefined ? undefined : text;
  }
  return yield* source.takeWhile((code) => !isSpace(code) && code !== 62);
}

function* readCall(context: SyntaxContext, attributes: ReadonlyMap<string, string>, end: TagEnd): Reading<void> {
  const id = attributes.get("id") || undefined;
  const start = (name: string) => context.start({ name, id, runs: false, continues: true });
  const given = attributes.get("name");
  let call = given ? start(given) : undefined;
  const body = end === "cut" ? undefined : yield* readBody(context);
  const summary = body?.summary.trim() ?? "";
  if (call === undefined && /^[\w.:/-]+$/.test(summary)) call = start(summary);
  if (body?.text === undefined) {
    (call ?? context).fail("incomplete", cutOff);
    return;
  }
  if (call === undefined) context.fail("malformed", "The block names no tool.");
  else finish(call, attributes, body.text.trim());
}

/** Up to the closer. The text is undefined where the stream ends before it. */
function* readBody({ source }: SyntaxContext): Reading<{ summary: string; text: string | undefined }> {
  let summary = "";
  yield* source.skipSpace();
  if ((yield* takeLiteral(source, "<summary>", anyCase)) === "whole") {
    const { text, end } = yield* readUntil(source, ["</summary>", closer], { fold: anyCase });
    summary = end === undefined ? "" : decodeEntities(text);
    if (end === closer) return { summary, text: "" };
  }
  const { text, end } = yield* readUntil(source, [closer], { fold: anyCase });
  return { summary, text: end === undefined ? undefined : decodeEntities(text) };
}

function finish(call: CallWriter, attributes: ReadonlyMap<string, string>, body: string): void {
  const inAttribute = attributes.get("arguments");
  const input = readInput(inAttribute ?? body);
  if (input === undefined) {
    call.fail("malformed", "The call's arguments are not an object.");
    return;
  }
  call.finish(input.value, { repaired: input.repaired });
  const result = attributes.get("result") || (inAttribute === undefined ? "" : body);
  if (attributes.get("done") !== "true") return;
  const read = parseLenientJson(result);
  call.output("error" in read || read.repaired ? result : read.value);
}

/** No text is no arguments. */
function readInput(text: string): { value: object; repaired: boolean } | undefined {
  if (text === "") return { value: {}, repaired: false };
  let read = parseLenientJson(text);
  if (!("error" in read) && typeof read.value === "string") {
    if (read.value === "") return { value: {}, repaired: false };
    read = parseLenientJson(read.value);
  }
  if ("error" in read || typeof read.value !== "object" || read.value === null || Array.isArray(read.value))
    return undefined;
  return { value: read.value, repaired: read.repaired };
}
