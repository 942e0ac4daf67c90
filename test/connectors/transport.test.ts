import { afterEach, describe, expect, it, vi } from "vitest";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import type { Connector } from "../../src/connectors/connector.js";
import { latitude } from "../../src/connectors/latitude.js";
import { resumeAnswer, streamAnswer } from "../../src/connectors/transport.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { answerOf, collect, fetchOf, requestOf } from "./conversation.js";

const url = "https://example.com/api/chat";
const whole =
  'data: {"type":"start"}\n\ndata: {"type":"text-delta","id":"0","delta":"Hi"}\n\ndata: {"type":"finish"}\n\n';
const textOf = (events: readonly StreamEvent[]) =>
  events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

async function answered(...responses: Parameters<typeof fetchOf>): Promise<StreamEvent[]> {
  return answerOf(aiSdk({ url, fetch: fetchOf(...responses).fetch }));
}

/** A body that the test feeds. */
function feed() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel,
  });
  return {
    response: new Response(body),
    /** The reader hung up. */
    cancel,
    push: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    fail: (error: Error) => controller?.error(error),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a request", () => {
  it("carries headers, token and credentials, asked afresh each time", async () => {
    const wire = fetchOf(new Response(whole), new Response(whole));
    const tokens = ["one", "two"];
    const connector = aiSdk({
      url,
      fetch: wire.fetch,
      credentials: "include",
      token: () => tokens.shift() ?? "",
      headers: () => Promise.resolve({ "x-app": "demo" }),
    });
    await answerOf(connector);
    await answerOf(connector);
    expect(wire.requests.map((request) => request.headers.get("authorization"))).toEqual(["Bearer one", "Bearer two"]);
    const [request] = wire.requests;
    expect(request).toMatchObject({ url, method: "POST", credentials: "include" });
    expect(request?.headers.get("x-app")).toBe("demo");
    expect(request?.headers.get("content-type")).toBe("application/json");
  });

  it("goes through the global fetch where no other is given", async () => {
    vi.stubGlobal("fetch", fetchOf(new Response(whole)).fetch);
    expect(textOf(await answerOf(aiSdk({ url })))).toBe("Hi");
  });

  it("is relative to the page, and says what to write where there is none", async () => {
    const { fetch } = fetchOf(new Response(whole));
    expect(await answerOf(latitude({ fetch }))).toEqual([
      {
        type: "error",
        errorText: expect.stringContaining('latitude({ url: "/api/chat" })') as string,
        code: "request",
        scope: "transport",
        retryable: false,
      },
    ]);
    vi.stubGlobal("location", { href: "https://example.com/app/page" });
    const wire = fetchOf(new Response(whole));
    await answerOf(aiSdk({ url: "/chat", fetch: wire.fetch }));
    expect(wire.requests[0]?.url).toBe("https://example.com/chat");
  });
});

describe("a refused request", () => {
  it.each<[string, string, string]>([
    ["OpenAI's", '{"error":{"message":"Bad key","type":"auth","code":"invalid_api_key"}}', "Bad key"],
    ["Anthropic's", '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "Overloaded"],
    ["Gemini's", '[{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}]', "Quota"],
    ["Ollama's", '{"error":"model not found"}', "model not found"],
    ["FastAPI's", '{"detail":[{"loc":["body"],"msg":"field required"}]}', "field required"],
    ["plain", "no such route", "no such route"],
  ])("tells %s words", async (_, body, words) => {
    const [event] = await answered(new Response(body, { status: 400, statusText: "Bad Request" }));
    expect(event).toEqual({
      type: "error",
      errorText: `The server answered 400 Bad Request: ${words}`,
      code: "400",
      scope: "transport",
      retryable: false,
    });
  });

  it("tells the status where the body says nothing, or is a page", async () => {
    const page = new Response("<html>", { status: 502, headers: { "content-type": "text/html; charset=utf-8" } });
    for (const response of [new Response("", { status: 502 }), new Response("{}", { status: 502 }), page]) {
      expect(await answered(response)).toMatchObject([
        { errorText: "The server answered 502.", code: "502", retryable: true },
      ]);
    }
  });

  it("cuts what is long, and survives what is deep", async () => {
    const [long] = await answered(new Response("a".repeat(1_000_000), { status: 500 }));
    expect(long?.type === "error" && long.errorText.length).toBeLessThan(3000);
    const [deep] = await answered(new Response(`${"[".repeat(20_000)}${"]".repeat(20_000)}`, { status: 500 }));
    expect(deep).toMatchObject({ type: "error", code: "500" });
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "7" }, 7000],
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "7" }, 1500],
    ["a date", { "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT" }, 30_000],
    ["a date that has passed", { "retry-after": "Wed, 21 Oct 2020 07:28:00 GMT" }, 0],
    ["a very long time", { "retry-after": "99999999999999999999" }, 86_400_000],
    ["nonsense", { "retry-after": "soon" }, undefined],
  ])("tells how long to wait, given as %s", async (_, headers, retryAfterMs) => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 9, 21, 7, 28, 0));
    const [event] = await answered(new Response("slow down", { status: 429, headers }));
    vi.restoreAllMocks();
    expect(event).toMatchObject({ type: "error", code: "429", retryable: true });
    expect(event?.type === "error" && event.retryAfterMs).toBe(retryAfterMs);
  });

  it("is told in words where the network fails", async () => {
    expect(await answered(new TypeError("Failed to fetch"))).toEqual([
      {
        type: "error",
        errorText: `${url} could not be reached: Failed to fetch`,
        code: "network",
        scope: "transport",
        retryable: true,
      },
    ]);
  });

  it("is told where a page or nothing comes in place of a stream", async () => {
    const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
    expect(await answered(page)).toMatchObject([{ type: "error", code: "200", retryable: false }]);
    expect(await answered(new Response(null, { status: 204 }))).toMatchObject([{ type: "error", code: "empty" }]);
    expect(await answered(new Response(""))).toMatchObject([{ type: "error", code: "cut-off" }]);
  });
});

describe("an answer that breaks off", () => {
  it("keeps what came, and ends in one error", async () => {
    const { response, push, fail } = feed();
    const answer = answered(response);
    push('data: {"type":"text-delta","id":"0","delta":"Half"}\n\ndata: {"type":"text-de');
    await new Promise((resolve) => setTimeout(resolve, 5));
    fail(new TypeError("terminated"));
    const events = await answer;
    expect(textOf(events)).toBe("Half");
    expect(events.filter((event) => event.type === "error")).toMatchObject([{ code: "cut-off", scope: "transport" }]);
    expect(events.at(-1)?.type).toBe("error");
  });

  it("is whole where its own end had come before", async () => {
    const { response, push, fail } = feed();
    const answer = answered(response);
    push(whole);
    await new Promise((resolve) => setTimeout(resolve, 5));
    fail(new TypeError("terminated"));
    expect((await answer).at(-1)).toEqual({ type: "finish" });
  });
});

describe("an abort", () => {
  const aborting = (connector: Connector, controller: AbortController) =>
    streamAnswer(connector, requestOf([], { signal: controller.signal }));

  it("before the request sends none", async () => {
    const wire = fetchOf(new Response(whole));
    const controller = new AbortController();
    controller.abort();
    expect(await collect(aborting(aiSdk({ url, fetch: wire.fetch }), controller))).toEqual([{ type: "abort" }]);
    expect(wire.requests).toEqual([]);
  });

  it("while the server thinks is one event, also with a fetch that never hears of it", async () => {
    const controller = new AbortController();
    const answer = collect(aborting(aiSdk({ url, fetch: () => new Promise(() => {}) }), controller));
    controller.abort("enough");
    expect(await answer).toEqual([{ type: "abort", reason: "enough" }]);
  });

  it("within the answer keeps what came, ends the reading, and is no error", async () => {
    const { response, push, cancel } = feed();
    const controller = new AbortController();
    const events: StreamEvent[] = [];
    push('data: {"type":"text-delta","id":"0","delta":"Half"}\n\n');
    for await (const event of aborting(aiSdk({ url, fetch: fetchOf(() => response).fetch }), controller)) {
      events.push(event);
      if (event.type === "text-delta") controller.abort();
    }
    expect(textOf(events)).toBe("Half");
    expect(events.filter((event) => event.type === "abort")).toEqual([{ type: "abort" }]);
    expect(events.filter((event) => event.type === "error")).toEqual([]);
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce(), { timeout: 10_000 });
  });

  it("that the server reports itself is not said twice", async () => {
    const { response, push } = feed();
    const controller = new AbortController();
    const answer = collect(aborting(aiSdk({ url, fetch: fetchOf(() => response).fetch }), controller));
    push('data: {"type":"abort","reason":"user"}\n\ndata: [DONE]\n\n');
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await answer).toEqual([{ type: "abort", reason: "user" }]);
  });

  it("leaves no reading behind where the reader walks away", async () => {
    const { response, push, cancel } = feed();
    push(whole);
    for await (const _ of streamAnswer(aiSdk({ url, fetch: fetchOf(() => response).fetch }), requestOf())) break;
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce(), { timeout: 10_000 });
  });
});

describe("a connector of the app's own", () => {
  const own = (more: Partial<Connector>): Connector => ({
    name: "own",
    encode: () => new Request(url),
    decode: async function* () {},
    fetch: fetchOf(new Response("x")).fetch,
    ...more,
  });

  it("may throw anywhere; that is one error", async () => {
    const fail = () => {
      throw new Error("broken");
    };
    expect(await answerOf(own({ encode: fail }))).toMatchObject([{ errorText: "broken", code: "request" }]);
    const decode = async function* (): AsyncGenerator<StreamEvent> {
      yield { type: "start" };
      await Promise.resolve();
      fail();
    };
    expect(await answerOf(own({ decode }))).toMatchObject([
      { type: "start" },
      { type: "error", errorText: "The answer could not be read: broken", code: "unreadable" },
    ]);
  });

  it("that cannot take an answer up again says so", async () => {
    expect(await collect(resumeAnswer(own({}), requestOf()))).toMatchObject([
      { type: "error", errorText: expect.stringContaining('"own" cannot take an answer up again') as string },
    ]);
  });
});
