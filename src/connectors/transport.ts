import type { ErrorEvent, StreamEvent } from "../stream/events.js";
import type { ChatRequest, Connector, Decoder } from "./connector.js";
import { errorTextOf } from "./error-body.js";
import { readRefusal } from "./refusal.js";

/**
 * Sends a request and reads its answer. Never throws: whatever goes wrong is one `error` event, whatever came before it
 * stays, and an abort through `request.signal` is one `abort` event.
 */
export function streamAnswer(connector: Connector, request: ChatRequest): AsyncGenerator<StreamEvent, void, void> {
  return exchange(connector, request, () => connector.encode(request), [emptyAnswer]);
}

/**
 * Takes up an answer that was cut off. No event at all: the back end has nothing to go on with. An answer that comes from
 * its beginning begins with `start`, and replaces what was there of it.
 * @param lastEventId  of the last record that came, where the back end goes on from there
 */
export function resumeAnswer(
  connector: Connector,
  request: ChatRequest,
  lastEventId?: string,
): AsyncGenerator<StreamEvent, void, void> {
  const { resume } = connector;
  const encode = () => {
    if (resume !== undefined) return resume(request, lastEventId);
    throw new Error(`tooltalk: the connector "${connector.name}" cannot take an answer up again. Send it anew.`);
  };
  return exchange(connector, request, encode, []);
}

/** @param whenEmpty  what a response without a body comes to */
async function* exchange(
  connector: Connector,
  request: ChatRequest,
  encode: () => Request | Promise<Request>,
  whenEmpty: readonly StreamEvent[],
): AsyncGenerator<StreamEvent, void, void> {
  const { signal } = request;
  const aborted = whenAborted(signal);
  let failing: Phase = { code: "request" };
  let isOver = false;
  try {
    signal?.throwIfAborted();
    const outgoing = await Promise.race([encode(), aborted.promise]);
    failing = { code: "network", url: outgoing.url };
    const response = await Promise.race([(connector.fetch ?? globalThis.fetch)(outgoing), aborted.promise]);
    const refusal = await Promise.race([readRefusal(response), aborted.promise]);
    if (refusal !== undefined || response.body === null) {
      yield* refusal === undefined ? whenEmpty : [refusal];
      return;
    }
    failing = { code: "unreadable" };
    const events = connector.decode(response.body, response, request)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await Promise.race([events.next(), aborted.promise]);
        if (next.done) break;
        isOver ||= next.value.type === "abort" || next.value.type === "error";
        yield next.value;
      }
    } finally {
      void events.return?.()?.then(undefined, () => {}); // it may hang in a read that the abort has yet to end
    }
    signal?.throwIfAborted();
  } catch (cause) {
    if (!isOver) yield signal?.aborted ? abort(signal) : failure(failing, cause);
  } finally {
    aborted.forget();
  }
}

/** Reads a body through a decoder; a body that breaks off ends the answer there. */
export async function* decodeBody(
  decoder: Decoder,
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().then(undefined, () => {});
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const chunk = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
      if (chunk.done) break;
      yield* decoder.push(chunk.value);
    }
    if (!signal?.aborted) yield* decoder.end();
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

// Aborting

/** A promise that only ever rejects; `forget` takes its listener away. */
function whenAborted(signal: AbortSignal | undefined): { promise: Promise<never>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const listen = () => reject(new Error("aborted"));
    if (signal?.aborted) listen();
    signal?.addEventListener("abort", listen);
    forget = () => signal?.removeEventListener("abort", listen);
  });
  promise.catch(() => {}); // nobody may be waiting when it comes
  return { promise, forget };
}

function abort(signal: AbortSignal): StreamEvent {
  return typeof signal.reason === "string" ? { type: "abort", reason: signal.reason } : { type: "abort" };
}

// Errors

/** How far an exchange got: what a failure now means. */
type Phase = { code: "request" } | { code: "network"; url: string } | { code: "unreadable" };

function failure(phase: Phase, cause: unknown): ErrorEvent {
  const words = errorTextOf(cause);
  const errorText =
    phase.code === "network"
      ? `${phase.url} could not be reached: ${words}`
      : phase.code === "unreadable"
        ? `The answer could not be read: ${words}`
        : words;
  return { type: "error", errorText, code: phase.code, scope: "transport", retryable: phase.code === "network" };
}

const emptyAnswer: ErrorEvent = {
  type: "error",
  errorText: "The server gave no answer.",
  code: "empty",
  scope: "transport",
  retryable: true,
};
