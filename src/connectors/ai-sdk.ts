import type { ChatMessage } from "../stream/message.js";
import { toUiMessages } from "./ai-sdk-messages.js";
import { aiSdkStream } from "./ai-sdk-stream.js";
import type { ChatRequest, Connector, ConnectorOptions } from "./connector.js";
import { decodeAnswer } from "./protocol.js";
import { createRequest } from "./request.js";

export interface AiSdkOptions extends ConnectorOptions {
  /** @default "/api/chat" */
  url?: string | undefined;
}

/**
 * A back end that speaks the AI SDK's UI message stream, versions 5 to 7. Sends
 * `{ id, messages, trigger, messageId?, ...settings }`, as `useChat` does, and takes an answer up again with
 * `GET <url>/<chatId>/stream`.
 */
export function aiSdk(options: AiSdkOptions = {}): Connector {
  const { url = "/api/chat", fetch } = options;
  return {
    name: "aiSdk",
    fetch,
    encode: (request) => createRequest("aiSdk", options, request, { url, body: encodeBody(request) }),
    decode: (body, _response, request) =>
      decodeAnswer(aiSdkStream, body, { ...request, messages: finished(request.messages) }, options),
    resume: (request, lastEventId) =>
      createRequest("aiSdk", options, request, {
        url: `${url.replace(/\/$/, "")}/${encodeURIComponent(request.chatId)}/stream`,
        method: "GET",
        headers: isHeaderValue(lastEventId) ? { "last-event-id": lastEventId } : {},
      }),
  };
}

function encodeBody({ chatId, messages, trigger, settings }: ChatRequest) {
  return { ...settings, id: chatId, messages: toUiMessages(messages), trigger };
}

/** The messages that this answer cannot belong to: a server goes on with the assistant's message that stands last. */
function finished(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.at(-1)?.role === "assistant" ? messages.slice(0, -1) : messages;
}

/** An id as it may stand in a header: Latin-1, at most 1 KiB. */
function isHeaderValue(id: string | undefined): id is string {
  return id !== undefined && id.length <= 1024 && /^[\x20-\x7e\xa0-\xff]+$/.test(id);
}
