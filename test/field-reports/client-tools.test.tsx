import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { agUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import type { ChatRequest } from "../../src/connectors/connector.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import { call, callsOf, chat, heldTool, partsOf, text, until, untilRest } from "../chat/chat.js";
import { sse } from "./shown.js";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const url = "https://example.com/chat";

/** A back end whose requests are all answered by these records, and how many there were. */
function wire(...answers: (readonly object[])[]) {
  let count = 0;
  const fetch = () => {
    const records = answers[Math.min(count, answers.length - 1)] ?? [];
    count += 1;
    return Promise.resolve(
      new Response(sse(...records).join(""), { headers: { "content-type": "text/event-stream" } }),
    );
  };
  return { fetch, count: () => count };
}

test("nine calls, each behind the result of the last, run nine times under StrictMode too [B04-01]", async () => {
  const addShape = vi.fn(({ n }: { n: number }) => `shape ${n}`);
  const onToolResult = vi.fn();
  let count = 0;
  const connector = eventConnector(() => {
    count += 1;
    return count <= 9 ? [call(`c${count}`, "add_shape", { n: count })] : text("Nine shapes.");
  });
  const store = createChatStore({ connector, tools: { add_shape: addShape }, onToolResult, maxSteps: 20 });
  render(
    <StrictMode>
      <ChatWrapper store={store} />
    </StrictMode>,
  );
  void store.getState().send("Nine shapes, please");
  await screen.findByText("Nine shapes.");
  expect(addShape).toHaveBeenCalledTimes(9);
  const ids = onToolResult.mock.calls.map(([, , context]) => (context as { toolCallId: string }).toolCallId);
  expect(ids).toEqual(["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"]);
});

test("a later turn runs no call of an earlier one again [B04-02]", async () => {
  const saveList = vi.fn(({ list }: { list: number[] }) => list.length);
  const { store } = chat(
    [[call("a", "save_list", { list: [1] })], [call("b", "save_list", { list: [1, 2] })], text("Saved."), text("Yes?")],
    { tools: { save_list: saveList } },
  );
  await store.getState().send("Save");
  await store.getState().send("And now?");
  expect(saveList.mock.calls.map(([input]) => input.list)).toEqual([[1], [1, 2]]);
});

test("a tool that also adds its result itself sends one follow-up [B04-03]", async () => {
  const { store, requests } = chat([[call("a", "look")], text("Seen.")], {
    tools: {
      look: async (_input: unknown, { toolCallId }: { toolCallId: string }) => {
        store.getState().addToolResult(toolCallId, "red");
        await Promise.resolve();
        return "red";
      },
    },
  });
  await store.getState().send("Look");
  await untilRest(store);
  expect(requests).toHaveLength(2);
  expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([{ toolCallId: "a", output: "red" }]);
});

test("the second of two answers to one call changes nothing [B04-04]", async () => {
  const { store, requests } = chat([[call("a", "ask_size")], text("Large it is.")], { tools: { ask_size: {} } });
  await store.getState().send("Order");
  store.getState().addToolResult("a", "L");
  await new Promise((resolve) => setTimeout(resolve, 30));
  store.getState().addToolResult("a", "S");
  await untilRest(store);
  expect(requests).toHaveLength(2);
  expect(partsOf(store.getState().messages)).toMatchObject([{ toolCallId: "a", output: "L" }]);
});

test("a tool that the server ran sends no follow-up, also with an empty step behind it [B04-07]", async () => {
  const { fetch, count } = wire([
    { type: "start-step" },
    { type: "tool-input-available", toolCallId: "a", toolName: "n1", input: {} },
    { type: "tool-output-available", toolCallId: "a", output: 1 },
    { type: "finish-step" },
    { type: "start-step" },
    { type: "finish-step" },
    { type: "finish" },
  ]);
  const store = createChatStore({ connector: aiSdk({ url, fetch }) });
  await store.getState().send("Go");
  expect(count()).toBe(1);
  expect(store.getState().status).toBe("ready");
});

test("where the server asks for a client tool for ever, the turn stops after its steps, and says so [B04-07]", async () => {
  let count = 0;
  const connector = eventConnector(() => {
    count += 1;
    return [call(`c${count}`, "n1", { count })];
  });
  const store = createChatStore({ connector, tools: { n1: { execute: () => 1 } }, maxSteps: 4 });
  render(<ChatWrapper store={store} />);
  void store.getState().send("Go");
  await screen.findByRole("region", { name: /^Paused: the assistant has taken 4 steps/ });
  expect(count).toBe(4);
});

test("tools that the provider ran send no follow-up [B04-08]", async () => {
  const facts = { toolCallId: "p1", providerExecuted: true };
  const { fetch, count } = wire([
    { type: "tool-input-available", ...facts, toolName: "web_lookup", input: {} },
    { type: "tool-output-available", ...facts, output: { n: 2 } },
    { type: "finish" },
  ]);
  const webLookup = vi.fn();
  const store = createChatStore({ connector: aiSdk({ url, fetch }), tools: { web_lookup: webLookup } });
  render(<ChatWrapper store={store} />);
  await act(() => store.getState().send("Go"));
  expect(screen.getByRole("button", { name: /^Used 1 tool/ })).toBeVisible();
  expect(webLookup).not.toHaveBeenCalled();
  expect(count()).toBe(1);
  expect(callsOf(store)).toMatchObject([{ status: "completed", result: { n: 2 } }]);
});

test("a server that answers each result with an error is asked once, and the person may ask again [B04-09]", async () => {
  const execute = vi.fn(() => "ok");
  const requests: ChatRequest[] = [];
  const connector = eventConnector((request) => {
    requests.push(request);
    return requests.length === 1 ? [call("a", "save")] : [{ type: "error", errorText: "Unknown tool call a" }];
  });
  const store = createChatStore({ connector, tools: { save: execute } });
  render(<ChatWrapper store={store} />);
  void store.getState().send("Save");
  await screen.findByRole("button", { name: "Try again" });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(requests).toHaveLength(2);
  expect(screen.getAllByText("Unknown tool call a")).not.toHaveLength(0);
  await store.getState().retry();
  expect(requests).toHaveLength(3);
  expect(execute).toHaveBeenCalledTimes(1);
});

test("two client tools that are done at once send one follow-up, in the second round too [B04-12]", async () => {
  const tools = { one: heldTool(), two: heldTool(), three: heldTool() };
  const { store, requests } = chat([[call("a", "one")], [call("b", "two"), call("c", "three")], text("All done.")], {
    tools: { one: tools.one.execute, two: tools.two.execute, three: tools.three.execute },
  });
  const turn = store.getState().send("Go");
  await until(() => tools.one.execute.mock.calls.length === 1);
  tools.one.finish(1);
  await until(() => tools.three.execute.mock.calls.length === 1);
  tools.two.finish(2);
  tools.three.finish(3);
  await turn;
  expect(requests).toHaveLength(3);
  expect(callsOf(store).map(({ status, result }) => [status, result])).toEqual([
    ["completed", 1],
    ["completed", 2],
    ["completed", 3],
  ]);
});

test("a placeholder of the back end does not keep a client tool from running; its value takes its place [B04-15]", async () => {
  const clientDelete = vi.fn(() => "deleted 3 files");
  const { fetch, count } = wire(
    [
      { type: "TOOL_CALL_START", toolCallId: "a", toolCallName: "client_delete" },
      { type: "TOOL_CALL_END", toolCallId: "a" },
      { type: "TOOL_CALL_RESULT", toolCallId: "a", messageId: "m2", content: "sent to browser" },
      { type: "RUN_FINISHED", threadId: "t", runId: "r" },
    ],
    [{ type: "RUN_FINISHED", threadId: "t", runId: "r2" }],
  );
  const store = createChatStore({ connector: agUi({ url, fetch }), tools: { client_delete: clientDelete } });
  await store.getState().send("Delete");
  await untilRest(store);
  expect(clientDelete).toHaveBeenCalledTimes(1);
  expect(callsOf(store)).toMatchObject([{ id: "a", status: "completed", result: "deleted 3 files" }]);
  expect(count()).toBe(2);
});

test("a tool that never ends times out; its sibling's result is kept, and both go back [B04-16]", async () => {
  const { store, requests } = chat([[call("a", "hang"), call("b", "quick")], text("One of two.")], {
    tools: { hang: { execute: () => new Promise(() => {}), timeoutMs: 200 }, quick: () => "here" },
  });
  await store.getState().send("Go");
  expect(callsOf(store).map(({ status }) => status)).toEqual(["error", "completed"]);
  expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
    { state: "output-error", reason: "timed-out", errorText: "Timed out after 200 ms." },
    { state: "output-available", output: "here" },
  ]);
});

test("from the question to the answer the chat is never idle, and it names the tool while it runs [B04-21]", async () => {
  const { execute, finish } = heldTool();
  const { store } = chat([[call("a", "measure")], text("Done.")], { tools: { measure: execute } }, 20);
  const { container } = render(<ChatWrapper store={store} />);
  const seen = new Set<string>();
  const look = () => {
    const line = container.querySelector(".tt-widget .tt-collapsible-line")?.textContent ?? "no line";
    const send = screen.queryByRole("button", { name: "Stop" }) ? "busy" : "open";
    seen.add(`${line} · ${send}`);
  };
  const turn = store.getState().send("Measure");
  await screen.findByText("🔧 Executing tool: measure...");
  const timer = setInterval(look, 10);
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect([...seen]).toEqual(["🔧 Executing tool: measure... · busy"]);
  seen.clear();
  finish("42");
  await screen.findByText(/Thinking…/);
  expect([...seen].every((each) => each.endsWith("busy"))).toBe(true);
  clearInterval(timer);
  await turn;
  await screen.findByText("Done.");
});
