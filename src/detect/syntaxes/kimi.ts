import { cutOff } from "../attempt.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, readUntil, takeCloser } from "../readers/literals.js";
import { readBareSection, readSection, type SectionTokens } from "../readers/section.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, ToolSyntax } from "../syntax.js";

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
 * The id is `functions.getWeather:0`, the name its middle; the prefix and the section may be missing.
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
  if (head.end === foreign || (head.end === undefined && (yield* source.more()))) return false;
  const id = head.text.trim();
  const name = head.end === undefined ? undefined : nameOf(id);
  if (name === undefined) {
    if (head.end === argumentBegin) yield* readUntil(source, [callEnd]);
    if (head.end === undefined) context.fail("incomplete", cutOff);
    else context.fail("malformed", `The call has no name: "${id}" holds none.`);
    return true;
  }
  const call = context.start({ name, id });
  if (head.end === callEnd) {
    call.finish({});
    return true;
  }
  yield* source.skipSpace();
  if ((yield* source.peek()) === 123) {
    if ((yield* readJsonInput(context, call, ends)) === "whole") yield* takeCloser(source, [callEnd]);
    return true;
  }
  const body = yield* readUntil(source, [callEnd]);
  if (body.end === undefined) call.fail("incomplete", cutOff);
  else if (body.text.trim() === "") call.finish({});
  else call.fail("malformed", "The call's arguments are not an object.");
  return true;
}

/** `functions.maps.find:0` is `maps.find`. A bare number names nothing. */
function nameOf(id: string): string | undefined {
  const name = /^(?:functions\.)?(\S+?)(?::\d+)?$/.exec(id)?.[1];
  return name === undefined || /^:?\d+$/.test(name) ? undefined : name;
}
