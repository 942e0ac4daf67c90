import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import { CallFragments } from "./openai-chat-calls.js";
import type { Protocol } from "./protocol.js";
import { toSource } from "./sources.js";
import { readUsage } from "./usage.js";

/**
 * OpenAI's chat completions and the many servers that speak like it.
 *     data: {"id":"…","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}
 *     data: [DONE]
 * A call is whole at the finish reason. What counts comes after it, so that the answer ends with `[DONE]` or the body.
 */
export const openaiChatStream: Protocol = {
  framings: ["sse", "lines"],
  open: (answer) => {
    const chat: Chat = { answer, fragments: new CallFragments(answer), ending: {} };
    return {
      read: (value, record) => {
        if (!isRecord(value) || answer.isOver) answer.unknown(value);
        else if (record.event === "error" || valueAt(value, "object") === "error") readError(answer, value);
        else readChunk(chat, value);
      },
      done: () => finish(chat),
      end: () => {
        if (chat.ending.finishReason !== undefined) finish(chat);
        return answer.isOver || answer.hasFailed;
      },
    };
  },
};

interface Chat {
  readonly answer: Answer;
  readonly fragments: CallFragments;
  ending: Parameters<Answer["finish"]>[0] & object;
}

/** The model had more to say, or nobody knows. */
function isCutBy(finishReason: string | undefined): boolean {
  return finishReason === undefined || ["length", "content_filter", "error"].includes(finishReason);
}

function finish({ answer, fragments, ending }: Chat): void {
  fragments.finish(answer.hasFailed || isCutBy(ending.finishReason));
  answer.finish(ending);
}

function readError(answer: Answer, value: JsonRecord): void {
  answer.error({ ...(readErrorBody(value) ?? { errorText: errorTextOf(value) }), scope: "run" });
}

function readChunk(chat: Chat, chunk: JsonRecord): void {
  const { answer } = chat;
  const hasChoices = Array.isArray(valueAt(chunk, "choices"));
  // Other choices are other answers to the same question.
  const choice = listAt(chunk, "choices").find((each) => (valueAt(each, "index") ?? 0) === 0);
  const usage =
    readUsage(valueAt(chunk, "usage")) ??
    readUsage(valueAt(choice, "usage")) ??
    readUsage(valueAt(recordAt(chunk, "x_groq"), "usage"));
  if (usage !== undefined) chat.ending.usage = usage;
  if (hasChoices) {
    if (!answer.hasStarted) answer.start({ messageId: stringAt(chunk, "id") });
    answer.ensureStep();
    if (isRecord(choice)) readChoice(chat, choice);
    readSources(answer, [...listAt(chunk, "search_results"), ...listAt(chunk, "citations")]);
  }
  // It may stand beside a choice, or in it.
  const failed = [chunk, choice].find((each) => (valueAt(each, "error") ?? undefined) !== undefined);
  if (isRecord(failed)) readError(answer, failed);
  else if (!hasChoices && usage === undefined) answer.unknown(chunk);
}

function readChoice(chat: Chat, choice: JsonRecord): void {
  const { fragments, ending } = chat;
  const delta = recordAt(choice, "delta") ?? recordAt(choice, "message"); // whole, where the server does not stream
  if (delta !== undefined) {
    readReasoning(chat.answer, delta);
    readContent(chat.answer, valueAt(delta, "content"));
    readRefusal(chat.answer, stringAt(delta, "refusal") ?? "");
    readFiles(chat.answer, [...listAt(delta, "images"), ...listAt(delta, "content")]);
    readSources(chat.answer, listAt(delta, "annotations"));
    for (const tool of listAt(delta, "executed_tools")) readFindings(chat.answer, tool);
    fragments.read(listAt(delta, "tool_calls"));
    const old = recordAt(delta, "function_call");
    if (old !== undefined) fragments.read([{ index: 0, function: old }]);
  }
  const reason = stringAt(choice, "finish_reason");
  if (reason === undefined || reason === "") return;
  ending.finishReason = reason;
  fragments.finish(chat.answer.hasFailed || isCutBy(reason));
}

function readContent(answer: Answer, content: unknown): void {
  if (typeof content === "string") answer.blocks.say("text", content);
  if (!Array.isArray(content)) return;
  for (const block of content) {
    const thoughts = valueAt(block, "thinking");
    if (typeof thoughts === "string") answer.blocks.say("reasoning", thoughts);
    for (const thought of listAt(block, "thinking")) answer.blocks.say("reasoning", stringAt(thought, "text") ?? "");
    answer.blocks.say("text", stringAt(block, "text") ?? "");
  }
}

/** Servers name it otherwise, and some say it twice in one chunk. */
const reasoningNames = ["reasoning_content", "reasoning", "reasoning_text"] as const;

function readReasoning(answer: Answer, delta: JsonRecord): void {
  const details = listAt(delta, "reasoning_details");
  const plain = reasoningNames.map((name) => stringAt(delta, name)).find((text) => text !== undefined && text !== "");
  if (plain !== undefined) answer.blocks.say("reasoning", plain);
  for (const detail of details) {
    const text = stringAt(detail, "text") ?? stringAt(detail, "summary") ?? "";
    if (plain === undefined) answer.blocks.say("reasoning", text);
    const signature = stringAt(detail, "signature") ?? "";
    if (signature !== "") answer.blocks.remark("reasoning", { openaiChat: { signature } });
    if (stringAt(detail, "type") !== "reasoning.encrypted") continue;
    answer.blocks.pause();
    const providerMetadata = { openaiChat: { reasoning_details: [detail] } };
    answer.blocks.start("reasoning", "encrypted", { kind: "redacted", providerMetadata });
    answer.blocks.end("reasoning", "encrypted");
  }
}

function readRefusal({ blocks }: Answer, refusal: string): void {
  if (refusal === "") return;
  blocks.pause();
  blocks.delta("text", "refusal", refusal, { kind: "refusal" });
}

function readFiles(answer: Answer, files: readonly unknown[]): void {
  for (const file of files) {
    const url = stringAt(recordAt(file, "image_url"), "url");
    const mediaType = /^data:([^;,]+)/.exec(url ?? "")?.[1] ?? "image/*";
    if (url !== undefined) answer.emit({ type: "file", url, mediaType });
  }
}

/** Of a tool that Groq ran: the calls themselves stand in the reasoning as text. */
function readFindings(answer: Answer, tool: unknown): void {
  readSources(answer, [...listAt(recordAt(tool, "search_results"), "results"), ...listAt(tool, "browser_results")]);
}

/** `citations` are addresses, `search_results` have titles, `annotations` wrap both. */
function readSources(answer: Answer, found: readonly unknown[]): void {
  for (const each of found) {
    const source = toSource(typeof each === "string" ? { url: each } : (recordAt(each, "url_citation") ?? each));
    if (source !== undefined) answer.cite(source);
  }
}
