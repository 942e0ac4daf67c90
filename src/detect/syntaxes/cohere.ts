import { readWrappedJson } from "../readers/json-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * Command R7B and Command A: a list between action tokens; the tokens around visible text go.
 *
 *     <|START_RESPONSE|>Let me look.<|END_RESPONSE|>
 *     <|START_ACTION|>[{"tool_call_id": "0", "tool_name": "getWeather", "parameters": {"city": "Oslo"}}]<|END_ACTION|>
 */
export const cohere: ToolSyntax = {
  name: "cohere",
  openers: ["<|START_ACTION|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>"],
  at: "anywhere",
  *read(context): SyntaxReader {
    const [, edge, what = ""] = /^<\|(START|END)_(\w+)\|>$/.exec(context.opener) ?? [];
    if (edge === "END") return context.wrappers.delete(what);
    if (what !== "ACTION") {
      context.wrappers.add(what);
      return true;
    }
    return yield* readWrappedJson(
      context,
      { name: ["tool_name", "name"], id: ["tool_call_id", "id"] },
      { closers: ["<|END_ACTION|>"], openers: ["<|START_ACTION|>"] },
      { isToken: true },
    );
  },
};
