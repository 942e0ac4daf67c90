import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Backend, type Pace, streamBody } from "./backend.js";
import { type Line, type Piece, toWords } from "./conversation.js";
import { answer } from "./script.js";

const content = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-result"), toolName: z.string(), result: z.unknown(), isError: z.boolean() }),
  z.object({ type: z.string() }),
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

type Messages = z.infer<typeof requestBody>["messages"];

/** A Latitude gateway whose model writes its calls into the text, as `###:` markers. */
export const latitudeBackend: Backend = async (request, pace) => {
  const { messages, conversationUuid, toolClients } = requestBody.parse(await request.json());
  const pieces = answer(
    messages.flatMap(toLines),
    toolClients.map(({ name }) => name),
  );
  const records = writeChain(conversationUuid ?? crypto.randomUUID(), messages, pieces, pace);
  return new Response(streamBody(records), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" },
  });
};

function toLines({ role, content }: Messages[number]): Line[] {
  if (role === "system") return [];
  return content.flatMap((part): Line[] => {
    if ("text" in part) return role === "tool" ? [] : [{ role, text: part.text }];
    if (!("toolName" in part)) return [];
    return [{ role: "tool", toolName: part.toolName, result: part.result, isError: part.isError }];
  });
}

/** `id`, `event` and `data` lines, one record a yield. Each latitude-event repeats the whole conversation. */
async function* writeChain(
  uuid: string,
  asked: readonly object[],
  pieces: readonly Piece[],
  { thinkMs, deltaMs }: Pace,
): AsyncGenerator<string> {
  let id = 0;
  let messages = asked;
  const record = (event: "latitude-event" | "provider-event", data: object) =>
    `id: ${id++}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const frame = (type: string, fields: object = {}) =>
    record("latitude-event", { type, uuid, timestamp: Date.now(), messages, ...fields });

  yield frame("chain-started");
  yield frame("step-started");
  yield frame("provider-started", { config: { provider: "script", model: "script" } });
  await sleep(thinkMs);
  const deltas = toDeltas(pieces);
  for (const textDelta of deltas) {
    yield record("provider-event", { type: "text-delta", textDelta });
    await sleep(deltaMs);
  }
  const text = deltas.join("");
  messages = [...asked, { role: "assistant", content: [{ type: "text", text }], toolCalls: [] }];
  const tokenUsage = countTokens(JSON.stringify(asked), text);
  const finishReason = "stop";
  const response = { streamType: "text", text, toolCalls: [], model: "script", provider: "script", usage: tokenUsage };
  yield frame("provider-completed", { providerLogUuid: "", tokenUsage, finishReason, response });
  yield frame("step-completed");
  yield frame("chain-completed", { tokenUsage, finishReason });
}

/** Words as words; calls as markers, in pieces that end wherever it hurts: inside the opener, a key, a number. */
function toDeltas(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece, index) => {
    const gap = index === 0 ? [] : ["\n\n"];
    if (piece.type === "text") return [...gap, ...toWords(piece.text)];
    const call = JSON.stringify({ toolName: piece.toolName, parameters: piece.input });
    return [...gap, ...cutUnevenly(`###:${markerSpaces[index % markerSpaces.length] ?? ""}${call}`)];
  });
}

/** Models write all of these behind the colon. */
const markerSpaces = ["", " ", "\n"];

const lengths = [1, 2, 1, 5, 3, 1, 8, 2];

function cutUnevenly(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + (lengths[pieces.length % lengths.length] ?? 1);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** About four characters a token. */
function countTokens(prompt: string, completion: string) {
  const promptTokens = Math.ceil(prompt.length / 4);
  const completionTokens = Math.ceil(completion.length / 4);
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
}
