import { readBareCalls, readWrappedCalls } from "../readers/call-section.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/** The bars around `DSML`: U+FF5C; in leaks also ASCII, U+2016, and doubled ones. */
const marks = ["｜", "|", "‖", "｜｜", "||"].map((bar) => `${bar}DSML${bar}`);

const opens = marks.map((mark) => `<${mark}`);

const grammar: CallGrammar = {
  style: { opens, closes: marks.map((mark) => `</${mark}`), end: ">" },
  call: { tag: "invoke", name: "name" },
  wrappers: ["function_calls", "tool_calls"],
  parameter: { tag: "parameter", key: "name" },
  typeOf: ({ attributes }) => {
    const flag = attributes.get("string")?.toLowerCase();
    return flag === "true" ? "text" : flag === "false" ? "json" : undefined;
  },
};

/**
 * DeepSeek V3.2 (`function_calls`) and V4 (`tool_calls`):
 *
 *     <｜DSML｜function_calls>
 *     <｜DSML｜invoke name="getWeather">
 *     <｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>
 *     <｜DSML｜parameter name="days" string="false">3</｜DSML｜parameter>
 *     </｜DSML｜invoke>
 *     </｜DSML｜function_calls>
 *
 * `string="false"`: the value is JSON. Values are raw, with all white space. One JSON object may stand in place of the
 * arguments' tags.
 */
export const dsml: ToolSyntax = {
  name: "dsml",
  openers: opens.flatMap((open) => [`${open}function_calls>`, `${open}tool_calls>`, `${open}invoke name`]),
  at: "anywhere",
  *read(context): SyntaxReader {
    if (context.opener.endsWith(">")) return yield* readWrappedCalls(context, grammar);
    context.source.returnTo(0);
    return yield* readBareCalls(context, grammar, true);
  },
};
