import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";
import { decodeAll, toOutcome } from "../recordings.js";

const names: ProtocolName[] = [
  "ai-sdk",
  "ai-sdk-v4",
  "ai-sdk-parts",
  "latitude",
  "openai-chat",
  "openai-responses",
  "ollama",
  "langgraph",
  "anthropic",
  "gemini",
  "ag-ui",
];
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const readParts = (...parts: unknown[]) => decodeAll(createDecoder("ai-sdk-parts"), [lines(...parts)]);
const readV4 = (...records: string[]) => decodeAll(createDecoder("ai-sdk-v4"), [records.join("\n")]);

describe("a decoder by name", () => {
  it.each(["nope", "toString", "__proto__"])("is refused for %j, with the names that there are", (name) => {
    expect(() => createDecoder(name as ProtocolName)).toThrow(
      `tooltalk: createDecoder("${name}") is not known. Use one of ${names.map((known) => `"${known}"`).join(", ")}`,
    );
  });

  it("says nothing after its end", () => {
    const decoder = createDecoder("ai-sdk");
    decoder.end();
    expect([...decoder.push('data: {"type":"finish"}\n\n'), ...decoder.end()]).toEqual([]);
  });

  it("tells of a record that is too long, once", () => {
    const decoder = createDecoder("ai-sdk", { maxRecordLength: 1000 });
    const long = Array.from({ length: 50 }, () => `data: ${"a".repeat(100)}\n`);
    const events = decodeAll(decoder, ['data: {"type":"text-delta","id":"0","delta":"Hi"}\n\n', ...long, "\n"]);
    expect(toOutcome(events)).toMatchObject({
      text: "Hi",
      errors: ["One record of the answer was too long to be read."],
    });
  });

  it("passes keep-alives on", () => {
    expect(createDecoder("ai-sdk").push(": keep-alive\n\n")).toEqual([{ type: "ping" }]);
  });
});

describe("the parts of a full stream", () => {
  it("are read under the names of version 4 and of those after it", () => {
    const v4 = readParts(
      { type: "step-start", messageId: "m" },
      { type: "reasoning", textDelta: "Hm" },
      { type: "reasoning-signature", signature: "s" },
      { type: "text-delta", textDelta: "Hi" },
      { type: "tool-call", toolCallId: "c", toolName: "t", args: { n: 1 } },
      { type: "tool-result", toolCallId: "c", toolName: "t", args: { n: 1 }, result: 2 },
      { type: "step-finish", finishReason: "stop", usage: { promptTokens: 1, completionTokens: 2 } },
      { type: "finish", finishReason: "stop", usage: { promptTokens: 1, completionTokens: 2 } },
    );
    const v6 = readParts(
      { type: "start" },
      { type: "start-step" },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", text: "Hm" },
      { type: "reasoning-end", id: "0" },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", text: "Hi" },
      { type: "text-end", id: "1" },
      { type: "tool-call", toolCallId: "c", toolName: "t", input: { n: 1 } },
      { type: "tool-result", toolCallId: "c", toolName: "t", input: { n: 1 }, output: 2 },
      { type: "finish-step", finishReason: "stop", usage: { inputTokens: 1, outputTokens: 2 } },
      { type: "finish", finishReason: "stop", totalUsage: { inputTokens: 1, outputTokens: 2 } },
    );
    expect(toOutcome(v4)).toEqual({
      text: "Hi",
      reasoning: "Hm",
      calls: [{ id: "c", name: "t", arguments: { n: 1 } }],
      results: [{ id: "c", status: "available", output: 2 }],
      approvals: [],
      errors: [],
    });
    expect(toOutcome(v6)).toEqual(toOutcome(v4));
    for (const events of [v4, v6]) {
      expect(events.at(-1)).toMatchObject({ type: "finish", usage: { inputTokens: 1, outputTokens: 2 } });
    }
  });

  it("tell failed, refused and unapproved calls", () => {
    const events = readParts(
      { type: "tool-call", toolCallId: "a", toolName: "t", input: "{", invalid: true, error: { message: "Not JSON" } },
      { type: "tool-call", toolCallId: "b", toolName: "t", input: {} },
      { type: "tool-error", toolCallId: "b", toolName: "t", input: {}, error: "down" },
      { type: "tool-call", toolCallId: "c", toolName: "t", input: {} },
      { type: "tool-approval-request", approvalId: "p", toolCall: { toolCallId: "c", toolName: "t" } },
      { type: "tool-output-denied", toolCallId: "c", toolName: "t" },
      { type: "finish", finishReason: "stop" },
    );
    expect(toOutcome(events)).toMatchObject({
      results: [
        { id: "a", status: "input-error" },
        { id: "b", status: "error", output: "down" },
        { id: "c", status: "denied" },
      ],
      approvals: [{ id: "p", toolCallId: "c" }],
    });
  });

  it("carry an error that lost its words on the way as an error all the same", () => {
    expect(toOutcome(readParts({ type: "start" }, { type: "error", error: {} })).errors).toEqual([
      "The back end reported an error without saying which.",
    ]);
  });

  it("carry sources and files of every version", () => {
    const events = readParts(
      { type: "source", source: { sourceType: "url", id: "1", url: "https://example.com/a", title: "A" } },
      { type: "source", sourceType: "document", id: "2", mediaType: "text/plain", title: "B", filename: "b.txt" },
      { type: "file", mimeType: "image/png", base64: "iVBO" },
      { type: "file", file: { mediaType: "image/png", base64: "iVBO" } },
      { type: "finish" },
    );
    expect(events.slice(0, 4)).toEqual([
      { type: "source-url", sourceId: "1", url: "https://example.com/a", title: "A" },
      { type: "source-document", sourceId: "2", mediaType: "text/plain", title: "B", filename: "b.txt" },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBO" },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBO" },
    ]);
  });
});

describe("a data stream of version 4", () => {
  it("splits its lines at the first colon only, and keeps what else it carries", () => {
    const events = readV4(
      'f:{"messageId":"m"}',
      'g:"Hm: "',
      'i:{"data":"secret"}',
      '0:"a:b"',
      '2:[{"x":1},2]',
      'h:{"sourceType":"url","id":"s","url":"https://example.com"}',
      'k:{"data":"iVBO","mimeType":"image/png"}',
      'd:{"finishReason":"stop"}',
    );
    expect(toOutcome(events)).toMatchObject({ text: "a:b", reasoning: "Hm: ", errors: [] });
    expect(events).toContainEqual({ type: "data-v4", data: { x: 1 } });
    expect(events).toContainEqual({ type: "source-url", sourceId: "s", url: "https://example.com" });
    expect(events).toContainEqual({ type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBO" });
    expect(events).toContainEqual({
      type: "reasoning-start",
      id: "redacted",
      kind: "redacted",
      providerMetadata: { aiSdk: { redactedData: "secret" } },
    });
  });

  it("is cut off where its last line never comes", () => {
    expect(toOutcome(readV4('0:"Half"')).errors).toEqual(["The connection ended before the answer did."]);
  });
});

describe("every decoder", () => {
  afterEach(() => vi.restoreAllMocks());

  const type = fc.constantFrom(
    ..."start start-step finish-step reset-step text-start text-delta text-end reasoning reasoning-delta finish".split(
      " ",
    ),
    ..."tool-input-start tool-input-delta tool-input-available tool-input-error tool-call tool-call-delta".split(" "),
    ..."tool-result tool-output-available tool-output-error tool-approval-request abort error source file".split(" "),
    ..."chain-step chain-complete provider-completed step-started step-completed chain-completed __proto__".split(" "),
    ...["response.created", "response.completed", "response.failed", "response.incomplete"],
    ...["response.output_item.added", "response.output_item.done", "response.output_text.delta"],
    ...["response.output_text.done", "response.function_call_arguments.delta", "response.reasoning_text.delta"],
    ..."message reasoning function_call mcp_call mcp_approval_request image_generation_call ai AIMessageChunk".split(
      " ",
    ),
    "tool",
    ..."message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping".split(
      " ",
    ),
    ..."thinking tool_use input_json_delta thinking_delta signature_delta web_search_tool_result assistant".split(" "),
    ..."RUN_STARTED RUN_FINISHED RUN_ERROR STEP_STARTED STEP_FINISHED TEXT_MESSAGE_CHUNK TEXT_MESSAGE_CONTENT".split(
      " ",
    ),
    ..."TEXT_MESSAGE_END REASONING_MESSAGE_CONTENT TOOL_CALL_START TOOL_CALL_ARGS TOOL_CALL_END CUSTOM".split(" "),
    ..."TOOL_CALL_CHUNK TOOL_CALL_RESULT MESSAGES_SNAPSHOT REASONING_ENCRYPTED_VALUE SUBAGENT_STARTED interrupt".split(
      " ",
    ),
  );
  const key = fc.constantFrom(
    ..."id toolCallId toolName input args delta text textDelta errorText error response messages output".split(" "),
    ..."toolCalls approvalId constructor __proto__ uuid argsTextDelta inputTextDelta url".split(" "),
    ..."choices tool_calls tool_call_chunks index function name arguments content finish_reason item item_id".split(
      " ",
    ),
    ..."output_index call_id status message done done_reason thinking tool_call_id kwargs __interrupt__ value".split(
      " ",
    ),
    ..."content_block partial_json thinking stop_reason tool_use_id signature is_error usage role messageId".split(" "),
    ..."candidates parts functionCall partialArgs jsonPath stringValue willContinue finishReason inlineData".split(" "),
    ..."toolCallName delta messages outcome interrupts entityId subtype encryptedValue subagentRunId type".split(" "),
  );
  const { fields, value } = fc.letrec<{ fields: Record<string, unknown>; value: unknown }>((tie) => ({
    fields: fc
      .tuple(type, fc.array(fc.tuple(key, tie("value")), { maxLength: 6 }))
      .map(([name, members]) => ({ ...Object.fromEntries(members), type: name })),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("0", "1", "{", '{"n":1}', "", null, 0, true),
      fc.jsonValue({ maxDepth: 1 }),
      tie("fields"),
      fc.array(tie("fields"), { maxLength: 3 }),
    ),
  }));
  const record = fields.map((each) => JSON.stringify(each));
  const line = fc.oneof(
    record.map((json) => `data: ${json}\n\n`),
    record.map((json) => `${json}\n`),
    fc
      .tuple(fc.constantFrom("messages", "updates", "values", "messages/partial", "error", "end"), value)
      .map(([mode, payload]) => `${JSON.stringify([mode, payload])}\n`),
    fc
      .tuple(fc.constantFrom("messages", "updates", "values", "messages/partial", "error", "end"), value)
      .map(([mode, payload]) => `event: ${mode}\ndata: ${JSON.stringify(payload)}\n\n`),
    fc
      .tuple(fc.constantFrom(..."0123489abcdefghijk"), value)
      .map(([code, json]) => `${code}:${JSON.stringify(json)}\n`),
    fc.string().map((text) => `${text}\n`),
  );

  it.each([...names, "auto" as const])(
    "%s reads anything without a throw: blocks pair, calls end, one error at most",
    (name) => {
      vi.spyOn(console, "warn").mockImplementation(() => undefined); // what no protocol knows is told there
      fc.assert(
        fc.property(fc.array(line, { maxLength: 30 }), (body) => {
          const events = decodeAll(createDecoder(name), [body.join("")]);
          const open = new Set<string>();
          const writing = new Set<string>();
          let message = createMessage({ id: "m", role: "assistant" });
          for (const event of events) {
            message = reduceMessage(message, event);
            if (event.type === "reset-step") {
              open.clear();
              writing.clear();
            }
            if (event.type === "text-start" || event.type === "reasoning-start")
              open.add(`${event.type[0]}${event.id}`);
            if (event.type === "text-delta" || event.type === "reasoning-delta") {
              expect(open).toContain(`${event.type[0]}${event.id}`);
            }
            if (event.type === "text-end" || event.type === "reasoning-end") open.delete(`${event.type[0]}${event.id}`);
            if (event.type === "tool-input-start") writing.add(event.toolCallId);
            if (event.type === "tool-input-available" || event.type === "tool-input-error")
              writing.delete(event.toolCallId);
          }
          expect([...open, ...writing]).toEqual([]);
          expect(events.filter((event) => event.type === "error").length).toBeLessThanOrEqual(1);
          expect(events.some(({ type: last }) => last === "finish" || last === "error" || last === "abort")).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );
});
