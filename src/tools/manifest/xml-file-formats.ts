import { xml } from "../../detect/syntaxes/xml.js";
import { readFields } from "../../stream/schema-shape.js";
import type { ToolDeclaration } from "../../stream/tool.js";
import { asCode, type ToolFormat } from "./format.js";
import { formatJsonBody, formatXmlCall, xmlFormat } from "./xml-format.js";
import { formatXmlSchema } from "./xml-schema.js";
import { quoteName, quoteText } from "./xml-text.js";

type Input = Readonly<Record<string, unknown>>;

/**
 * A tool whose long text stands between its own tags as it is, without any escaping, so that a file can stream:
 *
 *     <write_file path="notes.md">
 *     # Notes
 *     </write_file>
 */
interface FileForm {
  /** The argument that stands between the tags. */
  body: string;
  /** How the call is written, where this form can carry the input; else it is written like any other call. */
  write: (input: Input) => string | undefined;
  /** Said below the tool's definition. */
  note: string;
}

function fileFormat(tool: string, { body, write, note }: FileForm): ToolFormat {
  return {
    ...xmlFormat,
    name: `xml-${tool.replace("_", "-")}`,
    syntaxes: [xml],
    formatSchema: (declaration) => `${asCode("xml", formatXmlSchema(declaration))}\n\n${note}`,
    formatExample: (declaration, input) =>
      (takes(declaration, body) ? write(input) : undefined) ?? formatPlain(declaration, input),
  };
}

/** Whether the app's tool is of the kind that the form is for: it declares the argument, or none at all. */
function takes({ parameters }: ToolDeclaration, body: string): boolean {
  const fields = readFields(parameters);
  return fields.length === 0 || fields.some(({ name }) => name === body);
}

/** The long text is read raw in other tags as well, so what would need escaping there is written as JSON. */
function formatPlain(tool: ToolDeclaration, input: Input): string {
  const call = formatXmlCall(tool, input);
  const isRaw = !call.includes("&") && !call.includes(startMark);
  return isRaw ? call : `<tool name=${quoteName(tool.name)}>${formatJsonBody(tool, input)}</tool>`;
}

/** What a text begins with that is only known to end by another such mark. */
const startMark = "__START_";

/** An argument between the tags, the path in the opening tag, and no more. */
function writeFile(tool: string, body: string, { path, ...rest }: Input): string | undefined {
  const { [body]: text, ...others } = rest;
  if (typeof path !== "string" || path === "" || typeof text !== "string") return undefined;
  if (Object.keys(others).length > 0 || closes(text, tool) || text.trimStart().startsWith(startMark)) return undefined;
  return `<${tool} path=${quoteText(path)}>\n${text}</${tool}>`;
}

/** A text that holds the end of its own element. */
function closes(text: string, tool: string): boolean {
  return text.toLowerCase().includes(`</${tool}`);
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

export const writeFileXml: ToolFormat = fileFormat("write_file", {
  body: "content",
  write: (input) => writeFile("write_file", "content", input),
  note: "Write the content between the tags as it is to stand in the file: nothing in it is escaped.",
});

export const editFileXml: ToolFormat = fileFormat("edit_file", {
  body: "patch",
  write: (input) => writeFile("edit_file", "patch", input),
  note: "Write the patch between the tags as a unified diff: nothing in it is escaped.",
});

export const runBashXml: ToolFormat = fileFormat("run_bash", {
  body: "command",
  write({ command, background, timeout_seconds: timeout, ...others }) {
    if (typeof command !== "string" || command !== command.trim() || command === "") return undefined;
    if (closes(command, "run_bash") || Object.keys(others).length > 0) return undefined;
    if (background !== undefined && typeof background !== "boolean") return undefined;
    if (timeout !== undefined && !isSeconds(timeout)) return undefined;
    const attributes = [
      background === undefined ? "" : ` background="${background}"`,
      timeout === undefined ? "" : ` timeout_seconds="${timeout}"`,
    ].join("");
    return `<run_bash${attributes}>\n${command}\n</run_bash>`;
  },
  note: "Write the command between the tags as a shell takes it: nothing in it is escaped.",
});
