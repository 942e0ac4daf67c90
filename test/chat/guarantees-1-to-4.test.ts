import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { createChatStore } from "../../src/chat/store.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { defineTool } from "../../src/tools/define.js";
import { call, callsOf, chat, heldTool, lastMessage, partsOf, text, until, untilRest } from "./chat.js";
import { ScriptedServer } from "./scripted-server.js";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** A chat whose stream is in the hand of the test. */
function openChat(options: Partial<ChatStoreOptions>) {
  const server = new ScriptedServer();
  const store = createChatStore({ connector: server.connector, ...options });
  const turn = store.getState().send("go");
  return { server, store, turn };
}

const states = (parts: readonly { state: string }[]) => parts.map((part) => part.state);

describe("1. exactly once", () => {
  it("one call id runs once, under a repeated event, a second subscriber and a resumed stream", async () => {
    const { execute, finish } = heldTool();
    const { server, store } = openChat({ tools: { save: execute } });
    for (let count = 0; count < 3; count += 1) store.subscribe(() => {});
    await until(() => server.isStreaming);
    server.put(...text("I save."), call("c1", "save", { n: 1 }), call("c1", "save", { n: 1 }));
    await until(() => execute.mock.calls.length > 0);
    finish("saved");
    await until(() => callsOf(store)[0]?.status === "completed");
    server.put(call("c1", "save", { n: 1 }));
    server.close("broken");
    await until(() => store.getState().status === "error");

    server.resumeMode = "from the start";
    const resumed = store.getState().resume();
    await until(() => server.isStreaming);
    server.put(call("c1", "save", { n: 1 }));
    server.close();
    await until(() => server.requests.length === 2);
    server.put(...text("Done."));
    server.close();
    await resumed;
    expect(execute).toHaveBeenCalledTimes(1);
    expect(partsOf(store.getState().messages)).toMatchObject([{ toolCallId: "c1", output: "saved" }]);
    expect(
      lastMessage(store)
        .parts.filter((part) => part.type === "text")
        .map((part) => part.text),
    ).toEqual(["I save.", "Done."]);
  });

  it("a step that the back end tells anew keeps what its calls came to, also while they were away", async () => {
    const { execute, finish } = heldTool();
    const { server, store, turn } = openChat({ tools: { save: execute } });
    await until(() => server.isStreaming);
    server.put(call("c1", "save", { n: 1 }));
    await until(() => execute.mock.calls.length === 1);
    server.put({ type: "reset-step" });
    await until(() => partsOf(store.getState().messages).length === 0);
    finish("saved");
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.put(call("c1", "save", { n: 1 }));
    server.close();
    await until(() => server.requests.length === 2);
    server.close();
    await turn;
    expect(execute).toHaveBeenCalledTimes(1);
    expect(partsOf(server.requests[1]?.messages ?? [])).toMatchObject([{ toolCallId: "c1", output: "saved" }]);
  });

  it("an id that another call had is refused, and the model is told why", async () => {
    const execute = vi.fn(() => "ok");
    const answers = [[call("c1", "save", { n: 1 })], text("Saved."), [call("c1", "save", { n: 2 })], text("Again.")];
    const { store, requests } = chat(answers, { tools: { save: execute } });
    await store.getState().send("go");
    await store.getState().send("and again");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(partsOf(requests[3]?.messages ?? [])[1]).toMatchObject({
      state: "output-error",
      reason: "invalid",
      errorText: 'The id "c1" was given to another call before.',
    });
  });
});

describe("2. always terminal", () => {
  const open = [call("c1", "hold"), call("c2", "ask"), call("c3", "person")];
  const start = async () => {
    const { execute, finish } = heldTool();
    const tools = { hold: execute, ask: { execute: () => 1, needsApproval: true }, person: {} };
    const chatOf = openChat({ tools });
    await until(() => chatOf.server.isStreaming);
    chatOf.server.put(...open, { type: "tool-input-start", toolCallId: "c4", toolName: "hold" });
    await until(() => execute.mock.calls.length > 0);
    return { ...chatOf, finish };
  };
  const reasons = ({ store }: Awaited<ReturnType<typeof start>>) =>
    partsOf(store.getState().messages).map((part) => (part.state === "output-error" ? part.reason : part.state));

  it("every call ends on stop, on a stream error, on a cut stream and after a reload", async () => {
    const stopped = await start();
    stopped.store.getState().stop();
    expect(reasons(stopped)).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);

    const failed = await start();
    failed.server.put({ type: "error", errorText: "overloaded" });
    failed.server.close();
    await failed.turn;
    expect(reasons(failed)).toEqual(["interrupted", "interrupted", "interrupted", "incomplete"]);

    const cut = await start();
    cut.server.close("broken");
    await cut.turn;
    expect(reasons(cut)).toEqual(["interrupted", "interrupted", "interrupted", "incomplete"]);

    const left = await start();
    const messages = JSON.parse(JSON.stringify(left.store.getState().messages)) as ChatMessage[];
    const store = createChatStore({ connector: left.server.connector, tools: { other: () => 1 }, messages });
    expect(reasons({ ...left, store })).toEqual(["interrupted", "approval-requested", "interrupted", "incomplete"]);
    store.getState().stop();
    expect(reasons({ ...left, store })[1]).toBe("cancelled");
  });

  it("what waits for a person when a turn ends is ended by stop", async () => {
    const { store } = chat([[call("c1", "ask")]], { tools: { ask: { execute: () => 1, needsApproval: true } } });
    await store.getState().send("go");
    expect(states(partsOf(store.getState().messages))).toEqual(["approval-requested"]);
    store.getState().stop();
    expect(callsOf(store)[0]?.status).toBe("cancelled");
  });

  it("a stopped tool's late result is dropped, and its late progress too", async () => {
    const { execute, finish } = heldTool();
    const onToolResult = vi.fn();
    const { store } = chat([[call("c1", "hold")]], { tools: { hold: execute }, onToolResult });
    void store.getState().send("go");
    await until(() => execute.mock.calls.length > 0);
    store.getState().stop();
    const stopped = store.getState().messages;
    const context = execute.mock.calls[0]?.[1] as { signal: AbortSignal; reportProgress: (value: unknown) => void };
    expect(context.signal.aborted).toBe(true);
    context.reportProgress("half");
    finish("too late");
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(store.getState().messages).toBe(stopped);
    expect(onToolResult).not.toHaveBeenCalled();
  });

  it("a call that the provider runs never runs here, and ends with its turn where it is not answered", async () => {
    const web = vi.fn();
    const { server, store, turn } = openChat({ tools: { web } });
    await until(() => server.isStreaming);
    server.put({ type: "tool-input-available", toolCallId: "p1", toolName: "web", input: {}, providerExecuted: true });
    await until(() => callsOf(store)[0]?.status === "running");
    await new Promise((resolve) => setTimeout(resolve, 30));
    server.close();
    await turn;
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-error", reason: "interrupted" }]);
    await store.getState().retryToolCall("p1");
    expect(web).not.toHaveBeenCalled();
    expect(server.requests).toHaveLength(1);
  });
});

describe("3. only whole calls run", () => {
  it("a call that was cut off, broken, invalid or unknown never runs, and the model is told what was wrong", async () => {
    const execute = vi.fn(() => "ok");
    const getWeather = defineTool({
      name: "getWeather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      execute,
    });
    const { store, requests } = chat(
      [
        [
          { type: "tool-input-start", toolCallId: "cut", toolName: "getWeather" },
          { type: "tool-input-delta", toolCallId: "cut", inputTextDelta: '{"city":"Os' },
          ...text('###:{"toolName":"getWeather","parameters":{"city":}}'),
          call("invalid", "getWeather", { city: 7 }),
          call("unknown", "getWether", { city: "Oslo" }),
        ],
        text("Sorry."),
      ],
      { tools: [getWeather] },
    );
    await store.getState().send("go");
    expect(execute).not.toHaveBeenCalled();
    expect(requests).toHaveLength(2);
    const told = partsOf(requests[1]?.messages ?? []).map((part) =>
      part.state === "output-error" ? [part.reason, part.errorText] : part.state,
    );
    expect(told).toEqual([
      ["incomplete", "The call was cut off before its input was whole."],
      ["malformed", expect.stringMatching(/\w/)],
      ["invalid", "The arguments do not fit: city: expected string, got number."],
      ["unknown-tool", "Tool getWether not available. Tools that there are: getWeather."],
    ]);
    for (const id of ["cut", "invalid"]) await store.getState().retryToolCall(id);
    expect(execute).not.toHaveBeenCalled();
  });

  it("a tool is given what its schema makes of the arguments; the conversation keeps what the model wrote", async () => {
    const execute = vi.fn(() => "ok");
    const parameters = z.object({ city: z.string().trim(), days: z.int().default(3) });
    const { store, requests } = chat([[call("c1", "plan", { city: " Oslo ", model: "x" })]], {
      tools: { plan: { parameters, execute } },
    });
    await store.getState().send("go");
    expect(execute).toHaveBeenCalledExactlyOnceWith({ city: "Oslo", days: 3 }, expect.anything());
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([{ input: { city: " Oslo ", model: "x" } }]);
  });

  it("a call that was stopped while its arguments came cannot be run again with what came of them", async () => {
    const execute = vi.fn(() => "ok");
    const { server, store } = openChat({ tools: { remove: execute } });
    await until(() => server.isStreaming);
    server.put(
      { type: "tool-input-start", toolCallId: "c1", toolName: "remove" },
      { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"path":"/tmp' },
    );
    await until(() => callsOf(store).length === 1);
    store.getState().stop();
    await store.getState().retryToolCall("c1");
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("4. in parallel, answered in order", () => {
  it("calls of one step run side by side, and their results go back together, once, in the order of the calls", async () => {
    const tools = { a: heldTool(), b: heldTool(), c: heldTool() };
    const { store, requests } = chat([[call("1", "a"), call("2", "b"), call("3", "c")], text("done")], {
      tools: { a: tools.a.execute, b: tools.b.execute, c: tools.c.execute },
    });
    const turn = store.getState().send("go");
    await until(() => Object.values(tools).every(({ execute }) => execute.mock.calls.length === 1));
    tools.c.finish("third");
    tools.b.finish("second");
    await until(() => callsOf(store).filter((each) => each.status === "completed").length === 2);
    expect(requests).toHaveLength(1);
    tools.a.finish("first");
    await turn;
    expect(requests).toHaveLength(2);
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
      { toolCallId: "1", output: "first" },
      { toolCallId: "2", output: "second" },
      { toolCallId: "3", output: "third" },
    ]);
  });

  it("calls of a serial group run one after the other, in their order", async () => {
    const { execute, finish } = heldTool();
    const write = defineTool({ name: "write", serial: "disk", execute });
    const { store } = chat([[call("1", "write", { n: 1 }), call("2", "write", { n: 2 })]], { tools: [write] });
    const turn = store.getState().send("go");
    await until(() => execute.mock.calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(execute).toHaveBeenCalledTimes(1);
    finish("one");
    await until(() => execute.mock.calls.length === 2);
    finish("two");
    await turn;
    expect(execute.mock.calls.map(([input]) => input)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("calls of a serial group keep their order, however long each of them is checked, and one that is stopped lets go", async () => {
    const runs: unknown[] = [];
    const write = defineTool({
      name: "write",
      serial: "disk",
      needsApproval: async ({ n }: { n: number }) => {
        if (n === 5) return new Promise<boolean>(() => {}); // never decided
        await new Promise((resolve) => setTimeout(resolve, n === 1 ? 60 : 1));
        return n === 2;
      },
      execute: ({ n }: { n: number }) => {
        runs.push(n);
        return n;
      },
    });
    const calls = [1, 2, 3, 4].map((n) => call(`c${n}`, "write", { n }));
    const { store } = chat([calls, [call("c5", "write", { n: 5 })], [call("c6", "write", { n: 6 })]], {
      tools: [write],
    });
    await store.getState().send("go");
    expect(runs).toEqual([1, 3, 4]); // the second waits for the person, and holds up nobody
    store.getState().respondToApproval("c2-approval", { approved: true });
    await until(() => partsOf(store.getState().messages).length === 5);
    store.getState().stop();
    await store.getState().send("and on");
    expect(runs).toEqual([1, 3, 4, 2, 6]);
  });

  it("a result may come for a call of an earlier message, and goes with the next request", async () => {
    const { store, requests } = chat([text("later")], {
      tools: { pick: {} },
      messages: [
        { id: "u1", role: "user", parts: [{ type: "text", text: "Pick" }] },
        {
          id: "a1",
          role: "assistant",
          parts: [{ type: "dynamic-tool", toolName: "pick", toolCallId: "p1", state: "input-available", input: {} }],
        },
        { id: "u2", role: "user", parts: [{ type: "text", text: "And?" }] },
      ],
    });
    store.getState().addToolResult("p1", "teal");
    await untilRest(store);
    expect(requests).toHaveLength(0);
    await store.getState().sendFollowUp();
    expect(partsOf(requests[0]?.messages ?? [])).toMatchObject([{ toolCallId: "p1", output: "teal" }]);
  });
});
