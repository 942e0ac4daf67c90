import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import { encodeGemini, gemini } from "../../src/connectors/gemini.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart, ToolPart } from "../../src/stream/message.js";
import { decodeAll, recordings, toOutcome, toWire } from "../recordings.js";
import { answerOf, bodyOf, conversation, fetchOf, requestOf } from "./conversation.js";

const chunk = (parts: object[], more: object = {}) => ({
  responseId: "resp",
  candidates: [{ index: 0, content: { role: "model", parts }, ...more }],
});
const last = (parts: object[] = [], finishReason = "STOP") => chunk(parts, { finishReason });
const sse = (...chunks: object[]) => chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join("");
const decode = (...chunks: object[]) => decodeAll(createDecoder("gemini"), [sse(...chunks)]);
const messageOf = (events: readonly StreamEvent[]) =>
  events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));
const partsOf = (events: readonly StreamEvent[]) => messageOf(events).parts.filter(({ type }) => type !== "step-start");

describe("a Gemini answer", () => {
  it("reads the same as events and as one array that grows, wherever it is cut", () => {
    const chunks = [
      chunk([{ text: 'Braces } and ] in "text\\', thought: true }]),
      chunk([{ text: "Hi 🌧" }]),
      last([{ functionCall: { name: "look", args: { list: ["[", "]"] } } }]),
    ];
    const array = `[${chunks.map((each) => JSON.stringify(each, null, 2)).join("\n,\n")}\n]`;
    const events = decode(...chunks);
    expect(toOutcome(events)).toMatchObject({ text: "Hi 🌧", reasoning: 'Braces } and ] in "text\\', errors: [] });
    const bytes = new TextEncoder().encode(array);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (places) => {
        const cuts = [0, ...places.toSorted((one, other) => one - other), bytes.length];
        const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(decodeAll(createDecoder("gemini"), pieces)).toEqual(events);
      }),
    );
  });

  it("is told with its reason and its tokens, whatever it called", () => {
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 4, thoughtsTokenCount: 5, totalTokenCount: 12 };
    const events = decode(chunk([{ text: "Hi" }]), { ...last([{ functionCall: { name: "look" } }]), usageMetadata });
    expect(events[0]).toEqual({ type: "start", messageId: "resp" });
    expect(events.at(-1)).toEqual({
      type: "finish",
      finishReason: "tool-calls",
      rawFinishReason: "STOP",
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 12, reasoningTokens: 5 },
      pendingToolCallIds: ["resp:1"],
    });
  });

  it("gives calls without ids the same ids on every replay, and keeps those that it has", () => {
    const calls = [{ functionCall: { name: "a" } }, { functionCall: { name: "b", id: "call_1", args: { n: 1 } } }];
    const ids = () => toOutcome(decode(last([...calls, { functionCall: { name: "c" } }]))).calls.map(({ id }) => id);
    expect(ids()).toEqual(["resp:1", "call_1", "resp:3"]);
    expect(ids()).toEqual(ids());
  });

  it("does not give an id again that a call of the conversation bears", async () => {
    const answered: ToolPart = {
      type: "dynamic-tool",
      toolName: "a",
      toolCallId: "resp:1",
      state: "output-available",
      input: {},
      output: 1,
    };
    const { fetch } = fetchOf(new Response(sse(last([{ functionCall: { name: "a" } }]))));
    const connector = gemini({ model: "gemini-2.5-flash", fetch });
    const events = await answerOf(connector, requestOf([{ id: "a", role: "assistant", parts: [answered] }]));
    expect(toOutcome(events).calls.map(({ id }) => id)).toEqual(["resp:1-2"]);
  });

  it("keeps each signature with the part that it came on", () => {
    const parts = partsOf(
      decode(
        chunk([
          { text: "Hm", thought: true },
          { text: "", thought: true, thoughtSignature: "s0" },
        ]),
        chunk([{ text: "One " }]),
        chunk([{ text: "two", thoughtSignature: "s1" }]),
        chunk([{ text: " three" }, { text: "", thoughtSignature: "s2" }]),
        last([
          { functionCall: { name: "a", args: {} }, thoughtSignature: "s3" },
          { functionCall: { name: "b", id: "f1", args: {} } },
        ]),
      ),
    );
    expect(parts).toMatchObject([
      { type: "reasoning", text: "Hm", providerMetadata: { google: { thoughtSignature: "s0", isOnEmptyPart: true } } },
      { type: "text", text: "One " },
      { type: "text", text: "two", providerMetadata: { google: { thoughtSignature: "s1" } } },
      { type: "text", text: " three", providerMetadata: { google: { thoughtSignature: "s2", isOnEmptyPart: true } } },
      { toolName: "a", callProviderMetadata: { google: { thoughtSignature: "s3" } } },
      { toolName: "b", callProviderMetadata: { google: { functionCallId: "f1" } } },
    ]);
    expect(parts[1]).not.toHaveProperty("providerMetadata");
  });

  it("has only the first of several candidates", () => {
    const both = {
      candidates: [{ index: 1, content: { parts: [{ text: "No" }] } }, { content: { parts: [{ text: "Yes" }] } }],
    };
    expect(toOutcome(decode(both, last())).text).toBe("Yes");
  });

  it("gives pictures, code that ran and what it gave, and the provider's own tools", () => {
    const events = decode(
      chunk([{ inlineData: { mimeType: "image/png", data: "iVBO" } }]),
      chunk([{ executableCode: { language: "PYTHON", code: "1+1" } }]),
      chunk([{ codeExecutionResult: { outcome: "OUTCOME_OK", output: "2" } }]),
      chunk([{ executableCode: { language: "PYTHON", code: "1/0" } }]),
      chunk([{ codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "ZeroDivisionError" } }]),
      chunk([{ toolCall: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["x"] } } }]),
      last([{ toolResponse: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", response: { ok: 1 } } }]),
    );
    expect(events).toContainEqual({ type: "file", url: "data:image/png;base64,iVBO", mediaType: "image/png" });
    expect(toOutcome(events)).toMatchObject({
      calls: [
        { name: "code_execution", arguments: { language: "PYTHON", code: "1+1" }, provider: true },
        { name: "code_execution", arguments: { language: "PYTHON", code: "1/0" }, provider: true },
        { name: "GOOGLE_SEARCH_WEB", arguments: { queries: ["x"] }, provider: true },
      ],
      results: [
        { status: "available", output: { outcome: "OUTCOME_OK", output: "2" } },
        { status: "error", output: "ZeroDivisionError" },
        { status: "available", output: { ok: 1 } },
      ],
    });
    expect(events.at(-1)).not.toHaveProperty("pendingToolCallIds");
  });

  it("reads a picture of several megabytes", () => {
    const data = "A".repeat(3 << 20);
    const events = decode(last([{ inlineData: { mimeType: "image/png", data } }]));
    expect(events.find(({ type }) => type === "file")).toHaveProperty("url", `data:image/png;base64,${data}`);
  });

  it.each<[string, object, string]>([
    ["an error in mid-stream", { error: { code: 503, message: "Overloaded", status: "UNAVAILABLE" } }, "Overloaded"],
    ["a blocked prompt", { promptFeedback: { blockReason: "SAFETY" } }, "The prompt was blocked: SAFETY."],
    [
      "a call that it could not write",
      last([], "MALFORMED_FUNCTION_CALL"),
      "The model stopped: MALFORMED_FUNCTION_CALL.",
    ],
    [
      "words of its own for it",
      chunk([], { finishReason: "UNEXPECTED_TOOL_CALL", finishMessage: "No tools." }),
      "No tools.",
    ],
  ])("tells %s", (_, record, words) => {
    expect(toOutcome(decode(chunk([{ text: "Half" }]), record))).toMatchObject({ text: "Half", errors: [words] });
  });

  it("reads an error that comes in place of a stream, also in an array", () => {
    const error = { error: { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED" } };
    for (const body of [JSON.stringify(error), JSON.stringify([error], null, 2)]) {
      expect(toOutcome(decodeAll(createDecoder("gemini"), [body])).errors).toEqual(["Slow down"]);
    }
  });

  it("is cut off where no reason ever comes", () => {
    expect(toOutcome(decode(chunk([{ text: "Half" }]))).errors).toEqual([
      "The connection ended before the answer did.",
    ]);
  });

  it.each(["SAFETY", "LANGUAGE", "IMAGE_SAFETY"])("was filtered where it stopped for %s", (reason) => {
    expect(decode(last([], reason)).at(-1)).toMatchObject({ finishReason: "content-filter", rawFinishReason: reason });
  });
});

describe("arguments that Gemini streams", () => {
  const begin = { functionCall: { name: "look", willContinue: true } };
  const piece = (jsonPath: string, value: object) => ({
    functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: true },
  });
  const callsOf = (...parts: object[]) => toOutcome(decode(...parts.map((part) => chunk([part])), last())).calls;

  it("are put together by their places", () => {
    const calls = callsOf(
      begin,
      piece("$.list[0].name", { stringValue: "Ap", willContinue: true }),
      piece("$.list[0].name", { stringValue: "ple", willContinue: true }),
      piece("$.list[0].name", { stringValue: "" }),
      piece("$.list[0].price", { numberValue: 0.5 }),
      piece("$.list[1]['na.me']", { stringValue: "Fig" }),
      piece("$.deep.er", { boolValue: false }),
      piece("$.none", { nullValue: "NULL_VALUE" }),
      piece("$.text", { stringValue: "old" }),
      piece("$.text", { stringValue: "new" }),
      { functionCall: {} },
    );
    const list = [{ name: "Apple", price: 0.5 }, { "na.me": "Fig" }];
    expect(calls).toMatchObject([{ name: "look", arguments: { list, deep: { er: false }, none: null, text: "new" } }]);
  });

  it("are whole where a piece says that nothing follows, where another call begins, and at the end", () => {
    const city = { jsonPath: "$.city", stringValue: "Oslo" };
    const ended = { functionCall: { partialArgs: [city] } };
    expect(callsOf(begin, ended)).toMatchObject([{ arguments: { city: "Oslo" } }]);
    expect(callsOf(begin, piece("$.city", city), begin, { functionCall: {} })).toMatchObject([
      { arguments: { city: "Oslo" } },
      { arguments: {} },
    ]);
    expect(callsOf(begin, piece("$.city", city))).toMatchObject([{ arguments: { city: "Oslo" } }]);
  });

  it("are cut off where the model stopped before their end", () => {
    const events = decode(chunk([begin]), chunk([piece("$.city", { stringValue: "Os" })]), last([], "MAX_TOKENS"));
    expect(events.filter(({ type }) => type === "tool-input-available")).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-input-error", reason: "incomplete" }));
  });

  it.each([
    "$.__proto__.polluted",
    "$['__proto__'].polluted",
    "$.constructor.prototype.polluted",
    "$.list[5]",
    "$.list.name",
    "list",
    "$",
    "$.",
    `$${".a".repeat(100)}`,
  ])("have no place at %s", (jsonPath) => {
    const parts = [begin, piece("$.list[0]", { numberValue: 1 }), piece(jsonPath, { stringValue: "x" })];
    const events = decode(...parts.map((part) => chunk([part])), last([{ functionCall: {} }]));
    expect(events.filter(({ type }) => type === "tool-input-available")).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-input-error", reason: "invalid" }));
    expect({}).not.toHaveProperty("polluted");
  });

  it("are the same value however their strings are cut", () => {
    const value = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const args = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(value, fc.array(value, { minLength: 1 })), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(args, fc.nat(5), (input, size) => {
        const pieces = Object.entries(input).flatMap(([key, each]) =>
          Array.isArray(each)
            ? each.flatMap((item, index) => piecesOf(`$.${key}[${index}]`, item, size))
            : piecesOf(`$.${key}`, each, size),
        );
        const [call] = callsOf(begin, ...pieces, { functionCall: {} });
        expect(call?.arguments).toEqual(JSON.parse(JSON.stringify(input)));
      }),
    );
  });

  function piecesOf(jsonPath: string, value: string | number | boolean | null, size: number): object[] {
    if (value === null) return [piece(jsonPath, { nullValue: "NULL_VALUE" })];
    if (typeof value === "number") return [piece(jsonPath, { numberValue: value })];
    if (typeof value === "boolean") return [piece(jsonPath, { boolValue: value })];
    const texts = value.match(new RegExp(`[\\s\\S]{1,${size + 1}}`, "g")) ?? [];
    return [
      ...texts.map((stringValue) => piece(jsonPath, { stringValue, willContinue: true })),
      piece(jsonPath, { stringValue: "" }),
    ];
  }
});

const said = (...parts: MessagePart[]): ChatMessage => ({ id: "a", role: "assistant", parts });
const asks: ChatMessage = { id: "u", role: "user", parts: [{ type: "text", text: "Go on." }] };
const encode = (messages: readonly ChatMessage[], model = "gemini-2.5-flash") =>
  encodeGemini({ model }, requestOf(messages)).contents;

describe("a Gemini request", () => {
  it("tells the conversation with the results of each step right behind its calls", () => {
    const { systemInstruction, contents } = encodeGemini({ model: "gemini-2.5-flash" }, requestOf(conversation));
    expect(systemInstruction).toEqual({ parts: [{ text: "Be brief." }] });
    expect(contents).toEqual([
      {
        role: "user",
        parts: [{ text: "Weather here and in Oslo?" }, { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }],
      },
      {
        role: "model",
        parts: [
          { text: "I look." },
          { functionCall: { name: "getWeather", args: { city: "Oslo" } } },
          { functionCall: { name: "locate", args: {} } },
          { functionCall: { name: "call112", args: { why: "cold" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "getWeather", response: { celsius: 3 } } },
          { functionResponse: { name: "locate", response: { error: "No GPS." } } },
          { functionResponse: { name: "call112", response: { error: "Not now." } } },
        ],
      },
      { role: "model", parts: [{ text: "3 degrees in Oslo." }] },
      { role: "user", parts: [{ text: "Thanks." }] },
    ]);
  });

  it("goes to the model's address, with its key", async () => {
    const settings = { generationConfig: { temperature: 0 }, contents: "no" };
    const sent = await gemini({ apiKey: "key", model: "gemini-3-flash" }).encode(requestOf([asks], { settings }));
    expect(sent.url).toBe(
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse",
    );
    expect(sent.headers.get("x-goog-api-key")).toBe("key");
    expect(await sent.json()).toEqual({
      generationConfig: { temperature: 0 },
      contents: [{ role: "user", parts: [{ text: "Go on." }] }],
    });
    const other = await gemini({ model: "gemini-3-flash" }).encode(
      requestOf([], { settings: { model: "gemini-2.5-pro" } }),
    );
    expect(other.url).toContain("/models/gemini-2.5-pro:");
    await expect(gemini().encode(requestOf())).rejects.toThrow("tooltalk: gemini() got no model. Pass one");
  });

  it("declares its tools in Gemini's part of OpenAPI, beside the provider's own", async () => {
    const parameters = {
      type: "object",
      properties: { city: { type: ["string", "null"], description: "Where" } },
      additionalProperties: false,
    } as const;
    const tools = [{ name: "look", description: "Looks", parameters }];
    const settings = { tools: [{ googleSearch: {} }] };
    const { tools: sent } = await bodyOf(gemini({ model: "m" }), requestOf([asks], { tools, settings }));
    expect(sent).toEqual([
      { googleSearch: {} },
      {
        functionDeclarations: [
          {
            name: "look",
            description: "Looks",
            parameters: {
              type: "OBJECT",
              properties: { city: { type: "STRING", description: "Where", nullable: true } },
              propertyOrdering: ["city"],
            },
          },
        ],
      },
    ]);
  });

  it("signs the first call of a step where no model of Gemini made it, if the model wants that", () => {
    const call = (toolCallId: string): ToolPart => ({
      type: "dynamic-tool",
      toolName: "t",
      toolCallId,
      origin: "text",
      state: "output-available",
      input: {},
      output: 1,
    });
    const own: ToolPart = { ...call("c"), callProviderMetadata: { google: { thoughtSignature: "s" } } };
    const signaturesFor = (model: string, ...parts: MessagePart[]) =>
      encode([asks, said(...parts)], model)[1]?.parts.map(({ thoughtSignature }) => thoughtSignature);
    const unsigned = "skip_thought_signature_validator";
    expect(signaturesFor("gemini-3-flash", call("a"), call("b"))).toEqual([unsigned, undefined]);
    expect(signaturesFor("gemini-3-flash", own, call("b"))).toEqual(["s", undefined]);
    expect(signaturesFor("gemini-2.5-flash", call("a"), call("b"))).toEqual([undefined, undefined]);
  });

  it.each<[string, unknown, object]>([
    ["an object", { a: 1 }, { a: 1 }],
    ["a list", [1, 2], { output: [1, 2] }],
    ["nothing", null, { output: null }],
    ["text", "3 °C", { output: "3 °C" }],
    ["an MCP result", { content: [{ type: "text", text: "wet" }] }, { output: "wet" }],
    [
      "too long an object",
      { a: "x".repeat(300_000) },
      { output: expect.stringMatching(/^\{"a":"x+… \(truncated, 293KB\)$/) as string },
    ],
  ])("gives %s as an object", (_, output, response) => {
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "t",
      toolCallId: "c",
      state: "output-available",
      input: {},
      output,
    };
    expect(encode([asks, said(part)])[2]?.parts).toEqual([{ functionResponse: { name: "t", response } }]);
  });

  it("begins with the person", () => {
    expect(encode([said({ type: "text", text: "Hello." })])[0]).toEqual({
      role: "user",
      parts: [{ text: "(The assistant speaks first.)" }],
    });
  });

  it("takes files as bytes, as addresses, as text, or as a note of what they are", () => {
    const file = (mediaType: string, url: string) => ({ type: "file" as const, mediaType, url, filename: "f" });
    const parts = [
      file("application/pdf", "data:application/pdf;base64,JVBE"),
      file("video/mp4", "https://example.com/a.mp4"),
      file("image/*", "https://example.com/a"),
      file("text/csv", "data:text/csv;base64,YSxi"),
      file("audio/wav", "blob:https://example.com/1"),
    ];
    expect(encode([{ id: "u", role: "user", parts }])[0]?.parts).toEqual([
      { inlineData: { mimeType: "application/pdf", data: "JVBE" } },
      { fileData: { mimeType: "video/mp4", fileUri: "https://example.com/a.mp4" } },
      { text: "[f (image/*): https://example.com/a]" },
      { text: "f:\na,b" },
      { text: "[f (audio/wav)]" },
    ]);
  });

  it
    .skipIf(recordings.length === 0)
    .each(recordings.filter(({ protocol }) => protocol === "gemini").map(({ file }) => file))(
    "sends the parts of %s back as they came",
    (name) => {
      const recording = recordings.find(({ file }) => file === name);
      if (recording === undefined) throw new Error("not there");
      const answer = messageOf(decodeAll(createDecoder("gemini"), [toWire(recording)]));
      const sent = encode([asks, answer, asks], "gemini-2.5-flash").filter(({ role }) => role === "model");
      expect(sent.flatMap(({ parts }) => parts)).toEqual(partsIn(toWire(recording)));
    },
  );
});

interface WirePart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { name?: string; args?: object; id?: string; willContinue?: boolean };
}

/** The parts of a recorded answer as they have to go back, put together without any of our own readers. */
function partsIn(body: string): object[] {
  const chunks = (
    body.startsWith("[")
      ? JSON.parse(body)
      : body.split("\n").flatMap((line) => (line.startsWith("data:") ? [JSON.parse(line.slice(5)) as unknown] : []))
  ) as { candidates?: { content?: { parts?: WirePart[] } }[] }[];
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const whole: WirePart[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    const isUnsigned = part.thoughtSignature === undefined;
    if (part.thought && isUnsigned) continue; // a summary of thoughts is not sent back
    if (part.text === "" && isUnsigned) continue;
    if (part.functionCall && part.functionCall.name === undefined) continue; // a piece of the call before it
    if (part.text && isUnsigned && before?.text && before.thoughtSignature === undefined) before.text += part.text;
    else whole.push(structuredClone(part));
  }
  return whole.map(({ functionCall, ...part }) => {
    if (functionCall === undefined) return part;
    const { willContinue, args = {}, ...call } = functionCall;
    return { ...part, functionCall: { ...call, args: willContinue ? (expect.any(Object) as object) : args } };
  });
}
