import { cutOff } from "../attempt.js";
import { barFold, tokenSpellings } from "../readers/bar-tokens.js";
import { readWrappedCalls } from "../readers/call-section.js";
import { readJsonInput } from "../readers/json-call.js";
import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase, type Ends, readUntil, takeClosers } from "../readers/literals.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import { readPythonValue, UnreadablePython } from "../readers/python-value.js";
import { readSection } from "../readers/section.js";
import { angleTags } from "../readers/tags.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const apertusEnds: Ends = { closers: ["<|tools_suffix|>"], openers: ["<|tools_prefix|>"] };

/**
 * Families with a way of their own that is seldom seen: Apertus, InternLM 2, Nemotron, Step 3.
 *
 *     <|tools_prefix|>[{"getWeather": {"city": "Oslo"}}]<|tools_suffix|>
 *     <|action_start|><|plugin|>{"name": "getWeather", "parameters": {"city": "Oslo"}}<|action_end|>
 *     <TOOLCALL>[{"name": "getWeather", "arguments": {"city": "Oslo"}}]</TOOLCALL>
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>getWeather
 *     <steptml:invoke name="getWeather"> … </steptml:invoke><｜tool▁call▁end｜><｜tool▁calls▁end｜>
 */
export const misc: ToolSyntax = {
  name: "misc",
  openers: ["<|tools_prefix|>", "<|action_start|>", "<TOOLCALL>", ...tokenSpellings("<|tool_calls_begin|>")],
  at: "anywhere",
  read(context): SyntaxReader {
    switch (context.opener) {
      case "<|tools_prefix|>":
        return readApertus(context);
      case "<|action_start|>":
        return readInternLm(context);
      case "<TOOLCALL>":
        return readWrappedJson(
          context,
          { name: ["name"] },
          { closers: ["</TOOLCALL>"], openers: ["<TOOLCALL>"], fold: anyCase },
          { isToken: true },
        );
      default:
        return readStep(context);
    }
  },
};

/** A list of objects with one key each: the name. */
function* readApertus(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace(256);
  if (!(yield* source.take("["))) {
    if (yield* source.more()) return false;
    context.fail("incomplete", cutOff);
    return true;
  }
  context.commit();
  for (let count = 0; ; count += 1) {
    yield* source.takeWhile((code) => code === 44 || code === 32 || (code >= 9 && code <= 13));
    if (!(yield* source.take("{"))) {
      if (count === 0)
        context.fail((yield* source.more()) ? "malformed" : "incomplete", "There is no call in the list.");
      break;
    }
    if (!(yield* readApertusCall(context))) return true;
  }
  yield* source.takeAfterSpace("]");
  yield* takeClosers(source, apertusEnds);
  return true;
}

/** Behind the object's bracket. @returns true when its closing bracket was read */
function* readApertusCall(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  let name: unknown;
  try {
    name = yield* readPythonValue(source);
    if (typeof name !== "string" || name === "" || !(yield* source.takeAfterSpace(":"))) {
      throw new UnreadablePython(!(yield* source.more()));
    }
    yield* source.skipSpace();
    if ((yield* source.peek()) !== 123) throw new UnreadablePython(!(yield* source.more()));
  } catch (fault) {
    if (!(fault instanceof UnreadablePython)) throw fault;
    const isClosed = (yield* readUntil(source, apertusEnds.closers)).end !== undefined;
    if (isClosed) context.fail("malformed", "The call has no name, or no object behind it.");
    else context.fail("incomplete", cutOff);
    return false;
  }
  const end = yield* readJsonInput(context, context.start({ name }), apertusEnds);
  return end === "whole" && (yield* source.takeAfterSpace("}"));
}

function* readInternLm(context: SyntaxContext): Reading<boolean> {
  yield* context.source.skipSpace(256);
  if (!(yield* context.source.take("<|plugin|>"))) return false;
  return yield* readWrappedJson(
    context,
    { name: ["name"] },
    { closers: ["<|action_end|>"], openers: ["<|action_start|>"] },
    { isToken: true },
  );
}

const stepGrammar: CallGrammar = {
  style: { ...angleTags, prefix: "steptml:" },
  call: { tag: "invoke", name: "name" },
  wrappers: [],
  parameter: { tag: "parameter", key: "name" },
};

function readStep(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const tokens = { call: ["<|tool_call_begin|>"], end: ["<|tool_calls_end|>"], fold: barFold };
  return readSection(context, tokens, function* () {
    const head = yield* readUntil(source, ["<|tool_sep|>", "<|tool_call_end|>"], { fold: barFold, max: 256 });
    if (head.end !== "<|tool_sep|>") return false;
    yield* source.takeWhile((code) => code !== 60, 256);
    if (!(yield* readWrappedCalls(context, stepGrammar))) return false;
    yield* takeClosers(source, { closers: ["<|tool_call_end|>"], fold: barFold });
    return true;
  });
}
