import { describe, expect, it, vi } from "vitest";
import { isRetryable } from "../../src/chat/message.js";
import { createChatStore } from "../../src/chat/store.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import { call, callsOf, chat, lastMessage, partsOf, text, until, untilRest } from "./chat.js";

describe("7. retry is honest", () => {
  it("a call that failed runs again when the person says so, and its new result goes back", async () => {
    const pay = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("paid");
    const { store, requests } = chat([[call("c1", "pay")], [{ type: "error", errorText: "lost" }], text("Paid.")], {
      tools: { pay: { execute: pay }, look: { execute: () => 1, idempotent: true } },
    });
    await store.getState().send("go");
    const failed = partsOf(store.getState().messages)[0];
    expect(failed && isRetryable(failed)).toBe(true);
    // What a component asks before it offers the second run.
    expect(store.getState().getTool("pay")?.idempotent).toBeUndefined();
    expect(store.getState().getTool("look")?.idempotent).toBe(true);
    expect(store.getState().getTool("constructor")).toBeUndefined();
    expect(pay).toHaveBeenCalledTimes(1);
    await store.getState().retryToolCall("c1");
    expect(pay).toHaveBeenCalledTimes(2);
    expect(callsOf(store)[0]).toMatchObject({ status: "completed", result: "paid" });
    await store.getState().retryToolCall("c1");
    expect(pay).toHaveBeenCalledTimes(2);
    await store.getState().retry();
    expect(partsOf(requests.at(-1)?.messages ?? [])).toMatchObject([{ output: "paid" }]);
    expect(pay).toHaveBeenCalledTimes(2);
  });

  it("a call whose approval was never given is asked about before it runs again", async () => {
    const remove = vi.fn(() => "gone");
    const { store } = chat([[call("c1", "remove")]], { tools: { remove: { execute: remove, needsApproval: true } } });
    await store.getState().send("go");
    store.getState().stop();
    await store.getState().retryToolCall("c1");
    expect(remove).not.toHaveBeenCalled();
    expect(callsOf(store)[0]?.status).toBe("pending");
    store.getState().respondToApproval("c1-approval", { approved: true });
    await untilRest(store);
    expect(remove).toHaveBeenCalledTimes(1);
  });
});

describe("8. reload is decided", () => {
  const stored = (toolName: string, state = "input-available"): ChatMessage[] =>
    JSON.parse(
      JSON.stringify([
        { id: "u", role: "user", parts: [{ type: "text", text: "go" }] },
        {
          id: "a",
          role: "assistant",
          parts: [
            { type: "text", text: "Half a wo", state: "streaming", id: "t" },
            { type: "dynamic-tool", toolName, toolCallId: "c1", state, input: { n: 1 } },
          ],
        },
      ]),
    ) as ChatMessage[];
  const execute = vi.fn(() => "ok");
  const tools = {
    asks: { execute },
    reruns: { execute, onReload: "rerun" as const },
    fails: { execute, onReload: "fail" as const },
    person: {},
  };
  const reloaded = (messages: ChatMessage[]) => {
    execute.mockClear();
    const store = createChatStore({ connector: eventConnector(() => text("done")), tools, messages });
    store.subscribe(() => {});
    return store;
  };

  it("a call that was at work is asked about, runs again or ends, as its tool says; asking is the default", async () => {
    const asks = reloaded(stored("asks"));
    expect(partsOf(asks.getState().messages)[0]).toMatchObject({ approval: { reason: "interrupted-by-reload" } });
    expect(execute).not.toHaveBeenCalled();
    asks.getState().respondToApproval("c1-approval", { approved: true });
    await untilRest(asks);
    expect(execute).toHaveBeenCalledTimes(1);

    const reruns = reloaded(stored("reruns"));
    await until(() => partsOf(reruns.getState().messages)[0]?.state === "output-available");
    expect(execute).toHaveBeenCalledTimes(1);

    const fails = reloaded(stored("fails"));
    expect(partsOf(fails.getState().messages)[0]).toMatchObject({ state: "output-error", reason: "interrupted" });
    await untilRest(fails);
    expect(execute).not.toHaveBeenCalled();
  });

  it("a call that runs again by itself is asked about all the same, where its tool needs that", async () => {
    const remove = vi.fn(() => "gone");
    const store = createChatStore({
      connector: eventConnector(() => text("done")),
      tools: { remove: { execute: remove, onReload: "rerun", needsApproval: true } },
      messages: stored("remove"),
    });
    store.subscribe(() => {});
    await until(() => partsOf(store.getState().messages)[0]?.state === "approval-requested");
    expect(remove).not.toHaveBeenCalled();
    store.getState().stop();
  });

  it("what waits for a person goes on waiting, text ends where it was cut, and half a call never runs", async () => {
    const store = reloaded(stored("person"));
    expect(lastMessage(store).parts[0]).toEqual({ type: "text", text: "Half a wo", state: "done" });
    store.getState().addToolResult("c1", "L");
    await untilRest(store);
    expect(callsOf(store)[0]).toMatchObject({ status: "completed", result: "L" });

    const half = reloaded(stored("reruns", "input-streaming"));
    await untilRest(half);
    expect(execute).not.toHaveBeenCalled();
    expect(callsOf(half)[0]?.status).toBe("error");
  });

  it("messages that are put in later are taken up in the same way, once", async () => {
    const store = reloaded([]);
    store.getState().setMessages(stored("reruns"));
    store.getState().setMessages(stored("reruns"));
    await until(() => partsOf(store.getState().messages)[0]?.state === "output-available");
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it("a call that ran here already is asked about when it is put in again, though its tool would run again", async () => {
    const store = reloaded([]);
    store.getState().setMessages(stored("reruns"));
    await until(() => partsOf(store.getState().messages)[0]?.state === "output-available");
    await untilRest(store);
    store.getState().setMessages(stored("reruns"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(partsOf(store.getState().messages)).toMatchObject([{ approval: { reason: "interrupted-by-reload" } }]);
    expect(execute).toHaveBeenCalledTimes(1);
    store.getState().stop();
  });

  it("a call of the provider's ends as interrupted, whatever tools there are here", async () => {
    const messages = stored("reruns");
    const [part] = partsOf(messages);
    if (part) part.providerExecuted = true;
    const store = reloaded(messages);
    await untilRest(store);
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-error", reason: "interrupted" }]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("an approval whose time went by meanwhile has timed out", async () => {
    const messages = stored("asks", "approval-requested");
    const part = partsOf(messages)[0];
    if (part?.state === "approval-requested") part.approval = { id: "x", expiresAt: "2020-01-01T00:00:00.000Z" };
    const store = reloaded(messages);
    await until(() => callsOf(store)[0]?.status === "error");
    expect(partsOf(store.getState().messages)[0]).toMatchObject({ reason: "timed-out" });
  });
});

describe("9. any result", () => {
  class Temperature {
    readonly celsius = 18;
  }
  const circular: Record<string, unknown> = { name: "loop" };
  circular.self = circular;
  const results: [what: string, result: unknown, form: unknown][] = [
    ["undefined", undefined, null],
    ["null", null, null],
    ["zero", 0, 0],
    ["false", false, false],
    ["an empty text", "", ""],
    ["an empty list", [], []],
    ["not a number", Number.NaN, "NaN"],
    ["a bigint", 12345678901234567890n, "12345678901234567890"],
    ["a date", new Date("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05.000Z"],
    ["an error", new TypeError("no"), { name: "TypeError", message: "no" }],
    ["a cycle", circular, { name: "loop", self: "[Circular]" }],
    ["a blob", new Blob(["abc"], { type: "text/plain" }), { type: "blob", mediaType: "text/plain", sizeBytes: 3 }],
    ["a map", new Map([["a", 1n]]), { a: "1" }],
    ["an object of a class", new Temperature(), { celsius: 18 }],
    ["a function", () => 1, null],
    ["an MCP result", { content: [{ type: "text", text: "hi" }] }, { content: [{ type: "text", text: "hi" }] }],
    ["ten megabytes of text", "a".repeat(10_000_000), "a".repeat(10_000_000)],
  ];

  it.each(results)("%s is shown and sent in a stated form", async (_what, result, form) => {
    const onToolResult = vi.fn();
    const { store, requests } = chat([[call("c1", "give")]], { tools: { give: () => result }, onToolResult });
    await store.getState().send("go");
    const [shown] = callsOf(store);
    expect(shown?.status).toBe("completed");
    expect(JSON.stringify(shown?.result) === JSON.stringify(form)).toBe(true);
    const [sent] = partsOf(requests[1]?.messages ?? []);
    expect(sent?.state === "output-available" && JSON.stringify(sent.output) === JSON.stringify(form)).toBe(true);
    expect(onToolResult.mock.calls[0]?.[1]).toBe(result); // the app gets what its tool gave
  });

  it.each([
    ["an error", new Error("broken"), "broken"],
    ["a text", "just a text", "just a text"],
    ["an object", { code: 7 }, '{"code":7}'],
    ["nothing", undefined, "undefined"],
  ])("a tool that rejects with %s has failed, in words", async (_what, thrown, errorText) => {
    const { store } = chat([[call("c1", "fail")]], { tools: { fail: () => Promise.reject(thrown) } });
    await store.getState().send("go");
    expect(callsOf(store)[0]).toMatchObject({ status: "error", error: errorText });
  });
});
