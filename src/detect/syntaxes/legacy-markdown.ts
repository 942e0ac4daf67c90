import { cutOff } from "../attempt.js";
import { parseCallText } from "../readers/call-text.js";
import { readUntil } from "../readers/literals.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const nextMarks = ["\n🔧 **Tool Call:** `", "\n🔧 `", "\n✅ **`"];

/** The most characters of a line. */
const MAX_LINE = 4096;

/**
 * Lines of mindroom's older messages, with a wrench before a call and a mark before its result:
 *
 *     🔧 **Tool Call:** `search(q=cats)`
 *
 *     ✅ **`search` result:**
 *     3 found
 *
 *     🔧 `search` [2] ⏳
 *                 ^ an id, and an hourglass while the call is pending
 *
 * Off by default; stored messages are always read with it.
 */
export const legacyMarkdown: ToolSyntax = {
  name: "legacy-markdown",
  openers: ["🔧 **Tool Call:** `", "🔧 `", "✅ **`"],
  at: "line",
  *read(context): SyntaxReader {
    if (context.opener.startsWith("✅")) return yield* readResult(context);
    const { source } = context;
    const line = yield* source.takeLine(MAX_LINE);
    if (context.opener.includes("*")) return tellCall(context, line);
    const numbered = /^([^`\s]+)` \[(\d+)\][ \t]*(⏳\ufe0f?)?\s*$/.exec(line);
    if (numbered?.[1] === undefined) return false;
    const call = context.start({ name: numbered[1], id: numbered[2], runs: false, continues: true });
    call.finish({});
    if (numbered[3] === undefined) call.output("");
    return true;
  },
};

function tellCall(context: SyntaxContext, line: string): boolean {
  const { name, input } = parseCallText(/^(.*)`\s*$/s.exec(line)?.[1] ?? "") ?? {};
  if (name !== undefined) context.start({ name, runs: false }).finish(input);
  else if (/^[^\s(`]+\(/.test(line) && !line.endsWith("\n")) context.fail("incomplete", cutOff);
  else return false;
  return true;
}

/** The lines behind the mark, up to an empty one or the next call or result, are the result of the last call of that name. */
function* readResult(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const head = yield* source.takeLine(256);
  const name = /^([^`\s]+)` result:\*\*\s*$/.exec(head)?.[1];
  if (name === undefined) return false;
  const known = context.calls.findLast((call) => call.name === name && !call.hasResult);
  const call = context.start({ name, id: known?.id, runs: false, continues: true });
  if (known === undefined) call.finish({});
  const { text, end = "" } = yield* readUntil(source, ["\n\n", "\r\n\r\n", "\n\r\n", ...nextMarks]);
  if (nextMarks.includes(end)) source.giveBack(end.slice(1));
  call.output(text.replace(/\r?\n$/, ""));
  return true;
}
