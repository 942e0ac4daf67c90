import { describe, expect, it } from "vitest";
import { createDecoder } from "../../src/connectors/decoder.js";
import { latitude } from "../../src/connectors/latitude.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { decodeAll, toOutcome } from "../recordings.js";
import { answerOf, bodyOf, conversation, fetchOf, requestOf } from "./conversation.js";

const frame = (data: object) =>
  `event: latitude-event\ndata: ${JSON.stringify({ uuid: "conv-1", messages: [], ...data })}\n\n`;
const part = (data: object) => `event: provider-event\ndata: ${JSON.stringify(data)}\n\n`;
const decode = (...records: string[]) => decodeAll(createDecoder("latitude"), records);
const typesOf = (events: readonly StreamEvent[]) => events.map((event) => event.type);

const begun = frame({ type: "chain-started" }) + frame({ type: "step-started" });
const completed = (response: object) =>
  frame({
    type: "provider-completed",
    finishReason: "stop",
    response: { streamType: "text", text: "", toolCalls: [], ...response },
  });
const ended = frame({ type: "step-completed" }) + frame({ type: "chain-completed", finishReason: "stop" });

describe("a Latitude request", () => {
  const url = "https://example.com/api/chat";

  it("has exactly the fields of the contract", async () => {
    const tools = [
      {
        name: "getWeather",
        description: "Looks",
        parameters: {
          type: "object",
          properties: { city: { type: "string", description: "Where" } },
          required: ["city"],
        },
      },
    ];
    const body = await bodyOf(latitude({ url }), requestOf([], { tools, threadId: "conv-1" }));
    expect(body).toEqual({
      messages: [],
      promptPath: "briefPlanner",
      conversationUuid: "conv-1",
      todos: [],
      briefs: [],
      media: [],
      toolClients: [
        {
          name: "getWeather",
          description: "Looks",
          parameters: [
            {
              name: "city",
              type: "string",
              description: "Where",
              isRequired: true,
              schema: { type: "string", description: "Where" },
            },
          ],
        },
      ],
    });
  });

  it("asks functions afresh, and lets the settings of a request win", async () => {
    const asked: number[] = [];
    const connector = latitude({ url, promptPath: "writer", todos: () => [asked.push(1)], briefs: ["b"] });
    expect(await bodyOf(connector, requestOf())).toMatchObject({ promptPath: "writer", todos: [1], briefs: ["b"] });
    const settings = { promptPath: "critic", briefs: ["c"], media: ["m"], other: 1 };
    const body = await bodyOf(connector, requestOf([], { settings }));
    expect(body).toMatchObject({ promptPath: "critic", todos: [2], briefs: ["c"], media: ["m"] });
    expect(body).not.toHaveProperty("other");
  });

  it("tells the conversation with each result right after its calls", async () => {
    const { messages } = await bodyOf(latitude({ url }), requestOf(conversation));
    expect(messages).toEqual([
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
      {
        role: "user",
        content: [
          { type: "text", text: "Weather here and in Oslo?" },
          { type: "image", image: "data:image/png;base64,iVBORw0KGgo=" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool-call", toolCallId: "c1", toolName: "getWeather", args: { city: "Oslo" } },
          { type: "tool-call", toolCallId: "c2", toolName: "locate", args: {} },
          { type: "tool-call", toolCallId: "c3", toolName: "call112", args: { why: "cold" } },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "c1", toolName: "getWeather", result: { celsius: 3 }, isError: false },
          { type: "tool-result", toolCallId: "c2", toolName: "locate", result: "No GPS.", isError: true },
          { type: "tool-result", toolCallId: "c3", toolName: "call112", result: "Not now.", isError: true },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "3 degrees in Oslo." }] },
      { role: "user", content: [{ type: "text", text: "Thanks." }] },
    ]);
  });

  it("gives a call that nobody answered a result that says so, and no two calls one id", async () => {
    const call = { type: "dynamic-tool", toolName: "t", toolCallId: "t:0" } as const;
    const { messages } = await bodyOf(
      latitude({ url }),
      requestOf([
        { id: "a", role: "assistant", parts: [{ ...call, state: "input-available", input: { n: 1 } }] },
        { id: "b", role: "assistant", parts: [{ ...call, state: "output-available", input: { n: 2 }, output: "two" }] },
      ]),
    );
    expect(messages).toMatchObject([
      { role: "assistant", content: [{ toolCallId: "t:0", args: { n: 1 } }] },
      { role: "tool", content: [{ toolCallId: "t:0", result: "The call was not answered.", isError: true }] },
      { role: "assistant", content: [{ toolCallId: "t:0-2", args: { n: 2 } }] },
      { role: "tool", content: [{ toolCallId: "t:0-2", result: "two", isError: false }] },
    ]);
  });
});

describe("a Latitude answer", () => {
  it("names the conversation, so that the next request goes on with it", async () => {
    const wire = fetchOf(
      new Response(begun + part({ type: "text-delta", textDelta: "Hi" }) + completed({ text: "Hi" }) + ended),
    );
    const events = await answerOf(latitude({ url: "https://example.com/", fetch: wire.fetch }));
    expect(events).toEqual([
      { type: "start", threadId: "conv-1" },
      { type: "start-step" },
      { type: "text-start", id: "text-1" },
      { type: "text-delta", id: "text-1", delta: "Hi" },
      { type: "text-end", id: "text-1" },
      { type: "finish-step" },
      { type: "finish", finishReason: "stop", rawFinishReason: "stop" },
    ]);
  });

  it("takes the text from the provider's whole response only where none was streamed", () => {
    expect(toOutcome(decode(begun, completed({ text: "All at once." }), ended)).text).toBe("All at once.");
    const streamed =
      part({ type: "text-delta", textDelta: "In " }) + part({ type: "text-delta", textDelta: "pieces." });
    expect(toOutcome(decode(begun, streamed, completed({ text: "In pieces." }), ended)).text).toBe("In pieces.");
    expect(toOutcome(decode(begun, streamed, completed({ text: "Otherwise." }), ended)).text).toBe("In pieces.");
  });

  it("takes calls from the provider's whole response once, with arguments as text or as an object", () => {
    const calls = [
      { id: "c1", name: "a", arguments: { n: 1 } },
      { id: "c2", name: "b", arguments: '{"n":2}' },
      { id: "c3", name: "c", arguments: null },
    ];
    const streamed = part({ type: "tool-call", toolCallId: "c1", toolName: "a", args: { n: 1 } });
    const events = decode(begun, streamed, completed({ toolCalls: calls }), ended);
    expect(toOutcome(events).calls).toEqual([
      { id: "c1", name: "a", arguments: { n: 1 } },
      { id: "c2", name: "b", arguments: { n: 2 } },
      { id: "c3", name: "c", arguments: {} },
    ]);
    expect(events.at(-1)).toMatchObject({ finishReason: "tool-calls", pendingToolCallIds: ["c1", "c2", "c3"] });
  });

  it("stays an error when the chain completes after it", () => {
    const events = decode(
      begun,
      frame({ type: "chain-error", error: { name: "RateLimit", message: "Too fast" } }),
      ended,
    );
    expect(events.filter((event) => event.type === "error")).toEqual([
      { type: "error", errorText: "Too fast", code: "RateLimit", scope: "run" },
    ]);
    expect(events.filter((event) => event.type === "finish")).toEqual([
      { type: "finish", finishReason: "error", rawFinishReason: "stop" },
    ]);
  });

  it("reads the reasoning that newer servers name otherwise", () => {
    const events = decode(
      begun,
      part({ type: "reasoning-start", id: "r" }),
      part({ type: "reasoning-delta", id: "r", text: "Hm" }),
      part({ type: "reasoning", textDelta: "m." }),
      part({ type: "text-delta", textDelta: "Yes.", id: "t" }),
      completed({ text: "Yes.", reasoning: "Hmm." }),
      ended,
    );
    expect(toOutcome(events)).toMatchObject({ reasoning: "Hmm.", text: "Yes." });
  });

  it("takes results of tools that the server ran from the conversation that each frame repeats", () => {
    const call = part({ type: "tool-call", toolCallId: "c1", toolName: "a", args: {} });
    const old = { role: "tool", content: [{ type: "tool-result", toolCallId: "c0", toolName: "a", result: "old" }] };
    const result = { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "a", result: 7 }] };
    const events = decode(
      frame({ type: "chain-started", messages: [old] }),
      frame({ type: "step-started", messages: [old] }),
      call,
      completed({}),
      frame({ type: "step-completed", messages: [old, result] }),
      frame({ type: "chain-completed", messages: [old, result] }),
    );
    expect(toOutcome(events).results).toEqual([{ id: "c1", status: "available", output: 7 }]);
  });

  it("ends well on a step whose calls wait for an answer, and on tools that are requested", () => {
    const calls = [{ id: "c1", name: "a", arguments: {} }];
    for (const events of [
      decode(begun, completed({ toolCalls: calls }), frame({ type: "step-completed" })),
      decode(begun, frame({ type: "tools-requested", tools: calls })),
    ]) {
      expect(toOutcome(events)).toMatchObject({ calls: [{ id: "c1" }], errors: [] });
      expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls", pendingToolCallIds: ["c1"] });
    }
  });

  it("is an error where the connection ends within it", () => {
    const events = decode(begun, part({ type: "text-delta", textDelta: "Half" }));
    expect(toOutcome(events)).toMatchObject({ text: "Half", errors: ["The connection ended before the answer did."] });
  });

  it("is read in the frames of the first generation too", () => {
    const events = decode(
      frame({ type: "chain-step", isLastStep: false }),
      part({ type: "text-delta", textDelta: "One. " }),
      frame({ type: "chain-step-complete", response: { text: "One. " } }),
      frame({ type: "chain-step", isLastStep: true }),
      frame({
        type: "chain-step-complete",
        response: { text: "Two.", toolCalls: [{ id: "c", name: "t", arguments: {} }] },
      }),
      frame({ type: "chain-complete", response: { text: "Two.", toolCalls: [{ id: "c", name: "t", arguments: {} }] } }),
    );
    expect(toOutcome(events)).toMatchObject({ text: "One. Two.", calls: [{ id: "c" }], errors: [] });
    expect(typesOf(events).filter((type) => type === "start-step")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls" });
  });
});
