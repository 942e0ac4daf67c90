import { readBareCalls, readWrappedCalls } from "../readers/call-section.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import { angleTags } from "../readers/tags.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const grammar: CallGrammar = {
  style: angleTags,
  call: { tag: "function", name: "name" },
  wrappers: ["tool_call", "seed:tool_call"],
  parameter: { tag: "parameter", key: "name" },
  ownTags: "declared",
  rules: () => ({ space: "line", decodes: false }),
};

/**
 * Qwen3-Coder, Qwen 3.5, Nemotron 3, Seed-OSS:
 *
 *     <tool_call>
 *     <function=getWeather>
 *     <parameter=city>
 *     Oslo
 *     </parameter>
 *     </function>
 *     </tool_call>
 *
 * Values are raw; one line break at each side is not a part of them. The wrapper may be missing where an argument or
 * the function's closer follows, names may stand in `name="…"`, and the tags of declared arguments may bear their names.
 */
export const qwen3Coder: ToolSyntax = {
  name: "qwen3-coder",
  openers: ["<tool_call>", "<seed:tool_call>", "<function=", "<function name"],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    if (context.opener.endsWith(">")) return yield* readWrappedCalls(context, grammar);
    context.source.returnTo(0);
    return yield* readBareCalls(context, grammar, false);
  },
};
