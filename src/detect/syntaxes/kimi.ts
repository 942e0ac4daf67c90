import { parseLenientJson } from "../../stream/lenient-json.js";
import { cutOff } from "../attempt.js";
import { finishWithJson, readJsonInput } from "../readers/json-call.js";
import { endUnreadable } from "../readers/json-ending.js";
import { type Ends, readUntil, takeCloser } from "../readers/literals.js";
import { scanJson } from "../readers/scan-json.js";
import { readBareSection, readSection, type SectionTokens } from "../readers/section.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, ToolShapes, ToolSyntax } from "../syntax.js";

const callBegin = "<|tool_call_begin|>";
const argumentBegin = "<|tool_call_argument_begin|>";
const callEnd = "<|tool_call_end|>";
const sections = ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"];
const sectionEnds = ["<|tool_calls_section_end|>", "<|tool_call_section_end|>"];
/** Stands in DeepSeek's calls, whose other tokens may look the same. */
const foreign = "<|tool_sep|>";

const tokens: SectionTokens = { call: [callBegin], end: [...sectionEnds, "<|im_end|>"] };
const ends: Ends = { closers: [callEnd, ...sectionEnds], openers: [callBegin] };

/**
 * Kimi K2:
 *
 *     <|tool_calls_section_begin|><|tool_call_begin|>functions.getWeather:0<|tool_call_argument_begin|>{"city": "Oslo"}
 *     <|tool_call_end|><|tool_calls_section_end|>
 *
 * The id is `functions.getWeather:0`, the name its middle; the prefix and the section may be missing. Where the id is a
 * number alone, the name is that of the one declared tool that has such arguments.
 */
export const kimi: ToolSyntax = {
  name: "kimi",
  openers: [...sections, callBegin],
  at: "anywhere",
  read: (context) =>
    (context.opener === callBegin ? readBareSection : readSection)(context, tokens, () => readCall(context)),
};

function* readCall(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const head = yield* readUntil(source, [argumentBegin, callEnd, foreign], { max: 512 });
  const id = head.text.trim();
  if (head.end === undefined) {
    // More than one word is prose.
    if ((yield* source.more()) || /\s/.test(id)) return false;
    context.fail("incomplete", cutOff);
    return true;
  }
  if (head.end === foreign) return false;
  const name = nameOf(id);
  if (head.end === callEnd) {
    if (name === undefined) context.fail("malformed", nameless(id));
    else context.start({ name, id }).finish({});
    return true;
  }
  yield* source.skipSpace();
  if ((yield* source.peek()) !== 123) yield* endWithoutObject(context, name, id);
  else {
    const end =
      name === undefined
        ? yield* readNameless(context, id)
        : yield* readJsonInput(context, context.start({ name, id }), ends);
    if (end === "whole") yield* takeCloser(source, [callEnd]);
  }
  return true;
}

function* endWithoutObject(context: SyntaxContext, name: string | undefined, id: string): Reading<void> {
  const body = yield* readUntil(context.source, [callEnd]);
  const failing = name === undefined ? context : context.start({ name, id });
  if (body.end === undefined) failing.fail("incomplete", cutOff);
  else if (name === undefined) failing.fail("malformed", nameless(id));
  else if (body.text.trim() !== "") failing.fail("malformed", "The call's arguments are not an object.");
  else if ("finish" in failing) failing.finish({});
}

/** `functions.maps.find:0` is `maps.find`. A bare number names nothing. */
function nameOf(id: string): string | undefined {
  const name = /^(?:functions\.)?(\S+?)(?::\d+)?$/.exec(id)?.[1];
  return name === undefined || /^:?\d+$/.test(name) ? undefined : name;
}

function nameless(id: string): string {
  return `The call has no name: "${id}" holds none.`;
}

/** A call without a name: its arguments may say whose they are. */
function* readNameless(context: SyntaxContext, id: string): Reading<"whole" | "closed" | "cut"> {
  const { source, tools } = context;
  const start = source.rawLength;
  const scan = yield* scanJson(source, { stopsWhereBroken: true });
  if (scan.end !== "whole") return yield* endUnreadable(source, context, start, scan, ends);
  const name = /^:?\d+$/.test(id) ? onlyToolWith(scan.text, tools) : undefined;
  if (name === undefined) context.fail("malformed", nameless(id));
  else finishWithJson(context.start({ name, id }), scan.text);
  return "whole";
}

function onlyToolWith(jsonText: string, tools: ToolShapes): string | undefined {
  const parsed = parseLenientJson(jsonText);
  if ("error" in parsed) return undefined;
  const keys = Object.keys(parsed.value as object);
  const fitting = tools.names.filter((name) => keys.every((key) => tools.parameters(name).includes(key)));
  return fitting.length === 1 ? fitting[0] : undefined;
}
