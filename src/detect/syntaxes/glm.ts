import { readCallBody, skipClosers } from "../readers/call-section.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import { isNameCode } from "../readers/tag-scan.js";
import { angleTags, readTag } from "../readers/tags.js";
import { END } from "../source.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

const grammar: CallGrammar = {
  style: angleTags,
  call: { tag: "tool_call", name: "name" },
  wrappers: [],
  keyTag: "arg_key",
  parameter: { tag: "arg_value", key: "name" },
};

/**
 * GLM 4.5 and later, with or without line breaks:
 *
 *     <tool_call>getWeather
 *     <arg_key>city</arg_key>
 *     <arg_value>Oslo</arg_value>
 *     </tool_call>
 *
 * An identifier must follow the opener, and then an argument, the closer, or a JSON object (K-EXAONE). Values are raw,
 * with all white space.
 */
export const glm: ToolSyntax = {
  name: "glm",
  openers: ["<tool_call>"],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const { source } = context;
    // A blank in front of the name is prose: "between <tool_call> and </tool_call>".
    const before = yield* source.skipSpace(16);
    if (before !== "" && !before.includes("\n")) return false;
    const name = yield* source.takeWhile((code) => isNameCode(code) || code === 47, 128);
    if (name === "") return false;
    const space = yield* source.skipSpace(64);
    const code = yield* source.peek();
    if (code === END) {
      // Cut behind the name, which may be prose: a name that the app knows, or one that ends its line, is a call's.
      if (!context.tools.has(name) && !/^\s*\n/.test(space)) return false;
    } else if (code !== 123 || !space.includes("\n")) {
      const place = source.rawLength;
      const tag = yield* readTag(source, grammar.style, (kind, word) =>
        kind === "close" ? word === "tool_call" : word === "arg_key",
      );
      if (tag === undefined) return false;
      source.returnTo(place);
    }
    yield* readCallBody(context, grammar, name);
    yield* skipClosers(source, grammar, false);
    return true;
  },
};
