import { cutOff } from "../attempt.js";
import { parseArguments } from "../readers/call-text.js";
import { anyCase, isNameSign, readUntil, takeCloser, takeLiteral } from "../readers/literals.js";
import { decodeEntities } from "../readers/value-text.js";
import type { Reading } from "../source.js";
import type { CallWriter, SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const closer = "</tool>";
const groupEnd = "</tool-group>";
const fold = anyCase;

/** How far the text behind a closer in an open fence is looked at for the one that is meant. */
const MAX_LOOK_AHEAD = 1024;

/**
 * Blocks with a call that the server runs, and later its result, of mindroom:
 *
 *     <tool id="1" state="start">search(q=cats)</tool>
 *     <tool id="1" state="done">search(q=cats)
 *     3 found</tool>
 *     <tool>search(q=cats)</tool><validation>search
 *     3 found</validation>
 *
 * The first line break parts the call and its result. Entities are decoded, values are texts.
 */
export const toolBlock: ToolSyntax = {
  name: "tool-block",
  openers: ["<tool", "<tool-group>", groupEnd],
  at: "anywhere",
  ignoreCase: true,
  *read(context): SyntaxReader {
    const { opener } = context;
    if (opener === groupEnd) return context.wrappers.delete("group");
    if (opener.endsWith(">")) return yield* readGroup(context);
    const attributes = yield* readAttributes(context);
    if (attributes === undefined) return false;
    if (attributes.id === undefined) return yield* readBareBlock(context);
    yield* readBlock(context, attributes.id, attributes.isDone);
    return true;
  },
};

/** A group's line goes, if a block follows. */
function* readGroup(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const place = source.rawLength;
  yield* source.skipSpace(256);
  const isTag = (yield* takeLiteral(source, "<tool", fold)) === "whole";
  const attributes = isTag ? yield* readAttributes(context) : undefined;
  const isGroup =
    attributes?.id !== undefined || (attributes !== undefined && (yield* readName(context)) !== undefined);
  source.returnTo(place);
  if (isGroup) context.wrappers.add("group");
  return isGroup;
}

type Attributes = { id: string; isDone: boolean } | { id: undefined };

/** The rest of the tag: both attributes, or none. Undefined for any other tag. */
function* readAttributes({ source }: SyntaxContext): Reading<Attributes | undefined> {
  if (yield* source.take(">")) return { id: undefined };
  const found = new Map<string, string>();
  while ((yield* source.skipSpace(64)) !== "") {
    const name = yield* source.takeWhile((code) => code >= 97 && code <= 122, 6);
    if (name === "" && (yield* source.take(">"))) break;
    if ((name !== "id" && name !== "state") || found.has(name) || !(yield* source.take('="'))) return undefined;
    found.set(name, yield* source.takeWhile((code) => code !== 34 && code !== 10 && code !== 60, 128));
    if (!(yield* source.take('"'))) return undefined;
    if (yield* source.take(">")) break;
  }
  const [id, state] = [found.get("id"), found.get("state")];
  if (!id || (state !== "start" && state !== "done") || !source.raw.endsWith(">")) return undefined;
  return { id: decodeEntities(id), isDone: state === "done" };
}

function* readBlock(context: SyntaxContext, id: string, isDone: boolean): Reading<void> {
  const { source } = context;
  context.commit();
  const place = source.rawLength;
  const name = yield* readName(context);
  if (name !== undefined) {
    yield* readCallAndResult(
      context,
      context.start({ name, id, runs: false, continues: true }),
      isDone ? "done" : "start",
    );
    return;
  }
  // No call: a result alone, of a call that came before.
  source.returnTo(place);
  const { text, isWhole } = yield* readResult(context);
  const known = context.calls.findLast((call) => call.id === id);
  const call = context.start({ name: known?.name ?? "tool", id, runs: false, continues: true });
  if (!isWhole) call.fail("incomplete", cutOff);
  else if (known === undefined) call.fail("malformed", "The block holds no call.");
  else call.output(text);
}

/** A tag without attributes counts only if a call follows. */
function* readBareBlock(context: SyntaxContext): Reading<boolean> {
  yield* context.source.skipSpace(64);
  const name = yield* readName(context);
  if (name === undefined) return false;
  yield* readCallAndResult(context, context.start({ name, runs: false }), "bare");
  return true;
}

/** The name and the bracket behind it. */
function* readName({ source }: SyntaxContext): Reading<string | undefined> {
  const name = yield* source.takeWhile(isNameSign, 128);
  return name !== "" && (yield* source.take("(")) ? name : undefined;
}

function* readCallAndResult(context: SyntaxContext, call: CallWriter, state: "start" | "done" | "bare"): Reading<void> {
  const { source } = context;
  const written = yield* readUntil(source, state === "start" ? [closer] : ["\n", closer], { fold });
  const { text, isWhole } = written.end === "\n" ? yield* readResult(context) : { text: "", isWhole: true };
  if (written.end === undefined || !isWhole) {
    call.fail("incomplete", cutOff);
    return;
  }
  call.finish(parseArguments(written.text.trimEnd().replace(/\)$/, "")));
  const hasResult = written.end === "\n" || state === "done";
  const summary = state === "bare" ? yield* readValidation(context, call.name) : undefined;
  if (summary !== undefined) call.output(text === "" ? summary : `${text}\n${summary}`);
  else if (hasResult) call.output(text);
}

/** The text up to the closer. One in a fence that closes again is data, if another one follows. */
function* readResult({ source }: SyntaxContext): Reading<{ text: string; isWhole: boolean }> {
  let text = "";
  let isFenced = false;
  for (;;) {
    const piece = yield* readUntil(source, [closer], { fold });
    text += piece.text;
    if (piece.end === undefined) return { text: decodeEntities(text), isWhole: false };
    isFenced = endsInFence(piece.text, isFenced);
    const place = source.rawLength;
    if (isFenced) {
      const ahead = yield* readUntil(source, [closer, "<tool "], { fold, max: MAX_LOOK_AHEAD });
      source.returnTo(place);
      if (ahead.end === closer && !endsInFence(ahead.text, true)) {
        text += closer;
        continue;
      }
    }
    return { text: decodeEntities(text), isWhole: true };
  }
}

function endsInFence(text: string, isFenced: boolean): boolean {
  const marks = text.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
  return marks % 2 === 0 ? isFenced : !isFenced;
}

/** `<validation>` right behind a block gives the result of the call that it names. */
function* readValidation({ source }: SyntaxContext, callName: string): Reading<string | undefined> {
  const place = source.rawLength;
  if ((yield* takeCloser(source, ["<validation>"], fold)) !== undefined) {
    yield* source.skipSpace(64);
    const name = yield* source.takeWhile(isNameSign, 128);
    yield* source.takeWhile((code) => code === 32 || code === 13 || code === 9, 16);
    const next = yield* source.peek();
    if (name === callName && (next === 10 || next === 60)) {
      yield* source.take("\n");
      return decodeEntities((yield* readUntil(source, ["</validation>"], { fold })).text);
    }
  }
  source.returnTo(place);
  return undefined;
}
