import { describe, expect, it } from "vitest";
import { createDecoder } from "../../src/connectors/decoder.js";
import { encodeOpenaiChat, openaiChat } from "../../src/connectors/openai-chat.js";
import type { ChatMessage, ToolPart } from "../../src/stream/message.js";
import { decodeAll, toOutcome } from "../recordings.js";
import { answerOf, bodyOf, conversation, fetchOf, requestOf } from "./conversation.js";

const sse = (...chunks: unknown[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
const delta = (fields: object, finish?: string) => ({
  id: "chat-1",
  choices: [{ index: 0, delta: fields, finish_reason: finish ?? null }],
});
const calls = (...entries: object[]) => delta({ tool_calls: entries });
const finished = (reason: string) => delta({}, reason);
const decode = (...chunks: unknown[]) => decodeAll(createDecoder("openai-chat"), [`${sse(...chunks)}data: [DONE]\n\n`]);
const callsOf = (...chunks: unknown[]) => toOutcome(decode(...chunks, finished("tool_calls"))).calls;
const fragment = (fields: { index?: number; id?: string; name?: string; arguments?: unknown }) => ({
  ...(fields.index === undefined ? {} : { index: fields.index }),
  ...(fields.id === undefined ? {} : { id: fields.id }),
  function: {
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...("arguments" in fields ? { arguments: fields.arguments } : {}),
  },
});

describe("a chat completions request", () => {
  it("carries the model, the tools and the settings, and asks for a stream with its usage", async () => {
    const tools = [{ name: "t", description: "T", parameters: { type: "object" } }];
    const settings = {
      temperature: 0,
      tools: [{ type: "custom", custom: { name: "patch" } }],
      messages: [],
      stream: false,
    };
    const connector = openaiChat({ url: "https://example.com/v1", model: "m", token: "key" });
    const sent = await connector.encode(requestOf([], { tools, settings }));
    expect(sent.url).toBe("https://example.com/v1");
    expect(sent.headers.get("authorization")).toBe("Bearer key");
    expect(await sent.json()).toEqual({
      model: "m",
      messages: [],
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        { type: "custom", custom: { name: "patch" } },
        { type: "function", function: { name: "t", description: "T", parameters: { type: "object" } } },
      ],
    });
    expect(await bodyOf(connector, requestOf([], { settings: { model: "other" } }))).toMatchObject({ model: "other" });
  });

  it("tells each result right after the message that called", () => {
    expect(encodeOpenaiChat({}, requestOf(conversation)).messages).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Weather here and in Oslo?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
        ],
      },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "getWeather", arguments: '{"city":"Oslo"}' } },
          { id: "c2", type: "function", function: { name: "locate", arguments: "{}" } },
          { id: "c3", type: "function", function: { name: "call112", arguments: '{"why":"cold"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: '{"celsius":3}' },
      { role: "tool", tool_call_id: "c2", content: "Error: No GPS." },
      { role: "tool", tool_call_id: "c3", content: "The call was denied: Not now." },
      { role: "assistant", content: "3 degrees in Oslo." },
      { role: "user", content: "Thanks." },
    ]);
  });

  it("sends reasoning back only under the name that the server wants it by", () => {
    const assistant = (reasoning?: "reasoning_content" | "reasoning_details") =>
      encodeOpenaiChat({ reasoning }, requestOf(conversation)).messages[2];
    expect(assistant()).not.toHaveProperty("reasoning_content");
    expect(assistant("reasoning_content")).toMatchObject({ reasoning_content: "Two places." });
    expect(assistant("reasoning_details")).toMatchObject({
      reasoning_details: [{ type: "reasoning.text", text: "Two places." }],
    });
  });

  it("cuts a result that is too long, and says how long it was", () => {
    const output = "a".repeat(10 * 1024 * 1024);
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "t",
      toolCallId: "c",
      state: "output-available",
      input: {},
      output,
    };
    const { messages } = encodeOpenaiChat({}, requestOf([{ id: "a", role: "assistant", parts: [part] }]));
    expect(messages[1]?.content).toBe(`${"a".repeat(256 * 1024)}… (truncated, 10MB)`);
  });

  it("puts what was said after a provider's own call behind its result", () => {
    const searched: ToolPart = {
      type: "dynamic-tool",
      toolName: "web_search",
      toolCallId: "s1",
      state: "output-available",
      input: { query: "x" },
      output: "found",
      providerExecuted: true,
    };
    const message: ChatMessage = {
      id: "a",
      role: "assistant",
      parts: [{ type: "text", text: "I look." }, searched, { type: "text", text: "Found." }],
    };
    expect(encodeOpenaiChat({}, requestOf([message])).messages).toMatchObject([
      { role: "assistant", content: "I look.", tool_calls: [{ id: "s1" }] },
      { role: "tool", tool_call_id: "s1", content: "found" },
      { role: "assistant", content: "Found." },
    ]);
  });

  it("sends audio and documents as what they are, text as text, and of anything else the name", () => {
    const file = (mediaType: string, url: string, filename: string) =>
      ({ type: "file", mediaType, url, filename }) as const;
    const parts = [
      file("audio/mpeg", "data:audio/mpeg;base64,SUQz", "a.mp3"),
      file("application/pdf", "data:application/pdf;base64,JVBERi0=", "b.pdf"),
      file("text/plain", "data:text/plain;base64,SMOp", "c.txt"),
      file("video/mp4", "https://example.com/d.mp4", "d.mp4"),
    ];
    const { messages } = encodeOpenaiChat({}, requestOf([{ id: "u", role: "user", parts }]));
    expect(messages[0]?.content).toEqual([
      { type: "input_audio", input_audio: { data: "SUQz", format: "mp3" } },
      { type: "file", file: { filename: "b.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
      { type: "text", text: "c.txt:\nHé" },
      { type: "text", text: "[d.mp4 (video/mp4): https://example.com/d.mp4]" },
    ]);
  });
});

describe("the calls of a chat completions answer", () => {
  it("are told apart where no index is sent", () => {
    const chunk = calls(
      fragment({ id: "a", name: "n1", arguments: '{"k":1}' }),
      fragment({ id: "b", name: "n2", arguments: '{"k":2}' }),
    );
    expect(callsOf(chunk)).toEqual([
      { id: "a", name: "n1", arguments: { k: 1 } },
      { id: "b", name: "n2", arguments: { k: 2 } },
    ]);
  });

  it("get none of the arguments that could belong to two of them", () => {
    const events = decode(
      calls(
        fragment({ id: "a", name: "n1", arguments: '{"row":' }),
        fragment({ id: "b", name: "n2", arguments: '{"col":' }),
      ),
      calls(fragment({ arguments: "9}" })),
      finished("tool_calls"),
    );
    expect(events.filter((event) => event.type === "tool-input-available")).toEqual([]);
    expect(toOutcome(events).calls).toMatchObject([
      { id: "a", incomplete: true },
      { id: "b", incomplete: true },
    ]);
  });

  it("go on without index and id where only the last one waits for more", () => {
    const chunks = [
      calls(fragment({ id: "a", name: "n1", arguments: '{"k":' })),
      calls(fragment({ arguments: "1}" })),
      calls(fragment({ id: "b", name: "n2", arguments: "" })),
      calls(fragment({ arguments: '{"k":2}' })),
    ];
    expect(callsOf(...chunks)).toMatchObject([{ arguments: { k: 1 } }, { arguments: { k: 2 } }]);
  });

  it("are two where two share one index: by a new id, by another name, or where the first one has closed", () => {
    const first = fragment({ index: 0, id: "a", name: "n1", arguments: '{"k":{}}' });
    for (const second of [
      fragment({ index: 0, id: "b", name: "n1", arguments: '{"k":2}' }),
      fragment({ index: 0, name: "n2", arguments: '{"k":2}' }),
      fragment({ index: 0, name: "n1", arguments: '{"k":2}' }),
      fragment({ index: 0, id: "a", name: "n1", arguments: '{"k":2}' }),
    ]) {
      const [one, two, ...more] = callsOf(calls(first), calls(second));
      expect(one).toMatchObject({ id: "a", name: "n1", arguments: { k: {} } });
      expect(two).toMatchObject({ arguments: { k: 2 } });
      expect(two?.id).not.toBe("a");
      expect(more).toEqual([]);
    }
  });

  it("are one where every fragment repeats its id and name, or the whole call comes again", () => {
    const pieces = ['{"k":', "{}", "}"].map((piece) =>
      calls(fragment({ index: 0, id: "a", name: "n", arguments: piece })),
    );
    expect(callsOf(...pieces)).toEqual([{ id: "a", name: "n", arguments: { k: {} } }]);
    const whole = calls(fragment({ index: 0, id: "a", name: "n", arguments: '{"k":1}' }));
    expect(callsOf(whole, whole)).toEqual([{ id: "a", name: "n", arguments: { k: 1 } }]);
  });

  it("are two where one id comes under two indexes", () => {
    const chunks = [
      calls(fragment({ index: 0, id: "f:0", name: "f", arguments: "" })),
      calls(fragment({ index: 0, arguments: '{"k":1}' })),
      calls(fragment({ index: 1, id: "f:0", name: "f", arguments: "" })),
      calls(fragment({ index: 1, arguments: '{"k":2}' })),
    ];
    expect(callsOf(...chunks)).toEqual([
      { id: "f:0", name: "f", arguments: { k: 1 } },
      { id: "f:0-2", name: "f", arguments: { k: 2 } },
    ]);
  });

  it("have a stable id where the server gives none", () => {
    const chunk = calls(fragment({ index: 0, name: "now_at", arguments: "{}" }));
    expect(callsOf(chunk)).toEqual([{ id: "chat-1:1", name: "now_at", arguments: {} }]);
    expect(callsOf(chunk)).toEqual(callsOf(chunk));
  });

  it.each([
    ["absent", {}],
    ["null", { arguments: null }],
    ["empty", { arguments: "" }],
    ["white space", { arguments: " \n" }],
    ["an object", { arguments: {} }],
  ])("take arguments that are %s as none", (_, fields) => {
    expect(callsOf(calls(fragment({ index: 0, id: "a", name: "n", ...fields })))).toEqual([
      { id: "a", name: "n", arguments: {} },
    ]);
  });

  it("take arguments as the object itself", () => {
    expect(callsOf(calls(fragment({ index: 0, id: "a", name: "n", arguments: { k: [1] } })))).toMatchObject([
      { arguments: { k: [1] } },
    ]);
  });

  it("keep their name when a later fragment sends it empty, and wait for one that comes late", () => {
    const kept = [
      calls(fragment({ index: 0, id: "a", name: "n", arguments: "" })),
      calls(fragment({ index: 0, id: "", name: "", arguments: "{}" })),
    ];
    expect(callsOf(...kept)).toEqual([{ id: "a", name: "n", arguments: {} }]);
    const late = [
      calls(fragment({ index: 0, id: "a", arguments: '{"k":' })),
      calls(fragment({ index: 0, name: "n", arguments: "1}" })),
    ];
    expect(callsOf(...late)).toEqual([{ id: "a", name: "n", arguments: { k: 1 } }]);
  });

  it("are an error where no name ever comes", () => {
    const events = decode(calls(fragment({ index: 0, id: "a", arguments: '{"k":1}' })), finished("tool_calls"));
    expect(toOutcome(events)).toMatchObject({
      calls: [],
      errors: ["The model called a tool, and the answer did not say which."],
    });
  });

  it("count whatever the finish reason says", () => {
    const call = calls(fragment({ index: 0, id: "a", name: "n", arguments: "{}" }));
    for (const reason of ["stop", "tool_calls", "function_call"]) {
      expect(decode(call, finished(reason)).at(-1)).toMatchObject({
        type: "finish",
        finishReason: "tool-calls",
        rawFinishReason: reason,
        pendingToolCallIds: ["a"],
      });
    }
  });

  it("do not run where the answer was cut at its limit, unless their arguments had closed", () => {
    const cut = (text: string) =>
      toOutcome(decode(calls(fragment({ index: 0, id: "a", name: "n", arguments: text })), finished("length"))).calls;
    expect(cut('{"k":1')).toMatchObject([{ incomplete: true }]);
    expect(cut("")).toMatchObject([{ incomplete: true }]);
    expect(cut("12")).toMatchObject([{ incomplete: true }]);
    expect(cut('{"k":1}')).toEqual([{ id: "a", name: "n", arguments: { k: 1 } }]);
    const endless = (text: string) =>
      toOutcome(decode(calls(fragment({ index: 0, id: "a", name: "n", arguments: text })))).calls;
    expect(endless("")).toMatchObject([{ incomplete: true }]);
    expect(endless('{"k":1}')).toEqual([{ id: "a", name: "n", arguments: { k: 1 } }]);
  });

  it("are read from the one call of the first generation, and from a tool of free text", () => {
    const old = delta({ function_call: { name: "n", arguments: '{"k":1}' } });
    expect(callsOf(old)).toMatchObject([{ name: "n", arguments: { k: 1 } }]);
    const custom = calls({ index: 0, id: "a", type: "custom", custom: { name: "patch", input: "*** Begin" } });
    expect(callsOf(custom)).toEqual([{ id: "a", name: "patch", arguments: "*** Begin", encoding: "text" }]);
  });

  it("take what the server sent with them back to it", () => {
    const extra_content = { google: { thought_signature: "sig" } };
    const [, , available] = decode(
      calls({ ...fragment({ index: 0, id: "a", name: "n", arguments: "{}" }), extra_content }),
      finished("stop"),
    ).filter((event) => event.type.startsWith("tool-"));
    expect(available).toMatchObject({ providerMetadata: { openaiChat: { extra_content } } });
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "n",
      toolCallId: "a",
      state: "output-available",
      input: {},
      output: 1,
      callProviderMetadata: { openaiChat: { extra_content } },
    };
    const { messages } = encodeOpenaiChat({}, requestOf([{ id: "m", role: "assistant", parts: [part] }]));
    expect(messages[0]).toMatchObject({ tool_calls: [{ id: "a", extra_content }] });
  });
});

describe("a chat completions answer", () => {
  it("is over with its last chunk: text, reason and what it cost", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    expect(
      decode(delta({ role: "assistant", content: "" }), delta({ content: "Hi" }), finished("stop"), {
        choices: [],
        usage,
      }),
    ).toEqual([
      { type: "start", messageId: "chat-1" },
      { type: "start-step" },
      { type: "text-start", id: "text-1" },
      { type: "text-delta", id: "text-1", delta: "Hi" },
      { type: "text-end", id: "text-1" },
      {
        type: "finish-step",
        finishReason: "stop",
        rawFinishReason: "stop",
        usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
      },
      {
        type: "finish",
        finishReason: "stop",
        rawFinishReason: "stop",
        usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
      },
    ]);
  });

  it("is whole with either of its ends, and cut off without both", () => {
    const text = sse(delta({ content: "All fine." }));
    const errorsOf = (...chunks: string[]) => toOutcome(decodeAll(createDecoder("openai-chat"), chunks)).errors;
    expect(errorsOf(text, "data: [DONE]\n\n")).toEqual([]);
    expect(errorsOf(text, sse(finished("stop")))).toEqual([]);
    expect(errorsOf(text)).toEqual(["The connection ended before the answer did."]);
  });

  it.each([
    ["reasoning_content", { reasoning_content: "Hm" }],
    ["reasoning", { reasoning: "Hm" }],
    ["reasoning_text", { reasoning_text: "Hm" }],
    ["reasoning_details", { reasoning_details: [{ type: "reasoning.text", text: "Hm" }] }],
    ["two of them", { reasoning: "Hm", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] }],
    ["blocks of content", { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }] }],
  ])("has its reasoning under %s, once", (_, fields) => {
    expect(toOutcome(decode(delta(fields), delta({ content: "Yes" }), finished("stop")))).toMatchObject({
      reasoning: "Hm",
      text: "Yes",
    });
  });

  it("keeps encrypted reasoning for the next request", () => {
    const detail = { type: "reasoning.encrypted", data: "secret", index: 0 };
    const events = decode(delta({ reasoning_details: [detail] }), finished("stop"));
    expect(events).toContainEqual({
      type: "reasoning-start",
      id: "encrypted",
      kind: "redacted",
      providerMetadata: { openaiChat: { reasoning_details: [detail] } },
    });
  });

  it("says a refusal as one", () => {
    const events = decode(delta({ refusal: "I can" }), delta({ refusal: "not." }), finished("stop"));
    expect(events).toContainEqual({ type: "text-start", id: "refusal", kind: "refusal" });
    expect(toOutcome(events).text).toBe("I cannot.");
  });

  it("names its sources once, however often they come", () => {
    const cited = (url: string) => ({ type: "url_citation", url_citation: { url, title: "T" } });
    const chunk = { ...delta({ annotations: [cited("https://example.com/a")] }), citations: ["https://example.com/b"] };
    expect(decode(chunk, chunk, finished("stop")).filter((event) => event.type === "source-url")).toEqual(
      [
        { type: "source-url", sourceId: "https://example.com/b", url: "https://example.com/b" },
        { type: "source-url", sourceId: "https://example.com/a", url: "https://example.com/a", title: "T" },
      ].reverse(),
    );
  });

  it("names what the tools found that the provider ran, as Groq tells of them", () => {
    const found = [{ title: "Fog", url: "https://example.com/fog", content: "Fog over the bay.", score: 0.9 }];
    const search = { index: 0, type: "search", arguments: '{"query":"fog"}', search_results: { results: found } };
    const visit = {
      index: 1,
      type: "visit",
      arguments: "{}",
      browser_results: [{ title: "Bay", url: "https://example.com/bay" }],
    };
    const running = { index: 0, type: "search", arguments: '{"query":"fog"}', search_results: null };
    const events = decode(delta({ executed_tools: [running] }), delta({ executed_tools: [search, visit] }));
    expect(events.filter((event) => event.type === "source-url")).toEqual([
      { type: "source-url", sourceId: "https://example.com/fog", url: "https://example.com/fog", title: "Fog" },
      { type: "source-url", sourceId: "https://example.com/bay", url: "https://example.com/bay", title: "Bay" },
    ]);
  });

  it("keeps what came before an error, and says the error's own words", () => {
    const error = { error: { message: "Overloaded", type: "server_error", code: "overloaded" } };
    const events = decodeAll(createDecoder("openai-chat"), [
      sse(delta({ content: "Half" }), calls(fragment({ index: 0, id: "a", name: "n", arguments: "{}" }))),
      `event: error\n${sse(error)}`,
    ]);
    expect(toOutcome(events)).toMatchObject({
      text: "Half",
      calls: [{ id: "a", incomplete: true }],
      errors: ["Overloaded"],
    });
    expect(events).toContainEqual({ type: "error", errorText: "Overloaded", code: "overloaded", scope: "run" });
  });

  it("is read from a server that does not stream", () => {
    const message = { role: "assistant", content: "Hi", tool_calls: [{ ...fragment({ id: "a", name: "n" }) }] };
    const body = JSON.stringify({ id: "chat-1", choices: [{ index: 0, message, finish_reason: "stop" }] });
    expect(toOutcome(decodeAll(createDecoder("openai-chat"), [body]))).toMatchObject({
      text: "Hi",
      calls: [{ id: "a", name: "n", arguments: {} }],
      errors: [],
    });
  });

  it("is one answer where the server gives several", () => {
    const other = { id: "chat-1", choices: [{ index: 1, delta: { content: "Or this." }, finish_reason: "stop" }] };
    expect(toOutcome(decode(delta({ content: "This." }), other, finished("stop"))).text).toBe("This.");
  });

  it("gives a call an id of its own where one of an earlier message has it", async () => {
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "f",
      toolCallId: "f:0",
      state: "output-available",
      input: {},
      output: 1,
    };
    const chunk = calls(fragment({ index: 0, id: "f:0", name: "f", arguments: "{}" }));
    const { fetch } = fetchOf(new Response(sse(chunk, finished("tool_calls"))));
    const events = await answerOf(openaiChat({ fetch }), requestOf([{ id: "a", role: "assistant", parts: [part] }]));
    expect(toOutcome(events).calls).toMatchObject([{ id: "f:0-2" }]);
  });
});
