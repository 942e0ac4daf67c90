import { cutOff } from "../attempt.js";
import type { Reading, Source } from "../source.js";
import { type Ends, exact, readUntil, type Stretch } from "./literals.js";
import { type JsonScan, scanJson } from "./scan-json.js";

/** A call, or the text that was meant as one. */
export interface Failing {
  fail(reason: "incomplete" | "malformed", errorText: string): void;
}

const unreadable = "The call is not readable as JSON.";
const noStretch: Stretch = { text: "", end: undefined };

/** The object ended too early, or cannot go on as it does: finds where the call's text ends. */
export function* endUnreadable(
  source: Source,
  failing: Failing,
  start: number,
  scan: JsonScan,
  ends: Ends,
): Reading<"closed" | "cut"> {
  const inside = closerBehindBracket(scan.text, ends);
  if (inside >= 0) {
    source.returnTo(start + inside);
    failing.fail("malformed", unreadable);
    return "closed";
  }
  if (scan.end === "broken") {
    const { openers = [], closers, fold = exact } = ends;
    const place = source.rawLength;
    const literals = [...closers, ...openers];
    const { text, end } = literals.length > 0 ? yield* readUntil(source, literals, { fold }) : noStretch;
    if (end !== undefined) {
      if (openers.includes(end)) source.returnTo(place + text.length);
      failing.fail("malformed", unreadable);
      return "closed";
    }
    // No closer came. What balances was meant to be whole, and the text behind it is not lost.
    source.returnTo(start);
    if ((yield* scanJson(source)).end === "whole") {
      failing.fail("malformed", unreadable);
      return "closed";
    }
  }
  failing.fail("incomplete", cutOff);
  return "cut";
}

/**
 * Where in an unreadable text a closer ends that stands behind a bracket. Inside what seems to be a string, that is
 * the sign of a quote that is missing; a closer behind anything else may be the string's own.
 */
function closerBehindBracket(text: string, { closers, fold = exact }: Ends): number {
  const folded = Array.from({ length: text.length }, (_, at) => String.fromCharCode(fold(text.charCodeAt(at)))).join(
    "",
  );
  const places = closers.flatMap((closer) => {
    const written = [...closer].map((char) => String.fromCharCode(fold(char.charCodeAt(0)))).join("");
    for (let at = folded.indexOf(written); at >= 0; at = folded.indexOf(written, at + 1)) {
      const last = text.slice(0, at).trimEnd().at(-1);
      if (last === "}" || last === "]") return [at + written.length];
    }
    return [];
  });
  return places.length > 0 ? Math.min(...places) : -1;
}
