import { describe, expect, it } from "vitest";
import { custom } from "../../src/connectors/custom.js";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";
import { resumeAnswer } from "../../src/connectors/transport.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ToolPart } from "../../src/stream/message.js";
import { toOutcome } from "../recordings.js";
import { answerOf, collect, fetchOf, requestOf } from "./conversation.js";

const url = "https://example.com/chat";
const encode = () => new Request(url, { method: "POST", body: "{}" });
const answered = (body = "Hi there") => fetchOf(new Response(body)).fetch;

async function* words(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  yield { type: "text-start", id: "0" };
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    yield { type: "text-delta", id: "0", delta: next.value };
  }
  yield { type: "text-end", id: "0" };
  yield { type: "finish" };
}

describe("a back end of one's own", () => {
  it("is asked as its encode says", async () => {
    const { fetch, requests } = fetchOf(new Response("Hi"));
    const connector = custom({
      name: "mine",
      fetch,
      encode: ({ chatId, messages }) =>
        new Request(url, { method: "POST", body: JSON.stringify({ chatId, messages }) }),
      decode: words,
    });
    await answerOf(connector);
    expect(connector.name).toBe("mine");
    expect(await requests[0]?.json()).toEqual({ chatId: "chat-1", messages: [] });
  });

  it("is read by a generator over its body", async () => {
    const events = await answerOf(custom({ encode, decode: words, fetch: answered() }));
    expect(toOutcome(events).text).toBe("Hi there");
    expect(events.at(-1)).toEqual({ type: "finish" });
  });

  it("is read by a generator that awaits first, and sees the response and the request", async () => {
    const seen: unknown[] = [];
    const decode = async function* (_: ReadableStream, response: Response, { chatId }: { chatId: string }) {
      await Promise.resolve();
      seen.push(response.status, chatId);
      yield { type: "finish" } as const;
    };
    await answerOf(custom({ encode, decode, fetch: answered() }));
    expect(seen).toEqual([200, "chat-1"]);
  });

  it("is read by a decoder that a function makes, one for each answer", async () => {
    const body = 'data: {"type":"text-delta","id":"0","delta":"Hi"}\n\ndata: {"type":"finish"}\n\n';
    const { fetch } = fetchOf(new Response(body), new Response(body));
    const connector = custom({ encode, decode: () => createDecoder("ai-sdk"), fetch });
    expect(toOutcome(await answerOf(connector)).text).toBe("Hi");
    expect(toOutcome(await answerOf(connector)).text).toBe("Hi");
  });

  it("is read by the name of its protocol, or by what its records look like", async () => {
    const line = JSON.stringify({ message: { role: "assistant", content: "Hi" }, done: true });
    for (const decode of ["ollama", "auto", undefined] as const) {
      expect(toOutcome(await answerOf(custom({ encode, decode, fetch: answered(line) }))).text).toBe("Hi");
    }
  });

  it("gives a call of a later answer an id of its own where its protocol is named", async () => {
    const done: ToolPart = {
      type: "dynamic-tool",
      toolName: "t",
      toolCallId: "c",
      state: "output-available",
      input: {},
      output: 1,
    };
    const body = '9:{"toolCallId":"c","toolName":"t","args":{}}\nd:{"finishReason":"tool-calls"}\n';
    const connector = custom({ encode, decode: "ai-sdk-v4", fetch: answered(body) });
    const events = await answerOf(connector, requestOf([{ id: "a", role: "assistant", parts: [done] }]));
    expect(toOutcome(events).calls.map(({ id }) => id)).toEqual(["c-2"]);
  });

  it("can take an answer up again if it says how", async () => {
    const resume = () => new Request(`${url}/again`);
    const { fetch, requests } = fetchOf(new Response("Hi"));
    await collect(resumeAnswer(custom({ encode, decode: words, resume, fetch }), requestOf()));
    expect(requests[0]?.url).toBe(`${url}/again`);
    expect(custom({ encode, decode: words })).not.toHaveProperty("resume");
  });

  it("ends when it is stopped, in the middle of a body that never ends", async () => {
    const stop = new AbortController();
    const endless = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Uint8Array.of(72)) });
    const connector = custom({ encode, decode: words, fetch: fetchOf(new Response(endless)).fetch });
    setTimeout(() => stop.abort("enough"), 10);
    const events = await answerOf(connector, requestOf([], { signal: stop.signal }));
    expect(events.at(-1)).toEqual({ type: "abort", reason: "enough" });
  });
});

describe("what a back end of one's own got wrong", () => {
  it.each<[string, unknown, RegExp]>([
    [
      "no encode",
      { decode: words },
      /^tooltalk: custom\(\{ encode \}\) got an encode of type "undefined"\. Pass a function/,
    ],
    [
      "a decode that is none",
      { encode, decode: 7 },
      /^tooltalk: custom\(\{ decode \}\) got a decode of type "number"\. Pass/,
    ],
    [
      "a protocol that is none",
      { encode, decode: "nope" as ProtocolName },
      /createDecoder\("nope"\) is not known\. Use one of/,
    ],
  ])("is told at once: %s", (_, options, message) => {
    expect(() => custom(options as Parameters<typeof custom>[0])).toThrow(message);
  });

  const errorOf = async (options: object) => {
    const events = await answerOf(custom({ encode, decode: words, fetch: answered(), ...options }));
    return toOutcome(events).errors.join();
  };

  it.each<[string, object, RegExp]>([
    [
      "a url instead of a request",
      { encode: () => "/chat" },
      /gave "\/chat" instead of a Request\. Return new Request/,
    ],
    ["nothing at all", { encode: () => undefined }, /gave a value of type "undefined" instead of a Request/],
    [
      "no events",
      { decode: () => [] },
      /custom\(\{ decode \}\) gave a value of type "object"\. Write it as an async gen/,
    ],
    [
      "a promise of nothing",
      { decode: async () => Promise.resolve(undefined) },
      /custom\(\{ decode \}\) gave a value of type "undefined"/,
    ],
    [
      "text instead of events",
      {
        decode: async function* () {
          yield await Promise.resolve("Hi");
        },
      },
      /yielded "Hi", which is no event\. Yield objects such as \{ type: "text-delta"/,
    ],
    [
      "an error of its own",
      {
        decode: () => {
          throw new Error("my own fault");
        },
      },
      /my own fault/,
    ],
  ])("is one error of the answer: %s", async (_, options, message) => {
    expect(await errorOf(options)).toMatch(message);
  });
});
