import { anyCase, readUntil } from "../readers/literals.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/** Openers of thoughts, and what closes each. Tokens count anywhere, words at the beginning of a line or of the text. */
const closers: ReadonlyMap<string, string> = new Map([
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["<mm:think>", "</mm:think>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
  ["<|start_thinking|>", "<|end_thinking|>"],
  ["<|inner_prefix|>", "<|inner_suffix|>"],
  ["<|channel>thought", "<channel|>"],
]);

/**
 * A thinking block; what looks like a call in it is none:
 *
 *     <think>Maybe the weather tool?</think>
 *     ^ at the beginning of a line, or right behind a call
 *
 * Without its closer it goes on to the end.
 */
export const think: ToolSyntax = {
  name: "think",
  openers: [...closers.keys()],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const { source, opener, before } = context;
    const closer = closers.get(opener.toLowerCase());
    const isWord = /^[<[][a-z]/i.test(opener);
    if (closer === undefined || (isWord && before !== "" && !/[\n\r>}\]]/.test(before))) return false;
    context.commit();
    yield* source.skipSpace();
    yield* readUntil(source, [closer], { fold: anyCase, onText: (text) => context.reasoning(text) });
    return true;
  },
};
