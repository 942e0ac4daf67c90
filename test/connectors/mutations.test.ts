import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { encodeAgUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { encodeAnthropic } from "../../src/connectors/anthropic.js";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";
import { encodeGemini } from "../../src/connectors/gemini.js";
import { latitude } from "../../src/connectors/latitude.js";
import { encodeOllama } from "../../src/connectors/ollama.js";
import { encodeOpenaiChat } from "../../src/connectors/openai-chat.js";
import { encodeOpenaiResponses } from "../../src/connectors/openai-responses.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isToolPart } from "../../src/stream/message.js";
import { decodeAll, type Recording, recordings } from "../recordings.js";
import { mapMembers, mapValues, toRecords, type WireRecord } from "../wire-records.js";
import { requestOf } from "./conversation.js";
import {
  acceptAgUi,
  acceptAnthropic,
  acceptGemini,
  acceptOllama,
  acceptOpenaiChat,
  acceptOpenaiResponses,
} from "./strict-servers.js";

/** Every protocol of the recordings that is a stream, and its decoder. */
const decoders: Record<string, ProtocolName> = {
  "vercel-ui-message-stream": "ai-sdk",
  "vercel-data-stream-v4": "ai-sdk-v4",
  "vercel-fullstream": "ai-sdk-parts",
  latitude: "latitude",
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  gemini: "gemini",
  "ag-ui": "ag-ui",
  "ollama-chat": "ollama",
  langgraph: "langgraph",
};

const streams = recordings.flatMap((recording) => {
  const decoder = decoders[recording.protocol];
  return decoder === undefined ? [] : [{ recording, decoder }];
});

/** What the events of an answer came to. */
interface Answer {
  events: StreamEvent[];
  message: ChatMessage;
  text: string;
  reasoning: string;
  /** With what was dropped again, since the answer was tried anew. */
  allText: string;
  allReasoning: string;
  /** Calls that were available: name and arguments. */
  calls: string[];
}

function read(decoder: ProtocolName, body: string | Uint8Array): Answer {
  const events = decodeAll(createDecoder(decoder), [body]);
  const message = [...events, { type: "finish" } as const].reduce(
    reduceMessage,
    createMessage({ id: "m", role: "assistant" }),
  );
  const wordsOf = (type: "text" | "reasoning") =>
    message.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const calls = events.flatMap((event) =>
    event.type === "tool-input-available" ? [`${event.toolName} ${JSON.stringify(event.input)}`] : [],
  );
  const deltasOf = (type: "text-delta" | "reasoning-delta") =>
    events.flatMap((event) => (event.type === type ? [event.delta] : [])).join("");
  return {
    events,
    message,
    text: wordsOf("text"),
    reasoning: wordsOf("reasoning"),
    allText: deltasOf("text-delta"),
    allReasoning: deltasOf("reasoning-delta"),
    calls,
  };
}

// What holds for every answer, however it came

function expectSound({ events, message }: Answer): void {
  expect(events.filter((event) => event.type === "error").length).toBeLessThanOrEqual(1);
  expect(events.some(({ type }) => type === "finish" || type === "error" || type === "abort")).toBe(true);
  const ids = message.parts.flatMap((part) => (isToolPart(part) ? [part.toolCallId] : []));
  expect(new Set(ids).size).toBe(ids.length);
  for (const part of message.parts) {
    if (isToolPart(part)) expect(part.state).not.toBe("input-streaming");
    if (part.type === "text" || part.type === "reasoning") expect(part.state).not.toBe("streaming");
  }
}

/** The next request can be made, and would be taken. */
async function expectUsable({ message }: Answer): Promise<void> {
  const next: ChatMessage = { id: "u", role: "user", parts: [{ type: "text", text: "Go on." }] };
  const request = requestOf([message, next]);
  acceptOpenaiChat(encodeOpenaiChat({}, request));
  acceptOpenaiResponses(encodeOpenaiResponses({}, request));
  acceptOllama(encodeOllama({}, request));
  acceptAnthropic(encodeAnthropic({}, request));
  acceptGemini(encodeGemini({ model: "gemini-3-flash" }, request));
  acceptAgUi(encodeAgUi({}, request));
  const url = "https://example.com/api/chat";
  for (const connector of [latitude({ url }), aiSdk({ url })]) await connector.encode(request);
}

/** Nothing is said that was not said before, and nothing twice. */
function expectPartOf(part: Answer, whole: Answer): void {
  const isPart = (words: string, ...of: string[]) => of.some((all) => isSubsequence(words, all));
  expect(isPart(part.text, whole.text, whole.allText), `"${part.text}" out of "${whole.text}"`).toBe(true);
  expect(isPart(part.reasoning, whole.reasoning, whole.allReasoning), part.reasoning).toBe(true);
}

/** No call is available that was not, and none twice. */
function expectNoOtherCalls(calls: readonly string[], allowed: readonly string[]): void {
  const left = [...allowed];
  for (const call of calls) {
    const index = left.indexOf(call);
    expect(index, `${call} among ${left.join(", ")}`).toBeGreaterThanOrEqual(0);
    left.splice(index, 1);
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let index = 0; index < part.length; index += 1) {
    at = whole.indexOf(part.charAt(index), at) + 1;
    if (at === 0) return false;
  }
  return true;
}

// The mutations

const idKeys = new Set(["id", "toolCallId", "call_id", "tool_call_id", "item_id", "tool_use_id", "messageId"]);
const inputKeys = new Set(["arguments", "args", "input", "partial_json", "argsTextDelta", "inputTextDelta"]);
const reasonKeys = new Set(["finish_reason", "finishReason", "stop_reason", "done_reason"]);

/** An answer as a whole, which names its model, keeps its id: one that begins anew under it is not another one. */
const withEqualIds = (value: unknown) =>
  mapMembers(value, (key, member, owner) =>
    idKeys.has(key) && typeof member === "string" && !("model" in owner) ? "same" : member,
  );
const withInput = (input: unknown) => (value: unknown) =>
  mapMembers(value, (key, member) => (inputKeys.has(key) ? input : member));
const withReasonStop = (value: unknown) =>
  mapMembers(value, (key, member) => (reasonKeys.has(key) && typeof member === "string" ? "stop" : member));

function broken(record: WireRecord): WireRecord {
  return { ...record, json: record.json.slice(0, Math.ceil(record.json.length / 2)) };
}

function isBroken({ json }: WireRecord): boolean {
  try {
    JSON.parse(json);
    return false;
  } catch {
    return true;
  }
}

/** Places tried in each recording; others each time. */
const numRuns = 3;

describe.skipIf(recordings.length === 0)("a recorded stream that was damaged", () => {
  const rows = streams.map(({ recording, decoder }) => [recording.file, recording, decoder] as const);
  const each = it.each<readonly [string, Recording, ProtocolName]>(rows);

  each("%s reads as before without its last terminator", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    const cut = read(decoder, join(records).trimEnd());
    expect(cut.events.filter(({ type }) => type !== "ping")).toEqual(
      whole.events.filter(({ type }) => type !== "ping"),
    );
    await expectUsable(whole);
  });

  each("%s gives what came before any byte that it is cut at", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    const bytes = new TextEncoder().encode(join(records));
    const place = fc.integer({ min: 0, max: bytes.length });
    await fc.assert(
      fc.asyncProperty(place, async (length) => {
        const cut = read(decoder, bytes.subarray(0, length));
        expectSound(cut);
        expectPartOf(cut, whole);
        expectNoOtherCalls(cut.calls, whole.calls);
        await expectUsable(cut);
      }),
      { numRuns },
    );
  });

  each("%s reads as before around an event that nobody knows", (_, recording, decoder) => {
    const { records, unknown, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: records.length }), (place) => {
        const more = read(decoder, join(records.toSpliced(place, 0, unknown)));
        expect(more.events).toEqual(whole.events);
      }),
      { numRuns },
    );
  });

  each("%s goes on after a record that cannot be read", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: records.length - 1 }), async (place) => {
        const bad = records.slice(place, place + 1).map(broken);
        fc.pre(bad.every(isBroken));
        const rest = read(decoder, join(records.toSpliced(place, 1, ...bad)));
        expectSound(rest);
        expectPartOf(rest, whole);
        expectNoOtherCalls(rest.calls, whole.calls);
        await expectUsable(rest);
      }),
      { numRuns },
    );
  });

  each("%s keeps its words, and makes up no call, where every id is the same", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    const same = read(decoder, join(mapValues(records, withEqualIds)));
    expectSound(same);
    expectPartOf(same, whole);
    expectNoOtherCalls(same.calls, whole.calls);
    await expectUsable(same);
  });

  each("%s reads arguments that are null, absent or an object", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    const names = whole.events.flatMap((event) =>
      event.type === "tool-input-start" || event.type === "tool-input-available" ? [event.toolName] : [],
    );
    for (const input of [null, undefined, { mutated: true }]) {
      const changed = read(decoder, join(mapValues(records, withInput(input))));
      expectSound(changed);
      expectPartOf(changed, whole);
      const given = names.flatMap((name) => [`${name} {}`, `${name} {"mutated":true}`]);
      expectNoOtherCalls(changed.calls, [...whole.calls, ...given]);
      await expectUsable(changed);
    }
  });

  each("%s has the same calls when its reason says stop", async (_, recording, decoder) => {
    const { records, join } = toRecords(recording);
    const whole = read(decoder, join(records));
    const stopped = read(decoder, join(mapValues(records, withReasonStop)));
    expectSound(stopped);
    expect(stopped.text).toBe(whole.text);
    expect(stopped.calls).toEqual(whole.calls);
    await expectUsable(stopped);
  });
});
