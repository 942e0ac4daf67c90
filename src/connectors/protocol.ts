import type { StreamEvent } from "../stream/events.js";
import { createRecordReader, type Framing } from "../stream/framing.js";
import { isSettled, isToolPart } from "../stream/message.js";
import type { StreamRecord } from "../stream/record.js";
import { Answer, type AnswerOptions } from "./answer.js";
import type { ChatRequest, ConnectorOptions, Decoder } from "./connector.js";
import { decodeBody } from "./transport.js";

export interface DecoderOptions extends AnswerOptions {
  /**
   * UTF-16 units that one record may have while it is waited for.
   * @default what the protocol needs, at least 1 Mi
   */
  maxRecordLength?: number | undefined;
  /** Told the id of each whole record that has one (`id:` in server-sent events). */
  onRecordId?: ((id: string) => void) | undefined;
}

/** What is particular to one wire format; the rest is the same for all. */
export interface Protocol {
  /** The framings that it is known to come in, the usual one first. */
  readonly framings: readonly [Framing, ...Framing[]];
  /** For protocols whose records are long, such as those that carry images. @default 1 Mi */
  readonly maxRecordLength?: number | undefined;
  /** @throws where the record is not of this protocol. @default JSON.parse */
  readonly parse?: ((data: string) => unknown) | undefined;
  open(answer: Answer): ProtocolReader;
}

/** Reads the parsed records of one answer. Total: a record of any shape is read, or handed to `answer.unknown`. */
export interface ProtocolReader {
  read(value: unknown, record: StreamRecord): void;
  /** `data: [DONE]` came. */
  done?(): void;
  /** The body ended. @param isCut  within a record @returns whether the answer is whole */
  end(isCut: boolean): boolean;
}

export function openDecoder(protocol: Protocol, options: DecoderOptions = {}): Decoder {
  const answer = new Answer(options);
  const reader = protocol.open(answer);
  const parse = protocol.parse ?? JSON.parse;
  const records = createRecordReader(protocol.framings, {
    maxLength: options.maxRecordLength ?? protocol.maxRecordLength,
    onComment: () => answer.emit({ type: "ping" }),
    onTooLong: () => answer.lose("One record of the answer was too long to be read."),
  });
  let hasEnded = false;
  let isCutOff = false;

  function read(record: StreamRecord, isCut: boolean): void {
    const data = record.data.trim();
    if (data === "") return;
    if (data === "[DONE]") {
      reader.done?.();
      return;
    }
    let value: unknown;
    try {
      value = parse(record.data);
    } catch {
      answer.unknown(record.data);
      if (isCut) isCutOff = true;
      else answer.lose("A piece of the answer could not be read.");
      return;
    }
    reader.read(value, record);
  }

  return {
    push: (chunk) => {
      if (hasEnded) return [];
      for (const record of records.push(chunk)) {
        read(record, false);
        if (record.id !== undefined) options.onRecordId?.(record.id);
      }
      return answer.take();
    },
    end: () => {
      if (hasEnded) return [];
      hasEnded = true;
      for (const record of records.end()) read(record, true);
      answer.close(reader.end(isCutOff));
      return answer.take();
    },
  };
}

/** A connector's `decode`. */
export function decodeAnswer(
  protocol: Protocol,
  body: ReadableStream<Uint8Array>,
  request: Pick<ChatRequest, "messages" | "signal" | "onRecordId">,
  options: Pick<ConnectorOptions, "onUnknown">,
): AsyncIterable<StreamEvent> {
  return decodeBody(openDecoder(protocol, decoderOptionsFor(request, options)), body, request.signal);
}

/**
 * Calls that have ended keep their ids to themselves: a provider that gives one of them again, as some do in every answer,
 * means another call.
 */
export function decoderOptionsFor(
  { messages, onRecordId }: Pick<ChatRequest, "messages" | "onRecordId">,
  { onUnknown }: Pick<ConnectorOptions, "onUnknown">,
): DecoderOptions {
  const ended = messages.flatMap((message) => message.parts.filter((part) => isToolPart(part) && isSettled(part)));
  const takenIds = ended.flatMap((part) => (isToolPart(part) ? [part.toolCallId] : []));
  return { takenIds, onUnknown, onRecordId };
}
