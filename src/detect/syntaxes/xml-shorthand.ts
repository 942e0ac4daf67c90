import { cutOff } from "../attempt.js";
import { ArgumentWriter } from "../readers/argument-writer.js";
import { anyCase, takeClosers } from "../readers/literals.js";
import type { ArgumentRules } from "../readers/parameter-grammar.js";
import type { Tag } from "../readers/tag-scan.js";
import { angleTags, readTag } from "../readers/tags.js";
import { behindSpace, readUpToMark, readUpToTag, type ValueEnd } from "../readers/value-reader.js";
import { decodeEntities, ValueText } from "../readers/value-text.js";
import { END, type Reading, type Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";

/** The argument that stands between the tags. */
const bodies: ReadonlyMap<string, string> = new Map([
  ["write_file", "content"],
  ["edit_file", "patch"],
  ["run_bash", "command"],
]);

/**
 * A tool's own tag around its main argument; the other arguments are attributes. A file's tag without a path is text.
 * The source stands on the tag.
 */
export function* readShorthand(
  context: SyntaxContext,
  fileBodies: ReadonlyMap<string, ArgumentRules>,
): Reading<boolean> {
  const { source } = context;
  const tag = yield* readTag(source, angleTags, (kind, word) => kind === "open" && bodies.has(word));
  if (tag === undefined || tag.isCut) return false;
  const others = attributesOf(tag);
  if (others === undefined || (tag.word === "run_bash" && !(yield* isCommand(source, tag)))) return false;
  const key = bodies.get(tag.word) ?? "";
  const rules = fileBodies.get(`${tag.word} ${key}`) ?? { space: "trim", decodes: false };
  const call = context.start({ name: tag.word });
  const out = new ArgumentWriter((jsonText) => call.delta(jsonText));
  for (const [name, value] of others) out.add(name, { value }, false);
  const end = tag.kind === "empty" ? "closed" : yield* readBody(source, tag.word, key, rules, out);
  if (end === "cut") call.fail("incomplete", cutOff);
  else call.finish(out.end());
  yield* takeClosers(source, { closers: [`</${tag.word}>`], fold: anyCase });
  return true;
}

function* readBody(
  source: Source,
  word: string,
  key: string,
  rules: ArgumentRules,
  out: ArgumentWriter,
): Reading<ValueEnd> {
  const value = new ValueText(rules, out.stream(key));
  const place = source.rawLength;
  const ends = { begins: [`</${word}`], test: () => readCloser(source, word) };
  yield* source.skipSpace();
  const isMarked = rules.marks !== undefined && (yield* source.take(rules.marks[0]));
  if (!isMarked) source.returnTo(place);
  const end =
    isMarked && rules.marks
      ? yield* readUpToMark(source, rules.marks[1], value, behindSpace(source, ends.test))
      : yield* readUpToTag(source, value, ends);
  if (end !== "cut") out.add(key, { value: value.end() }, true);
  return end;
}

/** The closer, or its beginning at the end of the stream. */
function* readCloser(source: Source, word: string): Reading<ValueEnd | undefined> {
  const tag = yield* readTag(source, angleTags, (kind, found) => kind === "close" && found === word);
  if (tag === undefined) return undefined;
  const isBegun = tag.kind === "close" && tag.word !== "" && word.startsWith(tag.word);
  return !tag.isCut || isBegun ? "closed" : "cut";
}

/** The arguments in the tag; undefined where one that must be there is not. */
function attributesOf(tag: Tag): [string, unknown][] | undefined {
  if (tag.word !== "run_bash") {
    const path = decodeEntities(tag.attributes.get("path") ?? "");
    return path === "" ? undefined : [["path", path]];
  }
  const background = toBoolean(tag.attributes.get("background"));
  const seconds = tag.attributes.get("timeout_seconds") ?? tag.attributes.get("timeoutseconds") ?? "";
  return [
    ...(background === undefined ? [] : [["background", background] satisfies [string, unknown]]),
    ...(/^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0
      ? [["timeout_seconds", Number(seconds)] satisfies [string, unknown]]
      : []),
  ];
}

/** An attribute without a value says yes. */
function toBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (/^(true|1|yes|)$/i.test(text)) return true;
  return /^(false|0|no)$/i.test(text) ? false : undefined;
}

/**
 * Whether a command follows the tag, and not the prose of one who speaks of it. A line break or a word right behind it
 * is certain; behind a blank or another sign the closer must stand on the same line.
 */
function* isCommand(source: Source, tag: Tag): Reading<boolean> {
  if (tag.kind === "empty") return false;
  if (tag.attributes.size > 0) return true;
  const place = source.rawLength;
  const code = yield* source.peek();
  const text = code === END ? "" : String.fromCharCode(code);
  if (code === 60 && (yield* source.take("<command>", true))) return false; // another syntax's way to write it
  if (/[\p{L}\p{N}\n\r/~$_#[({-]/u.test(text)) return true;
  let isClosed = false;
  while (!isClosed) {
    yield* source.takeWhile((each) => each !== 60 && each !== 10, 1024);
    if ((yield* source.peek()) !== 60 || source.rawLength - place > 1024) break;
    isClosed = yield* source.take("</run_bash>", true);
    if (!isClosed) source.at += 1;
  }
  source.returnTo(place);
  return isClosed;
}
