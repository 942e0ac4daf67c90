import { cutOff } from "../attempt.js";
import { readJsonInput } from "../readers/json-call.js";
import { type Ends, readUntil, takeCloser } from "../readers/literals.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const start = "<|start|>";
const channel = "<|channel|>";
const message = "<|message|>";
const messageEnds = ["<|end|>", "<|return|>", "<|call|>"];
const ends: Ends = { closers: messageEnds, openers: [start, channel] };

/** The most characters of a message's header. */
const MAX_HEADER = 512;

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
  for (;;) {
    const stretch = yield* readUntil(source, ["<|"], { max: MAX_HEADER });
    text += stretch.text;
    if (!/^[\w\s.=:/-]*$/.test(text) || text.length >= MAX_HEADER) return undefined;
    if (stretch.end === undefined) return parseHeader(context.opener, text, true);
    const word = yield* source.takeWhile((code) => code >= 97 && code <= 122, 16);
    if (word === "message" && (yield* source.take("|>"))) return parseHeader(context.opener, text, false);
    if ((word === "channel" || word === "constrain") && (yield* source.take("|>"))) text += ` ${word}: `;
    else if (!(yield* source.more())) return parseHeader(context.opener, text, true);
    else return undefined;
  }
}

function parseHeader(opener: string, text: string, isCut: boolean): Header {
  const recipient = /(?:^|\s)to=(\S+)/.exec(text)?.[1];
  const role = opener === channel ? "assistant" : (/^\s*(\w+)/.exec(text)?.[1] ?? "assistant");
  const named = opener === channel ? /^\s*(\w+)/ : /channel: \s*(\w+)/;
  return { role, channel: named.exec(text)?.[1] ?? "", recipient, isCut };
}

function* readThought(context: SyntaxContext): Reading<void> {
  const { source } = context;
  const literals = [...messageEnds, start, channel];
  const { end } = yield* readUntil(source, literals, {
    onText: (text) => context.reasoning(text),
  });
  if (end === start || end === channel) source.returnTo(source.rawLength - end.length);
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
