import { cutHead, formatSize } from "../stream/cut-text.js";
import { ownEntries } from "./format-arguments.js";
import { formatValue } from "./format-value.js";
import { defaultRedactor, type Redactor, redacted } from "./redact.js";
import { toShownValue } from "./shown-parts.js";

/** Characters (UTF-16) of a result that a `<tool>` block shows; also of each argument. */
export const MAX_TOOL_RESULT_DISPLAY_CHARS = 500;

/** A piece of a block: as a person reads it, and as it stands between the tags. */
export interface BlockText {
  text: string;
  escaped: string;
  truncated: boolean;
}

const nothing: BlockText = { text: "", escaped: "", truncated: false };

/** A name as a block can hold it: signs that no name has become `_`. At most 128 characters; `tool` for an empty one. */
export function toBlockName(name: unknown): string {
  const signs = typeof name === "string" ? name.replace(/[^\p{L}\p{M}\p{N}_.:/-]/gu, "_") : "";
  return cutHead(signs, 128) || "tool";
}

/**
 * Arguments as the `tool-block` syntax reads them: `query=cats, limit=5`. Texts stand as themselves, everything else as
 * JSON. What is no object, or has a key that is no word, stands as one JSON text and is read as the argument `input`.
 */
export function toBlockArguments(args: unknown, redactor: Redactor = defaultRedactor): BlockText {
  if (args === undefined || args === null) return nothing;
  const entries = ownEntries(args);
  if (!entries?.every(([key]) => isWord(key))) return toLoneArgument(toValue(args, redactor, true));
  const members = entries.map(([key, value]) => {
    const shown = toValue(redactor.hides(key, value) ? redacted : value, redactor, true);
    return { ...shown, text: `${key}=${shown.text}`, escaped: `${key}=${escapeArgument(shown.text)}` };
  });
  return {
    text: members.map(({ text }) => text).join(", "),
    escaped: members.map(({ escaped }) => escaped).join(", "),
    truncated: members.some(({ truncated }) => truncated),
  };
}

/** The result, as far as a block shows it. Nothing is written for `undefined`. */
export function toBlockResult(result: unknown, redactor: Redactor = defaultRedactor): BlockText {
  if (result === undefined) return nothing;
  const { text, truncated } = toValue(toShownValue(result, redactor), redactor, false);
  return { text, escaped: escapeResult(text), truncated };
}

/** An attribute between double quotes; undefined for what the syntax would not take. */
export function toBlockId(toolCallId: string | undefined): string | undefined {
  if (toolCallId === undefined || toolCallId === "") return undefined;
  const escaped = escapeText(toolCallId).replaceAll('"', "&quot;").replace(/\s/g, toEntity);
  return escaped.length <= 128 && !/\p{Surrogate}/u.test(escaped) ? escaped : undefined;
}

/** A result as it came in a text: escaped, so that nothing in it ends the block, opens another one, or is a line of one. */
export function escapeResult(text: string): string {
  const escaped = escapeText(text).replace(/^([ \t]*)(🔧|✅)/gmu, (_line, indent: string, mark: string) => {
    return indent + toEntity(mark);
  });
  const fences = [...escaped.matchAll(/^( {0,3})(?:`{3,}|~{3,})/gm)];
  const last = fences.length % 2 === 0 ? undefined : fences.at(-1);
  if (last === undefined) return escaped;
  // A fence that does not close would make the block's end a line of code.
  const at = last.index + (last[1]?.length ?? 0);
  return escaped.slice(0, at) + toEntity(escaped.charAt(at)) + escaped.slice(at + 1);
}

function isWord(key: string): boolean {
  return key !== "__proto__" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key);
}

/** Characters of a text that are looked at for secrets: some more than are shown, since one may reach over the cut. */
const windowChars = 8 * MAX_TOOL_RESULT_DISPLAY_CHARS;
/** Characters of a value that are written out to tell its size. */
const maxWritten = 1 << 20;

/** @param exact  see `formatValue` */
function toValue(value: unknown, redactor: Redactor, exact: boolean): { text: string; truncated: boolean } {
  const isText = typeof value === "string";
  const options = { maxChars: isText ? windowChars : maxWritten, indent: 0, redactor, exact };
  const { text, isCut, length } = formatValue(value, options);
  if (!isCut && text.length <= MAX_TOOL_RESULT_DISPLAY_CHARS) return { text, truncated: false };
  const size = isText || !isCut ? formatSize(length ?? text.length) : `over ${formatSize(maxWritten)}`;
  return { text: `${cutBeforeEntity(text)}… (truncated, ${size})`, truncated: true };
}

/** An entity that the text itself holds is not split either. */
function cutBeforeEntity(text: string): string {
  const head = cutHead(text, MAX_TOOL_RESULT_DISPLAY_CHARS);
  const open = /&#?\w{0,8}$/.exec(head);
  return open !== null && /^&#?\w{1,8};/.test(text.slice(open.index, open.index + 11))
    ? head.slice(0, open.index)
    : head;
}

function toLoneArgument({ text, truncated }: { text: string; truncated: boolean }): BlockText {
  // Without a key in front, neither a blank nor a first `word=` may be taken for something else.
  const escaped = escapeArgument(text)
    .replace(/^\s/, toEntity)
    .replace(/^([\p{L}_][\p{L}\p{N}_]*)=/u, "$1&#61;");
  return { text, escaped, truncated };
}

/** A line break would begin the result, and a comma before a word and `=` another argument. */
function escapeArgument(text: string): string {
  return escapeText(text)
    .replace(/[\r\n]/g, toEntity)
    .replace(/, (?=[\p{L}_][\p{L}\p{N}_]*=)/gu, "&#44; ");
}

/** `@` too: where a block goes into a chat of people, a name in a result calls nobody. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("@", "&#64;");
}

function toEntity(sign: string): string {
  return `&#${sign.codePointAt(0)};`;
}
