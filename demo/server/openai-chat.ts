import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { z } from "zod";
import { countTokens, createId, cutUnevenly, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { OpenCalls } from "./open-calls.js";
import { openaiError } from "./openai-error.js";
import { type Asked, createWireBackend, toSse } from "./wire-backend.js";

const call = z.strictObject({
  id: z.string().min(1).max(40),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/u), arguments: z.string() }),
});

export const openaiMessage = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({
    role: z.literal("user"),
    content: z.union([
      z.string(),
      z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).nonempty(),
    ]),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().min(1).nullable(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(call).nonempty().optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
]);

export const openaiTool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string(),
    description: z.string(),
    parameters: z.looseObject({ type: z.literal("object") }),
  }),
});

const requestBody = z.object({
  model: z.string(),
  messages: z.array(openaiMessage).nonempty(),
  tools: z.array(openaiTool).nonempty().optional(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
});

type Body = z.infer<typeof requestBody>;

/** OpenAI's chat completions, of a server that shows its model's thoughts, as DeepSeek does. */
export const openaiChatBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ messages, tools = [] }) => ({
    lines: readOpenaiMessages(messages),
    tools: tools.map((tool) => tool.function.name),
  }),
  write,
  contentType: "text/event-stream; charset=utf-8",
  refuse: openaiError,
});

/** @throws Refusal unless each call has one result, right behind it */
export function readOpenaiMessages(messages: readonly z.infer<typeof openaiMessage>[]): Asked["lines"] {
  const calls = new OpenCalls({
    unanswered: (ids) =>
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`,
    orphan: (id) =>
      `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls' ('${id}').`,
    taken: (id) => `Duplicate value for 'tool_call_id' of '${id}'.`,
  });
  const lines = messages.flatMap((message): Line[] => {
    if (message.role === "tool") {
      const toolName = calls.result(message.tool_call_id);
      return [{ role: "tool", toolName, ...readResultText(message.content) }];
    }
    calls.close();
    if (message.role === "system") return [];
    if (message.role === "user") return [{ role: "user", text: textOf(message.content) }];
    for (const { id, function: called } of message.tool_calls ?? []) calls.call(id, called.name);
    return message.content === null ? [] : [{ role: "assistant", text: message.content }];
  });
  calls.close();
  return lines;
}

function textOf(content: string | readonly { text?: string | undefined }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n\n");
}

type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string };

function* write(pieces: readonly Piece[], { model, messages, stream_options }: Body): Generator<string> {
  const head = {
    id: createId("chatcmpl-"),
    object: "chat.completion.chunk" as const,
    created: Math.floor(Date.now() / 1000),
    model,
  };
  const record = (delta: Delta, finish_reason: ChatCompletionChunk.Choice["finish_reason"] = null) =>
    toSse({ ...head, choices: [{ index: 0, delta, finish_reason }] } satisfies ChatCompletionChunk);

  yield record({ role: "assistant", content: "", refusal: null });
  for (const delta of toDeltas(pieces)) yield record(delta);
  yield record({}, pieces.some(({ type }) => type === "call") ? "tool_calls" : "stop");
  if (stream_options?.include_usage) {
    const prompt_tokens = countTokens(messages);
    const completion_tokens = countTokens(pieces);
    const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
    yield toSse({ ...head, choices: [], usage } satisfies ChatCompletionChunk);
  }
  yield toSse("[DONE]");
}

/** A call's first fragment has its id and name; the later ones only say, by the index, where they belong. */
function toDeltas(pieces: readonly Piece[]): Delta[] {
  let index = -1;
  return pieces.flatMap((piece): Delta[] => {
    if (piece.type === "text") return toWords(piece.text).map((content) => ({ content }));
    if (piece.type === "reasoning") return toWords(piece.text).map((word) => ({ reasoning_content: word }));
    index += 1;
    const at = index;
    const begin = {
      id: createId("call_"),
      type: "function" as const,
      function: { name: piece.toolName, arguments: "" },
    };
    const fragments = cutUnevenly(JSON.stringify(piece.input)).map((text) => ({ function: { arguments: text } }));
    return [begin, ...fragments].map((fragment) => ({ tool_calls: [{ index: at, ...fragment }] }));
  });
}
