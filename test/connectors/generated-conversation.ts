import fc from "fast-check";
import type { ChatMessage, FilePart, MessagePart, ToolPart } from "../../src/stream/message.js";

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom("Hi.", "🌧️ 3 °C", '{"a":1}', " "));
const json = fc.jsonValue({ maxDepth: 3 });
const input = fc.oneof(fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 3 }), json);
// Few ids and names, so that they repeat; some that no provider would take.
const toolCallId = fc.constantFrom("c1", "c2", "call:0", "ключ", "", "x".repeat(200), "tool call\n1");
const toolName = fc.constantFrom("getWeather", "files.read", "weird name", "", "n".repeat(100), "constructor");

const file = fc.constantFrom<FilePart>(
  { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=", filename: "a.png" },
  { type: "file", mediaType: "image/*", url: "https://example.com/a.png" },
  { type: "file", mediaType: "image/svg+xml", url: "data:image/svg+xml,%3Csvg%2F%3E" },
  { type: "file", mediaType: "text/csv", url: "data:text/csv;base64,YSxiCjEsMg==", filename: "t.csv" },
  { type: "file", mediaType: "application/pdf", url: "data:application/pdf;base64,JVBERi0=", filename: "d.pdf" },
  { type: "file", mediaType: "application/pdf", url: "https://example.com/d.pdf" },
  { type: "file", mediaType: "audio/wav", url: "data:audio/wav;base64,UklGRg==" },
  { type: "file", mediaType: "video/mp4", url: "blob:https://example.com/1" },
  { type: "file", mediaType: "", url: "data:,%" },
);

const approval = fc.record({ id: fc.constantFrom("p1", "p2") });
const state: fc.Arbitrary<Partial<ToolPart>> = fc.oneof(
  fc.record({ state: fc.constant("input-streaming" as const), input: fc.option(input, { nil: undefined }) }),
  fc.record({ state: fc.constant("input-available" as const), input }),
  fc.record({ state: fc.constant("approval-requested" as const), input, approval }),
  fc.record({
    state: fc.constant("approval-responded" as const),
    input,
    approval: fc.record({ id: fc.constant("p"), approved: fc.boolean() }),
  }),
  fc.record({ state: fc.constant("output-available" as const), input, output: fc.oneof(json, text) }),
  fc.record({
    state: fc.constant("output-available" as const),
    input,
    output: fc.constant({ content: [{ type: "text", text: "wet" }], isError: false }),
  }),
  fc.record({ state: fc.constant("output-error" as const), input, errorText: text, output: json }),
  fc.record({
    state: fc.constant("output-error" as const),
    input: fc.constant(undefined),
    rawInput: fc.constant('{"a'),
    errorText: text,
  }),
  fc.record({
    state: fc.constant("output-denied" as const),
    input,
    approval: fc.record({ id: fc.constant("p"), approved: fc.constant(false), reason: text }),
  }),
);

const call: fc.Arbitrary<MessagePart> = fc
  .record({
    facts: fc.record({ toolCallId, toolName, providerExecuted: fc.option(fc.boolean(), { nil: undefined }) }),
    state,
    origin: fc.constantFrom("text", "native", undefined),
  })
  .map(({ facts, state: own, origin }) => ({ type: "dynamic-tool", ...facts, ...own, origin }) as MessagePart);

/** Calls that a provider ran, as its own decoder leaves them. */
const serverCall: fc.Arbitrary<MessagePart> = fc
  .record({
    toolCallId: fc.constantFrom("srvtoolu_1", "srvtoolu_2"),
    kind: fc.constantFrom<[string, object, object]>(
      ["web_search", { anthropic: { type: "server_tool_use" } }, { anthropic: { type: "web_search_tool_result" } }],
      ["echo", { anthropic: { type: "mcp_tool_use", server_name: "s" } }, { anthropic: { type: "mcp_tool_result" } }],
      ["code_execution", { google: { part: "executableCode", thoughtSignature: "c2ln" } }, {}],
      ["GOOGLE_SEARCH_WEB", { google: { part: "toolCall" } }, {}],
    ),
    state,
  })
  .map(({ toolCallId: id, kind: [name, callProviderMetadata, resultProviderMetadata], state: own }) => {
    const facts = { toolCallId: id, toolName: name, providerExecuted: true };
    return { type: "dynamic-tool", ...facts, callProviderMetadata, resultProviderMetadata, ...own } as MessagePart;
  });

const signature = fc.constantFrom(
  { anthropic: { signature: "sig" } },
  { anthropic: { redactedData: "secret" } },
  { google: { thoughtSignature: "c2ln" } },
  { google: { thoughtSignature: "c2ln", isOnEmptyPart: true } },
  { agUi: { messageId: "m1", encryptedValue: "secret" } },
  { agUi: { messageId: "m2" } },
);

const assistantPart: fc.Arbitrary<MessagePart> = fc.oneof(
  { weight: 3, arbitrary: text.map((value): MessagePart => ({ type: "text", text: value, state: "done" })) },
  { weight: 3, arbitrary: call },
  fc.constant<MessagePart>({ type: "step-start" }),
  fc.constant<MessagePart>({ type: "text", text: "", state: "done" }),
  text.map((value): MessagePart => ({ type: "text", text: value, kind: "commentary" })),
  text.map((value): MessagePart => ({ type: "reasoning", text: value, state: "done" })),
  text.map((value): MessagePart => {
    const openai = { itemId: "rs_1", reasoningEncryptedContent: "secret" };
    return { type: "reasoning", text: value, state: "done", providerMetadata: { openai } };
  }),
  serverCall,
  fc
    .tuple(fc.constantFrom("text" as const, "reasoning" as const), text, signature)
    .map(([type, value, providerMetadata]): MessagePart => ({ type, text: value, state: "done", providerMetadata })),
  fc.constant<MessagePart>({
    type: "custom",
    kind: "anthropic.compaction",
    providerMetadata: { anthropic: { type: "compaction", content: "Summary." } },
  }),
  fc.constant<MessagePart>({ type: "source-url", sourceId: "s", url: "https://example.com" }),
  fc.constant<MessagePart>({ type: "data-weather", data: { celsius: 3 } }),
  file,
);

const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({
    id: fc.constant("s"),
    role: fc.constant("system" as const),
    parts: fc.array(
      text.map((value): MessagePart => ({ type: "text", text: value })),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    id: fc.constant("u"),
    role: fc.constant("user" as const),
    parts: fc.array(
      fc.oneof(
        text.map((value): MessagePart => ({ type: "text", text: value })),
        file,
      ),
      {
        maxLength: 4,
      },
    ),
  }),
  fc.record({
    id: fc.constant("a"),
    role: fc.constant("assistant" as const),
    parts: fc.array(assistantPart, { maxLength: 10 }),
  }),
);

/** A conversation with anything in it that a store can hold, in any order. */
export const conversations = fc.array(message, { maxLength: 6 });
