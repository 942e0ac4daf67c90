import { readBareCalls, readWrappedCalls } from "../readers/call-section.js";
import { readWrappedJson } from "../readers/json-calls.js";
import { anyCase } from "../readers/literals.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import { angleTags } from "../readers/tags.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const tagged: CallGrammar = {
  style: angleTags,
  call: { tag: "invoke", name: "name" },
  wrappers: ["minimax:tool_call"],
  parameter: { tag: "parameter", key: "name" },
};

/** M3 writes this before every tag. */
const joint = "]<]minimax[>[";

const joined: CallGrammar = {
  ...tagged,
  style: { opens: [`${joint}<`], closes: [`${joint}</`], end: ">" },
  wrappers: ["tool_call"],
  ownTags: "any",
  nests: "all",
};

/** M3, its joint taken out on the way. */
const unjoined: CallGrammar = { ...joined, style: angleTags, nests: undefined };

/**
 * MiniMax M2, M3 and M1:
 *
 *     <minimax:tool_call>                         ]<]minimax[>[<tool_call>
 *     <invoke name="getWeather">                  ]<]minimax[>[<invoke name="getWeather">
 *     <parameter name="city">Oslo</parameter>     ]<]minimax[>[<city>Oslo]<]minimax[>[</city>
 *     </invoke>                                   ]<]minimax[>[</invoke>
 *     </minimax:tool_call>                        ]<]minimax[>[</tool_call>
 *
 *     <tool_calls>
 *     {"name":"getWeather","arguments":{"city":"Oslo"}}
 *     </tool_calls>
 *
 * Values are raw, with all white space. M3 writes lists as `<item>`s, and objects as tags within tags.
 */
export const minimax: ToolSyntax = {
  name: "minimax",
  openers: ["<minimax:tool_call>", `${joint}<tool_call>`, `${joint}<invoke name`, "<tool_call>", "<tool_calls>"],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const opener = context.opener.toLowerCase();
    if (opener === "<tool_calls>") {
      return yield* readWrappedJson(context, { name: ["name"] }, { closers: ["</tool_calls>"], fold: anyCase });
    }
    if (opener === "<tool_call>") return yield* readWrappedCalls(context, unjoined);
    if (opener.endsWith(">")) return yield* readWrappedCalls(context, opener.startsWith(joint) ? joined : tagged);
    context.source.returnTo(0);
    return yield* readBareCalls(context, joined, true);
  },
};
