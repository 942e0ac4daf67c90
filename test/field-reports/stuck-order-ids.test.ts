import { describe, expect, it, vi } from "vitest";
import { createMessage, getToolActivity, getToolCalls } from "../../src/chat/message.js";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { isBusy } from "../../src/chat/state.js";
import { createChatStore } from "../../src/chat/store.js";
import { agUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import type { ProtocolName } from "../../src/connectors/decoder.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { defineTool } from "../../src/tools/define.js";
import type { ToolFunction } from "../../src/tools/definition.js";
import { call, callsOf, chat, lastMessage, partsOf, text, until } from "../chat/chat.js";
import { ScriptedServer } from "../chat/scripted-server.js";
import { bodyOf, fetchOf, requestOf } from "../connectors/conversation.js";
import { decodeChunks, openaiChunks, readGroups, sse } from "./shown.js";

const finish = { type: "finish" };
const url = "https://example.com/chat";
const decode = (protocol: ProtocolName, records: readonly unknown[]): StreamEvent[] =>
  decodeChunks(protocol, sse(...records)).flat();

/** A chat whose first answer these records are, and its tools: each counts its runs. */
async function play(protocol: ProtocolName, records: readonly unknown[], names: readonly string[]) {
  const tools = Object.fromEntries(names.map((name) => [name, vi.fn<ToolFunction>(() => `${name} done`)]));
  const { store, requests } = chat([decode(protocol, records), text("Done.")], { tools });
  await store.getState().send("Go");
  const inputs = Object.fromEntries(names.map((name) => [name, tools[name]?.mock.calls.map(([input]) => input)]));
  return { store, requests, inputs };
}

/** The message behind each record. */
function follow(protocol: ProtocolName, records: readonly unknown[]) {
  return readGroups(decodeChunks(protocol, sse(...records)), {}).steps;
}

const statuses = (message: ChatMessage | undefined) =>
  Object.fromEntries((message ? getToolCalls(message) : []).map(({ id, status }) => [id, status]));

/** The same conversation after a reload of the page. */
function reloaded(messages: readonly ChatMessage[], options: Partial<ChatStoreOptions> = {}) {
  const stored = JSON.parse(JSON.stringify(messages)) as ChatMessage[];
  return createChatStore({ connector: new ScriptedServer().connector, messages: stored, ...options });
}

describe("every call comes to an end", () => {
  it("a call whose input the back end refuses is failed, live and after a reload (B02-01)", async () => {
    const { store } = await play(
      "ai-sdk",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "edit_bin" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"qty":"ten"}' },
        { type: "error", errorText: "bad input" },
        { type: "finish" },
      ],
      ["edit_bin"],
    );
    expect(callsOf(store)).toMatchObject([{ id: "a", status: "error" }]);
    expect(getToolActivity(lastMessage(store)).isActive).toBe(false);
    expect(isBusy(store.getState().status)).toBe(false);
    const again = reloaded(store.getState().messages);
    expect(callsOf(again)).toMatchObject([{ id: "a", status: "error" }]);
    expect(again.getState().status).toBe("ready");
  });

  it("a result that comes behind a stop changes nothing, live and after a reload (B02-05)", async () => {
    const server = new ScriptedServer();
    const store = createChatStore({ connector: server.connector });
    void store.getState().send("Go");
    await until(() => server.isStreaming);
    server.put({ type: "tool-input-available", toolCallId: "a", toolName: "shell", input: {}, providerExecuted: true });
    await until(() => callsOf(store).length === 1);
    store.getState().stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.put({ type: "tool-output-available", toolCallId: "a", output: "late" });
    server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callsOf(store)).toMatchObject([{ id: "a", status: "cancelled" }]);
    expect(callsOf(reloaded(store.getState().messages))).toMatchObject([{ id: "a", status: "cancelled" }]);
  });

  it("a call is done with its own result, not with the run (B02-07)", () => {
    const steps = follow("ag-ui", [
      { type: "TOOL_CALL_START", toolCallId: "a", toolCallName: "n1" },
      { type: "TOOL_CALL_END", toolCallId: "a" },
      { type: "TOOL_CALL_RESULT", toolCallId: "a", content: "1" },
      { type: "TOOL_CALL_START", toolCallId: "b", toolCallName: "n2" },
      { type: "TOOL_CALL_END", toolCallId: "b" },
      { type: "TOOL_CALL_RESULT", toolCallId: "b", content: "2" },
      { type: "RUN_FINISHED" },
    ]);
    expect(statuses(steps[2])).toEqual({ a: "completed" });
    expect(statuses(steps[4])).toEqual({ a: "completed", b: "pending" }); // its arguments may still be told
    expect(getToolActivity(steps[4] as ChatMessage)).toEqual({ isActive: true, currentStep: "n2" });
    expect(statuses(steps[5])).toEqual({ a: "completed", b: "completed" });
  });

  it("a slow call does not hide a fast one beside it (B02-08)", () => {
    const steps = follow("ag-ui", [
      { type: "TOOL_CALL_START", toolCallId: "slow", toolCallName: "n1" },
      { type: "TOOL_CALL_END", toolCallId: "slow" },
      { type: "TOOL_CALL_START", toolCallId: "fast", toolCallName: "n2" },
      { type: "TOOL_CALL_END", toolCallId: "fast" },
      { type: "TOOL_CALL_RESULT", toolCallId: "fast", content: "ok" },
    ]);
    expect(getToolActivity(steps[1] as ChatMessage)).toEqual({ isActive: true, currentStep: "n1" });
    expect(statuses(steps[4])).toEqual({ slow: "running", fast: "completed" });
  });

  it("a call that a person answers outlives the run, and the answer sends one follow-up (B02-10)", async () => {
    const records = sse(
      { type: "RUN_STARTED" },
      { type: "TOOL_CALL_START", toolCallId: "q1", toolCallName: "pick_colour" },
      { type: "TOOL_CALL_ARGS", toolCallId: "q1", delta: '{"of":["teal","rust"]}' },
      { type: "TOOL_CALL_END", toolCallId: "q1" },
      { type: "RUN_FINISHED", outcome: { type: "success" } },
    );
    const wire = fetchOf(
      new Response(records.join("")),
      new Response(sse({ type: "RUN_STARTED" }, { type: "RUN_FINISHED" }).join("")),
    );
    const pick = defineTool({ name: "pick_colour", description: "Asks", parameters: { type: "object" } });
    const store = createChatStore({ connector: agUi({ url, fetch: wire.fetch }), tools: [pick] });
    await store.getState().send("Paint it");
    expect(isBusy(store.getState().status)).toBe(false);
    expect(callsOf(store)).toMatchObject([{ id: "q1", status: "running", args: { of: ["teal", "rust"] } }]);
    store.getState().addToolResult("q1", "teal");
    store.getState().addToolResult("q1", "rust");
    await until(() => wire.requests.length === 2 && !isBusy(store.getState().status));
    expect(callsOf(store)).toMatchObject([{ id: "q1", status: "completed", result: "teal" }]);
    const body = (await wire.requests[1]?.json()) as { messages: { role: string; content: string }[] };
    expect(body.messages.filter(({ role }) => role === "tool")).toMatchObject([{ toolCallId: "q1", content: "teal" }]);
  });
});

describe("what belongs to which call", () => {
  it("arguments that come by turns go each to their own call (B02-11)", async () => {
    const { inputs } = await play(
      "ag-ui",
      [
        { type: "TOOL_CALL_START", toolCallId: "a", toolCallName: "n1" },
        { type: "TOOL_CALL_START", toolCallId: "b", toolCallName: "n2" },
        { type: "TOOL_CALL_ARGS", toolCallId: "a", delta: '{"k":' },
        { type: "TOOL_CALL_ARGS", toolCallId: "b", delta: '{"k":2}' },
        { type: "TOOL_CALL_ARGS", toolCallId: "a", delta: "1}" },
        { type: "TOOL_CALL_END", toolCallId: "b" },
        { type: "TOOL_CALL_END", toolCallId: "a" },
        { type: "RUN_FINISHED" },
      ],
      ["n1", "n2"],
    );
    expect(inputs).toEqual({ n1: [{ k: 1 }], n2: [{ k: 2 }] });
  });

  it("fragments without an index go to the call whose id they bear (B02-18)", async () => {
    const { inputs } = await play(
      "openai-chat",
      openaiChunks(
        {
          delta: {
            tool_calls: [
              { id: "a", function: { name: "n1", arguments: '{"k":1}' } },
              { id: "b", function: { name: "n2", arguments: '{"k":2}' } },
            ],
          },
        },
        { finish_reason: "tool_calls" },
      ),
      ["n1", "n2"],
    );
    expect(inputs).toEqual({ n1: [{ k: 1 }], n2: [{ k: 2 }] });
  });

  it("a fragment that may belong to two calls makes neither run (B02-19)", async () => {
    const { inputs, store } = await play(
      "openai-chat",
      openaiChunks(
        {
          delta: {
            tool_calls: [
              { id: "a", function: { name: "n1", arguments: '{"row":' } },
              { id: "b", function: { name: "n2", arguments: '{"col":' } },
            ],
          },
        },
        { delta: { tool_calls: [{ function: { arguments: "9}" } }] } },
        { finish_reason: "tool_calls" },
      ),
      ["n1", "n2"],
    );
    expect(inputs).toEqual({ n1: [], n2: [] });
    expect(partsOf(store.getState().messages)).toMatchObject([
      { toolCallId: "a", state: "output-error", reason: "incomplete" },
      { toolCallId: "b", state: "output-error", reason: "incomplete" },
    ]);
  });
});

describe("one call is one row", () => {
  it("also where its tool is unknown, and the next request has one result for it (B02-14)", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { store, requests } = await play(
      "ai-sdk",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "no_such" },
        {
          type: "tool-input-error",
          toolCallId: "a",
          toolName: "no_such",
          dynamic: true,
          input: {},
          errorText: "unknown",
        },
        { type: "tool-output-error", toolCallId: "a", errorText: "unknown" },
        { type: "finish" },
      ],
      ["other"],
    );
    expect(partsOf(store.getState().messages)).toMatchObject([{ toolCallId: "a", state: "output-error" }]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    const request = requestOf(requests.at(-1)?.messages ?? []);
    const chatBody = await bodyOf(openaiChat({ url, model: "m" }), request);
    expect((chatBody.messages as { role: string }[]).filter(({ role }) => role === "tool")).toMatchObject([
      { tool_call_id: "a" },
    ]);
    const sdkBody = await bodyOf(aiSdk({ url }), request);
    expect(partsOf(sdkBody.messages as ChatMessage[])).toHaveLength(1);
  });

  it("also where it is told twice, and it runs once (B02-15)", async () => {
    const told = { type: "tool-input-available", toolCallId: "a", toolName: "n1", input: {} };
    const result = { type: "tool-output-available", toolCallId: "a", output: 1 };
    const here = await play("ai-sdk", [told, told, finish], ["n1"]);
    expect(here.inputs).toEqual({ n1: [{}] });
    expect(partsOf(here.store.getState().messages)).toHaveLength(1);
    const there = await play("ai-sdk", [told, told, result, finish], []);
    expect(callsOf(there.store)).toMatchObject([{ id: "a", status: "completed", result: 1 }]);
  });

  it("also where it comes again, answered, in a picture of the whole conversation (B02-16)", async () => {
    const asked = { id: "q", type: "function", function: { name: "ask_size", arguments: "{}" } };
    const first = [
      { type: "RUN_STARTED" },
      { type: "TOOL_CALL_START", toolCallId: "q", toolCallName: "ask_size", parentMessageId: "m1" },
      { type: "TOOL_CALL_END", toolCallId: "q" },
      { type: "RUN_FINISHED" },
    ];
    const second = [
      { type: "RUN_STARTED" },
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u", role: "user", content: "Order" },
          { id: "m1", role: "assistant", toolCalls: [asked] },
          { id: "r", role: "tool", toolCallId: "q", content: "L" },
        ],
      },
      { type: "RUN_FINISHED" },
    ];
    const wire = fetchOf(new Response(sse(...first).join("")), new Response(sse(...second).join("")));
    const ask = defineTool({ name: "ask_size", description: "Asks", parameters: { type: "object" } });
    const store = createChatStore({ connector: agUi({ url, fetch: wire.fetch }), tools: [ask] });
    await store.getState().send("Order");
    store.getState().addToolResult("q", "L");
    await until(() => wire.requests.length === 2 && !isBusy(store.getState().status));
    expect(callsOf(store)).toMatchObject([{ id: "q", status: "completed", result: "L" }]);
    expect(partsOf(store.getState().messages)).toHaveLength(1);
  });

  it("also where each piece of the stream repeats all calls so far, and each runs once (B02-22)", async () => {
    const [a, b, c] = ["a", "b", "c"].map((id) => ({
      type: "tool-input-available",
      toolCallId: id,
      toolName: `n-${id}`,
      input: {},
    }));
    const { inputs, store } = await play("ai-sdk", [a, a, b, a, b, c, finish], ["n-a", "n-b", "n-c"]);
    expect(inputs).toEqual({ "n-a": [{}], "n-b": [{}], "n-c": [{}] });
    expect(callsOf(store).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("also where whole messages are put in again and again, each with more calls (B02-22)", async () => {
    const tools = { n: vi.fn<ToolFunction>(() => 1) };
    const { store } = chat([[call("a", "n"), call("b", "n", { b: 1 }), call("c", "n", { c: 1 })]], { tools });
    await store.getState().send("Go");
    const all = lastMessage(store).parts;
    for (const count of [1, 2, 3]) {
      store.getState().setMessages([{ ...lastMessage(store), parts: all.slice(0, count) }]);
      expect(callsOf(store).map(({ id }) => id)).toEqual(["a", "b", "c"].slice(0, count));
    }
    await Promise.resolve();
    expect(tools.n).toHaveBeenCalledTimes(3);
  });
});

describe("a call without arguments or without an id", () => {
  it("has an empty object for its input where the provider sends an empty text (B02-25)", async () => {
    const { inputs, store } = await play(
      "anthropic",
      [
        {
          type: "content_block_start",
          index: 1,
          content_block: { type: "tool_use", id: "tu1", name: "list_bins", input: {} },
        },
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "" } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "tool_use" } },
        { type: "message_stop" },
      ],
      ["list_bins"],
    );
    expect(inputs).toEqual({ list_bins: [{}] });
    expect(callsOf(store)).toMatchObject([{ id: "tu1", status: "completed" }]);
    expect(store.getState().error).toBeUndefined();
  });

  it("runs under an id that is made for it, the same in each event and on each reading (B02-26)", async () => {
    const records = openaiChunks(
      { delta: { tool_calls: [{ index: 0, function: { name: "now_at", arguments: "{}" } }] } },
      { finish_reason: "tool_calls" },
    );
    const { inputs, store } = await play("openai-chat", records, ["now_at"]);
    expect(inputs).toEqual({ now_at: [{}] });
    expect(callsOf(store)).toMatchObject([{ name: "now_at", status: "completed" }]);
    const read = () => decode("openai-chat", records);
    const ids = read().flatMap((event) => ("toolCallId" in event ? [event.toolCallId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(read()).toEqual(read());
    expect(ids[0]).not.toBe("");
    expect(getToolCalls(read().reduce(reduceMessage, createMessage({ id: "m", role: "assistant" })))).toHaveLength(1);
  });
});
