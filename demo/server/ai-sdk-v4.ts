import { z } from "zod";
import { tools as pageTools } from "../tools.js";
import { countTokens, createId, cutUnevenly, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { createWireBackend, Refusal } from "./wire-backend.js";

const invocation = z.object({
  state: z.enum(["partial-call", "call", "result"]),
  toolCallId: z.string(),
  toolName: z.string(),
  args: z.unknown(),
  result: z.unknown(),
});

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-invocation"), toolInvocation: invocation }),
  z.object({ type: z.literal("step-start") }),
  z.object({ type: z.literal("reasoning") }),
]);

const requestBody = z.object({
  messages: z
    .array(z.object({ id: z.string(), role: z.enum(["user", "assistant"]), content: z.string(), parts: z.array(part) }))
    .nonempty(),
});

type Body = z.infer<typeof requestBody>;

/** A route of the AI SDK 4, which knows the page's tools by itself: what its `useChat` sends comes in, and its data stream goes out. */
export const aiSdkV4Backend = createWireBackend<Body>({
  body: requestBody,
  read: ({ messages }) => ({ lines: readMessages(messages), tools: Object.keys(pageTools) }),
  write,
  contentType: "text/plain; charset=utf-8",
  headers: { "x-vercel-ai-data-stream": "v1" },
  refuse: (message) => ({ error: message }),
});

function readMessages(messages: Body["messages"]): Line[] {
  const taken = new Set<string>();
  return messages.flatMap(({ role, content, parts }): Line[] => {
    if (role === "user") return [{ role, text: content }];
    return parts.flatMap((each): Line[] => {
      if (each.type === "text") return [{ role, text: each.text }];
      if (each.type !== "tool-invocation") return [];
      const { state, toolCallId, toolName, result } = each.toolInvocation;
      if (state !== "result") {
        throw new Refusal(`ToolInvocation must have a result: ${JSON.stringify(each.toolInvocation)}`);
      }
      if (taken.has(toolCallId)) throw new Refusal(`Duplicate tool call id: ${toolCallId}`);
      taken.add(toolCallId);
      const read = typeof result === "string" ? readResultText(result) : { result, isError: false };
      return [{ role: "tool", toolName, ...read }];
    });
  });
}

function* write(pieces: readonly Piece[], { messages }: Body): Generator<string> {
  const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`;
  const finishReason = pieces.some(({ type }) => type === "call") ? "tool-calls" : "stop";
  const usage = { promptTokens: countTokens(messages), completionTokens: countTokens(pieces) };
  yield line("f", { messageId: createId("msg-") });
  for (const piece of pieces) {
    if (piece.type !== "call") {
      for (const word of toWords(piece.text)) yield line(piece.type === "text" ? "0" : "g", word);
      continue;
    }
    const { toolName, input } = piece;
    const toolCallId = createId("call_");
    yield line("b", { toolCallId, toolName });
    for (const argsTextDelta of cutUnevenly(JSON.stringify(input))) yield line("c", { toolCallId, argsTextDelta });
    yield line("9", { toolCallId, toolName, args: input });
  }
  yield line("e", { finishReason, usage, isContinued: false });
  yield line("d", { finishReason, usage });
}
