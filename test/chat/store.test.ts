import { afterEach, describe, expect, it, vi } from "vitest";
import { getMessageText } from "../../src/chat/message.js";
import { createChatStore } from "../../src/chat/store.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import { call, callsOf, chat, heldTool, lastMessage, partsOf, text, until } from "./chat.js";

afterEach(() => vi.restoreAllMocks());

describe("a turn", () => {
  it("runs a tool that the model calls, sends its result back, and shows the answer", async () => {
    const getWeather = vi.fn(({ city }: { city: string }) => ({ city, celsius: 18 }));
    const { store, requests } = chat(
      [[...text("Let me look."), call("c1", "getWeather", { city: "Oslo" })], text("18 °C")],
      {
        tools: { getWeather },
      },
    );
    await store.getState().send("Weather in Oslo?");
    expect(getWeather).toHaveBeenCalledTimes(1);
    expect(getWeather.mock.calls[0]?.[0]).toEqual({ city: "Oslo" });
    expect(callsOf(store)).toEqual([
      {
        id: "c1",
        name: "getWeather",
        args: { city: "Oslo" },
        status: "completed",
        result: { city: "Oslo", celsius: 18 },
        commentary: "Let me look.",
      },
    ]);
    expect(getMessageText(lastMessage(store))).toBe("18 °C");
    expect(store.getState().status).toBe("ready");
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)?.parts).toContainEqual(
      expect.objectContaining({ state: "output-available", output: { city: "Oslo", celsius: 18 } }),
    );
  });

  it("runs a call that the model wrote as a marker in its text", async () => {
    const getWeather = vi.fn(() => "fog");
    const { store } = chat([text('Look: ###:{"toolName":"getWeather","parameters":{"city":"Bergen"}}'), text("Fog.")], {
      tools: { getWeather },
    });
    await store.getState().send("?");
    expect(getWeather.mock.calls).toEqual([[{ city: "Bergen" }, expect.anything()]]);
    expect(JSON.stringify(store.getState().messages)).not.toContain("###");
    expect(getMessageText(lastMessage(store))).toBe("Fog.");
  });

  it("runs calls of one step side by side and sends their results once, in the order of the calls", async () => {
    const order: string[] = [];
    const wait = (ms: number, name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      order.push(`${name} ends`);
      return name;
    };
    const { store, requests } = chat([[call("1", "slow"), call("2", "fast")]], {
      tools: { slow: wait(60, "slow"), fast: wait(5, "fast") },
    });
    await store.getState().send("go");
    expect(order).toEqual(["slow begins", "fast begins", "fast ends", "slow ends"]);
    expect(requests).toHaveLength(2);
    expect(callsOf(store).map((each) => each.result)).toEqual(["slow", "fast"]);
  });

  it("calls onToolResult once for every call that ended, also for one that failed", async () => {
    const onToolResult = vi.fn();
    const tools = {
      good: () => ({ message: "fine" }),
      bad: () => {
        throw new Error("broken");
      },
      later: async () => Promise.resolve(0),
    };
    const { store } = chat([[call("1", "good"), call("2", "bad"), call("3", "later")]], { tools, onToolResult });
    await store.getState().send("go");
    const told = onToolResult.mock.calls.map(([name, result]: unknown[]) => [name, result]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ["good", { message: "fine" }],
        ["bad", { error: "broken" }],
        ["later", 0],
      ]),
    );
    expect(callsOf(store).map((each) => each.status)).toEqual(["completed", "error", "completed"]);
  });

  it("leaves the next step to the app when follow-ups are manual", async () => {
    const { store, requests } = chat([[call("1", "tool")], text("after")], {
      tools: { tool: () => 1 },
      followUp: "manual",
    });
    await store.getState().send("go");
    expect(requests).toHaveLength(1);
    await store.getState().sendFollowUp();
    expect(requests).toHaveLength(2);
    expect(getMessageText(lastMessage(store))).toBe("after");
    expect(store.getState().messages).toHaveLength(2);
  });

  it("sends one follow-up when onToolResult asks for it, after the last result", async () => {
    const { store, requests } = chat([[call("1", "a"), call("2", "b")], text("after")], {
      tools: { a: () => 1, b: () => new Promise((resolve) => setTimeout(() => resolve(2), 30)) },
      followUp: "manual",
      onToolResult: (_name, _result, { sendFollowUp }) => sendFollowUp(),
    });
    await store.getState().send("go");
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)?.parts.filter((part) => "output" in part)).toHaveLength(2);
  });

  it("answers a call of an unknown tool with an error, and warns with the tools that there are", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { store, requests } = chat([[call("1", "constructor")]], { tools: { getWeather: () => 1, search: () => 2 } });
    await store.getState().send("go");
    expect(callsOf(store)[0]).toMatchObject({ name: "constructor", status: "error" });
    expect(warn.mock.calls[0]?.[0]).toMatch(/"constructor".*getWeather, search/);
    expect(requests).toHaveLength(2);
  });

  it("does not run a call that the back end answers itself", async () => {
    const { store, requests } = chat([
      [call("1", "serverTool"), { type: "tool-output-available", toolCallId: "1", output: 5 }, ...text("Five.")],
    ]);
    await store.getState().send("go");
    expect(callsOf(store)[0]).toMatchObject({ status: "completed", result: 5 });
    expect(getMessageText(lastMessage(store))).toBe("Five.");
    expect(requests).toHaveLength(1); // the model knows that result already
  });

  it("stops at maxSteps", async () => {
    const { store, requests } = chat(
      Array.from({ length: 20 }, (_, index) => [call(`${index}`, "again")]),
      { tools: { again: () => 1 }, maxSteps: 3 },
    );
    await store.getState().send("go");
    expect(requests).toHaveLength(3);
    expect(store.getState().status).toBe("ready");
  });
});

describe("whatever happens", () => {
  it("cancels open calls on stop, drops their late results, and can send again", async () => {
    let finish: (value: string) => void = () => {};
    const { store, requests } = chat([[call("1", "slow")], text("next")], {
      tools: { slow: () => new Promise<string>((resolve) => (finish = resolve)) },
    });
    const turn = store.getState().send("go");
    await until(() => store.getState().status === "running");
    store.getState().stop();
    await turn;
    expect(store.getState().status).toBe("ready");
    expect(callsOf(store)[0]?.status).toBe("cancelled");
    finish("too late");
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(callsOf(store)[0]).not.toHaveProperty("result");
    await store.getState().send("again");
    expect(requests).toHaveLength(2);
    expect(getMessageText(lastMessage(store))).toBe("next");
  });

  it("keeps what came before a stream error, ends open calls, and says the error", async () => {
    const onError = vi.fn();
    const { store } = chat(
      [
        [
          ...text("Half an ans"),
          { type: "tool-input-start", toolCallId: "1", toolName: "x" },
          { type: "error", errorText: "overloaded", code: "529" },
        ],
      ],
      { onError },
    );
    await store.getState().send("go");
    expect(store.getState()).toMatchObject({ status: "error", error: { message: "overloaded", code: "529" } });
    expect(onError).toHaveBeenCalledTimes(1);
    expect(callsOf(store)[0]?.status).toBe("error");
    expect(JSON.stringify(lastMessage(store))).toContain("Half an ans");
  });

  it("says a request that fails, and leaves no empty message behind", async () => {
    const { store } = chat([[{ type: "error", errorText: "Not found", code: "404" }]]);
    await store.getState().send("go");
    expect(store.getState().status).toBe("error");
    expect(store.getState().messages).toHaveLength(1);
  });

  it("tries again after an error without running a tool twice", async () => {
    const tool = vi.fn(() => 7);
    const { store, requests } = chat([[call("1", "tool")], [{ type: "error", errorText: "lost" }], text("Seven.")], {
      tools: { tool },
    });
    await store.getState().send("go");
    expect(store.getState().status).toBe("error");
    await store.getState().retry();
    expect(tool).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(3);
    expect(getMessageText(lastMessage(store))).toBe("Seven.");
    expect(store.getState()).toMatchObject({ status: "ready", error: undefined });
  });

  it("updates at most once a frame while an answer streams", async () => {
    const deltas = Array.from(
      { length: 400 },
      (_, index): StreamEvent => ({ type: "text-delta", id: "t", delta: `${index} ` }),
    );
    const { store } = chat([deltas]);
    let updates = 0;
    store.subscribe((state, before) => {
      if (state.messages !== before.messages) updates += 1;
    });
    const begin = performance.now();
    await store.getState().send("go");
    const frames = (performance.now() - begin) / 16;
    expect(updates).toBeLessThanOrEqual(frames + 4);
    expect(getMessageText(lastMessage(store))).toContain("399");
  });

  it("reads its options afresh, so that callbacks are never stale", async () => {
    const { connector } = { connector: eventConnector(() => text("hi")) };
    const first = vi.fn();
    const second = vi.fn();
    let onFinish = first;
    const store = createChatStore(() => ({ connector, onFinish }));
    onFinish = second;
    await store.getState().send("go");
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
  });
});

describe("approval", () => {
  const remove = { execute: vi.fn(() => "gone"), needsApproval: true };

  it("asks before it runs, and runs once when allowed", async () => {
    remove.execute.mockClear();
    const { store, requests } = chat([[call("1", "remove")], text("Removed.")], { tools: { remove } });
    await store.getState().send("go");
    expect(remove.execute).not.toHaveBeenCalled();
    expect(callsOf(store)[0]?.status).toBe("pending");
    store.getState().respondToApproval("1-approval", { approved: true });
    await until(() => requests.length === 2 && store.getState().status === "ready");
    expect(remove.execute).toHaveBeenCalledTimes(1);
    expect(getMessageText(lastMessage(store))).toBe("Removed.");
  });

  it("tells the model when it is denied", async () => {
    remove.execute.mockClear();
    const { store, requests } = chat([[call("1", "remove")], text("Then not.")], { tools: { remove } });
    await store.getState().send("go");
    store.getState().respondToApproval("1-approval", { approved: false, reason: "too risky" });
    await until(() => requests.length === 2 && store.getState().status === "ready");
    expect(remove.execute).not.toHaveBeenCalled();
    expect(callsOf(store)[0]?.status).toBe("denied");
  });

  it("cancels what waits when the person goes on without answering", async () => {
    const { store, requests } = chat([[call("1", "remove")], text("ok")], { tools: { remove } });
    await store.getState().send("go");
    await store.getState().send("never mind");
    expect(requests[1]?.messages[1]?.parts[0]).toMatchObject({ state: "output-error", reason: "cancelled" });
  });
});

describe("going back in the conversation", () => {
  const idsOf = (store: ReturnType<typeof chat>["store"]) => store.getState().messages.map((message) => message.id);
  const wordsOf = (store: ReturnType<typeof chat>["store"]) =>
    store.getState().messages.map((message) => getMessageText(message));

  it("sends edited words anew: the old ones and all behind them go, under fresh ids", async () => {
    const { store, requests } = chat([text("one"), text("two"), text("three")]);
    await store.getState().send("first");
    await store.getState().send("secnod");
    const before = idsOf(store);
    await store.getState().editMessage(before[2] ?? "", "second");
    expect(wordsOf(store)).toEqual(["first", "one", "second", "three"]);
    const after = idsOf(store);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(before).not.toContain(after[2]);
    expect(before).not.toContain(after[3]);
    expect(requests[2]?.messages.map((message) => getMessageText(message))).toEqual(["first", "one", "second"]);
  });

  it("keeps the files of edited words, unless others are given", async () => {
    const { store } = chat([text("a"), text("b"), text("c")]);
    const file = { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" } as const;
    await store.getState().send({ text: "what is it", files: [file] });
    await store.getState().editMessage(idsOf(store)[0] ?? "", "what is this?");
    expect(store.getState().messages[0]?.parts).toEqual([file, { type: "text", text: "what is this?" }]);
    await store.getState().editMessage(idsOf(store)[0] ?? "", { text: "never mind" });
    expect(store.getState().messages[0]?.parts).toEqual([{ type: "text", text: "never mind" }]);
  });

  it("ends what runs when words are edited, and drops its late result", async () => {
    const tool = heldTool();
    const { store, requests } = chat([[call("1", "slow")], text("anew")], { tools: { slow: tool.execute } });
    const turn = store.getState().send("go");
    await until(() => tool.execute.mock.calls.length === 1);
    const edited = store.getState().editMessage(idsOf(store)[0] ?? "", "stay");
    expect(tool.execute.mock.calls[0]?.[1].signal.aborted).toBe(true);
    tool.finish("too late");
    await Promise.all([turn, edited]);
    expect(wordsOf(store)).toEqual(["stay", "anew"]);
    expect(partsOf(store.getState().messages)).toEqual([]);
    expect(requests).toHaveLength(2);
    expect(store.getState().status).toBe("ready");
  });

  it("runs a call of the new answer, though a call that is gone had its id", async () => {
    const tool = vi.fn(() => 1);
    const { store } = chat([[call("c", "tool")], text("one"), [call("c", "tool")], text("two")], { tools: { tool } });
    await store.getState().send("go");
    await store.getState().editMessage(idsOf(store)[0] ?? "", "go again");
    expect(tool).toHaveBeenCalledTimes(2);
    expect(wordsOf(store)).toEqual(["go again", "two"]);
  });

  it("asks for an earlier answer again, and what stood behind it goes", async () => {
    const { store, requests } = chat([text("one"), text("two"), text("another one")]);
    await store.getState().send("first");
    await store.getState().send("second");
    await store.getState().regenerate(idsOf(store)[1] ?? "");
    expect(wordsOf(store)).toEqual(["first", "another one"]);
    expect(requests[2]).toMatchObject({ trigger: "regenerate-message" });
    expect(requests[2]?.messages.map((message) => getMessageText(message))).toEqual(["first"]);
  });

  it("asks for the last answer again without running its tool twice", async () => {
    const tool = vi.fn(() => 7);
    const { store } = chat([[call("1", "tool")], text("Seven."), text("It is seven.")], { tools: { tool } });
    await store.getState().send("go");
    await store.getState().regenerate(lastMessage(store).id);
    expect(tool).toHaveBeenCalledTimes(1);
    expect(wordsOf(store)).toEqual(["go", "It is seven."]);
  });

  it("answers the person's words that stand alone", async () => {
    const { store } = chat([[{ type: "error", errorText: "lost" }], text("Here.")]);
    await store.getState().send("hello");
    await store.getState().regenerate(idsOf(store)[0] ?? "");
    expect(wordsOf(store)).toEqual(["hello", "Here."]);
  });

  it("does nothing for a message that is not there, or is not the person's", async () => {
    const { store, requests } = chat([text("one")]);
    await store.getState().send("first");
    await store.getState().editMessage("nobody", "x");
    await store.getState().editMessage(lastMessage(store).id, "x");
    await store.getState().regenerate("nobody");
    expect(requests).toHaveLength(1);
    expect(wordsOf(store)).toEqual(["first", "one"]);
  });
});
