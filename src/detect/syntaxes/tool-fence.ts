import { cutOff } from "../attempt.js";
import { MAX_YAML_CHARS } from "../readers/yaml-mapping.js";
import type { Reading, Source } from "../source.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";
import { parseCalloutBody, parseCalloutHeader, tellCallout } from "./callout.js";

/**
 * A fence whose first line names a tool, and whose body is YAML or JSON, with the fields of a callout:
 *
 *     ```tool search call_123
 *     input:
 *       query: cats
 *     ```
 *
 * Off by default: the fence looks like any other.
 */
export const toolFence: ToolSyntax = {
  name: "tool-fence",
  openers: ["```tool"],
  at: "line",
  *read(context): SyntaxReader {
    const { source } = context;
    const line = yield* source.takeLine(512);
    const header = /^[ \t\r\n]/.test(line) ? parseCalloutHeader(line.trim()) : undefined;
    if (header === undefined) return false;
    const body = yield* readBody(source);
    if (body === undefined) return false;
    if (body.isCut) {
      if (header.name === undefined) return false;
      context.start({ name: header.name, id: header.id }).fail("incomplete", cutOff);
      return true;
    }
    const read = parseCalloutBody(body.text, header);
    if (read === undefined) return false;
    tellCallout(context, read);
    return true;
  },
};

/** The lines up to the closing fence. Undefined when they are too long. */
function* readBody(source: Source): Reading<{ text: string; isCut: boolean } | undefined> {
  let text = "";
  for (;;) {
    const line = yield* source.takeLine(MAX_YAML_CHARS);
    if (/^ {0,3}`{3,}[ \t\r\n]*$/.test(line)) return { text, isCut: false };
    text += line;
    if (text.length > MAX_YAML_CHARS) return undefined;
    if (!line.endsWith("\n")) return { text, isCut: true };
  }
}
