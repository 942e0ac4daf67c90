import type { ContentBlock, Message, RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import { countTokens, createId, cutUnevenly, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { OpenCalls } from "./open-calls.js";
import { createWireBackend, Refusal, toSse } from "./wire-backend.js";

const text = z.strictObject({
  type: z.literal("text"),
  text: z.string().regex(/\S/u, "text content blocks must contain non-whitespace text"),
});

const block = z.discriminatedUnion("type", [
  text,
  z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.strictObject({
    type: z.literal("tool_use"),
    id: z.string().regex(/^[\w-]+$/u),
    name: z.string().regex(/^[\w-]{1,128}$/u),
    input: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(text)]).optional(),
    is_error: z.boolean().optional(),
  }),
  z.looseObject({ type: z.enum(["image", "document"]) }),
]);

const requestBody = z.object({
  model: z.string(),
  max_tokens: z.int().positive(),
  messages: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(block).nonempty() })),
  tools: z
    .array(z.looseObject({ name: z.string(), input_schema: z.looseObject({ type: z.literal("object") }) }))
    .optional(),
  stream: z.literal(true),
});

type Body = z.infer<typeof requestBody>;
type Block = z.infer<typeof block>;

/** Anthropic's Messages. */
export const anthropicBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ messages, tools = [] }, { headers }) => {
    if (!headers.has("anthropic-version")) throw new Refusal("anthropic-version: header is required");
    return { lines: readMessages(messages), tools: tools.map((tool) => tool.name) };
  },
  write,
  contentType: "text/event-stream; charset=utf-8",
  refuse: (message) => ({
    type: "error",
    error: { type: "invalid_request_error", message },
    request_id: createId("req_"),
  }),
});

function readMessages(messages: Body["messages"]): Line[] {
  if (messages[0]?.role !== "user") throw new Refusal('messages: first message must use the "user" role');
  const calls = new OpenCalls({
    unanswered: (ids) =>
      `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    orphan: (id) =>
      `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    again: (id) => `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
    taken: () => "`tool_use` ids must be unique",
  });
  const lines = messages.flatMap(({ role, content }) => {
    if (role === "assistant") checkThinking(content);
    const lines = content.flatMap((each) => readBlock(each, role, calls));
    if (role === "user") calls.close();
    return lines;
  });
  calls.close();
  return lines;
}

function readBlock(each: Block, role: "user" | "assistant", calls: OpenCalls): Line[] {
  switch (each.type) {
    case "tool_use":
      if (role === "user") throw new Refusal("`tool_use` blocks can only be in `assistant` messages");
      calls.call(each.id, each.name);
      return [];
    case "tool_result": {
      if (role === "assistant") throw new Refusal("`tool_result` blocks can only be in `user` messages");
      const toolName = calls.result(each.tool_use_id);
      const { content = "" } = each;
      const said = typeof content === "string" ? content : content.map((part) => part.text).join("\n");
      if (each.is_error === true) return [{ role: "tool", toolName, result: said, isError: true }];
      return [{ role: "tool", toolName, ...readResultText(said), isError: false }];
    }
    case "text":
      if (role === "user") calls.close(); // results stand first
      return [{ role, text: each.text }];
    default:
      return [];
  }
}

/** Thoughts go back as they were signed, and lead to something. */
function checkThinking(content: readonly Block[]): void {
  for (const each of content) {
    if (each.type === "thinking" && each.signature !== sign(each.thinking)) {
      throw new Refusal("Invalid `signature` in `thinking` block");
    }
  }
  if (content.at(-1)?.type === "thinking") {
    throw new Refusal("The final block in an assistant message cannot be `thinking`.");
  }
}

function sign(thinking: string): string {
  let sum = 0;
  for (const character of thinking) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return btoa(`signed ${sum}`);
}

function* write(pieces: readonly Piece[], { model, messages }: Body): Generator<string> {
  for (const event of toEvents(pieces, model, countTokens(messages))) yield toSse(event, event.type);
}

function* toEvents(pieces: readonly Piece[], model: string, inputTokens: number): Generator<RawMessageStreamEvent> {
  yield { type: "message_start", message: emptyMessage(model, inputTokens) };
  for (const [index, piece] of pieces.entries()) {
    const { start, deltas } = toBlock(piece);
    yield { type: "content_block_start", index, content_block: start };
    for (const delta of deltas) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  const stop_reason = pieces.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
  yield {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null, stop_details: null, container: null },
    usage: {
      input_tokens: inputTokens,
      output_tokens: countTokens(pieces),
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens_details: null,
      server_tool_use: null,
    },
  };
  yield { type: "message_stop" };
}

function emptyMessage(model: string, inputTokens: number): Message {
  return {
    id: createId("msg_"),
    type: "message",
    role: "assistant",
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: inputTokens,
      output_tokens: 1,
      cache_creation: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      inference_geo: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: "standard",
      speed: null,
    },
  };
}

type BlockDelta = Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"];

function toBlock(piece: Piece): { start: ContentBlock; deltas: BlockDelta[] } {
  switch (piece.type) {
    case "text":
      return {
        start: { type: "text", text: "", citations: null },
        deltas: toWords(piece.text).map((word) => ({ type: "text_delta", text: word })),
      };
    case "reasoning":
      return {
        start: { type: "thinking", thinking: "", signature: "" },
        deltas: [
          ...toWords(piece.text).map((word) => ({ type: "thinking_delta" as const, thinking: word })),
          { type: "signature_delta", signature: sign(piece.text) },
        ],
      };
    default:
      return {
        start: {
          type: "tool_use",
          id: createId("toolu_"),
          name: piece.toolName,
          input: {},
          caller: { type: "direct" },
        },
        deltas: ["", ...cutUnevenly(JSON.stringify(piece.input))].map((partial_json) => ({
          type: "input_json_delta",
          partial_json,
        })),
      };
  }
}
