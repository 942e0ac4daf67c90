import type { ErrorEvent } from "../stream/events.js";
import { readErrorBody, shorten } from "./error-body.js";

/** Statuses after which the same request may succeed. */
const retryable = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** What a response that is no answer says, in words; undefined where it is one. */
export async function readRefusal(response: Response): Promise<ErrorEvent | undefined> {
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (response.ok && !isPage) return undefined;
  const status = `${response.status} ${response.statusText}`.trim();
  if (response.ok) {
    void response.body?.cancel();
    return {
      type: "error",
      errorText: `The address answered with a web page instead of a stream (${response.url || status}). Check the url.`,
      code: String(response.status),
      scope: "transport",
      retryable: false,
    };
  }
  const words = isPage ? undefined : wordsIn(await readText(response));
  const retryAfterMs = readRetryAfter(response.headers, Date.now());
  return {
    type: "error",
    errorText: words === undefined ? `The server answered ${status}.` : `The server answered ${status}: ${words}`,
    code: String(response.status),
    scope: "transport",
    retryable: retryable.has(response.status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function wordsIn(text: string): string | undefined {
  try {
    return readErrorBody(JSON.parse(text))?.errorText;
  } catch {
    return text.trim() === "" ? undefined : shorten(text.trim());
  }
}

const maxErrorBytes = 64 * 1024;

/** The beginning of a body; what breaks off counts as far as it came. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; bytes < maxErrorBytes; ) {
    const chunk = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (chunk.done) return text + decoder.decode();
    bytes += chunk.value.length;
    text += decoder.decode(chunk.value, { stream: true });
  }
  void reader.cancel().then(undefined, () => {});
  return text;
}

const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** `Retry-After` in seconds or as a date (RFC 9110), or the more exact `retry-after-ms`; at most a day. */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const exact = headers.get("retry-after-ms");
  const value = headers.get("retry-after")?.trim();
  const delayMs =
    exact !== null && /^\d+(\.\d+)?$/.test(exact)
      ? Number(exact)
      : value === undefined
        ? Number.NaN
        : /^\d+(\.\d+)?$/.test(value)
          ? Number(value) * 1000
          : Date.parse(value) - nowMs;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), maxRetryAfterMs);
}
