import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import { encodeOpenaiResponses, openaiResponses } from "../../src/connectors/openai-responses.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, ToolPart } from "../../src/stream/message.js";
import { decodeAll, toOutcome } from "../recordings.js";
import { conversation, requestOf } from "./conversation.js";

const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const decode = (...events: object[]) => decodeAll(createDecoder("openai-responses"), [sse(...events)]);

const created = (id = "resp-1") => ({ type: "response.created", response: { id } });
const completed = (more: object = {}) => ({ type: "response.completed", response: { status: "completed", ...more } });
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const text = (output_index: number, delta: string, item_id = `msg-${output_index}`) => ({
  type: "response.output_text.delta",
  item_id,
  output_index,
  content_index: 0,
  delta,
});
const message = (value: string, id = "msg-0", more: object = {}) => ({
  type: "message",
  id,
  content: [{ type: "output_text", text: value, annotations: [] }],
  ...more,
});
const called = (id: string, args: string, more: object = {}) => ({
  type: "function_call",
  id: `fc-${id}`,
  call_id: id,
  name: "t",
  arguments: args,
  ...more,
});
const args = (output_index: number, item_id: string, delta: string) => ({
  type: "response.function_call_arguments.delta",
  output_index,
  item_id,
  delta,
});

const reduce = (events: readonly StreamEvent[]): ChatMessage =>
  events.reduce(reduceMessage, createMessage({ id: "m", role: "assistant" }));
const textOf = (events: readonly StreamEvent[]) =>
  reduce(events)
    .parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("|");

describe("a Responses request", () => {
  it("carries the model, the tools and the settings", async () => {
    const tools = [{ name: "t", description: "T", parameters: { type: "object" } }];
    const settings = { store: false, tools: [{ type: "web_search" }], input: "no" };
    const connector = openaiResponses({ url: "https://example.com/v1", model: "m" });
    const sent = await connector.encode(requestOf([], { tools, settings }));
    expect(await sent.json()).toEqual({
      model: "m",
      input: [],
      store: false,
      stream: true,
      tools: [
        { type: "web_search" },
        { type: "function", name: "t", description: "T", parameters: { type: "object" }, strict: false },
      ],
    });
  });

  it("tells each call with its result", () => {
    expect(encodeOpenaiResponses({}, requestOf(conversation)).input).toEqual([
      { type: "message", role: "system", content: "Be brief." },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Weather here and in Oslo?" },
          { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", detail: "auto" },
        ],
      },
      { type: "message", role: "assistant", content: "I look.", phase: "commentary" },
      { type: "function_call", call_id: "c1", name: "getWeather", arguments: '{"city":"Oslo"}' },
      { type: "function_call", call_id: "c2", name: "locate", arguments: "{}" },
      { type: "function_call", call_id: "c3", name: "call112", arguments: '{"why":"cold"}' },
      { type: "function_call_output", call_id: "c1", output: '{"celsius":3}' },
      { type: "function_call_output", call_id: "c2", output: "Error: No GPS." },
      { type: "function_call_output", call_id: "c3", output: "The call was denied: Not now." },
      { type: "message", role: "assistant", content: "3 degrees in Oslo." },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Thanks." }] },
    ]);
  });

  it("sends a document with its bytes, or with its address", () => {
    const file = (url: string) => ({ type: "file", mediaType: "application/pdf", url, filename: "a.pdf" }) as const;
    const parts = [file("data:application/pdf;base64,JVBERi0="), file("https://example.com/a.pdf")];
    const { input } = encodeOpenaiResponses({}, requestOf([{ id: "u", role: "user", parts }]));
    expect(input).toEqual([
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
          { type: "input_file", file_url: "https://example.com/a.pdf" },
        ],
      },
    ]);
  });

  it("gives the model its encrypted reasoning back, before what it led to", () => {
    const events = decode(
      created(),
      added(0, { type: "reasoning", id: "rs-1", summary: [] }),
      {
        type: "response.reasoning_summary_text.delta",
        output_index: 0,
        item_id: "rs-1",
        summary_index: 0,
        delta: "One.",
      },
      {
        type: "response.reasoning_summary_text.delta",
        output_index: 0,
        item_id: "rs-1",
        summary_index: 1,
        delta: "Two.",
      },
      done(0, {
        type: "reasoning",
        id: "rs-1",
        summary: [
          { type: "summary_text", text: "One." },
          { type: "summary_text", text: "Two." },
        ],
        encrypted_content: "secret",
      }),
      added(1, { type: "reasoning", id: "rs-2", summary: [] }),
      done(1, { type: "reasoning", id: "rs-2", summary: [], encrypted_content: "more" }),
      done(2, message("Yes.")),
      completed(),
    );
    expect(toOutcome(events).reasoning).toBe("One.Two.");
    expect(encodeOpenaiResponses({}, requestOf([reduce(events)])).input).toEqual([
      {
        type: "reasoning",
        id: "rs-1",
        summary: [
          { type: "summary_text", text: "One." },
          { type: "summary_text", text: "Two." },
        ],
        encrypted_content: "secret",
      },
      { type: "reasoning", id: "rs-2", summary: [], encrypted_content: "more" },
      { type: "message", role: "assistant", content: "Yes." },
    ]);
  });

  it("returns a call of a tool of free text as what it was", () => {
    const custom = { type: "custom_tool_call", id: "ct", call_id: "c1", name: "patch", input: "" };
    const events = decode(
      created(),
      added(0, custom),
      { type: "response.custom_tool_call_input.delta", output_index: 0, item_id: "ct", delta: "*** Begin" },
      { type: "response.custom_tool_call_input.done", output_index: 0, item_id: "ct", input: "*** Begin Patch" },
      done(0, { ...custom, input: "*** Begin Patch" }),
      completed(),
    );
    expect(toOutcome(events).calls).toEqual([
      { id: "c1", name: "patch", arguments: "*** Begin Patch", encoding: "text" },
    ]);
    const answered = [...events, { type: "tool-output-available", toolCallId: "c1", output: "ok" } as const];
    expect(encodeOpenaiResponses({}, requestOf([reduce(answered)])).input).toEqual([
      { type: "custom_tool_call", call_id: "c1", name: "patch", input: "*** Begin Patch" },
      { type: "custom_tool_call_output", call_id: "c1", output: "ok" },
    ]);
  });
});

describe("the approval of an MCP call", () => {
  const request = {
    type: "mcp_approval_request",
    id: "mcpr-1",
    name: "shorten",
    arguments: '{"url":"x"}',
    server_label: "zip",
  };
  const asked = decode(created(), added(0, request), done(0, request), completed());
  const answer = (approved: boolean): StreamEvent => ({
    type: "tool-approval-response",
    approvalId: "mcpr-1",
    approved,
  });

  it("is asked for, and the call is not for this side to run", () => {
    expect(toOutcome(asked)).toMatchObject({
      calls: [{ id: "mcpr-1", name: "shorten", arguments: { url: "x" }, provider: true }],
      approvals: [{ id: "mcpr-1", toolCallId: "mcpr-1" }],
    });
    expect(asked.at(-1)).not.toHaveProperty("pendingToolCallIds");
  });

  it.each([true, false])("goes back with the request when it is %s", (approved) => {
    const { input } = encodeOpenaiResponses({}, requestOf([reduce([...asked, answer(approved)])]));
    expect(input).toMatchObject([
      { type: "mcp_approval_request", id: "mcpr-1", name: "shorten", arguments: '{"url":"x"}', server_label: "zip" },
      { type: "mcp_approval_response", approval_request_id: "mcpr-1", approve: approved },
    ]);
  });

  it("is no approval where nobody answered", () => {
    const { input } = encodeOpenaiResponses({}, requestOf([reduce(asked)]));
    expect(input[1]).toMatchObject({ type: "mcp_approval_response", approve: false });
  });

  it("brings the result to the call that was asked about", () => {
    const run = { ...request, type: "mcp_call", id: "mcp-2", approval_request_id: "mcpr-1", output: "short" };
    const events = decode(created("resp-2"), added(0, { ...run, output: null }), done(0, run), completed());
    expect(toOutcome(events)).toMatchObject({
      calls: [],
      results: [{ id: "mcpr-1", status: "available", output: "short" }],
    });
    const whole = reduce([...asked, answer(true), ...events]);
    expect(encodeOpenaiResponses({}, requestOf([whole])).input).toMatchObject([
      { type: "function_call", call_id: "mcpr-1" },
      { type: "function_call_output", call_id: "mcpr-1", output: "short" },
    ]);
  });
});

describe("a Responses answer", () => {
  it("is framed by its response, with what it cost", () => {
    const usage = { input_tokens: 3, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } };
    expect(
      decode(
        created(),
        added(0, { type: "message", id: "msg-0" }),
        text(0, "Hi"),
        done(0, message("Hi")),
        completed({ usage }),
      ),
    ).toEqual([
      { type: "start", messageId: "resp-1" },
      { type: "start-step" },
      { type: "text-start", id: "item-1:text:0" },
      { type: "text-delta", id: "item-1:text:0", delta: "Hi" },
      { type: "text-end", id: "item-1:text:0" },
      {
        type: "finish-step",
        finishReason: "stop",
        rawFinishReason: "completed",
        usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: 1 },
      },
      {
        type: "finish",
        finishReason: "stop",
        rawFinishReason: "completed",
        usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: 1 },
      },
    ]);
  });

  it("says no text twice, and mends what was lost on the way", () => {
    const whole = (first: string, last: string) =>
      textOf(
        decode(
          created(),
          added(0, { type: "message", id: "msg-0" }),
          text(0, first),
          done(0, message(last)),
          completed(),
        ),
      );
    expect(whole("Hi", "Hi")).toBe("Hi");
    expect(whole("H", "Hi there")).toBe("Hi there");
    expect(whole("Hallo", "Hello")).toBe("Hello");
    expect(textOf(decode(created(), done(0, message("All at once.")), completed()))).toBe("All at once.");
  });

  it("says no text twice where a record between could not be read", () => {
    const events = decodeAll(createDecoder("openai-responses"), [
      sse(created(), added(0, { type: "message", id: "msg-0" }), text(0, "One ")),
      'data: {"type":"response.output_text.del,}\n\n',
      sse(text(0, "three"), done(0, message("One two three")), completed()),
    ]);
    expect(textOf(events)).toBe("One |three");
    expect(toOutcome(events).errors).toEqual(["A piece of the answer could not be read."]);
  });

  it("knows an item by its place where each event gives it another id, and by its id where every place is 0", () => {
    const otherIds = [
      added(0, { type: "message", id: "a" }),
      text(0, "Hel", "b"),
      text(0, "lo", "c"),
      done(0, message("Hello", "d")),
      added(1, called("c1", "", { id: "e" })),
      args(1, "f", "{}"),
      done(1, called("c1", "{}", { id: "g" })),
    ];
    const onePlace = [
      added(0, { type: "message", id: "msg-0" }),
      added(0, called("c1", "")),
      text(0, "Hel", "msg-0"),
      args(0, "fc-c1", "{}"),
      text(0, "lo", "msg-0"),
      done(0, message("Hello", "msg-0")),
      done(0, called("c1", "{}")),
    ];
    for (const events of [otherIds, onePlace]) {
      expect(toOutcome(decode(created(), ...events, completed()))).toMatchObject({
        text: "Hello",
        calls: [{ id: "c1", arguments: {} }],
      });
    }
  });

  it("takes two calls of one id as two", () => {
    const events = decode(
      created(),
      added(0, called("c1", "")),
      added(1, called("c1", "")),
      args(0, "fc-c1", '{"k":1}'),
      args(1, "fc-c1", '{"k":2}'),
      done(0, called("c1", '{"k":1}')),
      done(1, called("c1", '{"k":2}')),
      completed(),
    );
    expect(toOutcome(events).calls).toEqual([
      { id: "c1", name: "t", arguments: { k: 1 } },
      { id: "c1-2", name: "t", arguments: { k: 2 } },
    ]);
  });

  it("runs no call that was not done, and each that was, whatever the response came to", () => {
    const incomplete = {
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    };
    const events = decode(
      created(),
      added(0, called("c1", "")),
      done(0, called("c1", "{}")),
      added(1, called("c2", "")),
      args(1, "fc-c2", "{"),
      done(1, called("c2", "{", { status: "incomplete" })),
      added(2, called("c3", "")),
      incomplete,
    );
    expect(toOutcome(events).calls).toMatchObject([
      { id: "c1", arguments: {} },
      { incomplete: true },
      { incomplete: true },
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      finishReason: "length",
      rawFinishReason: "max_output_tokens",
    });
  });

  it("goes on with a second response, and drops one that was tried again", () => {
    const first = [created("r1"), added(0, { type: "message", id: "a" }), text(0, "One.", "a")];
    const second = [created("r2"), added(0, { type: "message", id: "b" }), text(0, "Two.", "b"), completed()];
    expect(textOf(decode(...first, completed(), ...second))).toBe("One.|Two.");
    expect(textOf(decode(...first, ...second))).toBe("Two.");
  });

  it("shows the picture that was made, and keeps its bytes out of the result", () => {
    const item = {
      type: "image_generation_call",
      id: "ig",
      status: "completed",
      output_format: "webp",
      result: "UklG",
    };
    const events = decode(created(), added(0, { ...item, result: null }), done(0, item), completed());
    expect(events).toContainEqual({ type: "file", mediaType: "image/webp", url: "data:image/webp;base64,UklG" });
    expect(toOutcome(events).results).toEqual([{ id: "ig", status: "available", output: { mediaType: "image/webp" } }]);
  });

  it("tells a provider's call that failed", () => {
    const item = {
      type: "mcp_call",
      id: "m",
      name: "t",
      arguments: "{}",
      server_label: "s",
      error: { message: "Down" },
    };
    const events = decode(created(), added(0, { ...item, error: null }), done(0, item), completed());
    expect(toOutcome(events).results).toEqual([{ id: "m", status: "error", output: "Down" }]);
    expect(events.find((event) => event.type === "tool-input-start")).toMatchObject({ serverName: "s" });
  });

  it("knows the answer from the words before its calls, a refusal from an answer, and where it is from", () => {
    const annotation = { type: "url_citation", url: "https://example.com/a", title: "A" };
    const events = decode(
      created(),
      added(0, { type: "message", id: "msg-0", phase: "commentary" }),
      text(0, "I look."),
      added(1, { type: "message", id: "msg-1", phase: "final_answer" }),
      text(1, "Here."),
      {
        type: "response.output_text.annotation.added",
        output_index: 1,
        item_id: "msg-1",
        content_index: 0,
        annotation,
      },
      done(1, {
        ...message("Here.", "msg-1"),
        content: [{ type: "output_text", text: "Here.", annotations: [annotation] }],
      }),
      { type: "response.refusal.delta", output_index: 2, item_id: "msg-2", content_index: 0, delta: "No." },
      completed(),
    );
    expect(events.filter((event) => event.type === "text-start").map((event) => event.kind)).toEqual([
      "commentary",
      "answer",
      "refusal",
    ]);
    expect(events.filter((event) => event.type === "source-url")).toEqual([
      { type: "source-url", sourceId: annotation.url, url: annotation.url, title: "A" },
    ]);
  });

  it("is an error where it failed, once, and where it was cut off", () => {
    const error = { code: "rate_limit_exceeded", message: "Too many" };
    const events = decode(created(), { type: "error", ...error }, { type: "response.failed", response: { error } });
    expect(events.filter((event) => event.type === "error")).toEqual([
      { type: "error", errorText: "Too many", code: "rate_limit_exceeded", scope: "run" },
    ]);
    expect(toOutcome(decode(created(), text(0, "Half"))).errors).toEqual([
      "The connection ended before the answer did.",
    ]);
  });

  it("is read from a server that does not stream", () => {
    const body = { object: "response", id: "r", status: "completed", output: [message("Hi"), called("c1", "{}")] };
    expect(toOutcome(decodeAll(createDecoder("openai-responses"), [JSON.stringify(body)]))).toMatchObject({
      text: "Hi",
      calls: [{ id: "c1", arguments: {} }],
      errors: [],
    });
  });

  it("takes calls from the whole response that never came as items, and words only where nothing came", () => {
    const output = [message("Hi", "other"), called("c1", '{"k":1}'), called("c2", "{}")];
    const events = decode(created(), done(0, message("Hi")), done(1, called("c1", '{"k":1}')), completed({ output }));
    expect(toOutcome(events)).toMatchObject({ text: "Hi", calls: [{ id: "c1" }, { id: "c2", arguments: {} }] });
    expect(toOutcome(decode(created(), completed({ output })))).toMatchObject({
      text: "Hi",
      calls: [{ id: "c1" }, { id: "c2" }],
    });
  });

  it("gives a shell's output to the call of the shell", () => {
    const shell = { type: "shell_call", id: "sh", call_id: "c1", action: { commands: ["ls"] } };
    const output = { type: "shell_call_output", id: "sho", call_id: "c1", output: [{ stdout: "a" }] };
    const events = decode(created(), added(0, shell), done(0, shell), added(1, output), done(1, output), completed());
    expect(toOutcome(events)).toMatchObject({
      calls: [{ id: "c1", name: "shell", arguments: { commands: ["ls"] } }],
      results: [{ id: "c1", status: "available", output: [{ stdout: "a" }] }],
    });
  });

  it("tells of events and items that it does not know", () => {
    const unknown: unknown[] = [];
    const events = [{ type: "response.brand_new" }, done(0, { type: "compaction", id: "x" })];
    const decoder = createDecoder("openai-responses", { onUnknown: (record) => unknown.push(record) });
    expect(toOutcome(decodeAll(decoder, [sse(created(), ...events, completed())])).errors).toEqual([]);
    expect(unknown).toEqual([events[0], { type: "compaction", id: "x" }]);
  });
});

describe("a call that another provider ran", () => {
  it("goes out as a call of this side's, with its result", () => {
    const part: ToolPart = {
      type: "dynamic-tool",
      toolName: "web search",
      toolCallId: "ws:1",
      state: "output-available",
      input: "weather",
      output: { sources: [] },
      providerExecuted: true,
    };
    const { input } = encodeOpenaiResponses({}, requestOf([{ id: "a", role: "assistant", parts: [part] }]));
    expect(input).toMatchObject([
      { type: "function_call", name: "web_search", arguments: '{"input":"weather"}' },
      { type: "function_call_output", output: '{"sources":[]}' },
    ]);
  });
});
