import { cutOff } from "../attempt.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, isNameSign, readUntil, takeCloser, takeOneOf } from "../readers/literals.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const start = "<|start|>";
const channel = "<|channel|>";
const message = "<|message|>";
const messageEnds = ["<|end|>", "<|return|>", "<|call|>"];
const ends: Ends = { closers: messageEnds, openers: [start, channel] };

const roles = ["assistant", "user", "system", "developer", "tool", "functions"];
const channels = ["analysis", "commentary", "final"];

/** The most characters of a message's header. */
const MAX_HEADER = 256;

/** The name of the wrapper around visible text. */
const answer = "answer";

/**
 * Messages of gpt-oss:
 *
 *     <|channel|>analysis<|message|>They want the weather.<|end|>
 *     <|start|>assistant<|channel|>commentary to=functions.getWeather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>
 *     <|start|>assistant<|channel|>final<|message|>It rains.<|return|>
 *
 * `analysis` is thought, `commentary` with a recipient a call, all else text. The recipient may stand before the
 * channel; the first and the last token may be missing.
 */
export const harmony: ToolSyntax = {
  name: "harmony",
  openers: [start, channel, ...messageEnds],
  at: "anywhere",
  *read(context): SyntaxReader {
    // Behind a text the end token is swallowed; anywhere else it is a word of the text.
    if (messageEnds.includes(context.opener)) return context.wrappers.delete(answer);
    const header = yield* readHeader(context);
    if (header === undefined) return false;
    context.commit();
    context.wrappers.delete(answer);
    if (header.isCut) {
      if (header.recipient !== undefined) context.fail("incomplete", cutOff);
    } else if (header.channel === "analysis") {
      yield* readThought(context);
    } else if (header.recipient !== undefined && header.role === "assistant") {
      yield* readCall(context, header.recipient);
    } else context.wrappers.add(answer);
    return true;
  },
};

interface Header {
  readonly role: string;
  readonly channel: string;
  readonly recipient: string | undefined;
  readonly isCut: boolean;
}

/** Reads up to `<|message|>`. Undefined when the text is no header. */
function* readHeader(context: SyntaxContext): Reading<Header | undefined> {
  const { source } = context;
  let text = "";
  while (text.length < MAX_HEADER) {
    text += yield* source.takeWhile(isHeaderSign, MAX_HEADER);
    const token = yield* takeOneOf(source, [message, channel, "<|constrain|>"]);
    if (token === undefined) return (yield* source.more()) ? undefined : parseHeader(context.opener, text, true);
    if (token === message) return parseHeader(context.opener, text, source.ended && !source.raw.endsWith(message));
    text += token === channel ? " channel: " : " constrain: ";
  }
  return undefined;
}

function isHeaderSign(code: number): boolean {
  return isNameSign(code) || code === 32 || code === 61;
}

function parseHeader(opener: string, text: string, isCut: boolean): Header | undefined {
  const first = /^\s*(\w*)/.exec(text)?.[1] ?? "";
  const words = opener === channel ? channels : roles;
  const isKnown = words.includes(first) || (isCut && words.some((word) => word.startsWith(text.trim())));
  if (!isKnown) return undefined;
  const recipient = /(?:^|\s)to=(?!(?:all|user|assistant)\b)(\S+)/.exec(text)?.[1];
  const role = opener === channel ? "assistant" : first;
  const named = opener === channel ? first : (/channel: \s*(\w+)/.exec(text)?.[1] ?? "");
  return { role, channel: named, recipient, isCut };
}

function* readThought(context: SyntaxContext): Reading<void> {
  const { source } = context;
  const place = source.rawLength;
  const onText = (text: string) => context.reasoning(text);
  const { text, end } = yield* readUntil(source, [...messageEnds, start, channel], { onText });
  if (end === start || end === channel) source.returnTo(place + text.length);
}

function* readCall(context: SyntaxContext, recipient: string): Reading<void> {
  const { source } = context;
  const call = context.start({ name: recipient.replace(/^functions\./, "") });
  yield* source.skipSpace();
  if ((yield* source.peek()) === 123) {
    if ((yield* readJsonInput(context, call, ends)) === "whole") yield* takeCloser(source, messageEnds);
    return;
  }
  const place = source.rawLength;
  const body = yield* readUntil(source, [...messageEnds, start, channel]);
  if (body.end === undefined) call.fail("incomplete", cutOff);
  else if (body.text.trim() === "") call.finish({});
  else call.fail("malformed", "The call's arguments are not an object.");
  if (body.end === start || body.end === channel) source.returnTo(place + body.text.length);
}
