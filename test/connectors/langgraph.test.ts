import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { decodeAll, toOutcome } from "../recordings.js";

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const decode = (...records: unknown[]) => decodeAll(createDecoder("langgraph"), [lines(...records)]);
const sse = (...records: [event: string, data: unknown][]) =>
  records.map(([event, data]) => `event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`).join("");
const decodeSse = (...records: [event: string, data: unknown][]) =>
  decodeAll(createDecoder("langgraph"), [sse(...records)]);

const chunk = (fields: object, metadata: object = {}) => [
  "messages",
  [{ type: "AIMessageChunk", id: "run-1", content: "", tool_call_chunks: [], ...fields }, metadata],
];
const callChunk = (fields: object) => chunk({ tool_call_chunks: [{ type: "tool_call_chunk", ...fields }] });
const ai = (fields: object) => ({ type: "ai", id: "run-1", content: "", ...fields });
const toolResult = (fields: object) => ({ type: "tool", id: "t-1", tool_call_id: "c1", content: "3", ...fields });
const toolCall = { id: "c1", name: "t", args: { k: 1 }, type: "tool_call" };
const updates = (...messages: object[]) => ["updates", { agent: { messages } }];
const stopped = chunk({ response_metadata: { finish_reason: "tool_calls" } });

const textOf = (events: readonly StreamEvent[]) =>
  events
    .reduce(reduceMessage, createMessage({ id: "m", role: "assistant" }))
    .parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("|");

describe("a LangGraph run in chunks", () => {
  it("says its text once, though it comes again whole, even under another id", () => {
    for (const id of ["run-1", "other", undefined]) {
      const events = decode(
        chunk({ content: "Hel" }),
        chunk({ content: [{ type: "text", text: "lo", index: 0 }] }),
        ["messages", [ai({ id, content: "Hello" }), {}]],
        updates(ai({ id, content: "Hello" })),
      );
      expect(textOf(events)).toBe("Hello");
    }
  });

  it("adds what the whole message has more, and puts right what differs", () => {
    expect(textOf(decode(chunk({ content: "Hel" }), updates(ai({ content: "Hello" }))))).toBe("Hello");
    expect(textOf(decode(chunk({ content: "Hallo" }), updates(ai({ content: "Hello" }))))).toBe("Hello");
  });

  it("puts calls together by their index, and gives each its result", () => {
    const events = decode(
      callChunk({ index: 0, id: "c1", name: "t", args: "" }),
      callChunk({ index: 1, id: "c2", name: "t", args: "" }),
      callChunk({ index: 0, args: '{"k":' }),
      callChunk({ index: 1, args: '{"k":2}' }),
      callChunk({ index: 0, args: "1}" }),
      ["messages", [toolResult({}), {}]],
      ["messages", [toolResult({ tool_call_id: "c2", content: "No.", status: "error" }), {}]],
      chunk({ id: "run-2", content: "Three." }),
    );
    expect(toOutcome(events)).toMatchObject({
      text: "Three.",
      calls: [
        { id: "c1", name: "t", arguments: { k: 1 } },
        { id: "c2", name: "t", arguments: { k: 2 } },
      ],
      results: [
        { id: "c1", status: "available", output: "3" },
        { id: "c2", status: "error", output: "No." },
      ],
      errors: [],
    });
    expect(events.filter((event) => event.type === "start-step")).toHaveLength(2);
  });

  it("makes a call available only when its model is known to have stopped", () => {
    const begun = [callChunk({ index: 0, id: "c1", name: "t", args: '{"k":1}' })];
    expect(toOutcome(decode(...begun)).calls).toMatchObject([{ incomplete: true }]);
    const whole = [{ id: "c1", name: "t", arguments: { k: 1 } }];
    expect(toOutcome(decode(...begun, stopped)).calls).toEqual(whole);
    expect(toOutcome(decode(...begun, updates(ai({ tool_calls: [toolCall] })))).calls).toEqual(whole);
  });

  it("runs no call that was cut at the model's limit", () => {
    const cut = chunk({ response_metadata: { finish_reason: "length" } });
    const events = decode(callChunk({ index: 0, id: "c1", name: "t", args: '{"k":1' }), cut);
    expect(toOutcome(events).calls).toMatchObject([{ id: "c1", incomplete: true }]);
  });

  it.each([
    ["in its content", { content: [{ type: "thinking", thinking: "Hm" }] }],
    ["as reasoning in its content", { content: [{ type: "reasoning", reasoning: "Hm" }] }],
    ["beside it", { additional_kwargs: { reasoning_content: "Hm" } }],
    ["as a summary", { additional_kwargs: { reasoning: { summary: [{ type: "summary_text", text: "Hm" }] } } }],
  ])("thinks %s", (_, fields) => {
    expect(toOutcome(decode(chunk(fields), chunk({ content: "Yes" })))).toMatchObject({ reasoning: "Hm", text: "Yes" });
  });

  it("is read from constructors, and from namespaces of subgraphs", () => {
    const constructed = {
      lc: 1,
      type: "constructor",
      id: ["langchain_core", "messages", "AIMessageChunk"],
      kwargs: { id: "run-1", content: "Hi", tool_call_chunks: [] },
    };
    const events = decode([["sub:1"], "messages", [constructed, {}]]);
    expect(toOutcome(events)).toMatchObject({ text: "Hi", errors: [] });
  });

  it("is cut off where its last line is not whole, which is all that can be known", () => {
    const wire = lines(chunk({ content: "Half" }), chunk({ content: "way" }));
    const events = decodeAll(createDecoder("langgraph"), [wire.slice(0, -20)]);
    expect(toOutcome(events)).toMatchObject({
      text: "Half",
      errors: ["The connection ended before the answer did."],
    });
  });
});

describe("a LangGraph run in updates", () => {
  it("has each message whole", () => {
    const events = decode(
      updates(ai({ content: "I look.", tool_calls: [toolCall] })),
      ["updates", { tools: { messages: [toolResult({})] } }],
      updates(ai({ id: "run-2", content: "Three." })),
    );
    expect(textOf(events)).toBe("I look.|Three.");
    expect(toOutcome(events)).toMatchObject({
      calls: [{ id: "c1", name: "t", arguments: { k: 1 } }],
      results: [{ id: "c1", status: "available", output: "3" }],
    });
  });

  it("says two messages of one text twice", () => {
    expect(textOf(decode(updates(ai({ id: "a", content: "Done." })), updates(ai({ id: "b", content: "Done." }))))).toBe(
      "Done.|Done.",
    );
  });

  it("shows a call whose arguments its own side could not read", () => {
    const invalid = { id: "c1", name: "t", args: "{k", error: "Malformed args." };
    expect(toOutcome(decode(updates(ai({ invalid_tool_calls: [invalid], content: "I" }))))).toMatchObject({
      calls: [{ id: "c1", name: "t", arguments: "{k" }],
      results: [{ id: "c1", status: "input-error" }],
    });
  });

  it("leaves out what was there before the run", () => {
    const old = ai({ id: "old", content: "Before." });
    const events = decode(
      ["values", { messages: [{ type: "human", id: "h", content: "Hi" }, old] }],
      ["values", { messages: [{ type: "human", id: "h", content: "Hi" }, old, ai({ id: "new", content: "Now." })] }],
    );
    expect(textOf(events)).toBe("Now.");
  });
});

describe("a LangGraph run of the platform", () => {
  it("names its thread, streams whole messages as far as they came, and ends", () => {
    const partial = (content: string, more: object = {}) => ai({ content, ...more });
    const events = decodeSse(
      ["metadata", { run_id: "r", thread_id: "th" }],
      ["messages/metadata", { "run-1": { metadata: {} } }],
      ["messages/partial", [partial("Hel")]],
      ["messages/partial", [partial("Hello", { tool_calls: [{ ...toolCall, args: {} }] })]],
      ["messages/complete", [partial("Hello", { tool_calls: [toolCall] })]],
      ["end", null],
    );
    expect(events[0]).toEqual({ type: "start", threadId: "th", runId: "r" });
    expect(toOutcome(events)).toMatchObject({
      text: "Hello",
      calls: [{ id: "c1", name: "t", arguments: { k: 1 } }],
      errors: [],
    });
  });

  it("reads the events of subgraphs, tuples, data of the app, and errors", () => {
    const events = decodeSse(
      ["messages|sub:1", chunk({ content: "Hi" })[1]],
      ["custom", { progress: 1 }],
      ["error", { error: "ValueError", message: "Bad state" }],
    );
    expect(toOutcome(events)).toMatchObject({ text: "Hi", errors: ["Bad state"] });
    expect(events).toContainEqual({ type: "data-langgraph", data: { progress: 1 } });
    expect(events).toContainEqual({ type: "error", errorText: "Bad state", code: "ValueError", scope: "run" });
  });
});

describe("a LangGraph run that waits for a person", () => {
  const request = { name: "t", args: { k: 1 }, description: "May I?" };
  const called = updates(ai({ tool_calls: [toolCall] }));
  const interrupt = (value: unknown, id = "i1") => ["updates", { __interrupt__: [{ id, value }] }];

  it("asks for the approval of the call that is meant, once", () => {
    const value = {
      action_requests: [request],
      review_configs: [{ action_name: "t", allowed_decisions: ["approve", "edit"] }],
    };
    const events = decode(called, interrupt(value), ["values", { __interrupt__: [{ id: "i1", value }] }]);
    expect(events.filter((event) => event.type === "tool-approval-request")).toEqual([
      {
        type: "tool-approval-request",
        approvalId: "i1",
        toolCallId: "c1",
        approvalDescriptor: "May I?",
        allowedDecisions: ["approve", "edit"],
      },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "interrupted", rawFinishReason: "interrupt" });
  });

  it("never takes the call that was told for one with other arguments", () => {
    const events = decode(called, interrupt({ actionRequests: [{ ...request, args: { k: 2 } }] }));
    const { calls, approvals } = toOutcome(events);
    const asked = calls.find((call) => call.id === approvals[0]?.toolCallId);
    expect(asked).toMatchObject({ name: "t", arguments: { k: 2 } });
    expect(asked?.id).not.toBe("c1");
  });

  it("asks for each of several calls, whatever the order of their arguments' names", () => {
    const two = [
      { id: "c1", name: "t", args: { a: 1, b: { c: 2, d: 3 } } },
      { id: "c2", name: "t", args: { a: 2 } },
    ];
    const actionRequests = [
      { name: "t", args: { a: 2 } },
      { name: "t", args: { b: { d: 3, c: 2 }, a: 1 } },
    ];
    expect(toOutcome(decode(updates(ai({ tool_calls: two })), interrupt({ actionRequests }))).approvals).toEqual([
      { id: "i1", toolCallId: "c2" },
      { id: "i1:1", toolCallId: "c1" },
    ]);
  });

  it("passes any other pause on in words", () => {
    expect(decode(interrupt("Which city?"))).toContainEqual({
      type: "interrupt",
      interruptId: "i1",
      message: "Which city?",
    });
    expect(decode(interrupt({ a: 1 }))).toContainEqual({ type: "interrupt", interruptId: "i1", message: '{"a":1}' });
  });

  it("gives the result to a call of an earlier message once it goes on", () => {
    const events = decode(
      ["values", { messages: [ai({ tool_calls: [toolCall] })] }],
      ["messages", [toolResult({}), {}]],
      chunk({ id: "run-2", content: "Done." }),
    );
    expect(toOutcome(events)).toMatchObject({
      text: "Done.",
      calls: [],
      results: [{ id: "c1", status: "available", output: "3" }],
    });
  });
});
