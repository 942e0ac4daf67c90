import { parseDocument } from "yaml";
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

/** Longest YAML source, in characters; most keys; deepest nesting. Source: measured; see docs/architecture.md. */
const MAX_YAML_CHARS = 4096;
const MAX_YAML_KEYS = 64;
const MAX_YAML_DEPTH = 8;

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
export const callout: ToolSyntax = calloutSyntax((context, read) => {
  const writer = context.start({
    name: read.toolName ?? "tool",
    id: read.toolCallId,
    runs: read.errorText === undefined && !("output" in read) && !isOutputState(read.state),
  });
  writer.finish(read.input ?? {});
  if (hasError(read)) writer.outputError(read.errorText ?? defaultErrorText);
  else if (hasOutput(read)) writer.output(read.output);
});

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
      const header = words === undefined ? undefined : parseHeader(words);
      if (header === undefined) return false;
      const body = yield* readBody(context.source, maxChars);
      const read = body === undefined ? undefined : parseBody(body, header);
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

function parseHeader(words: string): Header | undefined {
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

function parseBody(body: string, header: Header): Callout | undefined {
  const fields = body.trim() === "" ? new Map<string, unknown>() : parseYaml(body);
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

/** A YAML mapping's members. Undefined for anything else, for aliases, tags, and what is over a guard. */
function parseYaml(source: string): Map<string, unknown> | undefined {
  const document = parseDocument(source, {
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    customTags: [],
    stringKeys: true,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
    logLevel: "error",
  });
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const budget = { keys: MAX_YAML_KEYS };
  const safe = withoutPrototypeKeys(value, MAX_YAML_DEPTH, budget);
  return safe === undefined ? undefined : new Map(Object.entries(safe as object));
}

/** A copy without `__proto__` keys; undefined when it is over a guard. */
function withoutPrototypeKeys(value: unknown, depth: number, budget: { keys: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth < 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutPrototypeKeys(item, depth - 1, budget));
    return items.some((item, index) => item === undefined && value[index] !== undefined) ? undefined : items;
  }
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    budget.keys -= 1;
    if (budget.keys < 0) return undefined;
    if (key === "__proto__") continue;
    const copy = withoutPrototypeKeys(member, depth - 1, budget);
    if (copy === undefined && member !== undefined) return undefined;
    members.push([key, copy]);
  }
  return Object.fromEntries(members);
}
