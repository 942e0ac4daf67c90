import { Found, type Reading, type Source } from "../source.js";
import { type Tag, type TagFilter, TagScan, type TagStyle } from "./tag-scan.js";

export const angleTags: TagStyle = { opens: ["<"], closes: ["</"], end: ">" };

const starts = new WeakMap<TagStyle, ReadonlySet<number>>();

/** The characters that a tag may begin with. */
export function startsOf(style: TagStyle): ReadonlySet<number> {
  const codes = starts.get(style) ?? new Set([...style.opens, ...style.closes].map((each) => each.charCodeAt(0)));
  starts.set(style, codes);
  return codes;
}

/** What the tags with these names begin with, in lower case. */
export function beginningsOf(style: TagStyle, kind: "open" | "close", words: readonly string[]): string[] {
  const starts = kind === "open" ? style.opens : style.closes;
  const prefixes = style.prefix === undefined ? [""] : ["", style.prefix];
  return starts.flatMap((start) =>
    prefixes.flatMap((prefix) => words.map((word) => (start + prefix + word).toLowerCase())),
  );
}

/**
 * Reads one tag, if one of interest comes next; else reads nothing.
 *
 *     <parameter name="city">   <function=add>   </invoke>   <tool name='x'/>   <|open|>call tool="f"<|sep|>
 *
 * No `<` and no line break may stand between a tag's name and its end, not in quotes either, so that what only looks
 * like a tag is told by the next tag at the latest.
 * Cost: the length of the tag.
 */
export function readTag(source: Source, style: TagStyle, wants: TagFilter): Reading<Tag | undefined> {
  const { next } = source;
  if (next !== undefined && !startsOf(style).has(next)) return noTag;
  const scan = new TagScan(source, style, wants);
  return scan.readPiece() ? new Found(scan.finding()) : awaitTag(source, scan);
}

const noTag = new Found(undefined);

function* awaitTag(source: Source, scan: TagScan): Reading<Tag | undefined> {
  if (!(yield* source.readPieces(() => scan.readPiece()))) scan.end();
  return scan.finding();
}

/** Asks whether something comes next, and reads nothing. */
export function* comesNext(source: Source, test: Reading<boolean>): Reading<boolean> {
  const place = source.rawLength;
  const answer = yield* test;
  source.returnTo(place);
  return answer;
}

/** Reads `<!-- … -->`, if it comes next. */
export function* skipComment(source: Source): Reading<boolean> {
  if (!(yield* source.take("<!--"))) return false;
  while (!(yield* source.take("-->"))) {
    if (!(yield* source.more())) break;
    source.at += 1;
  }
  return true;
}
