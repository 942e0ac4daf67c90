import { MAX_YAML_CHARS, parseYamlMapping } from "../readers/yaml-mapping.js";
import type { Reading, Source } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

/** What a callout says. Fields that it does not carry are absent; unknown ones are kept in `other`. */
export interface Callout {
  toolName: string | undefined;
  toolCallId: string | undefined;
  state: string | undefined;
  input: unknown;
  /** Present also when it is `0`, `false`, `""` or `null`. */
  output?: unknown;
  errorText: string | undefined;
  other: Record<string, unknown>;
}

const headerStart = /^ {0,3}> ?\[!tool(?=[\s\]])/;
const known = new Set(["toolCallId", "id", "toolName", "name", "state", "input", "output", "errorText", "error"]);

/**
 * A quote whose first line names a tool, and whose other lines are YAML:
 *
 *     > [!tool search call_123]
 *     > state: output-available
 *     > input:
 *     >   query: cats
 *     > output: 3
 *
 * It ends with the first line that is not quoted. A broken body leaves the whole as text.
 */
export const callout: ToolSyntax = calloutSyntax(tellCallout);

/** A callout as a call, and as its result where it carries one. */
export function tellCallout(context: SyntaxContext, read: Callout): void {
  const writer = context.start({
    name: read.toolName ?? "tool",
    id: read.toolCallId,
    continues: true,
    runs: read.errorText === undefined && !("output" in read) && !isOutputState(read.state),
  });
  writer.finish(read.input ?? {});
  if (hasError(read)) writer.outputError(read.errorText ?? defaultErrorText);
  else if (hasOutput(read)) writer.output(read.output);
}

/** What a callout without an error text failed with. */
export const defaultErrorText = "The tool failed.";

export function hasError(read: { state?: string | undefined; errorText?: string | undefined }): boolean {
  return read.state === "output-error" || (read.errorText !== undefined && read.errorText !== "");
}

export function hasOutput(read: { state?: string | undefined; output?: unknown }): boolean {
  return read.state === "output-available" || "output" in read;
}

function isOutputState(state: string | undefined): boolean {
  return state?.startsWith("output-") === true;
}

/** A syntax that reads callouts and hands each one to `take`, which tells the context what came of it. */
export function calloutSyntax(
  take: (context: SyntaxContext, callout: Callout) => void,
  { maxChars = MAX_YAML_CHARS } = {},
): ToolSyntax {
  return {
    name: "callout",
    openers: ["> [!tool", ">[!tool"],
    at: "line",
    *read(context): SyntaxReader {
      const words = yield* readHeader(context.source);
      const header = words === undefined ? undefined : parseCalloutHeader(words);
      if (header === undefined) return false;
      const body = yield* readBody(context.source, maxChars);
      const read = body === undefined ? undefined : parseCalloutBody(body, header);
      if (read === undefined) return false;
      take(context, read);
      return true;
    },
  };
}

/** The header's words between `[!tool` and `]`; undefined when the line is not a header. */
function* readHeader(source: Source): Reading<string | undefined> {
  const words = yield* source.takeWhile((code) => code !== 93 && code !== 10 && code !== 13, 512);
  if (!(yield* source.take("]")) || (words !== "" && !/^\s/.test(words))) return undefined;
  const rest = yield* source.takeLine(64);
  return rest.trim() === "" ? words.trim() : undefined;
}

interface Header {
  name?: string | undefined;
  id?: string | undefined;
}

/** The words of a header: a name and an id, or either with its key. Undefined for anything else. */
export function parseCalloutHeader(words: string): Header | undefined {
  const parts = words === "" ? [] : words.split(/\s+/);
  if (parts.length > 2) return undefined;
  const keyed = parts.map((part) => /^(name|id)=(?:"([^"]*)"|(.+))$/.exec(part));
  if (parts.length > 0 && keyed.every((match) => match !== null)) {
    const valueAt = (key: string) => {
      const match = keyed.find((each) => each?.[1] === key);
      return match?.[2] ?? match?.[3];
    };
    return { name: valueAt("name"), id: valueAt("id") };
  }
  const [name, id] = parts;
  if (name !== undefined && !/^[\p{L}_][\p{L}\p{N}_.:/-]*$/u.test(name)) return undefined;
  if (id !== undefined && !/^[\p{L}\p{N}_.:/-]+$/u.test(id)) return undefined;
  return { name, id };
}

/** The quoted lines, without their quote signs. */
function* readBody(source: Source, maxChars: number): Reading<string | undefined> {
  let body = "";
  for (;;) {
    const indent = yield* source.takeWhile((code) => code === 32, 3);
    if ((yield* source.peek()) !== 62) {
      source.giveBack(indent);
      return body;
    }
    const line = yield* source.takeLine(maxChars + 8);
    if (headerStart.test(line)) {
      source.giveBack(indent + line);
      return body;
    }
    body += `${line.replace(/^>[ \t]?/, "").replace(/\r?\n$/, "")}\n`;
    if (body.length > maxChars) return undefined;
    if (!line.endsWith("\n")) return body;
  }
}

/** The fields of a callout. Undefined when the body is none. */
export function parseCalloutBody(body: string, header: Header): Callout | undefined {
  const fields = body.trim() === "" ? new Map<string, unknown>() : parseYamlMapping(body);
  if (fields === undefined) return undefined;
  if (header.name === undefined && ![...fields.keys()].some((key) => known.has(key))) return undefined;
  const text = (...keys: string[]) => {
    const value = keys.map((key) => fields.get(key)).find((each) => each !== undefined && each !== null);
    return value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
  };
  return {
    toolName: header.name ?? text("toolName", "name"),
    toolCallId: header.id ?? text("toolCallId", "id"),
    state: text("state"),
    input: fields.get("input"),
    ...(fields.has("output") ? { output: fields.get("output") } : {}),
    errorText: text("errorText", "error"),
    other: Object.fromEntries([...fields].filter(([key]) => !known.has(key))),
  };
}
