import type { ChatRequest, Connector } from "../../src/connectors/connector.js";
import { streamAnswer } from "../../src/connectors/transport.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";

export function requestOf(messages: readonly ChatMessage[] = [], more: Partial<ChatRequest> = {}): ChatRequest {
  return { chatId: "chat-1", messages, tools: [], trigger: "submit-message", ...more };
}

export async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export const answerOf = (connector: Connector, request: ChatRequest = requestOf()) =>
  collect(streamAnswer(connector, request));

export async function bodyOf(connector: Connector, request: ChatRequest): Promise<Record<string, unknown>> {
  const sent = await connector.encode(request);
  return (await sent.json()) as Record<string, unknown>;
}

/** A `fetch` that answers each request with the next of these, and keeps what it was asked. */
export function fetchOf(...responses: (Response | Error | ((request: Request) => Response | Promise<Response>))[]) {
  const requests: Request[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const response = responses.shift();
    if (response === undefined) throw new Error("no more responses");
    if (response instanceof Error) throw response;
    return typeof response === "function" ? response(request) : response;
  };
  return { fetch: answer, requests };
}

/** A conversation with everything in it: words, thoughts, parallel calls, a failure, a denial, an image, a later answer. */
export const conversation: ChatMessage[] = [
  { id: "s", role: "system", parts: [{ type: "text", text: "Be brief." }] },
  {
    id: "u1",
    role: "user",
    parts: [
      { type: "text", text: "Weather here and in Oslo?" },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=", filename: "here.png" },
    ],
  },
  {
    id: "a1",
    role: "assistant",
    metadata: { model: "m" },
    parts: [
      { type: "step-start" },
      { type: "reasoning", text: "Two places.", state: "done", kind: "summary" },
      { type: "text", text: "I look.", state: "done", kind: "commentary" },
      {
        type: "dynamic-tool",
        toolName: "getWeather",
        toolCallId: "c1",
        state: "output-available",
        input: { city: "Oslo" },
        output: { celsius: 3 },
        origin: "text",
        repaired: true,
      },
      {
        type: "dynamic-tool",
        toolName: "locate",
        toolCallId: "c2",
        state: "output-error",
        input: {},
        errorText: "No GPS.",
        reason: "failed",
        output: { code: 1 },
        providerExecuted: false,
      },
      {
        type: "dynamic-tool",
        toolName: "call112",
        toolCallId: "c3",
        state: "output-denied",
        input: { why: "cold" },
        approval: { id: "p3", approved: false, reason: "Not now." },
      },
      { type: "step-start" },
      { type: "text", text: "3 degrees in Oslo.", state: "done" },
    ],
  },
  { id: "u2", role: "user", parts: [{ type: "text", text: "Thanks." }] },
];
