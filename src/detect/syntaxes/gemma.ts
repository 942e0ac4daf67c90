import { cutOff } from "../attempt.js";
import { ArgumentWriter } from "../readers/argument-writer.js";
import { GemmaReader } from "../readers/gemma-value.js";
import { type Ends, isNameSign, readUntil, takeClosers } from "../readers/literals.js";
import { UnreadablePython } from "../readers/python-value.js";
import type { Reading } from "../source.js";
import type { CallWriter, SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const ends: Ends = {
  closers: ["<tool_call|>", "<end_function_call>", "<start_function_response>", "<turn|>"],
  openers: ["<|tool_call>", "<start_function_call>"],
};

/**
 * Gemma 4, and FunctionGemma with words for tokens; their quotes are tokens too:
 *
 *     <|tool_call>call:getWeather{city:<|"|>Oslo<|"|>,days:2}<tool_call|>
 *     <start_function_call>call:getWeather{city:<escape>Oslo<escape>}<end_function_call>
 */
export const gemma: ToolSyntax = {
  name: "gemma",
  openers: ["<|tool_call>", "<start_function_call>"],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source } = context;
    yield* source.skipSpace(256);
    const hasWord = yield* source.take("call:");
    const isCut = !hasWord && source.ended && "call:".startsWith(source.rest);
    if (!hasWord && !isCut) return false;
    const name = yield* source.takeWhile(isNameSign, 128);
    yield* source.skipSpace(256);
    if (isCut || !(yield* source.more())) {
      source.at = source.text.length;
      context.fail("incomplete", cutOff);
      return true;
    }
    if (name === "" || !(yield* source.take("{"))) return false;
    if (yield* readArguments(context, context.start({ name }))) yield* takeClosers(source, ends);
    return true;
  },
};

/** @returns true when the object was read to its end */
function* readArguments(context: SyntaxContext, call: CallWriter): Reading<boolean> {
  const { source } = context;
  const reader = new GemmaReader(source);
  const out = new ArgumentWriter((jsonText) => call.delta(jsonText));
  try {
    yield* reader.readMembers(function* (key) {
      let show: ((text: string) => void) | undefined;
      let isText = false;
      const value = yield* reader.readValue((text) => {
        if (!isText) show = out.stream(key);
        isText = true;
        show?.(text);
      });
      out.add(key, { value }, show !== undefined);
    });
  } catch (fault) {
    if (!(fault instanceof UnreadablePython)) throw fault;
    if (fault.isCut) call.fail("incomplete", cutOff);
    else yield* skipBroken(context, call, fault.message);
    return false;
  }
  call.finish(out.end(), { repaired: reader.repaired });
  return true;
}

function* skipBroken(context: SyntaxContext, call: CallWriter, errorText: string): Reading<void> {
  const { source } = context;
  const place = source.rawLength;
  const { closers, openers = [] } = ends;
  const { text, end } = yield* readUntil(source, [...closers, ...openers]);
  if (end === undefined) call.fail("incomplete", cutOff);
  else call.fail("malformed", errorText);
  if (end !== undefined && openers.includes(end)) source.returnTo(place + text.length);
}
