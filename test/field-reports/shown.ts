import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder, type ProtocolName } from "../../src/connectors/decoder.js";

import { createEventDetector, type EventDetectorOptions } from "../../src/detect/event-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isToolPart } from "../../src/stream/message.js";

/** What a reader sees of an answer: all of its text in order, calls as `[name input]`, thoughts as `(thought)`. */
export function outline({ parts }: ChatMessage): string {
  return parts
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "reasoning") return `(${part.text})`;
      return isToolPart(part) && "toolName" in part ? `[${part.toolName} ${JSON.stringify(part.input)}]` : "";
    })
    .join("");
}

/** All text of a message that is on the screen, be it the answer or what led to a call. */
export const textOf = ({ parts }: ChatMessage) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");

/** The message that events come to, as it stood behind each group of them, and once the stream was over. */
export function readGroups(groups: readonly (readonly StreamEvent[])[], options: EventDetectorOptions) {
  const detector = createEventDetector(options);
  let message = createMessage({ id: "m", role: "assistant" });
  const steps = groups.map((events) => {
    message = events.flatMap((event) => detector.push(event)).reduce(reduceMessage, message);
    return message;
  });
  return { steps, message: [...detector.end(), { type: "finish" } as const].reduce(reduceMessage, message) };
}

/** A text in the pieces in which it came. */
export function readText(chunks: readonly string[], options: EventDetectorOptions = {}) {
  return readGroups(
    chunks.map((delta) => [{ type: "text-delta", id: "t", delta }]),
    options,
  );
}

/** The text in pieces of this many characters. */
export function inPieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** Server-sent events, one record each. */
export const sse = (...records: unknown[]) => records.map((record) => `data: ${JSON.stringify(record)}\n\n`);

/** The chunks of a chat completion: deltas, or the finish reason. */
export const openaiChunks = (...choices: ({ delta: object } | { finish_reason: string })[]) =>
  choices.map((choice) => ({ id: "chat-1", choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }] }));

/** What a decoder makes of each chunk, and of the end. */
export function decodeChunks(protocol: ProtocolName, chunks: readonly (string | Uint8Array)[]): StreamEvent[][] {
  const decoder = createDecoder(protocol);
  return [...chunks.map((chunk) => decoder.push(chunk)), decoder.end()];
}
