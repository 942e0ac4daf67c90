import { readToolTag } from "../readers/tool-tag.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/** The tools that Cline and Roo Code tell their models of. */
const ownTools: ReadonlySet<string> = new Set([
  "access_mcp_resource",
  "apply_diff",
  "ask_followup_question",
  "attempt_completion",
  "browser_action",
  "codebase_search",
  "execute_command",
  "fetch_instructions",
  "insert_content",
  "list_code_definition_names",
  "list_files",
  "load_mcp_documentation",
  "new_task",
  "plan_mode_respond",
  "read_file",
  "replace_in_file",
  "search_and_replace",
  "search_files",
  "switch_mode",
  "update_todo_list",
  "use_mcp_tool",
  "web_fetch",
  "write_to_file",
]);

/**
 * A tag that bears the name of a declared tool, as the models of Cline and Roo Code write it:
 *
 *     <write_to_file>
 *     <path>src/app.ts</path>
 *     <content>
 *     const a = 1;
 *     </content>
 *     </write_to_file>
 *
 * Values are raw and trimmed; `content` keeps its white space but for one line break at each side, and ends at its
 * last closer. `toolname-xml` reads the same tags by other rules: where both are on, this one comes first, by a longer
 * opener, for the tools of Cline and Roo Code, and second for all others.
 */
export const cline: ToolSyntax = {
  name: "cline",
  openers: (tools) => tools.names.map((name) => (ownTools.has(name) ? `<${name}>` : `<${name}`)),
  at: "anywhere",
  *read(context): SyntaxReader {
    context.source.returnTo(0);
    return yield* readToolTag(
      context,
      (_toolName, key) => ({ space: key === "content" ? "line" : "trim", decodes: false }),
      false,
    );
  },
};
