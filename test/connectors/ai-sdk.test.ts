import {
  convertToModelMessages,
  jsonSchema,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
  validateUIMessages,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import { resumeAnswer } from "../../src/connectors/transport.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, ToolPart } from "../../src/stream/message.js";
import { decodeAll, toOutcome } from "../recordings.js";
import { answerOf, bodyOf, collect, conversation, fetchOf, requestOf } from "./conversation.js";

const url = "https://example.com/api/chat";
const sse = (...chunks: object[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
const decode = (...chunks: object[]) => decodeAll(createDecoder("ai-sdk"), [`${sse(...chunks)}data: [DONE]\n\n`]);

async function sentMessages(messages: readonly ChatMessage[]): Promise<UIMessage[]> {
  const body = await bodyOf(aiSdk({ url }), requestOf(messages));
  return body.messages as UIMessage[];
}

const call = { type: "dynamic-tool", toolName: "t", toolCallId: "c1" } as const;
const asked = (part: ToolPart): ChatMessage => ({ id: "a", role: "assistant", parts: [part] });

describe("an AI SDK request", () => {
  it("is what useChat sends, with the settings beside it", async () => {
    const settings = { model: "m", messageId: "u2", messages: "no", id: "no" };
    const { messages, ...rest } = await bodyOf(aiSdk({ url }), requestOf(conversation, { settings }));
    expect(rest).toEqual({ id: "chat-1", trigger: "submit-message", model: "m", messageId: "u2" });
    expect(messages).toHaveLength(4);
  });

  it("is valid to the real package, and keeps its meaning in model messages", async () => {
    const messages = await sentMessages(conversation);
    expect(await validateUIMessages({ messages })).toEqual(messages); // nothing in it that the package strips
    const model = await convertToModelMessages(messages);
    expect(model.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
    expect(model[3]?.content).toEqual([
      {
        type: "tool-result",
        toolCallId: "c1",
        toolName: "getWeather",
        output: { type: "json", value: { celsius: 3 } },
      },
      { type: "tool-result", toolCallId: "c2", toolName: "locate", output: { type: "error-text", value: "No GPS." } },
      { type: "tool-approval-response", approvalId: "p3", approved: false, reason: "Not now." },
      { type: "tool-result", toolCallId: "c3", toolName: "call112", output: { type: "error-text", value: "Not now." } },
    ]);
  });

  it("is valid to a server that knows the tools, and to one that does not", async () => {
    const messages = await sentMessages(conversation);
    const inputSchema = jsonSchema<unknown>({ type: "object" });
    const execute = (): unknown => null;
    const tools = { getWeather: tool({ inputSchema, execute }), locate: tool({ inputSchema, execute }) };
    expect(await validateUIMessages({ messages, tools })).toHaveLength(4);
  });

  it.each<[string, ToolPart, unknown]>([
    ["still being written", { ...call, state: "input-streaming", inputText: '{"a' }, "The call was not answered."],
    ["unanswered", { ...call, state: "input-available", input: {}, progress: 1 }, "The call was not answered."],
    [
      "undecided",
      { ...call, state: "approval-requested", input: {}, approval: { id: "p" } },
      "The call was not approved.",
    ],
    [
      "unreadable",
      { ...call, state: "output-error", input: undefined, rawInput: "{", errorText: "Not JSON.", reason: "malformed" },
      "Not JSON.",
    ],
  ])("gives a call that is %s a result", async (_, part, value) => {
    const messages = await sentMessages([asked(part)]);
    expect(await validateUIMessages({ messages })).toEqual(messages);
    const results = (await convertToModelMessages(messages)).flatMap((message) =>
      message.role === "tool" ? message.content : [],
    );
    expect(results.filter((result) => result.type === "tool-result")).toEqual([
      { type: "tool-result", toolCallId: "c1", toolName: "t", output: { type: "error-text", value } },
    ]);
  });

  it("leaves an approved call to the server that runs it, with what it was signed with", async () => {
    const approval = { id: "p", approved: true as const, signature: "sig", expiresAt: "2030-01-01T00:00:00Z" };
    const [message] = await sentMessages([asked({ ...call, state: "approval-responded", input: { n: 1 }, approval })]);
    expect(message?.parts).toEqual([
      {
        ...call,
        state: "approval-responded",
        input: { n: 1 },
        approval: { id: "p", approved: true, signature: "sig" },
      },
    ]);
  });

  it("keeps calls that a server typed by their names", async () => {
    const part: ToolPart = { type: "tool-t", toolCallId: "c1", state: "output-available", input: {}, output: null };
    expect((await sentMessages([asked(part)]))[0]?.parts).toEqual([part]);
  });

  it("leaves out a message in which nothing ever came", async () => {
    expect(await sentMessages([{ id: "a", role: "assistant", parts: [] }, ...conversation])).toHaveLength(4);
  });
});

describe("an AI SDK answer", () => {
  it("passes each chunk through as it is", () => {
    const chunks: StreamEvent[] = [
      { type: "start", messageId: "m", messageMetadata: { a: 1 } },
      { type: "start-step" },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "Hm" },
      { type: "reasoning-delta", id: "0", delta: "", providerMetadata: { anthropic: { signature: "s" } } },
      { type: "reasoning-end", id: "0" },
      { type: "text-start", id: "0", providerMetadata: { p: { q: 1 } } },
      { type: "text-delta", id: "0", delta: "Hi" },
      { type: "text-end", id: "0" },
      { type: "tool-input-start", toolCallId: "c", toolName: "t", dynamic: true, title: "T" },
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: "{}" },
      { type: "tool-input-available", toolCallId: "c", toolName: "t", input: {}, dynamic: true, title: "T" },
      { type: "tool-output-available", toolCallId: "c", output: 1, preliminary: true },
      { type: "tool-output-available", toolCallId: "c", output: 2 },
      { type: "source-url", sourceId: "s", url: "https://example.com", title: "E" },
      { type: "data-weather", id: "w", data: { c: 3 } },
      { type: "message-metadata", messageMetadata: { b: 2 } },
      { type: "finish-step" },
    ];
    expect(decode(...chunks, { type: "finish", finishReason: "stop" })).toEqual([
      ...chunks,
      { type: "finish", finishReason: "stop", rawFinishReason: "stop" },
    ]);
  });

  it("gives a delta whose start was missed its start, as after a resume", () => {
    expect(decode({ type: "text-delta", id: "7", delta: "on" }, { type: "finish" })).toEqual([
      { type: "text-start", id: "7" },
      { type: "text-delta", id: "7", delta: "on" },
      { type: "text-end", id: "7" },
      { type: "finish" },
    ]);
  });

  it("takes an id of text as free again after its end", () => {
    const text = (delta: string) => [
      { type: "start-step" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta },
      { type: "text-end", id: "0" },
      { type: "finish-step" },
    ];
    const events = decode(...text("one "), ...text("two"), { type: "finish" });
    expect(events.filter((event) => event.type === "text-start")).toHaveLength(2);
    expect(toOutcome(events).text).toBe("one two");
  });

  it("keeps text open across a step where streams were merged", () => {
    const events = decode(
      { type: "text-start", id: "a" },
      { type: "text-delta", id: "a", delta: "be" },
      { type: "start-step" },
      { type: "finish-step" },
      { type: "text-delta", id: "a", delta: "fore" },
      { type: "text-end", id: "a" },
      { type: "finish" },
    );
    expect(events.filter((event) => event.type === "text-start")).toHaveLength(1);
    expect(toOutcome(events).text).toBe("before");
  });

  it("closes what an error leaves open, and stays an error", () => {
    const events = decode(
      { type: "text-delta", id: "0", delta: "Half" },
      { type: "tool-input-start", toolCallId: "c", toolName: "t" },
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: "{}" },
      { type: "error", errorText: "An error occurred." },
      { type: "error", errorText: "Again." },
    );
    expect(events.slice(2)).toEqual([
      { type: "tool-input-start", toolCallId: "c", toolName: "t" },
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: "{}" },
      { type: "text-end", id: "0" },
      { type: "error", errorText: "An error occurred.", scope: "run" },
      {
        type: "tool-input-error",
        toolCallId: "c",
        toolName: "t",
        input: "{}",
        errorText: "The call was cut off before its arguments were whole.",
        reason: "incomplete",
      },
    ]);
  });

  it("tells an unknown tool once, though two chunks say so", () => {
    const events = decode(
      { type: "tool-input-start", toolCallId: "c", toolName: "t", dynamic: false },
      { type: "tool-input-error", toolCallId: "c", toolName: "t", input: {}, errorText: "No such tool", dynamic: true },
      { type: "tool-output-error", toolCallId: "c", errorText: "No such tool", dynamic: true },
      { type: "finish" },
    );
    expect(toOutcome(events)).toMatchObject({ calls: [{ id: "c" }], results: [{ id: "c", status: "input-error" }] });
  });

  it("takes a call as another one where its id comes again in a later step", () => {
    const step = (input: object) => [
      { type: "start-step" },
      { type: "tool-input-available", toolCallId: "t:0", toolName: "t", input },
      { type: "tool-output-available", toolCallId: "t:0", output: input },
      { type: "finish-step" },
    ];
    const { calls, results } = toOutcome(decode(...step({ n: 1 }), ...step({ n: 2 }), { type: "finish" }));
    expect(calls).toMatchObject([
      { id: "t:0", arguments: { n: 1 } },
      { id: "t:0-2", arguments: { n: 2 } },
    ]);
    expect(results).toMatchObject([
      { id: "t:0", output: { n: 1 } },
      { id: "t:0-2", output: { n: 2 } },
    ]);
  });

  it("knows a call of its own message again, and takes one of an earlier message as another", async () => {
    const answered: ToolPart = { ...call, state: "output-available", input: {}, output: 1 };
    const chunks = sse(
      { type: "start" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "t", input: {} },
      { type: "finish" },
    );
    const idAfter = async (messages: ChatMessage[]) => {
      const { fetch } = fetchOf(new Response(chunks));
      return toOutcome(await answerOf(aiSdk({ url, fetch }), requestOf(messages))).calls[0]?.id;
    };
    expect(await idAfter([asked(answered)])).toBe("c1");
    expect(await idAfter([asked(answered), { id: "u", role: "user", parts: [] }])).toBe("c1-2");
  });

  it("drops a step that is tried again, with its ids", () => {
    const events = decode(
      { type: "start-step" },
      { type: "text-delta", id: "0", delta: "Wro" },
      { type: "tool-input-start", toolCallId: "c", toolName: "t" },
      { type: "reset-step" },
      { type: "text-end", id: "0" },
      { type: "tool-input-available", toolCallId: "c", toolName: "t", input: { n: 1 } },
      { type: "finish" },
    );
    const after = events.slice(events.findIndex((event) => event.type === "reset-step") + 1);
    expect(after).toMatchObject([
      { type: "tool-input-available", toolCallId: "c", input: { n: 1 } },
      { type: "finish-step" },
      { type: "finish", pendingToolCallIds: ["c"] },
    ]);
  });

  it("ignores chunks that it does not know, or that lack what they need, and tells of them", () => {
    const unknown: unknown[] = [];
    const odd = [
      { type: "brand-new" },
      { type: "text-delta", id: "0" },
      { type: "__proto__" },
      { type: "toString" },
      7,
      null,
    ];
    const body = odd.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
    const decoder = createDecoder("ai-sdk", { onUnknown: (record) => unknown.push(record) });
    const events = decodeAll(decoder, [`${sse({ type: "start" })}${body}${sse({ type: "finish" })}`]);
    expect(events.map((event) => event.type)).toEqual(["start", "finish"]);
    expect(unknown).toEqual(odd);
  });

  it("reads a bare error that comes in place of a stream", () => {
    const { errors } = toOutcome(
      decodeAll(createDecoder("ai-sdk"), ['{"error":{"message":"No credit","code":"402"}}']),
    );
    expect(errors).toEqual(["No credit"]);
  });

  it("is an error where the connection ends within it, and no call runs that was not whole", () => {
    const events = decodeAll(createDecoder("ai-sdk"), [
      sse(
        { type: "start" },
        { type: "tool-input-start", toolCallId: "c", toolName: "t" },
        {
          type: "tool-input-delta",
          toolCallId: "c",
          inputTextDelta: "{}",
        },
      ),
      'data: {"type":"tool-input-av',
    ]);
    expect(toOutcome(events)).toMatchObject({
      calls: [{ id: "c", incomplete: true }],
      errors: ["The connection ended before the answer did."],
    });
    expect(events.filter((event) => event.type === "tool-input-available")).toEqual([]);
  });

  it("loses a call whose piece could not be read, and goes on", () => {
    const events = decodeAll(createDecoder("ai-sdk"), [
      sse({ type: "tool-input-start", toolCallId: "c", toolName: "t" }),
      'data: {"type":"tool-input-delta",,}\n\n',
      sse(
        { type: "tool-input-available", toolCallId: "c", toolName: "t", input: {} },
        { type: "text-delta", id: "0", delta: "on" },
        { type: "finish" },
      ),
    ]);
    expect(events.filter((event) => event.type === "tool-input-available")).toEqual([]);
    expect(toOutcome(events)).toMatchObject({ text: "on", errors: ["A piece of the answer could not be read."] });
    expect(events.at(-1)).toEqual({ type: "finish", finishReason: "error" });
  });
});

describe("the real package", () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const finish = (reason: "stop" | "tool-calls") =>
    ({ type: "finish", finishReason: { unified: reason, raw: reason }, usage }) as const;
  const steps = [
    [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "I look." },
      { type: "text-end", id: "0" },
      { type: "tool-call", toolCallId: "c1", toolName: "getWeather", input: '{"city":"Oslo"}' },
      finish("tool-calls"),
    ],
    [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "3 degrees." },
      { type: "text-end", id: "0" },
      finish("stop"),
    ],
  ] as const;

  it("answers a request of ours, and its answer is read whole", async () => {
    const model = new MockLanguageModelV3({
      doStream: steps.map((chunks) => ({
        stream: simulateReadableStream({ chunks: [...chunks], chunkDelayInMs: null }),
      })),
    });
    const tools = {
      getWeather: tool({
        inputSchema: jsonSchema<{ city: string }>({ type: "object" }),
        execute: () => ({ celsius: 3 }),
      }),
    };
    const serve = async (request: Request): Promise<Response> => {
      const { messages } = (await request.json()) as { messages: UIMessage[] };
      const prompt = await convertToModelMessages(await validateUIMessages({ messages }));
      return streamText({ model, tools, messages: prompt, stopWhen: stepCountIs(3) }).toUIMessageStreamResponse();
    };
    const { fetch } = fetchOf(serve);
    const events = await answerOf(aiSdk({ url, fetch }), requestOf(conversation));
    expect(toOutcome(events)).toEqual({
      text: "I look.3 degrees.",
      reasoning: "",
      calls: [{ id: "c1-2", name: "getWeather", arguments: { city: "Oslo" } }], // c1 was an earlier message's
      results: [{ id: "c1-2", status: "available", output: { celsius: 3 } }],
      approvals: [],
      errors: [],
    });
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
  });
});

describe("taking an AI SDK answer up again", () => {
  it("asks for the stream of the chat, with the last id where there is one", async () => {
    const wire = fetchOf(new Response(sse({ type: "start", messageId: "m" }, { type: "finish" })));
    const connector = aiSdk({ url: `${url}/`, fetch: wire.fetch, token: "t" });
    const events = await collect(resumeAnswer(connector, requestOf([], { chatId: "a/b" }), "id 7"));
    expect(events).toEqual([{ type: "start", messageId: "m" }, { type: "finish" }]);
    const [request] = wire.requests;
    expect(request?.method).toBe("GET");
    expect(request?.url).toBe(`${url}/a%2Fb/stream`);
    expect(request?.headers.get("last-event-id")).toBe("id 7");
    expect(request?.headers.get("authorization")).toBe("Bearer t");
  });

  it("sends no id that cannot stand in a header", async () => {
    const wire = fetchOf(new Response(null, { status: 204 }));
    expect(await collect(resumeAnswer(aiSdk({ url, fetch: wire.fetch }), requestOf(), "ключ"))).toEqual([]);
    expect(wire.requests[0]?.headers.has("last-event-id")).toBe(false);
  });
});
