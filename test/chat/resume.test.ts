import { describe, expect, it, vi } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import type { Connector } from "../../src/connectors/connector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart } from "../../src/stream/message.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import type { ToolFunction } from "../../src/tools/definition.js";
import { call, chat, partsOf, text } from "./chat.js";

const start = (messageId: string): StreamEvent => ({ type: "start", messageId });
const words = (value: string): StreamEvent => ({ type: "text-delta", id: "t", delta: value });
const cut: StreamEvent = { type: "error", errorText: "The line broke." };

/** A back end that answers with the next of these, whether it is asked or asked again. */
function backEnd(...answers: StreamEvent[][]): Connector {
  const connector = eventConnector(() => answers.shift() ?? []);
  return { ...connector, resume: () => new Request("https://testing.invalid/") };
}

const answersOf = (store: ChatStore) =>
  store
    .getState()
    .messages.filter(({ role }) => role === "assistant")
    .map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")).join(""));

/** What stands after an answer under the id `m1` and what comes when it is taken up again. */
async function resumed(first: StreamEvent[], again: StreamEvent[]) {
  const store = createChatStore({ connector: backEnd(first, again) });
  await store.getState().send("Go");
  await store.getState().resume();
  return answersOf(store);
}

/** The same after a reload: the stored answer has the id `m1` and these parts. */
async function reloaded(parts: MessagePart[], again: StreamEvent[]) {
  const messages: ChatMessage[] = [
    createMessage({ id: "u", role: "user", parts: "Go" }),
    createMessage({ id: "m1", role: "assistant", parts }),
  ];
  const store = createChatStore({ connector: backEnd(again), messages });
  await store.getState().resume();
  return answersOf(store);
}

describe("an answer that comes when the last one is taken up again", () => {
  const whole = [start("m1"), words("One.")];
  const next = [start("m2"), words("Two.")];

  it("replaces one that was cut off, whatever its id", async () => {
    expect(await resumed([...whole, cut], next)).toEqual(["Two."]);
    expect(await resumed([...whole, cut], [start("m1"), words("One. More.")])).toEqual(["One. More."]);
    const part: MessagePart = { type: "text", text: "On", state: "streaming" };
    expect(await reloaded([part], next)).toEqual(["Two."]);
  });

  it("replaces one that had come to its end under the same id, or under none", async () => {
    expect(await resumed(whole, [start("m1"), words("One.")])).toEqual(["One."]);
    expect(await resumed(whole, [{ type: "start" }, words("One.")])).toEqual(["One."]);
    expect(await reloaded([{ type: "text", text: "One." }], [start("m1"), words("One.")])).toEqual(["One."]);
  });

  it("is a message of its own behind one that had come to its end under another id", async () => {
    expect(await resumed(whole, next)).toEqual(["One.", "Two."]);
    expect(await reloaded([{ type: "text", text: "One." }], next)).toEqual(["One.", "Two."]);
  });

  it("goes on in a message that ends in a call", async () => {
    const looked = { type: "dynamic-tool", toolName: "look", toolCallId: "a", input: {} } as const;
    const answered: MessagePart = { ...looked, state: "output-available", output: 1, providerExecuted: true };
    expect(await reloaded([answered], next)).toHaveLength(1);
  });
});

it("a call's id in the text that an earlier call has is not used again, and both run", async () => {
  const look = vi.fn<ToolFunction>(() => "seen");
  const written = (at: number) =>
    text(`<|tool_call_begin|>functions.look:0<|tool_call_argument_begin|>{"at":${at}}<|tool_call_end|>`);
  const { store } = chat([written(1), text("One."), written(2), [call("functions.look:0-2", "look", { at: 3 })]], {
    tools: { look },
  });
  await store.getState().send("Once");
  await store.getState().send("Again");
  expect(look.mock.calls.map(([input]) => input)).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
  const ids = partsOf(store.getState().messages).map((part) => part.toolCallId);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toBe("functions.look:0");
});

describe("an answer whose records have ids", () => {
  const sse = (...records: [id: string, event: StreamEvent][]) =>
    new Response(records.map(([id, event]) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`).join(""), {
      headers: { "content-type": "text/event-stream" },
    });

  it("is taken up behind the last record that came, and no word stands twice", async () => {
    const lastIds: (string | null)[] = [];
    const answers = [
      sse(["1", start("m1")], ["2", { type: "text-start", id: "t" }], ["3", words("One, ")]),
      sse(["4", words("two.")], ["5", { type: "text-end", id: "t" }], ["6", { type: "finish" }]),
      sse(["7", start("m2")], ["8", words("Three.")], ["9", { type: "finish" }]),
      new Response(null, { status: 204 }),
    ];
    const connector = aiSdk({
      url: "https://testing.invalid/chat",
      fetch: (asked) => {
        lastIds.push(asked instanceof Request ? asked.headers.get("last-event-id") : null);
        return Promise.resolve(answers.shift() ?? Response.error());
      },
    });
    const store = createChatStore({ connector });
    await store.getState().send("Go");
    expect(store.getState().status).toBe("error"); // cut off
    await store.getState().resume();
    expect(answersOf(store)).toEqual(["One, two."]);
    await store.getState().send("On");
    expect(answersOf(store)).toEqual(["One, two.", "Three."]);
    await store.getState().resume();
    expect(answersOf(store)).toEqual(["One, two.", "Three."]);
    expect(lastIds).toEqual([null, "3", null, "9"]);
  });
});
