import { expect, vi } from "vitest";
import { getToolCalls, type ToolCall } from "../../src/chat/message.js";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { isBusy } from "../../src/chat/state.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import type { ChatRequest } from "../../src/connectors/connector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../../src/stream/message.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";

export const text = (value: string, id = "t"): StreamEvent[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: value },
  { type: "text-end", id },
];

export const call = (toolCallId: string, toolName: string, input: unknown = {}): StreamEvent => ({
  type: "tool-input-available",
  toolCallId,
  toolName,
  input,
});

/** A chat whose back end answers each request with the next list of events, and that remembers its requests. */
export function chat(answers: StreamEvent[][], options: Partial<ChatStoreOptions> = {}, delayMs = 0) {
  const requests: ChatRequest[] = [];
  const connector = eventConnector(
    (request) => {
      requests.push(structuredClone({ ...request, signal: undefined, onRecordId: undefined }));
      return answers[requests.length - 1] ?? text("done");
    },
    { delayMs },
  );
  return { store: createChatStore({ connector, ...options }), requests };
}

/** A call as other kits store it: what its tool gave stands there as it is. */
export const gave = (output: unknown, input: unknown = {}): ToolPart => ({
  type: "dynamic-tool",
  toolName: "look",
  toolCallId: "c1",
  state: "output-available",
  input,
  output,
});

export function lastMessage(store: ChatStore): ChatMessage {
  const message = store.getState().messages.at(-1);
  if (!message) throw new Error("no message");
  return message;
}

export const callsOf = (store: ChatStore): ToolCall[] => getToolCalls(lastMessage(store));

/** Every call of a conversation, as it stands. */
export const partsOf = (messages: readonly ChatMessage[]): ToolPart[] =>
  messages.flatMap((message) => message.parts.filter(isToolPart));

export const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { interval: 5, timeout: 20_000 });

export const untilRest = (store: ChatStore) => until(() => !isBusy(store.getState().status));

/** A tool that ends when the test says so. */
export function heldTool() {
  const ends: ((value: unknown) => void)[] = [];
  const execute = vi.fn(
    (_input: unknown, _context: { signal: AbortSignal }) => new Promise<unknown>((resolve) => ends.push(resolve)),
  );
  return { execute, finish: (value: unknown, run = ends.length - 1) => ends[run]?.(value) };
}
