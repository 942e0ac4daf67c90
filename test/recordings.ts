/**
 * Recorded streams with what they must decode to. They stand outside the repository; where the folder is missing,
 * `recordings` is empty and says so.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Decoder } from "../src/connectors/connector.js";
import type { StreamEvent } from "../src/stream/events.js";

export interface ExpectedCall {
  id: string | null;
  name: string;
  arguments: unknown;
  encoding?: "text";
  provider?: true;
  incomplete?: true;
}

export type ExpectedApproval = { id: string; toolCallId: string } | { id: string; name: string; arguments: unknown };

export interface Expected {
  text?: string;
  text_sha256?: string;
  text_chars?: number;
  reasoning: boolean;
  reasoning_sha256?: string;
  reasoning_chars?: number;
  calls: ExpectedCall[];
  results?: { id: string; status: "available" | "error" | "denied" | "input-error"; output?: unknown }[];
  approvals?: ExpectedApproval[];
  error: string | null;
  finish: string | null;
  extra?: Record<string, unknown>;
}

export interface Recording {
  file: string;
  protocol: string;
  framing: "sse" | "jsonl" | "ndjson" | "json-array" | "jsonl-tuples" | "v4-lines";
  note?: string;
  expect: Expected;
  /** The file as it stands. */
  readonly body: string;
}

const folder = new URL("../../shared/recordings/", import.meta.url);
const manifest = new URL("MANIFEST.jsonl", folder);

export const recordings: readonly Recording[] = existsSync(manifest)
  ? readFileSync(manifest, "utf8").trim().split("\n").map(readRow)
  : [];

if (recordings.length === 0) console.warn(`No recorded streams: ${fileURLToPath(folder)} is not there.`);

function readRow(line: string): Recording {
  const row = JSON.parse(line) as Omit<Recording, "body">;
  return { ...row, body: readFileSync(new URL(row.file, folder), "utf8") };
}

/** A recording as it would come over the wire: payloads that were stored one a line get their `data:` back. */
export function toWire({ framing, protocol, body }: Recording): string {
  if (framing !== "jsonl" && framing !== "jsonl-tuples") return body;
  if (protocol === "vercel-fullstream" || framing === "jsonl-tuples") return body;
  return body
    .trim()
    .split("\n")
    .map((line) => {
      const type = protocol === "anthropic-messages" ? (JSON.parse(line) as { type: string }).type : undefined;
      return `${type === undefined ? "" : `event: ${type}\n`}data: ${line}\n\n`;
    })
    .join("");
}

export function decodeAll(decoder: Decoder, chunks: Iterable<Uint8Array | string>): StreamEvent[] {
  const events: StreamEvent[] = [];
  for (const chunk of chunks) events.push(...decoder.push(chunk));
  return [...events, ...decoder.end()];
}

/** Cuts bytes at random places; the same seed cuts in the same places. */
export function* cut(bytes: Uint8Array, seed: number): Generator<Uint8Array> {
  let state = seed * 2654435761 + 1;
  for (let begin = 0; begin < bytes.length; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const length = 1 + (state % (seed % 2 === 0 ? 40 : 700));
    yield bytes.subarray(begin, begin + length);
    begin += length;
  }
}

export function* byteByByte(bytes: Uint8Array): Generator<Uint8Array> {
  for (let index = 0; index < bytes.length; index += 1) yield bytes.subarray(index, index + 1);
}

/** What a recording's events came to, in the words of `expect`. */
export interface Outcome {
  text: string;
  reasoning: string;
  calls: ExpectedCall[];
  results: { id: string; status: string; output?: unknown }[];
  approvals: { id: string; toolCallId: string }[];
  errors: string[];
}

export function toOutcome(events: readonly StreamEvent[]): Outcome {
  const calls = new Map<string, ExpectedCall>();
  const encodings = new Map<string, "text">();
  const results = new Map<string, { id: string; status: string; output?: unknown }>();
  const outcome: Outcome = { text: "", reasoning: "", calls: [], results: [], approvals: [], errors: [] };
  for (const event of withoutDropped(events)) {
    switch (event.type) {
      case "text-delta":
        outcome.text += event.delta;
        break;
      case "reasoning-delta":
        outcome.reasoning += event.delta;
        break;
      case "tool-input-start":
        if (event.inputEncoding === "text") encodings.set(event.toolCallId, "text");
        calls.set(event.toolCallId, { id: event.toolCallId, name: event.toolName, arguments: null, incomplete: true });
        break;
      case "tool-input-available":
        calls.set(event.toolCallId, {
          id: event.toolCallId,
          name: event.toolName,
          arguments: event.input,
          ...(event.providerExecuted ? { provider: true } : {}),
          ...(encodings.has(event.toolCallId) ? { encoding: "text" } : {}),
        });
        break;
      case "tool-input-error":
        calls.set(event.toolCallId, {
          id: event.toolCallId,
          name: event.toolName,
          arguments: event.input,
          incomplete: true,
        });
        if (event.reason !== "incomplete")
          results.set(event.toolCallId, { id: event.toolCallId, status: "input-error" });
        break;
      case "tool-output-available":
        results.set(event.toolCallId, { id: event.toolCallId, status: "available", output: event.output });
        break;
      case "tool-output-error":
        results.set(event.toolCallId, { id: event.toolCallId, status: "error", output: event.errorText });
        break;
      case "tool-output-denied":
        results.set(event.toolCallId, { id: event.toolCallId, status: "denied" });
        break;
      case "tool-approval-request":
        outcome.approvals.push({ id: event.approvalId, toolCallId: event.toolCallId });
        break;
      case "error":
        outcome.errors.push(event.errorText);
        break;
      default:
    }
  }
  return { ...outcome, calls: [...calls.values()], results: [...results.values()] };
}

/** What is left where a step was tried again. */
function withoutDropped(events: readonly StreamEvent[]): StreamEvent[] {
  const kept: StreamEvent[] = [];
  for (const event of events) {
    if (event.type === "reset-step") kept.splice(kept.findLastIndex(({ type }) => type === "start-step") + 1);
    else kept.push(event);
  }
  return kept;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
