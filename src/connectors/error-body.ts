import { isRecord, listAt, stringAt, valueAt } from "../stream/json-value.js";

export interface ReportedError {
  errorText: string;
  /** The provider's own code. */
  code?: string;
}

const unexplained = "The back end reported an error without saying which.";

/** UTF-16 units of an error that are shown. */
const maxErrorLength = 2000;

/**
 * Finds the words in an error as the usual back ends write it: `{ error: { message, code } }`, `{ error: "…" }`,
 * `{ message }`, `{ detail }`, `{ errors: […] }`, problem details (RFC 9457), or a list of one of these.
 */
export function readErrorBody(value: unknown, maxNesting = 3): ReportedError | undefined {
  if (maxNesting < 0) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : { errorText: shorten(value.trim()) };
  if (Array.isArray(value)) return value.length > 0 ? readErrorBody(value[0], maxNesting - 1) : undefined;
  if (!isRecord(value)) return undefined;
  const inner = valueAt(value, "error");
  if (isRecord(inner)) return readErrorBody(inner, maxNesting - 1) ?? { errorText: unexplained };
  const errorText =
    textOf(stringAt(value, "message")) ??
    textOf(inner) ??
    textOf(stringAt(value, "detail")) ??
    wordsOf(listAt(value, "detail")) ??
    wordsOf(listAt(value, "errors")) ??
    textOf(stringAt(value, "error_description")) ??
    textOf(stringAt(value, "title"));
  const code = codeOf(value);
  return errorText === undefined ? undefined : { errorText, ...(code === undefined ? {} : { code }) };
}

/** In words, whatever it is; for what a provider calls an error but does not explain. */
export function errorTextOf(value: unknown): string {
  if (value instanceof Error && value.message !== "") return shorten(value.message);
  return readErrorBody(value)?.errorText ?? unexplained;
}

export function shorten(text: string): string {
  return text.length > maxErrorLength ? `${text.slice(0, maxErrorLength)}…` : text;
}

function codeOf(value: unknown): string | undefined {
  for (const key of ["code", "type", "status", "name"]) {
    const code = valueAt(value, key);
    if (typeof code === "string" && code !== "") return code;
    if (typeof code === "number") return String(code);
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? shorten(value.trim()) : undefined;
}

function wordsOf(list: readonly unknown[]): string | undefined {
  const words = list.map((item) => textOf(item) ?? textOf(stringAt(item, "message")) ?? textOf(stringAt(item, "msg")));
  return textOf(words.filter((word) => word !== undefined).join("; "));
}
