import { readBareCalls, readWrappedCalls } from "../readers/call-section.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import { angleTags } from "../readers/tags.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const prefix = "antml:";

const grammar: CallGrammar = {
  style: { ...angleTags, prefix },
  call: { tag: "invoke", name: "name" },
  wrappers: ["function_calls"],
  parameter: { tag: "parameter", key: "name" },
};

/**
 * The prompt format of Claude, which others imitate:
 *
 *     <function_calls>
 *     <invoke name="getWeather">
 *     <parameter name="city">Oslo</parameter>
 *     </invoke>
 *     </function_calls>
 *
 * Values are raw, with all white space. Each tag may bear the prefix `antml:`. The wrapper may be missing where an
 * argument or the closer of `invoke` follows.
 */
export const anthropic: ToolSyntax = {
  name: "anthropic",
  openers: ["", prefix].flatMap((each) => [`<${each}function_calls>`, `<${each}invoke name`]),
  at: "anywhere",
  ignoreCase: true,
  read(context): SyntaxReader {
    if (context.opener.endsWith(">")) return readWrappedCalls(context, grammar);
    context.source.returnTo(0);
    return readBareCalls(context, grammar, true);
  },
};
