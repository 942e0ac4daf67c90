import { readBareCalls, readWrappedCalls } from "../readers/call-section.js";
import { readUntil } from "../readers/literals.js";
import type { CallGrammar } from "../readers/parameter-grammar.js";
import type { Tag } from "../readers/tag-scan.js";
import { readTag } from "../readers/tags.js";
import type { Reading } from "../source.js";
import type { SyntaxContext, SyntaxReader, ToolSyntax } from "../syntax.js";

const open = "<|open|>";
const close = "<|close|>";
const end = "<|sep|>";

const grammar: CallGrammar = {
  style: { opens: [open], closes: [close], end },
  call: { tag: "call", name: "tool" },
  wrappers: ["tools"],
  parameter: { tag: "argument", key: "key" },
  jsonTag: "json",
  keepsCdata: true,
  typeOf: ({ attributes }) => {
    const type = attributes.get("type");
    return type === undefined ? undefined : type === "string" ? "text" : "json";
  },
};

/** Channels around text; their marks go. `message` is the one around all. */
const channels: readonly string[] = ["message", "response", "think", "tools"];

/**
 * Kimi K3: channels, marked by special tokens.
 *
 *     <|open|>think<|sep|>The weather tool.<|close|>think<|sep|>
 *     <|open|>response<|sep|>Let me look.<|close|>response<|sep|>
 *     <|open|>tools<|sep|>
 *     <|open|>call tool="getWeather" index="1"<|sep|>
 *     <|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|>
 *     <|close|>call<|sep|>
 *     <|close|>tools<|sep|>
 *     <|close|>message<|sep|><|end_of_msg|>
 *
 * Each argument says its type: a string is raw, anything else JSON. All arguments may stand in one `json` instead. What
 * `think` holds is reasoning, what `response` holds is text.
 */
export const kimiK3: ToolSyntax = {
  name: "kimi-k3",
  openers: [open, close, "<|end_of_msg|>"],
  at: "anywhere",
  *read(context): SyntaxReader {
    const { source, opener } = context;
    if (opener === "<|end_of_msg|>") return true;
    source.returnTo(0);
    const place = source.rawLength;
    const tag = yield* readTag(source, grammar.style, (kind, word) => isMark(kind, word));
    if (tag === undefined || tag.isCut) return false;
    if (tag.kind === "close" || tag.word === "message" || tag.word === "response") return true;
    if (tag.word === "think") return yield* readThoughts(context);
    if (tag.word === "tools") return yield* readTools(context);
    source.returnTo(place);
    return yield* readBareCalls(context, grammar, true);
  },
};

function isMark(kind: Tag["kind"], word: string): boolean {
  return word === "call" || channels.includes(word) || (kind === "close" && word === "argument");
}

/** Thoughts end at their closer, or where another channel opens. */
function* readThoughts(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  context.commit();
  const closer = `${close}think${end}`;
  const openers = [`${open}response${end}`, `${open}tools${end}`, `${close}message${end}`];
  const place = source.rawLength;
  const read = yield* readUntil(source, [closer, ...openers], { onText: (text) => context.reasoning(text) });
  if (read.end !== undefined && read.end !== closer) source.returnTo(place + read.text.length);
  return true;
}

function* readTools(context: SyntaxContext): Reading<boolean> {
  const { source } = context;
  const place = source.rawLength;
  if (yield* readWrappedCalls(context, grammar)) return true;
  source.returnTo(place); // a section without a call: its mark goes, its text stays
  return true;
}
