import { describe, expect, it } from "vitest";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";
import type { StreamEvent } from "../../src/stream/events.js";
import {
  byteByByte,
  cut,
  decodeAll,
  type Expected,
  type ExpectedApproval,
  type Outcome,
  type Recording,
  recordings,
  sha256,
  toOutcome,
  toWire,
} from "../recordings.js";

/** A protocol of the manifest, the decoder that reads it, and how its own last word shows in the events. */
interface Row {
  protocol: string;
  decoder: ProtocolName;
  finish: (events: readonly StreamEvent[]) => string | null;
}

const rows: Row[] = [
  {
    protocol: "vercel-ui-message-stream",
    decoder: "ai-sdk",
    finish: (events) => abortOf(events) ?? reasonOf(events, "finish"),
  },
  { protocol: "vercel-data-stream-v4", decoder: "ai-sdk-v4", finish: (events) => reasonOf(events, null) },
  { protocol: "vercel-fullstream", decoder: "ai-sdk-parts", finish: (events) => reasonOf(events, null) },
  {
    protocol: "latitude",
    decoder: "latitude",
    finish: (events) => (reasonOf(events, null) === null ? null : "chain-completed"),
  },
  { protocol: "openai-chat", decoder: "openai-chat", finish: (events) => reasonOf(events, null) },
  { protocol: "openai-responses", decoder: "openai-responses", finish: (events) => reasonOf(events, null) },
  { protocol: "ollama-chat", decoder: "ollama", finish: (events) => reasonOf(events, null) },
  { protocol: "langgraph", decoder: "langgraph", finish: (events) => reasonOf(events, null) },
  { protocol: "anthropic-messages", decoder: "anthropic", finish: (events) => reasonOf(events, null) },
  { protocol: "gemini", decoder: "gemini", finish: (events) => reasonOf(events, null) },
  {
    protocol: "ag-ui",
    decoder: "ag-ui",
    finish: (events) => {
      if (events.some(({ type }) => type === "error")) return "error";
      return events.some(({ type }) => type === "finish") ? "finished" : null;
    },
  },
];

function abortOf(events: readonly StreamEvent[]): string | null {
  return events.some((event) => event.type === "abort") ? "abort" : null;
}

/** @param unnamed  what a finish without a reason of its own counts as */
function reasonOf(events: readonly StreamEvent[], unnamed: string | null): string | null {
  const finish = events.findLast((event) => event.type === "finish");
  return finish === undefined ? null : (finish.rawFinishReason ?? unnamed);
}

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

for (const { protocol, decoder, finish } of rows) {
  describe.skipIf(recordings.length === 0)(`a recorded ${protocol} stream`, () => {
    const own = recordings.filter((recording) => recording.protocol === protocol);

    it.each(own.map((recording) => [recording.file, recording] as const))(
      "%s decodes to what it holds",
      (_, recording) => {
        const wire = toWire(recording);
        const bytes = new TextEncoder().encode(wire);
        const decode = (chunks: Iterable<Uint8Array | string>) => decodeAll(createDecoder(decoder), chunks);
        const whole = decode([wire]);
        expectOutcome(toOutcome(whole), expectedOf(recording));
        expect(finish(whole)).toBe(recording.expect.finish);
        expectExtra(whole, recording);

        const settled = merge(whole);
        expect(merge(decode(byteByByte(bytes)))).toEqual(settled);
        const crlf = new TextEncoder().encode(wire.replaceAll("\n", "\r\n"));
        const marked = new Uint8Array([...byteOrderMark, ...bytes]);
        for (let seed = 1; seed <= 20; seed += 1) {
          for (const [form, body] of Object.entries({ bytes, crlf, marked }))
            expect(merge(decode(cut(body, seed))), `${form}, cutting ${seed}`).toEqual(settled);
        }
        expect(merge(decode([`\uFEFF${wire}`]))).toEqual(settled);
        expect(merge(decode(byteByByte(crlf)))).toEqual(settled);
        expect(merge(decode([wire.trimEnd()])), "without the last terminator").toEqual(settled);

        const decodeUnnamed = (chunks: Iterable<Uint8Array | string>) => decodeAll(createDecoder("auto"), chunks);
        expect(merge(decodeUnnamed([wire])), "told by its first records").toEqual(settled);
        expect(merge(decodeUnnamed(byteByByte(bytes)))).toEqual(settled);
        for (let seed = 1; seed <= 4; seed += 1) expect(merge(decodeUnnamed(cut(bytes, seed)))).toEqual(settled);
        expect(merge(decodeUnnamed([byteOrderMark, ...cut(crlf, 3)]))).toEqual(settled);
      },
    );
  });
}

/** The manifest tells what was streamed, and leaves two readings open: ours are these. */
function expectedOf({ expect: expected, body }: Recording): Expected {
  const { extra = {}, calls } = expected;
  if (extra.second_message_start === true) {
    const { reasoning_sha256: _ofBoth, ...rest } = expected; // an attempt that was given up is dropped, call and thoughts
    return { ...rest, calls: calls.filter((call) => call.incomplete !== true) };
  }
  if (extra.snapshot === undefined) return expected;
  // The conversation as the agent keeps it wins over what was streamed of it.
  const { text } = extra.snapshot as { text: string };
  return { ...expected, text, results: expected.results ?? resultsInSnapshot(body) };
}

interface SnapshotMessage {
  role: string;
  toolCallId: string;
  content: string;
}

function resultsInSnapshot(body: string): Expected["results"] & object {
  const events = body.trim().split("\n");
  const records = events.map((line) => JSON.parse(line) as { type: string; messages: SnapshotMessage[] });
  const { messages = [] } = records.findLast(({ type }) => type === "MESSAGES_SNAPSHOT") ?? {};
  const results = messages.filter(({ role }) => role === "tool");
  return results.map(({ toolCallId, content }) => ({ id: toolCallId, status: "available", output: content }));
}

function expectOutcome(outcome: Outcome, expected: Expected): void {
  if (expected.text !== undefined) expect(outcome.text).toBe(expected.text);
  else {
    expect([...outcome.text]).toHaveLength(expected.text_chars ?? -1);
    expect(sha256(outcome.text)).toBe(expected.text_sha256);
  }
  expect(outcome.reasoning !== "").toBe(expected.reasoning);
  if (expected.reasoning_sha256 !== undefined) expect(sha256(outcome.reasoning)).toBe(expected.reasoning_sha256);
  expect(
    outcome.calls.map((call, index) => (expected.calls[index]?.id === null ? { ...call, id: null } : call)),
  ).toEqual(expected.calls);
  expect(new Set(outcome.calls.map((call) => call.id)).size).toBe(outcome.calls.length);
  // What a provider's own tool gave is listed for some recordings only.
  const providers = new Set(outcome.calls.filter((call) => call.provider).map(({ id }) => id));
  const results = outcome.results.filter(({ id }) => expected.results !== undefined || !providers.has(id));
  const withOutput = new Set((expected.results ?? []).filter((result) => "output" in result).map(({ id }) => id));
  expect(
    results.map(({ id, status, output }) => (withOutput.has(id) ? { id, status, output } : { id, status })),
  ).toEqual(
    (expected.results ?? []).map(({ id, status, output }) =>
      withOutput.has(id) ? { id, status, output } : { id, status },
    ),
  );
  expect(
    outcome.approvals.map((approval, index) => asExpected(approval, expected.approvals?.[index], outcome)),
  ).toEqual(expected.approvals ?? []);
  expect(outcome.errors).toEqual(expected.error === null ? [] : [expected.error]);
}

/** A wire that asks about a call without its id names the call instead. */
function asExpected(
  { id, toolCallId }: Outcome["approvals"][number],
  expected: ExpectedApproval | undefined,
  { calls }: Outcome,
): ExpectedApproval {
  if (expected === undefined || "toolCallId" in expected) return { id, toolCallId };
  const call = calls.find((each) => each.id === toolCallId);
  return { id, name: call?.name ?? "", arguments: call?.arguments };
}

function expectExtra(events: readonly StreamEvent[], { expect: { extra = {} } }: Recording): void {
  if (typeof extra.conversation === "string") {
    expect(events.find((event) => event.type === "start" && event.threadId !== undefined)).toMatchObject({
      threadId: extra.conversation,
    });
  }
  if (typeof extra.abort_reason === "string")
    expect(events).toContainEqual({ type: "abort", reason: extra.abort_reason });
  if (typeof extra.sources === "number") {
    expect(events.filter((event) => event.type.startsWith("source-"))).toHaveLength(extra.sources);
  }
  if (typeof extra.citations === "number") {
    const citations = events.flatMap((event) => (event.type === "text-end" ? [event.citations ?? []] : []));
    expect(citations.flat()).toHaveLength(extra.citations);
    expect(events.some((event) => event.type === "source-url")).toBe(true);
  }
  if (typeof extra.grounding_chunks === "number") {
    expect(events.filter((event) => event.type === "source-url")).toHaveLength(extra.grounding_chunks);
  }
  if (Array.isArray(extra.other_blocks)) {
    const kinds = events.flatMap((event) => (event.type === "custom" ? [event.kind.split(".").at(-1)] : []));
    expect(kinds).toEqual(extra.other_blocks);
  }
  if (extra.snapshot !== undefined) {
    const { calls } = extra.snapshot as { calls: Expected["calls"] };
    expect(toOutcome(events).calls).toEqual(calls);
  }
  for (const [key, data] of Object.entries((extra.data ?? {}) as Record<string, unknown>)) {
    const [type, id] = key.split("#");
    const last = events.findLast((event) => event.type === type && "id" in event && event.id === id);
    expect(last).toMatchObject({ data });
  }
}

/** Events without keep-alives: how many of them come is no matter. */
function merge(events: readonly StreamEvent[]): StreamEvent[] {
  return events.filter((event) => event.type !== "ping");
}
