import { cutOff } from "../attempt.js";
import { barFold, tokenSpellings } from "../readers/bar-tokens.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, readUntil, takeCloser } from "../readers/literals.js";
import { readBareSection, readSection, type SectionTokens } from "../readers/section.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, ToolSyntax } from "../syntax.js";

const separator = "<|tool_sep|>";
const callBegin = "<|tool_call_begin|>";
const callEnd = "<|tool_call_end|>";
const sectionEnd = "<|tool_calls_end|>";

const tokens: SectionTokens = { call: [callBegin], end: [sectionEnd, "<|end_of_sentence|>"], fold: barFold };
const ends: Ends = { closers: [callEnd, sectionEnd], openers: [callBegin], fold: barFold };

/**
 * DeepSeek V3 and R1, with a fence of its own in the call, and V3.1:
 *
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>getWeather
 *     ```json
 *     {"city": "Oslo"}
 *     ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
 *
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>getWeather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
 *
 * The balanced object ends the arguments. The section's tokens may be missing.
 */
export const deepseek: ToolSyntax = {
  name: "deepseek",
  openers: [...tokenSpellings("<|tool_calls_begin|>"), ...tokenSpellings(callBegin)],
  at: "anywhere",
  read: (context) =>
    (/calls/.test(context.opener) ? readSection : readBareSection)(context, tokens, () => readCall(context)),
};

function* readCall(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const head = yield* readUntil(source, [separator, callEnd, "{"], { fold: barFold, max: 256 });
  if (head.end === undefined) {
    // More than one word is prose.
    if ((yield* source.more()) || /\s/.test(head.text.trim())) return false;
    context.fail("incomplete", cutOff);
    return true;
  }
  if (head.end !== separator) {
    yield* failWithoutSeparator(context, head.text, head.end);
    return true;
  }
  yield* source.skipSpace(256);
  let name = head.text;
  if ((yield* source.peek()) !== 123) {
    name = yield* source.takeWhile((code) => !/[\n\r{`<]/.test(String.fromCharCode(code)), 256);
    yield* source.skipSpace(256);
    yield* source.take("```");
    yield* source.takeWhile((code) => code >= 97 && code <= 122, 16);
    yield* source.skipSpace(256);
  }
  return yield* readArguments(context, name.trim());
}

function* readArguments(context: SyntaxContext, name: string): Reading<boolean> {
  const { source } = context;
  const isEmpty = name === "";
  if ((yield* source.peek()) === 123 && !isEmpty) {
    const end = yield* readJsonInput(context, context.start({ name }), ends);
    if (end === "whole") {
      yield* source.takeAfterSpace("```");
      yield* takeCloser(source, [callEnd], barFold);
    }
    return true;
  }
  if (yield* source.take("<steptml:")) return false;
  const failing = isEmpty ? context : context.start({ name });
  const isClosed = (yield* readUntil(source, [callEnd], { fold: barFold })).end !== undefined;
  if (!isClosed) failing.fail("incomplete", cutOff);
  else failing.fail("malformed", isEmpty ? "The call has no name." : "The call has no JSON object as its arguments.");
  return true;
}

function* failWithoutSeparator(context: SyntaxContext, text: string, end: string): Reading<void> {
  const name = text.trim();
  const failing = /^\S+$/.test(name) ? context.start({ name }) : context;
  const isClosed =
    end === callEnd || (yield* readUntil(context.source, [callEnd], { fold: barFold })).end !== undefined;
  if (isClosed) failing.fail("malformed", "The call has no separator between its name and its arguments.");
  else failing.fail("incomplete", cutOff);
}
