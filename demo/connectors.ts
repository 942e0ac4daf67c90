import {
  agUi,
  aiSdk,
  anthropic,
  type ChatRequest,
  type Connector,
  custom,
  gemini,
  latitude,
  ollama,
  openaiChat,
  openaiResponses,
} from "tooltalk/core";
import { toV4Messages } from "./v4-messages.js";

export interface BackEnd {
  name: string;
  /** @param url  of the demo's back end for it @param fetch  @default the page's */
  connect: (url: string, fetch?: typeof globalThis.fetch) => Connector;
}

const model = "script";

/** By the word that stands in the page's address, and in the path of the back end. The first one is the default. */
export const backEnds: ReadonlyMap<string, BackEnd> = new Map<string, BackEnd>([
  ["latitude", { name: "Latitude", connect: (url, fetch) => latitude({ url, fetch }) }],
  ["ai-sdk", { name: "AI SDK", connect: (url, fetch) => aiSdk({ url, fetch }) }],
  ["ai-sdk-v4", { name: "AI SDK 4", connect: aiSdkV4 }],
  ["openai-chat", { name: "OpenAI Chat", connect: (url, fetch) => openaiChat({ url, fetch, model }) }],
  [
    "openai-responses",
    {
      name: "OpenAI Responses",
      connect: (url, fetch) =>
        withSettings(openaiResponses({ url, fetch, model }), {
          store: false,
          include: ["reasoning.encrypted_content"],
        }),
    },
  ],
  ["anthropic", { name: "Anthropic", connect: (url, fetch) => anthropic({ url, fetch, model }) }],
  [
    "gemini",
    {
      name: "Gemini",
      connect: (url, fetch) =>
        withSettings(gemini({ url: `${url}/models/gemini-3-flash:streamGenerateContent?alt=sse`, fetch }), {
          toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } },
        }),
    },
  ],
  ["ag-ui", { name: "AG-UI", connect: (url, fetch) => agUi({ url, fetch }) }],
  ["ollama", { name: "Ollama", connect: (url, fetch) => ollama({ url, fetch, model }) }],
  ["langgraph", { name: "LangGraph", connect: langgraph }],
]);

function withSettings(connector: Connector, settings: Readonly<Record<string, unknown>>): Connector {
  return { ...connector, encode: (request) => connector.encode({ ...request, settings }) };
}

/** The data stream of the AI SDK 4, and the messages that its `useChat` sends. */
function aiSdkV4(url: string, fetch?: typeof globalThis.fetch): Connector {
  return custom({
    name: "aiSdkV4",
    encode: (request) => toPost(request, url, { id: request.chatId, messages: toV4Messages(request.messages) }),
    decode: "ai-sdk-v4",
    fetch,
  });
}

/** A run of LangGraph. LangChain takes OpenAI's messages, so the connector for those writes them. */
function langgraph(url: string, fetch?: typeof globalThis.fetch): Connector {
  const writer = openaiChat({ url });
  return custom({
    name: "langgraph",
    encode: async (request) => {
      const { messages, tools } = (await (await writer.encode(request)).json()) as Record<string, unknown>;
      const input = { messages, tools };
      return toPost(request, url, { assistant_id: "agent", input, stream_mode: ["messages-tuple", "updates"] });
    },
    decode: "langgraph",
    fetch,
  });
}

function toPost({ signal }: ChatRequest, url: string, body: object): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}
