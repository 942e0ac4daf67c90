import { parseLenientJson } from "../../stream/lenient-json.js";
import { cutOff } from "../attempt.js";
import { ArgumentWriter } from "../readers/argument-writer.js";
import { readCallObject } from "../readers/json-call.js";
import { endUnreadable } from "../readers/json-ending.js";
import { readUntil, takeCloser } from "../readers/literals.js";
import { type JsonWatch, type KeyRole, scanJson } from "../readers/scan-json.js";
import { ValueText } from "../readers/value-text.js";
import type { Reading } from "../source.js";
import type { CallWriter, SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const segmentEnd = "[[SEG_END]]";

/** Segment types whose body is an argument, and that argument's name. */
const bodies: ReadonlyMap<string, string> = new Map([
  ["write_file", "content"],
  ["edit_file", "patch"],
  ["run_bash", "command"],
]);

/**
 * A header between double brackets, and a body:
 *
 *     [[SEG_START {"type": "tool", "tool_name": "getWeather", "arguments": {"city": "Oslo"}}]][[SEG_END]]
 *     [[SEG_START {"type": "write_file", "path": "a.txt"}]]one line[[SEG_END]]
 *     [[SEG_START {"type": "text"}]]Words that stay.[[SEG_END]]
 *
 * The header ends with its balanced object. A header that is none, or of another type, is text.
 */
export const sentinel: ToolSyntax = {
  name: "sentinel",
  openers: ["[[SEG_START", segmentEnd],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source } = context;
    if (context.opener === segmentEnd) return context.wrappers.delete("text");
    yield* source.skipSpace(256);
    if ((yield* source.peek()) !== 123) return false;
    const watch = new HeaderWatch(context);
    const start = source.rawLength;
    const scan = yield* scanJson(source, { watch, stopsWhereBroken: true });
    if (scan.end !== "whole") {
      if (watch.call === undefined) return false;
      yield* endUnreadable(source, watch.call, start, scan, { closers: [segmentEnd], openers: ["[[SEG_START"] });
      return true;
    }
    const isClosed = yield* source.takeAfterSpace("]]");
    const header = isClosed || watch.call || !(yield* source.more()) ? readHeader(scan.text) : undefined;
    if (header === undefined) {
      if (watch.call === undefined) return false;
      watch.call.fail("malformed", "The segment's header is not readable as JSON.");
      yield* takeCloser(source, [segmentEnd]);
      return true;
    }
    return yield* readSegment(context, header, watch.call);
  },
};

/** Lets the arguments of a tool stream that stand in the header. */
class HeaderWatch implements JsonWatch {
  readonly #context: SyntaxContext;
  #type = "";
  #name = "";
  call: CallWriter | undefined;

  constructor(context: SyntaxContext) {
    this.#context = context;
  }

  key(key: string): KeyRole {
    if (key === "type") return "id";
    if (key === "tool_name") return "name";
    if (key !== "arguments") return "other";
    if (isTool(this.#type) && this.#name !== "") this.call ??= this.#context.start({ name: this.#name });
    return "input";
  }

  id(type: string): void {
    this.#type = type;
  }

  name(name: string): void {
    this.#name = name;
  }

  input(jsonText: string): void {
    this.call?.delta(jsonText);
  }
}

function isTool(type: unknown): boolean {
  return type === "tool" || type === "tool_call";
}

interface Header {
  readonly members: ReadonlyMap<string, unknown>;
  readonly repaired: boolean;
}

function readHeader(text: string): Header | undefined {
  const parsed = parseLenientJson(text);
  if ("error" in parsed || typeof parsed.value !== "object" || parsed.value === null) return undefined;
  return { members: new Map(Object.entries(parsed.value)), repaired: parsed.repaired };
}

function* readSegment(context: SyntaxContext, header: Header, begun: CallWriter | undefined): Reading<boolean> {
  const type = header.members.get("type");
  if (type === "text") {
    context.commit();
    context.wrappers.add("text");
    return true;
  }
  if (isTool(type)) return yield* readTool(context, header, begun);
  const key = typeof type === "string" ? bodies.get(type) : undefined;
  if (key === undefined) return false;
  yield* readBody(context, header, context.start({ name: String(type) }), key);
  return true;
}

function* readTool(context: SyntaxContext, header: Header, begun: CallWriter | undefined): Reading<boolean> {
  const call = readCallObject(Object.fromEntries(header.members), { name: ["tool_name"], id: ["tool_call_id", "id"] });
  if ("error" in call) {
    if (begun === undefined && typeof header.members.get("tool_name") !== "string") return false;
    (begun ?? context).fail("malformed", call.error);
  } else {
    const writer = begun ?? context.start({ name: call.name, id: call.id });
    writer.finish(call.input, { repaired: header.repaired || call.repaired });
  }
  const place = context.source.rawLength;
  // Nothing is expected in its body.
  if ((yield* takeCloser(context.source, [segmentEnd])) !== undefined) return true;
  if ((yield* readUntil(context.source, [segmentEnd], { max: 160 })).end === undefined) context.source.returnTo(place);
  return true;
}

/** The body is an argument; what else the header says are the others. */
function* readBody(context: SyntaxContext, header: Header, call: CallWriter, key: string): Reading<void> {
  const out = new ArgumentWriter((jsonText) => call.delta(jsonText));
  for (const [name, value] of header.members) if (name !== "type" && name !== key) out.add(name, { value }, false);
  const show = out.stream(key);
  const value = new ValueText({ space: key === "command" ? "trim" : "first-line", decodes: false }, show);
  const { end } = yield* readUntil(context.source, [segmentEnd], { onText: (text) => value.push(text) });
  out.add(key, { value: value.end() }, show !== undefined);
  if (end === undefined) call.fail("incomplete", cutOff);
  else call.finish(out.end(), { repaired: header.repaired });
}
