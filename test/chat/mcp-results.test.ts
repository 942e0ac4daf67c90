import { describe, expect, it, vi } from "vitest";
import { createMessage, getToolCalls, isRetryable } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { call, callsOf, chat, gave, lastMessage, partsOf, text, untilRest } from "./chat.js";

const block = (value: string) => ({ type: "text", text: value });
const failure = { content: [block("No such city: Ooslo")], isError: true };

describe("a tool's MCP result with isError", () => {
  it("ends the call of a tool that runs here as failed, with its words, and the app gets all of it", async () => {
    const onToolResult = vi.fn<(name: string, result: unknown) => void>();
    const { store, requests } = chat([[call("c1", "look")]], { tools: { look: () => failure }, onToolResult });
    await store.getState().send("go");
    const failed = { state: "output-error", errorText: "No such city: Ooslo", reason: "failed", output: failure };
    expect(partsOf(store.getState().messages)).toMatchObject([failed]);
    expect(callsOf(store)[0]).toMatchObject({ status: "error", error: "No such city: Ooslo" });
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([failed]);
    expect(onToolResult.mock.calls.map(([, result]) => result)).toEqual([failure]);
  });

  it("may be followed by another run, as the person says", async () => {
    const look = vi
      .fn()
      .mockReturnValueOnce(failure)
      .mockReturnValueOnce({ content: [block("3 °C")] });
    const { store } = chat([[call("c1", "look")]], { tools: { look: { execute: look } } });
    await store.getState().send("go");
    const [failed] = partsOf(store.getState().messages);
    expect(failed && isRetryable(failed)).toBe(true);
    await store.getState().retryToolCall("c1");
    expect(callsOf(store)[0]).toMatchObject({ status: "completed", result: { content: [block("3 °C")] } });
  });

  it("is a failure for `retry` too", async () => {
    const look = vi.fn().mockReturnValueOnce(failure).mockReturnValueOnce("3 °C");
    const { store } = chat([[call("c1", "look")]], {
      tools: { look: { execute: look, idempotent: true, retry: { times: 1 } } },
    });
    await store.getState().send("go");
    expect(callsOf(store)[0]).toMatchObject({ status: "completed", result: "3 °C" });
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("fails a call that the app answers", async () => {
    const { store } = chat([[call("c1", "look")]], { tools: { look: {} } });
    await store.getState().send("go");
    store.getState().addToolResult("c1", failure);
    await untilRest(store);
    expect(partsOf(store.getState().messages)).toMatchObject([
      { state: "output-error", errorText: "No such city: Ooslo" },
    ]);
  });

  it("fails a call that the back end answers, whichever connector told it", async () => {
    const output: StreamEvent = { type: "tool-output-available", toolCallId: "c1", output: failure };
    const { store } = chat([[call("c1", "look"), output, ...text("Sorry.")]]);
    await store.getState().send("go");
    expect(partsOf([lastMessage(store)])).toMatchObject([{ state: "output-error", errorText: "No such city: Ooslo" }]);
  });

  it("is what it says in progress: nothing has failed yet", () => {
    const part = reduced([
      call("c1", "look"),
      { type: "tool-output-available", toolCallId: "c1", output: failure, preliminary: true },
    ]);
    expect(part).toMatchObject({ state: "output-available", preliminary: true });
  });

  it.each([
    ["all its texts", { content: [block("a"), block("b")], isError: true }, "a\nb"],
    ["the text of a resource", { content: [resource("R")], isError: true }, "R"],
    ["its structured content", { content: [], structuredContent: { code: 7 }, isError: true }, '{"code":7}'],
    ["as JSON text", JSON.stringify(failure), "No such city: Ooslo"],
    ["that it failed, where it has no words", { content: [], isError: true }, "The tool failed."],
    ["not the name of a picture", { content: [image()], isError: true }, "The tool failed."],
  ])("says %s", (_what, output, errorText) => {
    const part = reduced([call("c1", "look"), { type: "tool-output-available", toolCallId: "c1", output }]);
    expect(part).toMatchObject({ state: "output-error", errorText, output });
  });

  it.each([
    [{ content: [block("fine")], isError: false }],
    [{ isError: true, rows: 3 }],
    ["isError"],
    ['{"isError":true,"rows":3}'],
  ])("is none where the output is another thing: %j", (output) => {
    const part = reduced([call("c1", "look"), { type: "tool-output-available", toolCallId: "c1", output }]);
    expect(part).toMatchObject({ state: "output-available", output });
  });

  it("counts in a message that was stored by others", () => {
    const message = createMessage({ id: "a", role: "assistant", parts: [gave(failure)] });
    expect(getToolCalls(message)).toMatchObject([{ status: "error", error: "No such city: Ooslo" }]);
  });
});

describe("what a text rests on", () => {
  it("stays with it when it ends", () => {
    const citations = [{ source: { url: "https://example.com/a" }, startIndex: 0, endIndex: 3 }];
    const events: StreamEvent[] = [
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "So." },
      { type: "source-url", sourceId: "s", url: "https://example.com/a" },
      { type: "text-end", id: "t", citations },
    ];
    expect(message(events).parts).toEqual([
      { type: "text", text: "So.", state: "done", citations },
      { type: "source-url", sourceId: "s", url: "https://example.com/a" },
    ]);
  });
});

function message(events: readonly StreamEvent[]): ChatMessage {
  return events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));
}

function reduced(events: readonly StreamEvent[]) {
  return partsOf([message(events)])[0];
}

function resource(value: string) {
  return { type: "resource", resource: { uri: "file:///r", text: value } };
}

function image() {
  return { type: "image", data: "iVBO", mimeType: "image/png" };
}
