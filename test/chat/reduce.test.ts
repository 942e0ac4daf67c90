import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessage, getCommentary, getMessageText, getToolActivity, getToolCalls } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isSettled, isToolPart } from "../../src/stream/message.js";

const fold = (events: readonly StreamEvent[], message: ChatMessage = createMessage({ id: "m", role: "assistant" })) =>
  events.reduce(reduceMessage, message);

const id = fc.constantFrom("a", "b", "__proto__");
const anyEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom("text-start", "reasoning-start", "text-end", "reasoning-end"), id }),
  fc.record({ type: fc.constantFrom("text-delta", "reasoning-delta"), id, delta: fc.string({ maxLength: 4 }) }),
  fc.record({ type: fc.constantFrom("start-step", "reset-step", "finish-step", "finish", "abort", "ping", "start") }),
  fc.record({ type: fc.constant("error"), errorText: fc.string() }),
  fc.record({ type: fc.constant("tool-input-start"), toolCallId: id, toolName: fc.constantFrom("x", "constructor") }),
  fc.record({
    type: fc.constant("tool-input-delta"),
    toolCallId: id,
    inputTextDelta: fc.constantFrom('{"a', '":1', "}", "["),
  }),
  fc.record({
    type: fc.constant("tool-input-available"),
    toolCallId: id,
    toolName: fc.constant("x"),
    input: fc.jsonValue(),
  }),
  fc.record({
    type: fc.constant("tool-input-error"),
    toolCallId: id,
    toolName: fc.constant("x"),
    input: fc.string(),
    errorText: fc.string(),
  }),
  fc.record({ type: fc.constant("tool-approval-request"), toolCallId: id, approvalId: id }),
  fc.record({ type: fc.constant("tool-approval-response"), approvalId: id, approved: fc.boolean() }),
  fc.record({
    type: fc.constant("tool-output-available"),
    toolCallId: id,
    output: fc.jsonValue(),
    preliminary: fc.boolean(),
  }),
  fc.record({ type: fc.constant("tool-output-delta"), toolCallId: id, delta: fc.string() }),
  fc.record({ type: fc.constant("tool-output-error"), toolCallId: id, errorText: fc.string() }),
  fc.record({ type: fc.constant("tool-output-denied"), toolCallId: id }),
  fc.record({ type: fc.constant("source-url"), sourceId: id, url: fc.webUrl() }),
  fc.record({ type: fc.constant("file"), url: fc.webUrl(), mediaType: fc.constant("image/png") }),
  fc.record({ type: fc.constant("data-x"), id, data: fc.jsonValue() }),
  fc.record({ type: fc.constant("message-metadata"), messageMetadata: fc.dictionary(id, fc.jsonValue()) }),
  fc.record({ type: fc.constant("of-another-age") }),
) as fc.Arbitrary<StreamEvent>;

describe("reduceMessage", () => {
  it("takes any events in any order, never throws, and changes nothing that it was given", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let message = createMessage({ id: "m", role: "assistant" });
        for (const event of events) {
          const frozen = Object.freeze({
            ...message,
            parts: Object.freeze([...message.parts]) as ChatMessage["parts"],
          });
          message = reduceMessage(frozen, event);
        }
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
        getToolCalls(message);
        getToolActivity(message);
        getMessageText(message);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves no block and no call open behind an error or a stop, and no half call behind a good end", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.constantFrom("error", "abort", "finish"), (events, end) => {
        const last = (end === "error" ? { type: end, errorText: "x" } : { type: end }) as StreamEvent;
        const { parts } = fold([...events, last]);
        expect(
          parts.filter((part) => "state" in part && (part.state === "streaming" || part.state === "input-streaming")),
        ).toEqual([]);
        if (end !== "finish") expect(parts.filter((part) => isToolPart(part) && !isSettled(part))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps the identity of every part that an event does not name", () => {
    const before = fold([
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hello" },
      { type: "tool-input-available", toolCallId: "c", toolName: "x", input: {} },
      { type: "text-start", id: "2" },
    ]);
    const after = reduceMessage(before, { type: "text-delta", id: "2", delta: "!" });
    expect(after.parts[0]).toBe(before.parts[0]);
    expect(after.parts[1]).toBe(before.parts[1]);
    expect(after.parts[2]).not.toBe(before.parts[2]);
    expect(reduceMessage(after, { type: "ping" })).toBe(after);
  });

  it("makes the part of a delta whose start was missed", () => {
    expect(fold([{ type: "text-delta", id: "x", delta: "Hi" }]).parts).toEqual([
      { type: "text", text: "Hi", state: "streaming", id: "x" },
    ]);
  });

  it("begins a new text when an id that was closed is used again", () => {
    const events: StreamEvent[] = [
      { type: "text-delta", id: "0", delta: "one" },
      { type: "text-end", id: "0" },
      { type: "text-delta", id: "0", delta: "two" },
    ];
    expect(fold(events).parts.map((part) => part.type === "text" && part.text)).toEqual(["one", "two"]);
  });

  it("shows arguments as far as they are certain while they stream", () => {
    const events: StreamEvent[] = [
      { type: "tool-input-start", toolCallId: "c", toolName: "save" },
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '{"path":"a.txt","te' },
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: 'xt":"Hel' },
    ];
    expect(fold(events).parts[0]).toMatchObject({ state: "input-streaming", input: { path: "a.txt", text: "Hel" } });
  });

  it("lets a late or repeated result change nothing", () => {
    const done = fold([
      { type: "tool-input-available", toolCallId: "c", toolName: "x", input: 1 },
      { type: "tool-output-available", toolCallId: "c", output: "first" },
    ]);
    expect(reduceMessage(done, { type: "tool-output-available", toolCallId: "c", output: "second" })).toBe(done);
    expect(reduceMessage(done, { type: "tool-input-available", toolCallId: "c", toolName: "x", input: 1 })).toBe(done);
  });

  it("replaces a preliminary output by the next", () => {
    const { parts } = fold([
      { type: "tool-input-available", toolCallId: "c", toolName: "x", input: 1 },
      { type: "tool-output-available", toolCallId: "c", output: 1, preliminary: true },
      { type: "tool-output-available", toolCallId: "c", output: 2 },
    ]);
    expect(parts[0]).toMatchObject({ state: "output-available", output: 2 });
    expect(parts[0]).not.toHaveProperty("preliminary");
  });

  it("drops the parts of the current step on reset-step", () => {
    const { parts } = fold([
      { type: "start-step" },
      { type: "text-delta", id: "1", delta: "kept" },
      { type: "start-step" },
      { type: "text-delta", id: "2", delta: "dropped" },
      { type: "reset-step" },
    ]);
    expect(parts.map((part) => part.type)).toEqual(["step-start", "text", "step-start"]);
  });
});

describe("what is derived from a message", () => {
  const message = fold([
    { type: "start-step" },
    { type: "text-delta", id: "1", delta: "I'll look. " },
    { type: "tool-input-available", toolCallId: "a", toolName: "search", input: { q: "tea" } },
    { type: "tool-output-available", toolCallId: "a", output: null },
    { type: "text-end", id: "1" },
    { type: "text-delta", id: "2", delta: "And the page." },
    { type: "tool-input-available", toolCallId: "b", toolName: "fetch", input: {} },
    { type: "start-step" },
    { type: "text-delta", id: "3", delta: "Green tea." },
  ]);

  it("takes the words that led to a call for its commentary, and the last words for the answer", () => {
    expect(getMessageText(message)).toBe("Green tea.");
    expect(getCommentary(message, "a")).toBe("I'll look.");
    expect(getCommentary(message, "b")).toBe("And the page.");
    expect(getCommentary(message, "none")).toBe("");
  });

  it("lists the calls in order with what they have come to", () => {
    expect(getToolCalls(message)).toEqual([
      { id: "a", name: "search", args: { q: "tea" }, status: "completed", result: null, commentary: "I'll look." },
      { id: "b", name: "fetch", args: {}, status: "running", commentary: "And the page." },
    ]);
    expect(getToolActivity(message)).toEqual({ isActive: true, currentStep: "fetch" });
  });
});
