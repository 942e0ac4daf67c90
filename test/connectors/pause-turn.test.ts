import { expect, it } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { anthropic } from "../../src/connectors/anthropic.js";
import { partsOf } from "../chat/chat.js";
import { fetchOf } from "./conversation.js";

interface Sent {
  messages: { role: string; content: { type: string }[] }[];
}

/** An answer of Anthropic's. */
function answer(id: string, stopReason: string, ...blocks: object[]): Response {
  const events = [
    { type: "message_start", message: { id, role: "assistant", content: [] } },
    ...blocks.flatMap((content_block, index) => [
      { type: "content_block_start", index, content_block },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const search = { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "snow" } };
const found = { type: "web_search_tool_result", tool_use_id: "srv_1", content: [{ type: "web_search_result" }] };
const text = (words: string) => ({ type: "text", text: words });

function chat(maxSteps: number, ...answers: Response[]) {
  const { fetch, requests } = fetchOf(...answers);
  const connector = anthropic({ url: "https://s.example/", apiKey: "k", model: "m", fetch });
  const store = createChatStore({ connector, maxSteps });
  const sent = () => Promise.all(requests.map(async (request) => (await request.clone().json()) as Sent));
  return { store, sent };
}

it("an answer that paused goes on where it is, and its open call gets the result that comes then", async () => {
  const { store, sent } = chat(
    10,
    answer("m1", "pause_turn", text("Let me look."), search),
    answer("m2", "end_turn", found, text("It snows.")),
  );
  await store.getState().send("Does it snow?");
  const bodies = await sent();
  expect(bodies).toHaveLength(2);
  expect(bodies[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(bodies[1]?.messages.at(-1)?.content).toMatchObject([{ type: "text" }, search]);
  const { messages, status } = store.getState();
  expect(status).toBe("ready");
  expect(messages).toHaveLength(2);
  expect(partsOf(messages)).toMatchObject([{ toolCallId: "srv_1", state: "output-available", output: found.content }]);
});

it("one that pauses without end stops with the turn, and its call comes to an end", async () => {
  const { store, sent } = chat(
    2,
    answer("m1", "pause_turn", search),
    answer("m2", "pause_turn", text("Still looking.")),
  );
  await store.getState().send("Does it snow?");
  expect(await sent()).toHaveLength(2);
  expect(store.getState()).toMatchObject({ status: "ready", pause: { reason: "max-steps", steps: 2 } });
  expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-error", reason: "interrupted" }]);
});

it("what was open is not told when the person goes on in its place", async () => {
  const { store, sent } = chat(
    1,
    answer("m1", "pause_turn", text("Let me look."), search),
    answer("m2", "end_turn", text("Fine.")),
  );
  await store.getState().send("Does it snow?");
  await store.getState().send("Never mind.");
  const [, body] = await sent();
  expect(JSON.stringify(body)).not.toContain("srv_1");
});
