import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { anthropic, encodeAnthropic } from "../../src/connectors/anthropic.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart, ToolPart } from "../../src/stream/message.js";
import { decodeAll, recordings, toOutcome, toWire } from "../recordings.js";
import { answerOf, bodyOf, conversation, fetchOf, requestOf } from "./conversation.js";

const wire = (...events: object[]) =>
  events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const decode = (...events: object[]) => decodeAll(createDecoder("anthropic"), [wire(...events)]);

const start = (more: object = {}) => ({ type: "message_start", message: { id: "msg_1", role: "assistant", ...more } });
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const text = (index: number, words: string) =>
  block(index, { type: "text", text: "" }, { type: "text_delta", text: words });
const call = (index: number, id: string, ...json: string[]) =>
  block(
    index,
    { type: "tool_use", id, name: "look", input: {} },
    ...json.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  );
const stop = (stop_reason: string, more: object = {}) => [
  { type: "message_delta", delta: { stop_reason, ...more }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const messageOf = (events: readonly StreamEvent[]) =>
  events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));

describe("an Anthropic answer", () => {
  it("is told with the provider's id, its reason and all its tokens", () => {
    const events = decode(
      start({ usage: { input_tokens: 7, output_tokens: 1 } }),
      ...text(0, "Hi"),
      ...stop("end_turn"),
    );
    expect(events).toEqual([
      { type: "start", messageId: "msg_1" },
      { type: "start-step" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "Hi" },
      { type: "text-end", id: "0" },
      {
        type: "finish-step",
        finishReason: "stop",
        rawFinishReason: "end_turn",
        usage: { inputTokens: 7, outputTokens: 5 },
      },
      { type: "finish", finishReason: "stop", rawFinishReason: "end_turn", usage: { inputTokens: 7, outputTokens: 5 } },
    ]);
  });

  it("keeps the signature of thoughts, also of those that it does not show", () => {
    const thinking = { type: "thinking", thinking: "", signature: "" };
    const events = decode(
      start(),
      ...block(0, thinking, { type: "thinking_delta", thinking: "Hm" }, { type: "signature_delta", signature: "s1" }),
      ...block(1, thinking, { type: "signature_delta", signature: "s" }, { type: "signature_delta", signature: "2" }),
      ...block(2, { type: "redacted_thinking", data: "secret" }),
      ...stop("end_turn"),
    );
    expect(messageOf(events).parts.filter(({ type }) => type === "reasoning")).toEqual([
      { type: "reasoning", text: "Hm", state: "done", providerMetadata: { anthropic: { signature: "s1" } } },
      { type: "reasoning", text: "", state: "done", providerMetadata: { anthropic: { signature: "s2" } } },
      {
        type: "reasoning",
        text: "",
        state: "done",
        kind: "redacted",
        providerMetadata: { anthropic: { redactedData: "secret" } },
      },
    ]);
  });

  it("gives a call without arguments none, unless the answer was cut off right there", () => {
    const calls = (...events: object[]) => toOutcome(decode(start(), ...events)).calls;
    expect(calls(...call(0, "c"), ...stop("tool_use"))).toEqual([{ id: "c", name: "look", arguments: {} }]);
    expect(calls(...call(0, "c", ""), ...call(1, "d", '{"n":1}'), ...stop("max_tokens"))).toEqual([
      { id: "c", name: "look", arguments: {} },
      { id: "d", name: "look", arguments: { n: 1 } },
    ]);
    for (const json of ["", "  ", '{"n":1', "{"]) {
      expect(calls(...call(0, "c", json), ...stop("max_tokens"))).toMatchObject([{ id: "c", incomplete: true }]);
    }
  });

  it("tells a call that was cut off from one that is no JSON", () => {
    const reasons = (...events: object[]) =>
      decode(start(), ...events).flatMap((event) => (event.type === "tool-input-error" ? [event.reason] : []));
    expect(reasons(...call(0, "c", '{"n":'), ...stop("max_tokens"))).toEqual(["incomplete"]);
    expect(reasons(...call(0, "c", '{"n":'), ...call(1, "d"), ...stop("max_tokens"))).toEqual([
      "malformed",
      "incomplete",
    ]);
    expect(reasons(...call(0, "c", '{"n":'), ...stop("tool_use"))).toEqual(["malformed"]);
    expect(reasons(...call(0, "c", '{"n":1}').slice(0, -1))).toEqual(["incomplete"]);
  });

  it("takes arguments that stand in the beginning of the call", () => {
    const whole = block(0, { type: "tool_use", id: "c", name: "look", input: { n: 1 } });
    expect(toOutcome(decode(start(), ...whole, ...stop("tool_use"))).calls).toEqual([
      { id: "c", name: "look", arguments: { n: 1 } },
    ]);
  });

  it("takes two calls of one id as two", () => {
    const { calls } = toOutcome(
      decode(start(), ...call(0, "c", '{"n":1}'), ...call(1, "c", '{"n":2}'), ...stop("tool_use")),
    );
    expect(calls).toEqual([
      { id: "c", name: "look", arguments: { n: 1 } },
      { id: "c-2", name: "look", arguments: { n: 2 } },
    ]);
  });

  it("ignores a beginning that is repeated, and drops an attempt that another one follows", () => {
    const again = decode(start(), ...text(0, "Hi"), start(), ...text(1, " there"), ...stop("end_turn"));
    expect(toOutcome(again).text).toBe("Hi there");
    const anew = decode(
      start(),
      ...text(0, "Wro"),
      ...call(1, "c", '{"n":1}'),
      ...call(2, "d", '{"n"').slice(0, -1),
      start({ id: "msg_2" }),
      ...text(0, "Right"),
      ...call(1, "c", '{"n":3}'),
      ...stop("tool_use"),
    );
    const parts = messageOf(anew).parts.filter(({ type }) => type !== "step-start");
    expect(parts).toMatchObject([
      { type: "text", text: "Right" },
      { toolCallId: "c", state: "input-available", input: { n: 3 } },
    ]);
  });

  it("takes a message that follows a whole one as the next step", () => {
    const events = decode(
      start(),
      ...text(0, "One. "),
      ...stop("tool_use"),
      start({ id: "msg_2" }),
      ...text(0, "Two."),
      ...stop("end_turn"),
    );
    expect(toOutcome(events).text).toBe("One. Two.");
    expect(events.filter(({ type }) => type === "start-step")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: "finish", rawFinishReason: "end_turn" });
  });

  it("takes what stands in the message from the start, as with programmatic calls", () => {
    const content = [{ type: "tool_use", id: "c", name: "look", input: { n: 1 }, caller: { type: "code_execution" } }];
    const events = decode(start({ content }), ...stop("tool_use"));
    expect(events).toContainEqual({
      type: "tool-input-available",
      toolCallId: "c",
      toolName: "look",
      input: { n: 1 },
      providerMetadata: { anthropic: { caller: { type: "code_execution" } } },
    });
  });

  it("tells what tools of the provider gave, and which of them failed", () => {
    const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const failure = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
    const events = decode(
      start(),
      ...block(0, search, { type: "input_json_delta", partial_json: '{"query":"x"}' }),
      ...block(1, { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: failure }),
      ...block(2, { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "s", input: { a: 1 } }),
      ...block(3, {
        type: "mcp_tool_result",
        tool_use_id: "mcptoolu_1",
        is_error: true,
        content: [{ type: "text", text: "Down" }],
      }),
      ...stop("end_turn"),
    );
    expect(toOutcome(events)).toMatchObject({
      calls: [
        { id: "srvtoolu_1", name: "web_search", arguments: { query: "x" }, provider: true },
        { id: "mcptoolu_1", name: "echo", arguments: { a: 1 }, provider: true },
      ],
      results: [
        { id: "srvtoolu_1", status: "error", output: "max_uses_exceeded" },
        { id: "mcptoolu_1", status: "error", output: "Down" },
      ],
    });
    expect(events.at(-1)).not.toHaveProperty("pendingToolCallIds");
  });

  it("keeps what came before an error, and runs nothing that was not whole", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const events = decode(start(), ...text(0, "Half"), ...call(1, "c", '{"n":1}').slice(0, -1), error);
    expect(events).toContainEqual({ type: "error", errorText: "Overloaded", code: "overloaded_error", scope: "run" });
    expect(toOutcome(events)).toMatchObject({ text: "Half", calls: [{ id: "c", incomplete: true }] });
  });

  it("is whole once it has a reason, and cut off before", () => {
    expect(toOutcome(decode(start(), ...text(0, "Hi"), ...stop("end_turn").slice(0, 1))).errors).toEqual([]);
    expect(toOutcome(decode(start(), ...text(0, "Hi"))).errors).toEqual([
      "The connection ended before the answer did.",
    ]);
  });

  it("tells why it was refused", () => {
    const stop_details = { type: "refusal", category: "cyber" };
    expect(decode(start(), ...stop("refusal", { stop_details })).at(-1)).toMatchObject({
      type: "finish",
      finishReason: "content-filter",
      messageMetadata: { anthropic: { stopDetails: stop_details } },
    });
  });

  it("names each source once", () => {
    const citations = ["a", "b", "a"].map((page) => ({
      type: "citations_delta",
      citation: { type: "web_search_result_location", url: `https://example.com/${page}`, title: page },
    }));
    const events = decode(
      start(),
      ...block(0, { type: "text", text: "", citations: [] }, ...citations, { type: "text_delta", text: "So." }),
      ...stop("end_turn"),
    );
    expect(events.filter(({ type }) => type === "source-url")).toEqual([
      { type: "source-url", sourceId: "https://example.com/a", url: "https://example.com/a", title: "a" },
      { type: "source-url", sourceId: "https://example.com/b", url: "https://example.com/b", title: "b" },
    ]);
    expect(events.find(({ type }) => type === "text-end")).toMatchObject({
      citations: citations.map(({ citation }) => citation),
    });
  });
});

const said = (...parts: MessagePart[]): ChatMessage => ({ id: "a", role: "assistant", parts });
const asks: ChatMessage = { id: "u", role: "user", parts: [{ type: "text", text: "Go on." }] };
const encode = (messages: readonly ChatMessage[], options = {}) => encodeAnthropic(options, requestOf(messages));

describe("an Anthropic request", () => {
  it("tells the conversation in turns, with each result first in the message that follows", () => {
    const { system, messages } = encode(conversation);
    expect(system).toBe("Be brief.");
    expect(messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Weather here and in Oslo?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "c1", name: "getWeather", input: { city: "Oslo" } },
          { type: "tool_use", id: "c2", name: "locate", input: {} },
          { type: "tool_use", id: "c3", name: "call112", input: { why: "cold" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: '{"celsius":3}' },
          { type: "tool_result", tool_use_id: "c2", content: "No GPS.", is_error: true },
          { type: "tool_result", tool_use_id: "c3", content: "Not now.", is_error: true },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "3 degrees in Oslo." }] },
      { role: "user", content: [{ type: "text", text: "Thanks." }] },
    ]);
  });

  it("sends its settings, its key and its version, and what a page needs", async () => {
    const settings = { temperature: 0, max_tokens: 9, thinking: { type: "adaptive" }, messages: "no", stream: false };
    const connector = anthropic({ apiKey: () => "key", model: "claude-sonnet-4-5" });
    const request = await connector.encode(requestOf([asks], { settings }));
    expect(request.url).toBe("https://api.anthropic.com/v1/messages");
    expect(request.headers.get("x-api-key")).toBe("key");
    expect(request.headers.get("anthropic-version")).toBe("2023-06-01");
    expect(request.headers.get("anthropic-dangerous-direct-browser-access")).toBe("true");
    expect(await request.json()).toEqual({
      model: "claude-sonnet-4-5",
      max_tokens: 9,
      temperature: 0,
      thinking: { type: "adaptive" },
      messages: [{ role: "user", content: [{ type: "text", text: "Go on." }] }],
      stream: true,
    });
    const own = await anthropic({ url: "https://example.com/chat" }).encode(requestOf([asks]));
    expect(own.headers.has("anthropic-dangerous-direct-browser-access")).toBe(false);
  });

  it("declares its tools beside the provider's own", async () => {
    const tools = [{ name: "look", description: "Looks", parameters: { type: "object" } as const }];
    const settings = { tools: [{ type: "web_search_20250305", name: "web_search" }] };
    const body = await bodyOf(anthropic(), requestOf([asks], { tools, settings }));
    expect(body.tools).toEqual([
      { type: "web_search_20250305", name: "web_search" },
      { name: "look", description: "Looks", input_schema: { type: "object" } },
    ]);
  });

  it("declares the tools that were called, for none of which it allows a call, where it has none any more", () => {
    const { tools, tool_choice } = encode(conversation);
    expect(tools?.map(({ name }) => name)).toEqual(["getWeather", "locate", "call112"]);
    expect(tool_choice).toEqual({ type: "none" });
    expect(encode([asks])).not.toHaveProperty("tools");
  });

  it("sends thoughts back with their signature, and no others", () => {
    const { messages } = encode([
      asks,
      said(
        { type: "reasoning", text: "Theirs", providerMetadata: { openai: { itemId: "rs_1" } } },
        { type: "reasoning", text: "Hm", providerMetadata: { anthropic: { signature: "s" } } },
        { type: "reasoning", text: "", providerMetadata: { anthropic: { redactedData: "secret" } } },
        { type: "text", text: "Yes." },
        { type: "reasoning", text: "Cut", providerMetadata: { anthropic: { signature: "s" } } },
      ),
      asks,
    ]);
    expect(messages[1]?.content).toEqual([
      { type: "thinking", thinking: "Hm", signature: "s" },
      { type: "redacted_thinking", data: "secret" },
      { type: "text", text: "Yes." },
    ]);
  });

  it("begins with the person, and ends without white space", () => {
    const { messages } = encode([said({ type: "text", text: "Hello. \n" })]);
    expect(messages).toEqual([
      { role: "user", content: [{ type: "text", text: "(The assistant speaks first.)" }] },
      { role: "assistant", content: [{ type: "text", text: "Hello." }] },
    ]);
  });

  it("gives ids and names that are allowed, the same for a call and its result", () => {
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "my tool.x",
      toolCallId: "resp:1",
      state: "output-available",
      input: "no object",
      output: null,
    };
    const { messages } = encode([asks, said(part), asks]);
    const [use] = messages[1]?.content ?? [];
    expect(use).toMatchObject({ type: "tool_use", name: "my_tool_x", input: { input: "no object" } });
    expect(use).toHaveProperty("id", expect.stringMatching(/^resp_1_[a-z0-9]+$/));
    expect(messages[2]?.content[0]).toEqual({
      type: "tool_result",
      tool_use_id: (use as { id: string }).id,
      content: "null",
    });
  });

  it("shows the model the pictures of an MCP result, and tells it the rest", () => {
    const output = {
      content: [
        { type: "text", text: "See" },
        { type: "image", data: "iVBO", mimeType: "image/png" },
        { type: "image", data: "PHN2", mimeType: "image/svg+xml" },
        { type: "resource_link", uri: "https://example.com/a.pdf", name: "a.pdf", description: "Quarter" },
      ],
    };
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "t",
      toolCallId: "c",
      state: "output-available",
      input: {},
      output,
    };
    expect(encode([asks, said(part)]).messages[2]?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "c",
        content: [
          { type: "text", text: "See" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBO" } },
          { type: "text", text: "[image image/svg+xml]" },
          { type: "text", text: "[a.pdf](https://example.com/a.pdf) Quarter" },
        ],
      },
    ]);
  });

  it("takes files as pictures, documents, text, or a note of what they are", () => {
    const file = (mediaType: string, url: string) => ({ type: "file" as const, mediaType, url, filename: "f" });
    const parts = [
      file("image/jpg", "data:image/jpg;base64,AAAA"),
      file("image/webp", "https://example.com/a.webp"),
      file("application/pdf", "data:application/pdf;base64,JVBE"),
      file("application/pdf", "https://example.com/a.pdf"),
      file("text/csv", "data:text/csv;base64,YSxi"),
      file("audio/wav", "data:audio/wav;base64,UklG"),
    ];
    expect(encode([{ id: "u", role: "user", parts }]).messages[0]?.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "AAAA" } },
      { type: "image", source: { type: "url", url: "https://example.com/a.webp" } },
      { type: "document", title: "f", source: { type: "base64", media_type: "application/pdf", data: "JVBE" } },
      { type: "document", title: "f", source: { type: "url", url: "https://example.com/a.pdf" } },
      { type: "text", text: "f:\na,b" },
      { type: "text", text: "[f (audio/wav)]" },
    ]);
  });

  it
    .skipIf(recordings.length === 0)
    .each([
      "vercel--anthropic-mcp.1.jsonl",
      "prism--anthropic-stream-with-web-search-citations-1.txt",
      "pydantic-ai--tool-search.txt",
      "vercel--anthropic-clear-thinking.1.jsonl",
      "vercel--anthropic-fallback.jsonl",
    ])("sends the blocks of %s back as they came", (name) => {
    const recording = recordings.find(({ file }) => file === `anthropic-messages/${name}`);
    if (recording === undefined) throw new Error("not there");
    const answer = messageOf(decodeAll(createDecoder("anthropic"), [toWire(recording)]));
    const { messages } = encode([asks, answer, asks]);
    const sent = messages[1]?.content.map((content) => ({ ...content }));
    expect(sent).toEqual(blocksIn(toWire(recording)));
  });

  it("decodes its own answer through the transport", async () => {
    const { fetch } = fetchOf(new Response(wire(start(), ...text(0, "Hi"), ...stop("end_turn"))));
    expect(toOutcome(await answerOf(anthropic({ fetch }))).text).toBe("Hi");
  });
});

/** The blocks of a recorded answer, put together without any of our own readers. */
function blocksIn(body: string): unknown[] {
  const events = body.split("\n").flatMap((line) => {
    return line.startsWith("data:") ? [JSON.parse(line.slice(5)) as Record<string, never>] : [];
  });
  const blocks: Record<string, unknown>[] = [];
  const json: string[] = [];
  for (const { type, index, content_block, delta } of events as Record<string, unknown>[]) {
    const at = Number(index);
    if (type === "content_block_start") blocks[at] = { ...(content_block as object) };
    const own = blocks[at];
    if (type !== "content_block_delta" || own === undefined) continue;
    const { text = "", thinking = "", signature = "", partial_json = "" } = delta as Record<string, string>;
    if ("text" in own) own.text = `${own.text as string}${text}`;
    if ("thinking" in own) own.thinking = `${own.thinking as string}${thinking}`;
    if (own.type === "thinking") own.signature = `${(own.signature as string | undefined) ?? ""}${signature}`;
    json[at] = (json[at] ?? "") + partial_json;
  }
  const whole = blocks
    .map((own, at) => ({ ...own, ...(json[at] ? { input: JSON.parse(json[at]) as unknown } : {}) }))
    .filter((own) => !("text" in own) || own.text !== "")
    .map(({ citations: _notSentBack, caller: _direct, ...own }: Record<string, unknown>) => own);
  return whole.flatMap((own, at) => {
    const after = whole[at + 1]?.text;
    const space = typeof after === "string" && after.trim() === "" ? after : ""; // refused, where it stands alone
    if (typeof own.text !== "string") return [own];
    return own.text.trim() === "" ? [] : [{ ...own, text: own.text + space }];
  });
}
