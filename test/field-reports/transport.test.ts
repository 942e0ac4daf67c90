import { afterEach, describe, expect, it, vi } from "vitest";
import { createMessage, getMessageText, getToolCalls } from "../../src/chat/message.js";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { isBusy } from "../../src/chat/state.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";
import type { ToolFunction } from "../../src/tools/definition.js";
import { callsOf, heldTool, lastMessage, until, untilRest } from "../chat/chat.js";
import { ScriptedServer } from "../chat/scripted-server.js";
import { fetchOf } from "../connectors/conversation.js";
import { decodeChunks, openaiChunks, outline, sse } from "./shown.js";

const url = "https://example.com/chat";
const delta = (text: string) => ({ type: "text-delta", id: "1", delta: text });
const encoder = new TextEncoder();

afterEach(() => vi.restoreAllMocks());

/** A body that comes in these chunks, and then closes or breaks. */
function bodyOf(chunks: readonly (string | Uint8Array)[], end: "close" | "reset" = "close"): Response {
  const bytes = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = bytes.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (end === "close") controller.close();
      else controller.error(new Error("socket reset"));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** A chat whose requests are answered by these responses, and that was asked once. */
async function ask(responses: Parameters<typeof fetchOf>, options: Partial<ChatStoreOptions> = {}) {
  const wire = fetchOf(...responses);
  const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch }), ...options });
  await store.getState().send("Go");
  return { store, requests: wire.requests };
}

const answersOf = (store: ChatStore) =>
  store.getState().messages.flatMap((message) => (message.role === "assistant" ? [getMessageText(message)] : []));
const said = (events: readonly StreamEvent[]) =>
  events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

describe("the bytes of a stream", () => {
  it("begin with a mark that costs no event; further in it is a character (B08-08)", async () => {
    const chunks = [`\ufeff${sse(delta("first")).join("")}`, sse(delta(" \ufeffsecond")).join("")];
    expect(said(decodeChunks("ai-sdk", chunks).flat())).toBe("first \ufeffsecond");
    const { store } = await ask([bodyOf([...chunks, ...sse({ type: "finish" })])]);
    expect(outline(lastMessage(store))).toBe("first \ufeffsecond");
  });

  it("may cut that mark in two (B08-09)", () => {
    const hex = [
      "ef",
      "bbbf646174613a207b2274797065223a22746578742d64656c7461222c226964223a2231222c2264656c7461223a2278227d0a0a",
    ];
    const chunks = hex.map((each) => Uint8Array.from(Buffer.from(each, "hex")));
    expect(said(decodeChunks("ai-sdk", chunks).flat())).toBe("x");
  });

  it("may come in one piece, and give the same as piece by piece (B08-25)", async () => {
    const call = (id: string, at: number) => ({
      type: "tool-input-available",
      toolCallId: id,
      toolName: "look",
      input: { at },
    });
    const words = Array.from({ length: 196 }, (_, at) => delta(`word ${at} `));
    const records = sse(...words, call("a", 1), call("b", 2), { type: "finish-step" }, { type: "finish" });
    expect(records).toHaveLength(200);
    const outlines: string[] = [];
    for (const chunks of [records, [records.join("")]]) {
      const look = vi.fn<ToolFunction>(({ at }) => at);
      const { store } = await ask([bodyOf(chunks), bodyOf(sse(delta("Done."), { type: "finish" }))], {
        tools: { look },
      });
      expect(look.mock.calls.map(([input]) => input)).toEqual([{ at: 1 }, { at: 2 }]);
      expect(callsOf(store).map(({ id, result }) => [id, result])).toEqual([
        ["a", 1],
        ["b", 2],
      ]);
      outlines.push(outline(lastMessage(store)));
    }
    expect(outlines[1]).toBe(outlines[0]);
  });
});

describe("the end of a stream", () => {
  it("counts where its blank line is missing; half a record there is no exception (B08-10)", async () => {
    const { store } = await ask([bodyOf([...sse(delta("x")), 'data: {"type":"finish"}'])]);
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
    expect(answersOf(store)).toEqual(["x"]);
    const half = await ask([bodyOf([...sse(delta("x")), 'data: {"type":"fin'])]);
    expect(isBusy(half.store.getState().status)).toBe(false);
    expect(answersOf(half.store)).toEqual(["x"]);
  });

  it("that is missing marks the answer as cut, keeps its text, settles its calls, and can be tried again (B08-13)", async () => {
    const call = { type: "tool-input-start", toolCallId: "a", toolName: "look" };
    const { store, requests } = await ask([
      bodyOf(sse(delta("The first step is"), call)),
      bodyOf(sse(delta("The first step is to look."), { type: "finish" })),
    ]);
    expect(outline(lastMessage(store))).toContain("The first step is");
    expect(store.getState().status).toBe("error");
    expect(store.getState().error?.retryable).toBe(true);
    expect(callsOf(store)).toMatchObject([{ id: "a", status: "error" }]);
    await store.getState().retry();
    expect(requests).toHaveLength(2);
    expect(answersOf(store)).toEqual(["The first step is to look."]);
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
  });

  it("by a reset keeps the text, and nothing stays busy (B08-14)", async () => {
    const { store } = await ask([bodyOf(sse(delta("All of it.")), "reset")]);
    expect(answersOf(store)).toEqual(["All of it."]);
    expect(store.getState().status).toBe("error");
    expect(store.getState().error?.message).not.toBe("");
  });

  it("without a finish reason is no failure of a good answer (B08-15)", async () => {
    const records = [...sse(...openaiChunks({ delta: { content: "All fine." } })), "data: [DONE]\n\n"];
    const wire = fetchOf(bodyOf(records));
    const store = createChatStore({ connector: openaiChat({ url, model: "m", fetch: wire.fetch }) });
    await store.getState().send("Go");
    expect(answersOf(store)).toEqual(["All fine."]);
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
  });
});

describe("one stream after the other", () => {
  it("a send ends the one before, also while its request is still being made (B08-19)", async () => {
    const [first, second] = ["A", "B"].map((text) => sse(delta(`${text} text`), { type: "finish" }));
    const signals: AbortSignal[] = [];
    let release = () => {};
    const wire = fetchOf(
      async (request) => {
        signals.push(request.signal);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return bodyOf(first ?? []);
      },
      () => bodyOf(second ?? []),
    );
    const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch }) });
    const a = store.getState().send("A");
    await until(() => signals.length === 1);
    const b = store.getState().send("B");
    release();
    await Promise.all([a, b]);
    await untilRest(store);
    expect(signals[0]?.aborted).toBe(true);
    expect(answersOf(store)).toEqual(["B text"]);
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
  });

  it("a stop while the request is being made ends it, and nothing comes of it (B08-19)", async () => {
    let release = () => {};
    const token = vi.fn(() => new Promise<string>((resolve) => (release = () => resolve("t"))));
    const wire = fetchOf(bodyOf(sse(delta("A text"), { type: "finish" })));
    const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch, token }) });
    const a = store.getState().send("A");
    await until(() => token.mock.calls.length === 1);
    store.getState().stop();
    release();
    await a;
    expect(wire.requests).toHaveLength(0);
    expect(answersOf(store)).toEqual([]);
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
  });

  it("nothing of a conversation comes into the next one (B08-20)", async () => {
    const server = new ScriptedServer();
    const { execute, finish } = heldTool();
    const onToolResult = vi.fn();
    const store = createChatStore({ connector: server.connector, tools: { look: execute }, onToolResult });
    void store.getState().send("One");
    await until(() => server.isStreaming);
    server.put(
      { type: "text-delta", id: "1", delta: "Of one." },
      { type: "tool-input-available", toolCallId: "a", toolName: "look", input: {} },
    );
    await until(() => execute.mock.calls.length === 1);
    const second = [createMessage({ id: "u2", role: "user", parts: "Two" })];
    store.getState().setMessages(second);
    server.put({ type: "text-delta", id: "1", delta: " More." });
    server.close();
    finish("late");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(store.getState().messages).toEqual(second);
    expect(store.getState().status).toBe("ready");
    expect(onToolResult).not.toHaveBeenCalledWith("look", "late", expect.anything());
    expect(server.requests).toHaveLength(1);
  });

  it("what comes behind a stop makes no second message (B08-21)", async () => {
    const server = new ScriptedServer();
    const store = createChatStore({ connector: server.connector });
    void store.getState().send("Go");
    await until(() => server.isStreaming);
    server.put(
      { type: "start", messageId: "m1" },
      { type: "text-delta", id: "1", delta: "Some" },
      { type: "tool-input-start", toolCallId: "a", toolName: "look" },
    );
    await until(() => callsOf(store).length === 1);
    store.getState().stop();
    const stopped = store.getState().messages;
    server.put(
      { type: "start", messageId: "m1" },
      { type: "text-delta", id: "1", delta: " more" },
      { type: "tool-input-available", toolCallId: "a", toolName: "look", input: {} },
    );
    server.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(store.getState().messages).toEqual(stopped);
    expect(answersOf(store)).toHaveLength(1);
  });
});

describe("an answer that is taken up again", () => {
  const [u1, u2] = ["One", "Two"].map((text, at) => createMessage({ id: `u${at + 1}`, role: "user", parts: text }));
  const m1 = createMessage({ id: "m1", role: "assistant", parts: "First answer" });
  const second = () => bodyOf(sse({ type: "start", messageId: "m2" }, delta("Second answer"), { type: "finish" }));
  const list = (...messages: (ChatMessage | undefined)[]) => messages.filter((message) => message !== undefined);

  it("stands behind the one before, whether or not the words between are stored (B08-22)", async () => {
    for (const messages of [list(u1, m1, u2), list(u1, m1)]) {
      const wire = fetchOf(second());
      const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch }), messages });
      await store.getState().resume();
      expect(answersOf(store)).toEqual(["First answer", "Second answer"]);
      expect(store.getState().status).toBe("ready");
    }
  });

  it("is one message, whatever the id under which it comes again, and its tool does not run twice (B08-23)", async () => {
    for (const again of ["m1", "m1-again"]) {
      const look = vi.fn<ToolFunction>(() => "seen");
      const words = Array.from({ length: 8 }, (_, at) => delta(`${at} `));
      const call = { type: "tool-input-available", toolCallId: "a", toolName: "look", input: {} };
      const wire = fetchOf(
        bodyOf(sse({ type: "start", messageId: "m1" }, call, ...words), "reset"),
        bodyOf(sse({ type: "start", messageId: again }, call, ...words, delta("9"), { type: "finish" })),
        bodyOf(sse(delta("Done."), { type: "finish" })),
      );
      const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch }), tools: { look } });
      await store.getState().send("Go");
      expect(store.getState().status).toBe("error");
      await store.getState().resume();
      expect(store.getState().messages.filter(({ role }) => role === "assistant")).toHaveLength(1);
      expect(outline(lastMessage(store))).toContain("0 1 2 3 4 5 6 7 9");
      expect(outline(lastMessage(store)).match(/0 1 2/g)).toHaveLength(1);
      expect(getToolCalls(lastMessage(store))).toHaveLength(1);
      expect(look.mock.calls.length).toBeLessThanOrEqual(1);
    }
  });

  it("is asked for once, however many ask (B08-24)", async () => {
    const wire = fetchOf(second(), second(), second());
    const store = createChatStore({ connector: aiSdk({ url, fetch: wire.fetch }), messages: list(u1) });
    await Promise.all([store.getState().resume(), store.getState().resume(), store.getState().resume()]);
    expect(wire.requests).toHaveLength(1);
    expect(answersOf(store)).toEqual(["Second answer"]);
  });
});
