import { createMessage } from "../chat/message.js";
import { reduceMessage } from "../chat/reduce.js";
import type { ChatRequest, Connector } from "../connectors/connector.js";
import { createDecoder, type ProtocolName } from "../connectors/decoder.js";
import { createStreamChunks, parseMarkdownIntoChunks } from "../display/transcript.js";
import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage } from "../stream/message.js";

/** The message that a transcript of one answer makes, once it is over. */
export function readTranscript(markdown: string, id = "transcript"): ChatMessage {
  const events: StreamEvent[] = [...createStreamChunks(parseMarkdownIntoChunks(markdown)), { type: "finish" }];
  return events.reduce(reduceMessage, createMessage({ id, role: "assistant" }));
}

export interface PlayOptions {
  /** Milliseconds between two events. @default 0 */
  delayMs?: number | undefined;
  /** Characters of text in one event. @default a word */
  deltaLength?: number | undefined;
}

/**
 * A back end that plays transcripts: the first request is answered by the first one, and so on; the last answers the rest.
 * @param answers  one transcript an answer, or a function of the request
 */
export function transcriptConnector(
  answers: readonly string[] | ((request: ChatRequest) => string),
  options: PlayOptions = {},
): Connector {
  let count = 0;
  return eventConnector((request) => {
    const markdown =
      typeof answers === "function" ? answers(request) : (answers[Math.min(count, answers.length - 1)] ?? "");
    count += 1;
    return createStreamChunks(parseMarkdownIntoChunks(markdown)).flatMap((event) =>
      inDeltas(event, options.deltaLength),
    );
  }, options);
}

/** A back end that answers each request with events. */
export function eventConnector(
  answer: (request: ChatRequest) => Iterable<StreamEvent>,
  { delayMs = 0 }: PlayOptions = {},
): Connector {
  return {
    ...withoutNetwork("events"),
    decode: async function* (_body, _response, request) {
      for (const event of answer(request)) {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        yield event;
      }
    },
  };
}

/** A back end whose answer was recorded: the bytes of its body, in the chunks that are given. */
export function recordingConnector(protocol: ProtocolName, chunks: readonly (string | Uint8Array)[]): Connector {
  return {
    ...withoutNetwork(protocol),
    decode: async function* () {
      const decoder = createDecoder(protocol);
      for (const chunk of chunks) {
        await Promise.resolve();
        yield* decoder.push(chunk);
      }
      yield* decoder.end();
    },
  };
}

/** The request is never sent, and the response that it gets is empty. */
function withoutNetwork(name: string): Pick<Connector, "name" | "encode" | "fetch"> {
  return {
    name,
    encode: () => new Request("https://testing.invalid/", { method: "POST" }),
    fetch: () => Promise.resolve(new Response("")),
  };
}

function inDeltas(event: StreamEvent, length: number | undefined): StreamEvent[] {
  if (event.type !== "text-delta") return [event];
  const pieces = event.delta.match(length === undefined ? /\s*\S+\s*|\s+/gu : new RegExp(`[\\s\\S]{1,${length}}`, "g"));
  return (pieces ?? []).map((delta) => ({ ...event, delta }));
}
