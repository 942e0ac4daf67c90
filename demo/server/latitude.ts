import { z } from "zod";
import { countTokens, cutUnevenly, type Line, type Piece, toWords } from "./conversation.js";
import { OpenCalls } from "./open-calls.js";
import { createWireBackend } from "./wire-backend.js";

const content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-call"), toolCallId: z.string(), toolName: z.string() }),
  z.object({
    type: z.literal("tool-result"),
    toolCallId: z.string(),
    toolName: z.string(),
    result: z.unknown(),
    isError: z.boolean(),
  }),
  z.object({ type: z.enum(["image", "file"]) }),
]);

const requestBody = z.object({
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant", "tool"]), content: z.array(content) })),
  promptPath: z.string(),
  conversationUuid: z.string().nullish(),
  todos: z.unknown(),
  briefs: z.unknown(),
  media: z.unknown(),
  toolClients: z.array(z.object({ name: z.string() })),
});

type Body = z.infer<typeof requestBody>;

/** A Latitude gateway whose model writes its calls into the text, as `###:` markers. */
export const latitudeBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ messages, toolClients }) => ({
    lines: readMessages(messages),
    tools: toolClients.map(({ name }) => name),
  }),
  write,
  contentType: "text/event-stream; charset=utf-8",
  refuse: (message) => ({
    name: "UnprocessableEntityError",
    errorCode: "UnprocessableEntityError",
    message,
    details: {},
  }),
});

function readMessages(messages: Body["messages"]): Line[] {
  const calls = new OpenCalls({
    unanswered: (ids) => `Tool results are missing for tool calls ${ids.join(", ")}.`,
    orphan: (id) => `There is no tool call for the tool result ${id}.`,
    taken: (id) => `Two tool calls have the id ${id}.`,
  });
  const lines = messages.flatMap((message) => {
    if (message.role !== "tool") calls.close();
    return message.content.flatMap((part) => readContent(part, message.role, calls));
  });
  calls.close();
  return lines;
}

function readContent(part: z.infer<typeof content>, role: Body["messages"][number]["role"], calls: OpenCalls): Line[] {
  switch (part.type) {
    case "text":
      return role === "user" || role === "assistant" ? [{ role, text: part.text }] : [];
    case "tool-call":
      calls.call(part.toolCallId, part.toolName);
      return [];
    case "tool-result":
      return [{ role: "tool", toolName: calls.result(part.toolCallId), result: part.result, isError: part.isError }];
    default:
      return [];
  }
}

/** `id`, `event` and `data` lines, one record a yield. Each latitude-event repeats the whole conversation. */
function* write(pieces: readonly Piece[], { messages: asked, conversationUuid }: Body): Generator<string> {
  const uuid = conversationUuid ?? crypto.randomUUID();
  let id = 0;
  let messages: readonly object[] = asked;
  const record = (event: "latitude-event" | "provider-event", data: object) =>
    `id: ${id++}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const frame = (type: string, fields: object = {}) =>
    record("latitude-event", { type, uuid, timestamp: Date.now(), messages, ...fields });

  yield frame("chain-started");
  yield frame("step-started");
  yield frame("provider-started", { config: { provider: "script", model: "script" } });
  const thoughts = pieces.flatMap((piece) => (piece.type === "reasoning" ? toWords(piece.text) : []));
  for (const text of thoughts) yield record("provider-event", { type: "reasoning-delta", id: "0", text });
  const deltas = toDeltas(pieces.filter((piece) => piece.type !== "reasoning"));
  for (const textDelta of deltas) yield record("provider-event", { type: "text-delta", textDelta });
  const text = deltas.join("");
  messages = [...asked, { role: "assistant", content: [{ type: "text", text }], toolCalls: [] }];
  const promptTokens = countTokens(asked);
  const completionTokens = countTokens(text);
  const tokenUsage = { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
  const finishReason = "stop";
  const response = { streamType: "text", text, toolCalls: [], model: "script", provider: "script", usage: tokenUsage };
  yield frame("provider-completed", { providerLogUuid: "", tokenUsage, finishReason, response });
  yield frame("step-completed");
  yield frame("chain-completed", { tokenUsage, finishReason });
}

/** Words as words; calls as markers, in pieces that end wherever it hurts: inside the opener, a key, a number. */
function toDeltas(pieces: readonly Exclude<Piece, { type: "reasoning" }>[]): string[] {
  return pieces.flatMap((piece, index) => {
    const gap = index === 0 ? [] : ["\n\n"];
    if (piece.type === "text") return [...gap, ...toWords(piece.text)];
    const call = JSON.stringify({ toolName: piece.toolName, parameters: piece.input });
    return [...gap, ...cutUnevenly(`###:${markerSpaces[index % markerSpaces.length] ?? ""}${call}`)];
  });
}

/** Models write all of these behind the colon. */
const markerSpaces = ["", " ", "\n"];
