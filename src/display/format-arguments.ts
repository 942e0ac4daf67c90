import { formatValue } from "./format-value.js";
import { cutText, toLine } from "./visible-text.js";

/**
 * The arguments of a call on one line: `city="Oslo", days=3`, as one would write the call. What is not an object stands
 * as itself; no arguments give an empty text.
 */
export function formatArguments(input: unknown, maxChars: number): { text: string; isCut: boolean } {
  if (input === undefined) return { text: "", isCut: false };
  if (!isRecord(input)) {
    const { text, isCut } = formatValue(input, { maxChars, indent: 0, rawText: false });
    return { text, isCut };
  }
  let text = "";
  for (const key of keysOf(input)) {
    const { text: value } = formatValue(readMember(input, key), { maxChars, indent: 0, rawText: false });
    text += `${text === "" ? "" : ", "}${toLine(key, 200)}=${value}`;
    if (text.length > maxChars) return { text: cutText(text, maxChars), isCut: true };
  }
  return { text, isCut: false };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !isArray(value);
}

function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

function keysOf(value: object): string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

function readMember(owner: Record<string, unknown>, key: string): unknown {
  try {
    return owner[key];
  } catch (error) {
    return error;
  }
}
