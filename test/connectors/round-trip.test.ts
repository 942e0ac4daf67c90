import { describe, expect, it, vi } from "vitest";
import { getMessageText, getToolCalls } from "../../src/chat/message.js";
import { createChatStore } from "../../src/chat/store.js";
import type { Connector } from "../../src/connectors/connector.js";
import { ollama } from "../../src/connectors/ollama.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import { openaiResponses } from "../../src/connectors/openai-responses.js";
import { fetchOf } from "./conversation.js";
import { acceptOllama, acceptOpenaiChat, acceptOpenaiResponses } from "./strict-servers.js";

const sse = (...records: object[]) =>
  new Response(records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join(""));
const lines = (...records: object[]) => new Response(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const item = (fields: object) => ({ type: "response.output_item.done", output_index: 0, item: fields });
const responded = { type: "response.completed", response: {} };

type Fetch = typeof fetch;

const backEnds: [string, (fetch: Fetch) => Connector, Response[], (body: never) => void][] = [
  [
    "OpenAI's chat completions",
    (fetch) => openaiChat({ fetch, model: "m" }),
    [
      sse(
        chunk({ content: "I look.", tool_calls: [{ index: 0, id: "c1", function: { name: "getWeather" } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":"Oslo"}' } }] }, "tool_calls"),
      ),
      sse(chunk({ content: "3 degrees." }, "stop")),
    ],
    acceptOpenaiChat,
  ],
  [
    "OpenAI's Responses",
    (fetch) => openaiResponses({ fetch, model: "m" }),
    [
      sse(
        item({ type: "message", id: "m1", content: [{ type: "output_text", text: "I look." }] }),
        {
          ...item({ type: "function_call", id: "f1", call_id: "c1", name: "getWeather", arguments: '{"city":"Oslo"}' }),
          output_index: 1,
        },
        responded,
      ),
      sse(item({ type: "message", id: "m2", content: [{ type: "output_text", text: "3 degrees." }] }), responded),
    ],
    acceptOpenaiResponses,
  ],
  [
    "Ollama",
    (fetch) => ollama({ fetch, model: "m" }),
    [
      lines(
        { message: { content: "I look." } },
        { message: { tool_calls: [{ function: { name: "getWeather", arguments: { city: "Oslo" } } }] } },
        { message: { content: "" }, done: true, done_reason: "stop" },
      ),
      lines({ message: { content: "3 degrees." }, done: true, done_reason: "stop" }),
    ],
    acceptOllama,
  ],
];

describe("the weather question", () => {
  it.each(backEnds)("is answered over %s, with the tool of this side", async (_, connect, answers, accept) => {
    const wire = fetchOf(...answers);
    const getWeather = vi.fn((input: { city: string }) => ({ city: input.city, celsius: 3 }));
    const store = createChatStore({ connector: connect(wire.fetch), tools: { getWeather } });
    await store.getState().send("Weather in Oslo?");

    expect(getWeather).toHaveBeenCalledTimes(1);
    expect(getWeather.mock.calls[0]?.[0]).toEqual({ city: "Oslo" });
    const message = store.getState().messages.at(-1);
    if (message === undefined) throw new Error("no answer");
    expect(getMessageText(message)).toBe("3 degrees.");
    expect(getToolCalls(message)).toMatchObject([
      { name: "getWeather", status: "completed", result: { city: "Oslo", celsius: 3 }, commentary: "I look." },
    ]);
    expect(store.getState().status).toBe("ready");

    expect(wire.requests).toHaveLength(2);
    for (const request of wire.requests) accept((await request.clone().json()) as never);
    expect(await wire.requests[1]?.text()).toContain(JSON.stringify('{"city":"Oslo","celsius":3}'));
  });
});
