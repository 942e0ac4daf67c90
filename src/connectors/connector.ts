import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage } from "../stream/message.js";
import type { ToolDeclaration } from "../stream/tool.js";

/** What a connector is given to make a request of. */
export interface ChatRequest {
  /** Names the conversation on this side. */
  chatId: string;
  /** The whole conversation, oldest first. Every call in it has ended: none goes out without its result. */
  messages: readonly ChatMessage[];
  /** The tools that the model may call and this side runs. */
  tools: readonly ToolDeclaration[];
  trigger: "submit-message" | "regenerate-message";
  /** The back end's own name for the conversation, from an earlier answer's `start.threadId`. */
  threadId?: string | undefined;
  /** Whatever else the app sends with each request; each connector says which keys it reads. */
  settings?: Readonly<Record<string, unknown>> | undefined;
  signal?: AbortSignal | undefined;
  /** Told the id of each record of the answer that has one: `resume` is given the last. */
  onRecordId?: ((id: string) => void) | undefined;
}

/** Bytes in, events out. `push` never throws on bad input; it says so in an `error` event and goes on. */
export interface Decoder {
  /** A chunk of the body, cut anywhere, also inside a character. */
  push(chunk: Uint8Array | string): StreamEvent[];
  /** The body ended. Closes what is open; says so in an `error` event if the protocol's own end never came. */
  end(): StreamEvent[];
}

/** A way to talk to one back end. Knows nothing of React, tools that run, or calls inside text. */
export interface Connector {
  readonly name: string;
  encode(request: ChatRequest): Request | Promise<Request>;
  /** @param request  what was asked: ids of its calls are not given again, its signal ends the reading */
  decode(body: ReadableStream<Uint8Array>, response: Response, request: ChatRequest): AsyncIterable<StreamEvent>;
  /** Takes an answer up again that was cut off; absent where the back end cannot. */
  resume?: ((request: ChatRequest, lastEventId: string | undefined) => Request | Promise<Request>) | undefined;
  /** @default globalThis.fetch */
  fetch?: typeof fetch | undefined;
}

export type Lazy<T> = T | (() => T | Promise<T>);

/** What every connector's options have in common. Functions are asked afresh for each request. */
export interface ConnectorOptions {
  /** Where requests go; relative to the page. */
  url?: string | undefined;
  headers?: Lazy<Record<string, string>> | undefined;
  /** Sent as `Authorization: Bearer …`. */
  token?: Lazy<string> | undefined;
  credentials?: RequestCredentials | undefined;
  fetch?: typeof fetch | undefined;
  /** Told of each record of an answer that the protocol does not know; it changes nothing. */
  onUnknown?: ((record: unknown) => void) | undefined;
}
