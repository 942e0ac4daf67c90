import { describe, expect, it, vi } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createChatStore } from "../../src/chat/store.js";
import { type AgUiBody, agUi, encodeAgUi } from "../../src/connectors/ag-ui.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart, ToolPart } from "../../src/stream/message.js";
import { decodeAll, recordings, toOutcome, toWire } from "../recordings.js";
import { answerOf, conversation, fetchOf, requestOf } from "./conversation.js";

const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const run = (...events: object[]) => [
  { type: "RUN_STARTED", threadId: "t", runId: "r" },
  ...events,
  { type: "RUN_FINISHED", threadId: "t", runId: "r" },
];
const decodeStream = (...events: object[]) => decodeAll(createDecoder("ag-ui"), [sse(...events)]);
const decode = (...events: object[]) => decodeStream(...run(...events));

const text = (messageId: string, delta: string) => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];
const call = (toolCallId: string, ...args: string[]) => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName: "look", parentMessageId: null },
  ...args.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
  { type: "TOOL_CALL_END", toolCallId },
];
const result = (toolCallId: string, content: unknown) => ({
  type: "TOOL_CALL_RESULT",
  messageId: `${toolCallId}-r`,
  toolCallId,
  content,
});
const snapshot = (...messages: object[]) => ({ type: "MESSAGES_SNAPSHOT", messages });
const asked = { id: "u", role: "user", content: "Look." };

const messageOf = (events: readonly StreamEvent[]) =>
  events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));
const shape = (events: readonly StreamEvent[]) =>
  messageOf(events).parts.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return `${part.type}: ${part.text}`;
    return "toolCallId" in part ? `${part.toolCallId} ${part.state}` : part.type;
  });

describe("a run", () => {
  it("names its thread, so that the next one goes on with it", () => {
    const events = decode(...text("m", "Hi"));
    expect(events[0]).toEqual({ type: "start", threadId: "t", runId: "r" });
    expect(events.at(-1)).toEqual({ type: "finish", finishReason: "stop", rawFinishReason: "finished" });
  });

  it("keeps words and calls in their order, also where a call stands inside of a message", () => {
    const content = (delta: string) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta });
    const [begin, , end] = text("m", "");
    const events = decode(
      begin ?? {},
      content("I look. "),
      ...call("c", "{}"),
      result("c", "wet"),
      content("It is wet."),
      end ?? {},
    );
    expect(shape(events)).toEqual([
      "step-start",
      "text: I look. ",
      "c output-available",
      "step-start",
      "text: It is wet.",
    ]);
  });

  it("takes what the model says after a result as its next step, and its parallel calls as one", () => {
    const events = decode(
      ...call("a", "{}"),
      ...call("b", "{}"),
      result("a", "1"),
      result("b", "2"),
      ...call("c", "{}"),
    );
    expect(shape(events)).toEqual([
      "step-start",
      "a output-available",
      "b output-available",
      "step-start",
      "c input-available",
    ]);
    expect(events.at(-1)).toMatchObject({ finishReason: "tool-calls", pendingToolCallIds: ["c"] });
  });

  it("takes its own steps by their names, and one that never began as none", () => {
    const events = decode(
      { type: "STEP_FINISHED", stepName: "x" },
      { type: "STEP_STARTED", stepName: "agent" },
      ...text("m", "Hi"),
      {
        type: "STEP_FINISHED",
        stepName: "agent",
      },
    );
    expect(events.filter(({ type }) => type.endsWith("-step"))).toEqual([
      { type: "start-step", name: "agent" },
      { type: "finish-step" },
    ]);
  });

  it("tells a call's result when it comes, whatever other calls still do", () => {
    const events = decodeStream(...run(...call("slow"), ...call("fast"), result("fast", "ok")).slice(0, -1));
    const before = events.slice(0, events.findLastIndex(({ type }) => type === "tool-output-available") + 1);
    expect(shape(before)).toEqual(["step-start", "slow input-available", "fast output-available"]);
    const inTurn = decodeStream(...run(...call("a"), result("a", "1"), ...call("b")).slice(0, -1));
    expect(toOutcome(inTurn).results).toEqual([{ id: "a", status: "available", output: "1" }]);
  });

  it("reads calls whose arguments come side by side", () => {
    const [startA, endA] = call("a");
    const [startB, endB] = call("b");
    const args = (toolCallId: string, delta: string) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta });
    const pieces = [startA, startB, args("a", '{"k":'), args("b", '{"k":2}'), args("a", "1}"), endB, endA];
    expect(toOutcome(decode(...pieces.map((piece) => piece ?? {}))).calls).toMatchObject([
      { id: "a", arguments: { k: 1 } },
      { id: "b", arguments: { k: 2 } },
    ]);
  });

  it("that ended well while a call waits for the person goes on with the answer, once", async () => {
    const ended = { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "success" } };
    const { fetch, requests } = fetchOf(
      new Response(sse(...run(...call("q1", '{"of":["teal"]}')).slice(0, -1), ended)),
      new Response(sse(...run(...text("m", "Teal it is.")))),
    );
    const connector = agUi({ url: "https://example.com/", fetch });
    const store = createChatStore({
      connector,
      tools: { look: { description: "Asks", parameters: { type: "object" } } },
    });
    await store.getState().send("Which?");
    const [part] =
      store
        .getState()
        .messages.at(-1)
        ?.parts.filter((each) => "toolCallId" in each) ?? [];
    expect(part).toMatchObject({ toolCallId: "q1", state: "input-available" });
    store.getState().addToolResult("q1", "teal");
    await vi.waitFor(() => expect(store.getState().status).toBe("ready"), { timeout: 10_000 });
    const bodies = await Promise.all(requests.map((request) => request.json() as Promise<AgUiBody>));
    expect(bodies).toHaveLength(2);
    expect(bodies[1]?.messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "q1", content: "teal" });
  });

  it("reads chunks, each ended by what follows it", () => {
    const chunk = (toolCallId: string | undefined, delta: string, toolCallName?: string) => ({
      type: "TOOL_CALL_CHUNK",
      toolCallId,
      toolCallName,
      delta,
    });
    const events = decode(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "I " },
      { type: "RAW", event: {} },
      { type: "TEXT_MESSAGE_CHUNK", role: "assistant", delta: "look." },
      chunk("a", '{"n":', "look"),
      { type: "ACTIVITY_SNAPSHOT", messageId: "x", activityType: "PLAN", content: {} },
      chunk(undefined, "1}"),
      chunk("b", '{"n":2}', "look"),
      chunk("b", " "),
    );
    expect(toOutcome(events)).toMatchObject({
      text: "I look.",
      calls: [
        { id: "a", arguments: { n: 1 } },
        { id: "b", arguments: { n: 2 } },
      ],
    });
    expect(events.filter(({ type }) => type === "text-start")).toHaveLength(1);
  });

  it("finishes calls that it leaves open, unless their arguments are not whole, and ignores what comes after an end", () => {
    const open = (id: string, json: string) => call(id, json).slice(0, -1);
    const events = decode(...open("a", '{"n":1}'), ...open("b", '{"n":'), ...call("c", '{"n":3}'), {
      type: "TOOL_CALL_ARGS",
      toolCallId: "c",
      delta: "}}",
    });
    expect(toOutcome(events).calls).toMatchObject([
      { id: "a", arguments: { n: 1 } },
      { id: "b", incomplete: true },
      { id: "c", arguments: { n: 3 } },
    ]);
  });

  it("says nothing that is not the assistant's", () => {
    const user = [{ type: "TEXT_MESSAGE_START", messageId: "u", role: "user" }, ...text("u", "Look.").slice(1)];
    expect(toOutcome(decode(...user, ...text("m", "Yes."))).text).toBe("Yes.");
  });

  it("reads thoughts of every version, and keeps what only the agent can read", () => {
    const events = decode(
      { type: "REASONING_START", messageId: "g" },
      { type: "REASONING_MESSAGE_START", messageId: "g", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "g", delta: "Hm." },
      { type: "REASONING_MESSAGE_END", messageId: "g" },
      { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: "g", encryptedValue: "secret" },
      { type: "REASONING_END", messageId: "g" },
      { type: "THINKING_START" },
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: " So." },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
      { type: "REASONING_ENCRYPTED_VALUE", subtype: "tool-call", entityId: "c", encryptedValue: "too" },
      ...call("c", "{}"),
    );
    expect(toOutcome(events).reasoning).toBe("Hm. So.");
    expect(messageOf(events).parts).toContainEqual(
      expect.objectContaining({
        text: "Hm.",
        providerMetadata: { agUi: { messageId: "g", encryptedValue: "secret" } },
      }),
    );
    expect(messageOf(events).parts.at(-1)).toMatchObject({ callProviderMetadata: { agUi: { encryptedValue: "too" } } });
  });

  it("shows what a nested agent says as progress of the call that it works for", () => {
    const nested = { subagentRunId: "s" };
    const events = decode(
      ...call("c", "{}"),
      { type: "SUBAGENT_STARTED", ...nested, name: "finder", parentToolCallId: "c" },
      ...text("n", "Found it.").map((event) => ({ ...event, ...nested })),
      ...call("d", "{}").map((event) => ({ ...event, ...nested })),
      { type: "SUBAGENT_FINISHED", ...nested },
      result("c", "done"),
    );
    expect(toOutcome(events).text).toBe("");
    expect(events).toContainEqual({ type: "tool-output-delta", toolCallId: "c", delta: "Found it." });
    expect(events).toContainEqual({
      type: "subagent",
      subagentRunId: "s",
      status: "started",
      name: "finder",
      parentToolCallId: "c",
    });
    expect(events.find((event) => event.type === "tool-input-start" && event.toolCallId === "d")).toHaveProperty(
      "parentToolCallId",
      "c",
    );
    expect(toOutcome(events).results).toEqual([{ id: "c", status: "available", output: "done" }]);
  });

  it("passes on its state, its activities and its own events", () => {
    const events = decode(
      { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: 2 }] },
      { type: "ACTIVITY_SNAPSHOT", messageId: "x", activityType: "PLAN", content: { steps: [] } },
      { type: "CUSTOM", name: "ping", value: 7 },
    );
    expect(events.slice(1, -1)).toEqual([
      { type: "state-snapshot", snapshot: { n: 1 } },
      { type: "state-delta", delta: [{ op: "replace", path: "/n", value: 2 }] },
      { type: "data-PLAN", id: "x", data: { steps: [] } },
      { type: "data-ping", data: 7 },
    ]);
  });

  it("stays an error when it finishes after it", () => {
    const events = decode(...text("m", "Half"), { type: "RUN_ERROR", message: "No credit", code: "402" });
    expect(events.filter(({ type }) => type === "error")).toEqual([
      { type: "error", errorText: "No credit", code: "402", scope: "run" },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
  });

  it("is cut off where it never ends, and was stopped where it says so", () => {
    expect(toOutcome(decodeStream(...run(...text("m", "Half")).slice(0, -1))).errors).toEqual([
      "The connection ended before the answer did.",
    ]);
    const cancelled = { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "cancelled" } };
    expect(decodeStream(...run().slice(0, 1), cancelled)).toContainEqual({ type: "abort" });
  });

  it("may be followed by another one in the same stream", () => {
    const events = decodeStream(...run(...call("c", "{}")), ...run(result("c", "wet"), ...text("m", "Wet.")));
    expect(toOutcome(events)).toMatchObject({ text: "Wet.", results: [{ id: "c", output: "wet" }] });
    expect(events.filter(({ type }) => type === "finish")).toHaveLength(1);
  });

  it("tells a failed tool where the result says so in MCP's way", () => {
    const content = JSON.stringify({ content: [{ type: "text", text: "Down" }], isError: true });
    expect(toOutcome(decode(...call("c", "{}"), result("c", content))).results).toEqual([
      { id: "c", status: "error", output: "Down" },
    ]);
  });

  it("adds up what several models used", () => {
    const usage = [
      { model: "a", inputTokens: 1, outputTokens: 2 },
      { model: "b", inputTokens: 10, outputTokens: 20 },
    ];
    const end = { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "success" }, usage };
    expect(decodeStream(...run().slice(0, 1), end).at(-1)).toMatchObject({
      usage: { inputTokens: 11, outputTokens: 22 },
    });
  });
});

describe("a snapshot of the conversation", () => {
  const words = (id: string, content: string) => ({ id, role: "assistant", content });
  const calls = (id: string, ...own: [string, unknown][]) => ({
    id,
    role: "assistant",
    toolCalls: own.map(([callId, args]) => ({
      id: callId,
      type: "function",
      function: { name: "look", arguments: args },
    })),
  });
  const tool = (toolCallId: string, content: string, more: object = {}) => ({
    id: `${toolCallId}-t`,
    role: "tool",
    toolCallId,
    content,
    ...more,
  });

  it.each<[string, object[], object[], string]>([
    ["adds what was not streamed", text("m", "4"), [asked, words("m", "42.")], "42."],
    ["replaces what was streamed otherwise", text("m", "Fourty"), [asked, words("m", "42.")], "42."],
    ["says what was not streamed at all", [], [asked, words("m", "42.")], "42."],
    ["adds to the end of a text that it names otherwise", text("m", "4"), [asked, words("x", "42.")], "42."],
    ["says nothing twice, whatever the ids", text("m", "42."), [asked, words("x", "42.")], "42."],
    ["leaves alone what it contradicts under another id", text("m", "42."), [asked, words("x", "43.")], "42."],
    [
      "has nothing new in what came before the question",
      text("m", "42."),
      [words("o", "Old."), asked, words("m", "42.")],
      "42.",
    ],
    [
      "adds a message that was not streamed",
      text("m", "One. "),
      [asked, words("m", "One. "), words("n", "Two.")],
      "One. Two.",
    ],
  ])("%s", (_, streamed, messages, whole) => {
    const { parts } = messageOf(decode(...streamed, snapshot(...messages)));
    expect(parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("")).toBe(whole);
  });

  it("counts at the end only: what it has may still be streamed", () => {
    const events = decode(snapshot(asked, words("m", "42.")), ...text("m", "42."));
    expect(toOutcome(events).text).toBe("42.");
  });

  it("gives a call the arguments that were not streamed, before anything could run without them", () => {
    const events = decode(...call("c"), snapshot(asked, calls("m", ["c", '{"n":1}'])));
    expect(toOutcome(events).calls).toEqual([{ id: "c", name: "look", arguments: { n: 1 } }]);
    expect(toOutcome(decode(...call("c"))).calls).toEqual([{ id: "c", name: "look", arguments: {} }]);
  });

  it("brings calls and results that were not streamed, and what a tool failed with", () => {
    const events = decode(
      ...call("c", "{}"),
      snapshot(asked, calls("m", ["c", "{}"], ["d", { n: 2 }]), tool("c", "", { error: "No GPS." }), tool("d", "wet")),
    );
    expect(toOutcome(events)).toMatchObject({
      calls: [{ id: "c" }, { id: "d", arguments: { n: 2 } }],
      results: [
        { id: "c", status: "error", output: "No GPS." },
        { id: "d", status: "available", output: "wet" },
      ],
    });
  });

  it("tells nothing new of what the agent was sent, under its ids or not", async () => {
    const old: MessagePart[] = [
      { type: "text", text: "I look." },
      { type: "dynamic-tool", toolName: "look", toolCallId: "c", state: "output-available", input: {}, output: "wet" },
    ];
    const messages: ChatMessage[] = [
      { id: "u", role: "user", parts: [{ type: "text", text: "Look." }] },
      { id: "a", role: "assistant", parts: old },
    ];
    const back = snapshot(asked, words("x", "I look."), calls("y", ["c", "{}"]), tool("c", "wet"), words("z", "Wet."));
    const { fetch } = fetchOf(new Response(sse(...run(back))));
    const events = await answerOf(agUi({ url: "https://example.com/", fetch }), requestOf(messages));
    expect(toOutcome(events)).toMatchObject({ text: "Wet.", calls: [], results: [] });
  });
});

describe("an interrupt", () => {
  const finished = (...interrupts: object[]) => ({
    type: "RUN_FINISHED",
    threadId: "t",
    runId: "r",
    outcome: { type: "interrupt", interrupts },
  });

  it("is a request for approval where it concerns a call", () => {
    const interrupt = {
      id: "i1",
      reason: "tool_call",
      message: "Delete it?",
      toolCallId: "c",
      expiresAt: "2030-01-01T00:00:00Z",
    };
    const events = decodeStream(
      ...run(...call("c", "{}")).slice(0, -1),
      finished(interrupt, { id: "i2", reason: "input", message: "Which?" }),
    );
    expect(events).toContainEqual({
      type: "tool-approval-request",
      approvalId: "i1",
      toolCallId: "c",
      reason: "Delete it?",
      expiresAt: "2030-01-01T00:00:00Z",
    });
    expect(events).toContainEqual({ type: "interrupt", interruptId: "i2", reason: "input", message: "Which?" });
    expect(events.at(-1)).toMatchObject({ finishReason: "interrupted", rawFinishReason: "interrupt" });
  });

  it("is asked by TanStack AI with the call in it", () => {
    const value = { toolCallId: "c", toolName: "look", input: { n: 1 }, approval: { id: "p", needsApproval: true } };
    const events = decode(...call("c", '{"n":1}'), { type: "CUSTOM", name: "approval-requested", value });
    expect(toOutcome(events)).toMatchObject({
      calls: [{ id: "c", arguments: { n: 1 } }],
      approvals: [{ id: "p", toolCallId: "c" }],
    });
  });

  const waiting = (state: Partial<ToolPart>): ChatMessage => ({
    id: "a",
    role: "assistant",
    parts: [{ type: "dynamic-tool", toolName: "look", toolCallId: "c", input: {}, ...state } as ToolPart],
  });
  const asks: ChatMessage = { id: "u", role: "user", parts: [{ type: "text", text: "Look." }] };
  const encode = (...messages: ChatMessage[]) => encodeAgUi({}, requestOf(messages));
  const toolMessages = ({ messages }: AgUiBody) => messages.filter(({ role }) => role === "tool");

  it.each<[string, ToolPart["state"], object, object]>([
    ["approval", "approval-responded", { approved: true }, { status: "resolved", payload: { approved: true } }],
    [
      "denial",
      "approval-responded",
      { approved: false, reason: "Not now." },
      { status: "resolved", payload: { approved: false, reason: "Not now." } },
    ],
    ["no answer", "approval-requested", {}, { status: "cancelled" }],
  ])("is answered with %s by the run's own word for it, and by nothing else", (_, state, decision, entry) => {
    const approval = { id: "i1", ...decision };
    const body = encode(asks, waiting({ state, approval } as Partial<ToolPart>));
    expect(body.resume).toEqual([{ interruptId: "i1", ...entry }]);
    expect(toolMessages(body)).toEqual([]);
  });

  it("that an older run made has a result by now", () => {
    const approval = { id: "i1", approved: true };
    const later: ChatMessage = { id: "a2", role: "assistant", parts: [{ type: "text", text: "Yes." }] };
    const body = encode(asks, waiting({ state: "approval-responded", approval }), later, asks);
    expect(body).not.toHaveProperty("resume");
    expect(toolMessages(body)).toMatchObject([{ toolCallId: "c", content: "The call was not answered." }]);
  });

  it("is not what this side asked for its own tools", () => {
    const body = encode(asks, waiting({ state: "approval-requested", approval: { id: "c-approval" } }));
    expect(body).not.toHaveProperty("resume");
    expect(toolMessages(body)).toMatchObject([{ toolCallId: "c", content: "The call was not approved." }]);
  });

  it.skipIf(recordings.length === 0)("has its call go on where it stood, in a recorded run", () => {
    const recording = recordings.find(({ file }) => file.includes("interrupt-approval-turn2"));
    if (recording === undefined) throw new Error("not there");
    const before = waiting({
      toolCallId: "call_Id_1",
      state: "approval-responded",
      approval: { id: "i", approved: true },
    });
    const after = decodeAll(createDecoder("ag-ui"), [toWire(recording)]).reduce(reduceMessage, before);
    expect(after.parts.filter((part) => "toolCallId" in part)).toMatchObject([
      { toolCallId: "call_Id_1", state: "output-available" },
    ]);
  });
});

describe("an AG-UI request", () => {
  it("is a run's input, with strings for results", () => {
    const tools = [{ name: "look", description: "Looks", parameters: { type: "object" } as const }];
    const settings = {
      state: { n: 1 },
      context: [{ description: "Today", value: "Monday" }],
      forwardedProps: { model: "m" },
    };
    const body = encodeAgUi({ generateId: () => "run" }, requestOf(conversation, { tools, settings, threadId: "t" }));
    expect(body).toEqual({
      threadId: "t",
      runId: "run",
      state: { n: 1 },
      context: [{ description: "Today", value: "Monday" }],
      forwardedProps: { model: "m" },
      tools: [{ name: "look", description: "Looks", parameters: { type: "object" } }],
      messages: [
        { id: "s", role: "system", content: "Be brief." },
        {
          id: "u1",
          role: "user",
          content: [
            { type: "text", text: "Weather here and in Oslo?" },
            { type: "image", source: { type: "data", value: "iVBORw0KGgo=", mimeType: "image/png" } },
          ],
        },
        {
          id: "a1",
          role: "assistant",
          content: "I look.",
          toolCalls: [
            { id: "c1", type: "function", function: { name: "getWeather", arguments: '{"city":"Oslo"}' } },
            { id: "c2", type: "function", function: { name: "locate", arguments: "{}" } },
            { id: "c3", type: "function", function: { name: "call112", arguments: '{"why":"cold"}' } },
          ],
        },
        { id: "c1-result", role: "tool", toolCallId: "c1", content: '{"celsius":3}' },
        { id: "c2-result", role: "tool", toolCallId: "c2", content: "No GPS.", error: "No GPS." },
        { id: "c3-result", role: "tool", toolCallId: "c3", content: "Not now.", error: "Not now." },
        { id: "a1-2", role: "assistant", content: "3 degrees in Oslo." },
        { id: "u2", role: "user", content: "Thanks." },
      ],
    });
    expect(encodeAgUi({}, requestOf([])).threadId).toBe("chat-1");
  });

  it("gives messages back under the agent's own ids, those of its snapshot first", () => {
    const messages = (...events: object[]) =>
      encodeAgUi({}, requestOf([messageOf(decode(...events))])).messages.map(({ id, role }) => `${role} ${id}`);
    const asCalled = { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look", parentMessageId: "m2" };
    const streamed = [
      ...text("m1", "I look."),
      asCalled,
      ...call("c", "{}").slice(1),
      result("c", "wet"),
      ...text("m3", "Wet."),
    ];
    expect(messages(...streamed)).toEqual(["assistant m1", "assistant m2", "tool c-r", "assistant m3"]);
    const kept = snapshot(
      asked,
      {
        id: "k1",
        role: "assistant",
        toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { id: "k2", role: "tool", toolCallId: "c", content: "wet" },
    );
    expect(messages(...call("c", "{}"), result("c", "wet"), kept)).toEqual(["assistant k1", "tool k2"]);
  });

  it("gives thoughts back where the agent wants them, unread", () => {
    const events = decode(
      { type: "REASONING_MESSAGE_CONTENT", messageId: "g", delta: "Hm." },
      { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: "g", encryptedValue: "secret" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "h", delta: "Open." },
      ...text("m", "Yes."),
    );
    expect(encodeAgUi({}, requestOf([messageOf(events)])).messages).toEqual([
      { id: "g", role: "reasoning", content: "Hm.", encryptedValue: "secret" },
      { id: "m", role: "assistant", content: "Yes." },
    ]);
  });

  it("tells a person's words as a string unless there are files in them", () => {
    const parts: ChatMessage["parts"] = [
      { type: "text", text: "See" },
      { type: "file", mediaType: "text/csv", url: "data:text/csv;base64,YSxi", filename: "t.csv" },
    ];
    expect(encodeAgUi({}, requestOf([{ id: "u", role: "user", parts }])).messages).toEqual([
      { id: "u", role: "user", content: "See\n\nt.csv:\na,b" },
    ]);
  });
});
