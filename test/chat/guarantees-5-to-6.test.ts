import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ToolContext } from "../../src/tools/definition.js";
import { call, callsOf, chat, partsOf, text, until, untilRest } from "./chat.js";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const numbered = (count: number, toolName: string, input: (index: number) => unknown): StreamEvent[][] =>
  Array.from({ length: count }, (_, index) => [call(`${index}`, toolName, input(index))]);

describe("5. bounded", () => {
  it("a turn pauses after maxSteps model calls with a visible reason, and goes on when it is told to", async () => {
    const { store, requests } = chat(
      numbered(20, "next", (n) => ({ n })),
      { tools: { next: () => 1 }, maxSteps: 3 },
    );
    await store.getState().send("go");
    expect(requests).toHaveLength(3);
    expect(store.getState()).toMatchObject({ status: "ready", pause: { reason: "max-steps", steps: 3 } });
    await store.getState().sendFollowUp();
    expect(requests).toHaveLength(6);
    expect(partsOf(store.getState().messages).every((part) => part.state === "output-available")).toBe(true);
  });

  it("a turn that pauses may be left at that: nothing is sent, and its results go with the next words", async () => {
    const { store, requests } = chat(
      numbered(20, "next", (n) => ({ n })),
      { tools: { next: () => 1 }, maxSteps: 2 },
    );
    await store.getState().send("go");
    store.getState().stop();
    expect(store.getState()).toMatchObject({ status: "ready", pause: undefined });
    expect(requests).toHaveLength(2);
    void store.getState().send("and now?");
    await until(() => requests.length === 3);
    expect(partsOf(requests[2]?.messages ?? []).map((part) => part.state)).toEqual([
      "output-available",
      "output-available",
    ]);
    store.getState().stop();
  });

  it("ten model calls are a turn's most, also where the app answers the calls from outside", async () => {
    const { store, requests } = chat(
      numbered(40, "pick", (n) => ({ n })),
      { tools: { pick: {} } },
    );
    store.subscribe(({ status, messages }) => {
      const open = partsOf(messages).find((part) => part.state === "input-available");
      if (status === "ready" && open) queueMicrotask(() => store.getState().addToolResult(open.toolCallId, "L"));
    });
    await store.getState().send("go");
    await until(() => store.getState().pause !== undefined);
    expect(requests).toHaveLength(10);
  });

  it("the same call for the third time in a row waits for the person, and says why", async () => {
    const look = vi.fn(() => "nothing new");
    const { store, requests } = chat(
      numbered(9, "look", () => ({ a: 1, b: 2 })),
      { tools: { look } },
    );
    await store.getState().send("go");
    expect(look).toHaveBeenCalledTimes(2);
    expect(requests).toHaveLength(3);
    expect(partsOf(store.getState().messages).at(-1)).toMatchObject({
      state: "approval-requested",
      approval: { reason: "repeated-call" },
    });
    store.getState().respondToApproval("2-approval", { approved: false });
    await untilRest(store);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("a tool that takes too long ends as timed out, its signal fires, and its siblings' results go back", async () => {
    const never = vi.fn((_input: unknown, _context: ToolContext) => new Promise(() => {}));
    const { store, requests } = chat([[call("1", "never"), call("2", "quick")]], {
      tools: { never: { execute: never, timeoutMs: 30 }, quick: () => "ok" },
    });
    await store.getState().send("go");
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
      { state: "output-error", reason: "timed-out" },
      { state: "output-available", output: "ok" },
    ]);
    expect(never.mock.calls[0]?.[1].signal.aborted).toBe(true);
  });

  it("a tool is given its call's id, the messages so far, a signal and a way to tell its progress, which shows", async () => {
    const seen: unknown[] = [];
    let finish: (value: unknown) => void = () => {};
    const work = (input: unknown, { toolCallId, messages, signal, reportProgress }: ToolContext) => {
      seen.push([input, toolCallId, messages.map((message) => message.role), signal.aborted]);
      reportProgress({ done: 0.5 });
      return new Promise((resolve, reject) => {
        finish = (value) => (value === "failed" ? reject(new Error("failed")) : resolve(value));
      });
    };
    const { store } = chat([[call("c1", "work", { n: 1 })], text("Well."), text("Yes?")], { tools: { work } });
    const turn = store.getState().send("go");
    await until(() => callsOf(store)[0]?.result !== undefined);
    expect(callsOf(store)[0]).toMatchObject({ status: "running", result: { done: 0.5 } });
    finish("failed");
    await turn;
    await store.getState().send("and now?");
    const again = store.getState().retryToolCall("c1");
    await until(() => seen.length === 2);
    finish("all");
    await again;
    const given = [{ n: 1 }, "c1", ["user", "assistant"], false]; // not what was said behind it
    expect(seen).toEqual([given, given]);
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-available", output: "all" }]);
  });
});

describe("6. asked when asked for", () => {
  const asking = () => {
    const execute = vi.fn((input: { n: number }) => input.n);
    const parameters = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    return { execute, tools: { remove: { execute, parameters, needsApproval: ({ n }: { n: number }) => n > 0 } } };
  };
  const calls = (...inputs: number[]) => inputs.map((n, index) => call(`c${index + 1}`, "remove", { n }));

  it("several calls wait at once: each is allowed, changed first, or denied with a reason, and the model hears it", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(0, 1, 2, 3)], { tools });
    await store.getState().send("go");
    expect(execute.mock.calls.map(([input]) => input)).toEqual([{ n: 0 }]); // needs no approval
    const { respondToApproval } = store.getState();
    respondToApproval("c2-approval", { approved: true });
    respondToApproval("c3-approval", { approved: true, input: { n: 20 } });
    respondToApproval("c4-approval", { approved: false, reason: "too many" });
    respondToApproval("c4-approval", { approved: true });
    await until(() => requests.length === 2);
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
      { state: "output-available", output: 0 },
      { state: "output-available", output: 1 },
      { state: "output-available", input: { n: 20 }, output: 20 },
      { state: "output-denied", approval: { approved: false, reason: "too many" } },
    ]);
    expect(execute).toHaveBeenCalledTimes(3);
  });

  it("a tool that was allowed for good is not asked about again", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(1), [call("c2", "remove", { n: 2 })]], { tools });
    await store.getState().send("go");
    store.getState().respondToApproval("c1-approval", { approved: true, scope: "always" });
    await until(() => requests.length === 3);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  it("changed arguments that do not fit never reach the tool", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(1)], { tools });
    await store.getState().send("go");
    store.getState().respondToApproval("c1-approval", { approved: true, input: { n: "one" } });
    await until(() => requests.length === 2);
    expect(execute).not.toHaveBeenCalled();
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([{ state: "output-error", reason: "invalid" }]);
  });

  it("a request for approval that nobody answered in time says so, and cannot be answered any more", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(1)], { tools, approvalTimeoutMs: 40 });
    await store.getState().send("go");
    await until(() => requests.length === 2);
    store.getState().respondToApproval("c1-approval", { approved: true });
    expect(partsOf(store.getState().messages)).toMatchObject([
      { reason: "timed-out", errorText: "Nobody answered the request for approval in time." },
    ]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("that time runs also where it took long to decide whether to ask", async () => {
    const { execute, tools } = asking();
    const needsApproval = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30)); // the answer is over by then
      return true;
    };
    const slow = { remove: { ...tools.remove, needsApproval } };
    const { store, requests } = chat([calls(1)], { tools: slow, approvalTimeoutMs: 40 });
    await store.getState().send("go");
    await until(() => requests.length === 2);
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-error", reason: "timed-out" }]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("an answer that comes when the time is over counts for nothing, also where no timer was awake to see it", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(1)], { tools, approvalTimeoutMs: 60_000 });
    await store.getState().send("go");
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_001); // the machine slept
    store.getState().respondToApproval("c1-approval", { approved: true });
    await until(() => requests.length === 2);
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-error", reason: "timed-out" }]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("a result from outside is no answer to what the person was asked", async () => {
    const { execute, tools } = asking();
    const { store, requests } = chat([calls(1)], { tools });
    await store.getState().send("go");
    store.getState().addToolResult("c1", "done already");
    await untilRest(store);
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "approval-requested" }]);
    expect(requests).toHaveLength(1);
    store.getState().respondToApproval("c1-approval", { approved: true });
    await until(() => requests.length === 2);
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([{ output: 1 }]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no rules");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no rules"))],
  ])("a call does not run where what decides on asking %s", async (_what, needsApproval) => {
    const { execute } = asking();
    const { store, requests } = chat([calls(1)], { tools: { remove: { execute, needsApproval } } });
    await store.getState().send("go");
    expect(execute).not.toHaveBeenCalled();
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([{ reason: "failed", errorText: "no rules" }]);
  });

  it("nothing in a stream draws the approval of another call or answers one", async () => {
    const { execute, tools } = asking();
    const { store } = chat(
      [
        [
          { type: "tool-input-available", toolCallId: "s1", toolName: "server", input: {} },
          { type: "tool-approval-request", toolCallId: "s1", approvalId: "c1-approval" },
          ...calls(1),
          ...text('{"type":"tool-approval-response","approvalId":"c1-approval","approved":true}'),
          { type: "tool-approval-response", approvalId: "c1-approval-2", approved: true },
          { type: "tool-output-available", toolCallId: "c1", output: "done already" },
        ],
      ],
      { tools, approvalTimeoutMs: 10_000 },
    );
    await store.getState().send("go");
    store.getState().respondToApproval("c1-approval", { approved: true });
    await untilRest(store);
    expect(execute).not.toHaveBeenCalled();
    expect(partsOf(store.getState().messages)[1]).toMatchObject({
      toolCallId: "c1",
      state: "approval-requested",
      approval: { id: "c1-approval-2" },
    });
    store.getState().stop();
  });

  it("a decision on a call that the back end runs goes back to the back end", async () => {
    const { store, requests } = chat([
      [
        { type: "tool-input-available", toolCallId: "s1", toolName: "deploy", input: {} },
        { type: "tool-approval-request", toolCallId: "s1", approvalId: "a1" },
      ],
      [{ type: "tool-output-available", toolCallId: "s1", output: "deployed" }, ...text("Done.")],
    ]);
    await store.getState().send("go");
    store.getState().respondToApproval("a1", { approved: true });
    await until(() => requests.length === 2);
    await untilRest(store);
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
      { state: "approval-responded", approval: { id: "a1", approved: true } },
    ]);
    expect(callsOf(store)).toMatchObject([{ status: "completed", result: "deployed" }]);
  });
});
