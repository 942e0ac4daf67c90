import { withoutLooseMark } from "./open-marks.js";

/**
 * What to draw of a block that still grows. Signs at its end that are not whole yet, and would be drawn as themselves now
 * and as what they mean in the next frame, are left out; no sign is ever added.
 */

/** Quotes and list items that a line is in. */
const containers = "^[ \\t]*(?:(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]*)*";
const fenceLine = new RegExp(`${containers}(\`{3,}|~{3,})(.*)$`);
const fenceBegin = new RegExp(`(${containers})(?:\`{1,2}|~{1,2})$`);
/** UTF-16 units of a label that is waited for. */
const maxLabel = 500;

/** Cost: one pass over the block. */
export function withoutLooseEnd(source: string): string {
  const begin = source.lastIndexOf("\n") + 1;
  const before = source.slice(0, begin);
  const line = source.slice(begin);
  const fence = openFence(before);
  if (fence !== undefined) return isBeginOf(line.trim(), fence) ? before : source;
  const [, marks, info] = openerOf(line) ?? [];
  // The language is not whole before its line is.
  if (marks !== undefined && info !== undefined) return info === "" ? source : source.slice(0, -info.length);
  const [all, kept] = fenceBegin.exec(line) ?? [];
  if (all !== undefined && kept !== undefined) return before + kept;
  return withoutLooseMark(before + withoutLooseLink(line));
}

/** The marks of the fence that is open behind these lines. */
function openFence(lines: string): string | undefined {
  let open: string | undefined;
  for (const line of lines.split("\n")) {
    if (open === undefined) open = openerOf(line)?.[1];
    else if (isEndOf(line.trim(), open)) open = undefined;
  }
  return open;
}

function openerOf(line: string): RegExpExecArray | undefined {
  const opener = fenceLine.exec(line);
  const isSpan = opener?.[1]?.startsWith("`") && opener[2]?.includes("`");
  return opener === null || isSpan ? undefined : opener;
}

function isEndOf(text: string, marks: string): boolean {
  return text.length >= marks.length && text === marks.charAt(0).repeat(text.length);
}

function isBeginOf(text: string, marks: string): boolean {
  return text !== "" && text.length < marks.length && text === marks.charAt(0).repeat(text.length);
}

/** A link or an image that is not whole is its label; half an address is neither read nor pressed. */
function withoutLooseLink(line: string): string {
  const begin = line.lastIndexOf("[");
  const link = begin < 0 ? null : /^\[([^[\]]*)(\]\((.*))?$/.exec(line.slice(begin));
  if (link === null) return line;
  const [, label = "", destination, address = ""] = link;
  const start = line.charAt(begin - 1) === "!" ? begin - 1 : begin;
  const lead = line.slice(0, start);
  if (label.length > maxLabel || isInside(lead) || (destination !== undefined && isWhole(address))) return line;
  if (destination === undefined && /[\p{L}\p{N}\\_)\]]$/u.test(lead)) return line; // an index, not a link
  const isTask = destination === undefined && /^[ xX]?$/.test(label) && /(?:[-*+]|\d[.)])[ \t]+$/.test(lead);
  return isTask || label.startsWith("^") ? lead : lead + label;
}

/** Inside an open code span, or behind a backslash. */
function isInside(lead: string): boolean {
  return lead.replaceAll(/(`+)[^`]+\1/g, "").includes("`") || lead.endsWith("\\");
}

/** The parenthesis that holds the address is closed. */
function isWhole(address: string): boolean {
  let depth = 1;
  for (const character of address) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return true;
  }
  return false;
}
