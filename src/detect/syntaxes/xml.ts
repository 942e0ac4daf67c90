import { readBareCalls } from "../readers/call-section.js";
import type { ArgumentRules, CallGrammar } from "../readers/parameter-grammar.js";
import { angleTags } from "../readers/tags.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";
import { readShorthand } from "./xml-shorthand.js";

/** The arguments that hold a file's text. */
const fileBodies: ReadonlyMap<string, ArgumentRules> = new Map([
  ["write_file content", body("CONTENT")],
  ["edit_file patch", body("PATCH")],
]);

function body(word: string): ArgumentRules {
  return { space: "first-line", decodes: false, marks: [`__START_${word}__`, `__END_${word}__`] };
}

const grammar: CallGrammar = {
  style: angleTags,
  call: { tag: "tool", name: "name" },
  wrappers: ["tools", "tool_calls"],
  parameter: { tag: "arg", key: "name" },
  ownTags: "any",
  groups: ["arguments"],
  nests: "items",
  rules: (toolName, key) => fileBodies.get(`${toolName} ${key}`) ?? { space: "trim", decodes: true },
};

/**
 * AutoByteus:
 *
 *     <tool name="getWeather">
 *     <arguments>
 *     <arg name="city">Oslo</arg>
 *     <arg name="days"> <item>Mon</item> <item>Tue</item> </arg>
 *     </arguments>
 *     </tool>
 *
 *     <write_file path="a.txt">text</write_file>   <edit_file path="a.txt">patch</edit_file>
 *     <run_bash background="true" timeout_seconds="5">ls</run_bash>
 *
 * Values are trimmed, and their entities decoded once; a file's text is neither, and may stand between
 * `__START_CONTENT__` and `__END_CONTENT__` (`PATCH` for a patch). Arguments may stand in tags of their own name, or as
 * one JSON object; nested `arg`s make an object.
 */
export const xml: ToolSyntax = {
  name: "xml",
  openers: ["<tool ", "<tool\n", "<tool\r\n", "<write_file ", "<edit_file ", "<run_bash ", "<run_bash>"],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const isShorthand = !/^<tool\s/i.test(context.opener);
    context.source.returnTo(0);
    return isShorthand ? yield* readShorthand(context, fileBodies) : yield* readBareCalls(context, grammar, true);
  },
};
