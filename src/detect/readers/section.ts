import { cutOff } from "../attempt.js";
import type { Reading } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { exact, type Fold, readUntil, type Stretch, takeCloser } from "./literals.js";

/** The tokens of a section of calls. */
export interface SectionTokens {
  /** Before each call. */
  readonly call: readonly string[];
  /** Behind the last one. */
  readonly end: readonly string[];
  readonly fold?: Fold | undefined;
}

/** The most characters of noise before a call. */
const MAX_NOISE = 512;

/**
 * Calls between the tokens of a section; the source stands behind its opening token, which no honest text holds:
 *
 *     <section> noise <call> … <call> … <end>
 *
 * @param readCall  reads one call, behind its token, its end included; false when the first is none
 */
export function* readSection(
  context: SyntaxContext,
  tokens: SectionTokens,
  readCall: () => Reading<boolean>,
): Reading<boolean> {
  const { source } = context;
  const start = source.rawLength;
  const { end, text } = yield* readNoise(context, tokens);
  if (end === undefined && text.trim() !== "") {
    // No call came soon: the token goes, what follows is text.
    context.commit();
    source.returnTo(start);
  } else if (end === undefined) context.fail("incomplete", cutOff);
  else if (tokens.end.includes(end)) context.fail("malformed", "There is no call between its marks.");
  else {
    if (!(yield* readCall())) return false;
    while (yield* readNext(context, tokens, readCall));
    yield* takeEnds(context, tokens);
  }
  return true;
}

/** Calls without the section around them; the source stands behind the first one's token. */
export function* readBareSection(
  context: SyntaxContext,
  tokens: SectionTokens,
  readCall: () => Reading<boolean>,
): Reading<boolean> {
  const { source } = context;
  if (!(yield* readCall())) return false;
  for (;;) {
    const place = source.rawLength;
    const token = yield* takeCloser(source, [...tokens.end, ...tokens.call], tokens.fold);
    if (token === undefined || tokens.end.includes(token)) break;
    if (yield* readCall()) continue;
    source.returnTo(place);
    break;
  }
  yield* takeEnds(context, tokens);
  return true;
}

function* readNext(context: SyntaxContext, tokens: SectionTokens, readCall: () => Reading<boolean>): Reading<boolean> {
  const { source } = context;
  const place = source.rawLength;
  const { end } = yield* readNoise(context, tokens);
  if (end !== undefined && tokens.call.includes(end) && (yield* readCall())) return true;
  if (end === undefined || tokens.call.includes(end)) source.returnTo(place);
  return false;
}

function readNoise(context: SyntaxContext, { call, end, fold = exact }: SectionTokens): Reading<Stretch> {
  return readUntil(context.source, [...end, ...call], { fold, max: MAX_NOISE });
}

function* takeEnds(context: SyntaxContext, { end, fold }: SectionTokens): Reading<void> {
  while ((yield* takeCloser(context.source, end, fold)) !== undefined);
}
