import type { StreamEvent } from "../stream/events.js";
import { stringAt, toJsonText } from "../stream/json-value.js";
import type { ChatRequest, Connector, Decoder } from "./connector.js";
import { createDecoder, type ProtocolName } from "./decoder.js";
import { decoderOptionsFor } from "./protocol.js";
import { decodeBody } from "./transport.js";

/** Reads an answer: yields its events, or gives a decoder for its bytes. */
export type CustomDecode = (
  body: ReadableStream<Uint8Array>,
  response: Response,
  request: ChatRequest,
) => AsyncIterable<StreamEvent> | Decoder;

export interface CustomOptions {
  /** For errors. @default "custom" */
  name?: string | undefined;
  /** The request that asks; its `signal` is worth passing on. */
  encode: (request: ChatRequest) => Request | Promise<Request>;
  /**
   * How the answer is read, or the name of its protocol. A generator must read the body itself; a decoder is fed.
   * @default "auto": its first records decide
   */
  decode?: CustomDecode | ProtocolName | "auto" | undefined;
  /** Takes an answer up again that was cut off. */
  resume?: Connector["resume"];
  fetch?: typeof fetch | undefined;
  /** Told of each record of an answer that its protocol does not know. Not for a `decode` of your own. */
  onUnknown?: ((record: unknown) => void) | undefined;
}

/**
 * Any other back end.
 *     custom({
 *       encode: ({ messages }) => new Request("/chat", { method: "POST", body: JSON.stringify(messages) }),
 *       decode: async function* (body) {
 *         for await (const delta of myReader(body)) yield { type: "text-delta", id: "0", delta };
 *         yield { type: "finish" };
 *       },
 *     })
 * @throws Error for options that are none
 */
export function custom(options: CustomOptions): Connector {
  const { name = "custom", encode, decode = "auto", resume, fetch, onUnknown } = options;
  if (typeof encode !== "function") {
    throw new Error(
      `tooltalk: custom({ encode }) got an encode of type "${typeof encode}". Pass a function that gives a Request: encode: ({ messages }) => new Request("/chat", { method: "POST", body: JSON.stringify(messages) }).`,
    );
  }
  if (typeof decode === "string")
    createDecoder(decode); // an unknown name is told now, not with the first answer
  else if (typeof decode !== "function") {
    throw new Error(
      `tooltalk: custom({ decode }) got a decode of type "${typeof decode}". Pass an async generator over the body, a function that gives a decoder, or the name of a protocol.`,
    );
  }
  return {
    name,
    fetch,
    encode: async (request) => checkRequest("encode", await encode(request)),
    decode: (body, response, request) => {
      if (typeof decode !== "string") return readWith(decode, body, response, request);
      return decodeBody(createDecoder(decode, decoderOptionsFor(request, { onUnknown })), body, request.signal);
    },
    ...(resume === undefined
      ? {}
      : { resume: async (request, id) => checkRequest("resume", await resume(request, id)) }),
  };
}

function checkRequest(option: string, request: unknown): Request {
  if (request instanceof Request) return request;
  const given =
    typeof request === "string" ? JSON.stringify(request.slice(0, 80)) : `a value of type "${typeof request}"`;
  throw new Error(
    `tooltalk: custom({ ${option} }) gave ${given} instead of a Request. Return new Request(url, { method: "POST", body }).`,
  );
}

async function* readWith(
  decode: CustomDecode,
  body: ReadableStream<Uint8Array>,
  response: Response,
  request: ChatRequest,
): AsyncGenerator<StreamEvent, void, void> {
  const reading: unknown = await Promise.resolve(decode(body, response, request));
  if (isDecoder(reading)) yield* decodeBody(reading, body, request.signal);
  else if (isAsyncIterable(reading)) {
    for await (const event of reading) yield checkEvent(event);
  } else {
    throw new Error(
      `tooltalk: custom({ decode }) gave a value of type "${typeof reading}". Write it as an async generator (async function* (body) { … }), or return a decoder with push and end, such as createDecoder("openai-chat").`,
    );
  }
}

function isDecoder(value: unknown): value is Decoder {
  const { push, end } = (value ?? {}) as Partial<Decoder>;
  return typeof push === "function" && typeof end === "function";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function checkEvent(event: unknown): StreamEvent {
  if (stringAt(event, "type") !== undefined) return event as StreamEvent;
  throw new Error(
    `tooltalk: custom({ decode }) yielded ${toJsonText(event)}, which is no event. Yield objects such as { type: "text-delta", id: "0", delta: "Hi" }.`,
  );
}
