import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";
import { decodeAll, toOutcome } from "../recordings.js";

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const decode = (...chunks: (string | Uint8Array)[]) => decodeAll(createDecoder("auto"), chunks);
const sse = (...records: unknown[]) => records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join("");
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("an answer whose protocol is not named", () => {
  const delta = (value: object) => ({ choices: [{ index: 0, delta: value, finish_reason: null }] });
  const answers: [ProtocolName, string][] = [
    ["ai-sdk", sse({ type: "start" }, { type: "text-delta", id: "0", delta: "Hi" }, { type: "finish" })],
    ["ai-sdk", sse({ type: "start" }, { type: "start-step" }, { type: "text-start", id: "0" }, { type: "finish" })],
    ["ai-sdk-v4", '0:"Hi"\nd:{"finishReason":"stop"}\n'],
    ["ai-sdk-parts", lines({ type: "start" }, { type: "text-delta", id: "0", text: "Hi" }, { type: "finish" })],
    ["latitude", `event: latitude-event\n${sse({ type: "chain-started", uuid: "u" })}`],
    ["openai-chat", `${sse(delta({ role: "assistant" }), delta({ content: "Hi" }))}data: [DONE]\n\n`],
    ["openai-responses", sse({ type: "response.created", response: { id: "r" } })],
    ["anthropic", `event: ping\n${sse({ type: "ping" }, { type: "message_start", message: { id: "m" } })}`],
    ["gemini", sse({ candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] })],
    [
      "gemini",
      JSON.stringify([{ candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }], null, 2),
    ],
    ["ag-ui", sse({ type: "RUN_STARTED", threadId: "t", runId: "r" }, { type: "RUN_FINISHED" })],
    ["ollama", lines({ message: { role: "assistant", content: "Hi" }, done: false }, { message: {}, done: true })],
    ["langgraph", `event: messages\n${sse([{ type: "AIMessageChunk", content: "Hi", id: "1" }, {}])}`],
    ["langgraph", lines(["messages", [{ type: "AIMessageChunk", content: "Hi", id: "1" }, {}]])],
  ];

  it.each(answers)("is read as %s, however it is cut", (name, body) => {
    const whole = decodeAll(createDecoder(name), [body]);
    expect(decode(body)).toEqual(whole);
    fc.assert(
      fc.property(fc.nat(body.length), (place) => {
        expect(decode(body.slice(0, place), body.slice(place))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
    expect(warn).not.toHaveBeenCalled();
  });

  it("is told as soon as it can be", () => {
    const decoder = createDecoder("auto");
    expect(decoder.push(sse({ type: "start" }))).toEqual([]);
    expect(decoder.push(sse({ type: "text-delta", id: "0", delta: "Hi" })).map(({ type }) => type)).toEqual([
      "start",
      "text-start",
      "text-delta",
    ]);
  });

  it("keeps what is particular to the named one: taken ids, unknown records", () => {
    const unknown: unknown[] = [];
    const options = { takenIds: ["c"], onUnknown: (record: unknown) => unknown.push(record) };
    const call = { type: "tool-input-available", toolCallId: "c", toolName: "t", input: {} };
    const events = decodeAll(createDecoder("auto", options), [sse({ type: "brand-new" }, call, { type: "finish" })]);
    expect(toOutcome(events).calls.map(({ id }) => id)).toEqual(["c-2"]);
    expect(unknown).toEqual([{ type: "brand-new" }]);
  });

  it("may be one document, as where a server does not stream", () => {
    const body = { choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] };
    expect(toOutcome(decode(JSON.stringify(body, null, 2)))).toMatchObject({ text: "Hi", errors: [] });
  });

  it.each([
    ["as an event", sse({ error: { message: "No credit" } })],
    ["as a document", JSON.stringify({ error: { message: "No credit" } }, null, 2)],
    ["as a list", JSON.stringify([{ error: { message: "No credit" } }], null, 2)],
  ])("may be an error %s", (_, body) => {
    expect(toOutcome(decode(body))).toMatchObject({ text: "", errors: ["No credit"] });
  });
});

describe("an answer that no protocol knows", () => {
  it.each<[string, string[], string]>([
    ["plain words", ["Hel", "lo ", "there."], "Hello there."],
    [
      "words that look like the beginning of something",
      ["d", "a", "ta is not what you think"],
      "data is not what you think",
    ],
    ["a time", ["8:30 is fine"], "8:30 is fine"],
    ["a bracket", ["[1] is a source"], "[1] is a source"],
    ["a brace", ["{name} is a placeholder"], "{name} is a placeholder"],
    ["events of words", ["data: Hel\n\ndata: lo\n\n", "data: [DONE]\n\n"], "Hello"],
    ["events of quoted words", ['data: "Hel\\n"\n\ndata: "lo"\n\n'], "Hel\nlo"],
    ["events of objects", [sse({ words: "Hi" }, { words: "there" })], '{"words":"Hi"}\n{"words":"there"}\n'],
    ["lines of objects", [lines({ words: "Hi" })], '{"words":"Hi"}\n'],
    ["nothing", [""], ""],
  ])("is shown as plain text: %s", (_, chunks, text) => {
    const events = decode(...chunks);
    expect(toOutcome(events)).toMatchObject({ text, errors: [] });
    expect(events.at(-1)).toMatchObject({ type: "finish" });
  });

  it("is warned of once, with what to set", () => {
    decode("Hello ", "there.");
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(
      /^tooltalk: createDecoder\("auto"\) knows no protocol that begins with "Hello ".+Name its protocol, one of "ai-sdk", .+ or read it with custom/,
    );
  });

  it("streams as it comes, words at once and unknown records after a while", () => {
    const words = createDecoder("auto");
    expect(toOutcome(words.push("Hello ")).text).toBe("Hello ");
    expect(toOutcome(words.push("there")).text).toBe("there");
    const records = createDecoder("auto");
    const many = Array.from({ length: 40 }, (_, n) => records.push(sse({ n })));
    expect(toOutcome(many.flat()).text).toMatch(/^\{"n":0\}\n.+\{"n":39\}\n$/s);
  });

  it("keeps half a character until its other half comes", () => {
    const bytes = new TextEncoder().encode("3 °C 🌧");
    expect(toOutcome(decode(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).text).toBe("3 °C 🌧");
  });

  it("costs its length, however small its pieces", () => {
    const decoder = createDecoder("auto");
    const piece = "x".repeat(10);
    decoder.push("{");
    const begin = performance.now();
    for (let count = 0; count < 100_000; count += 1) decoder.push(piece);
    decoder.end();
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});
