import { cutHead } from "../stream/cut-text.js";
import { formatValue } from "./format-value.js";
import { defaultRedactor, type Redactor, redacted } from "./redact.js";
import { toLine } from "./visible-text.js";

/**
 * The arguments of a call on one line: `city="Oslo", days=3`, as one would write the call. What is not an object stands
 * as itself; no arguments give an empty text.
 */
export function formatArguments(
  input: unknown,
  maxChars: number,
  redactor: Redactor = defaultRedactor,
): { text: string; isCut: boolean } {
  if (input === undefined) return { text: "", isCut: false };
  const options = { maxChars, indent: 0, rawText: false, redactor, exact: true };
  const entries = ownEntries(input);
  if (entries === undefined) {
    const { text, isCut } = formatValue(input, options);
    return { text, isCut };
  }
  let text = "";
  for (const [key, member] of entries) {
    const { text: value } = formatValue(redactor.hides(key, member) ? redacted : member, options);
    text += `${text === "" ? "" : ", "}${toLine(key, 200)}=${value}`;
    if (text.length > maxChars) return { text: cutHead(text, maxChars), isCut: true };
  }
  return { text, isCut: false };
}

/** The members of an object, read one after the other; a getter's error is its value. Undefined for anything else. */
export function ownEntries(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const owner = value as Record<string, unknown>;
  try {
    return Array.isArray(value) ? undefined : Object.keys(value).map((key) => [key, readMember(owner, key)]);
  } catch {
    return []; // a revoked proxy
  }
}

function readMember(owner: Record<string, unknown>, key: string): unknown {
  try {
    return owner[key];
  } catch (error) {
    return error;
  }
}
