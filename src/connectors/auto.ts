import { createChunkText } from "../stream/chunk-text.js";
import type { StreamEvent } from "../stream/events.js";
import { createRecordReader } from "../stream/framing.js";
import type { RecordReader, StreamRecord } from "../stream/record.js";
import type { Decoder } from "./connector.js";
import { readErrorBody } from "./error-body.js";
import { createPlainDecoder, hasError, plainEvents, readJson } from "./plain-text.js";
import { type DecoderOptions, openDecoder, type Protocol } from "./protocol.js";
import { protocolsOf } from "./protocol-signs.js";

/** Records that are looked at, and UTF-16 units that are waited for, before an answer is given up as text. */
const maxRecords = 32;
const maxLength = 4 << 20;
/** UTF-16 units at the beginning that tell the framing. */
const maxBegin = 1024;

/**
 * Reads an answer of any known protocol: its first records decide which. What came until then is kept, and read once it is
 * decided. An answer that no protocol knows is shown as plain text, with one warning.
 */
export class AutoDecoder implements Decoder {
  readonly #protocols: Readonly<Record<string, Protocol>>;
  readonly #options: DecoderOptions;
  readonly #text = createChunkText();
  /** What came, until it is decided. */
  #held = "";
  #records: RecordReader | undefined;
  #recordCount = 0;
  /** Protocols that all telling records so far may belong to. */
  #candidates: readonly string[] = [];
  #inner: Decoder | undefined;
  #hasEnded = false;

  constructor(protocols: Readonly<Record<string, Protocol>>, options: DecoderOptions) {
    this.#protocols = protocols;
    this.#options = options;
  }

  push(chunk: Uint8Array | string): StreamEvent[] {
    return this.#hasEnded ? [] : this.#read(this.#text.push(chunk));
  }

  end(): StreamEvent[] {
    if (this.#hasEnded) return [];
    this.#hasEnded = true;
    const last = this.#read(this.#text.end());
    const held = this.#inner === undefined ? this.#decideAtEnd() : [];
    return [...last, ...held, ...(this.#inner?.end() ?? [])];
  }

  #read(piece: string): StreamEvent[] {
    if (this.#inner !== undefined) return this.#inner.push(piece);
    this.#held += piece;
    const framing = this.#records === undefined ? framingOf(this.#held.slice(0, maxBegin)) : "records";
    if (framing === "unknown") return [];
    if (framing === "text") return this.#open(this.#asPlain());
    if (framing === "v4") return this.#open(this.#named("ai-sdk-v4"));
    const isFirst = this.#records === undefined;
    this.#records ??= createRecordReader(["sse", "lines", "array"], { maxLength });
    for (const record of this.#records.push(isFirst ? this.#held : piece)) this.#look(record);
    const [only] = this.#candidates;
    if (only !== undefined && this.#candidates.length === 1) return this.#open(this.#named(only));
    const isHopeless = this.#recordCount >= maxRecords || this.#held.length > maxLength;
    return isHopeless ? this.#open(this.#best()) : [];
  }

  #look(record: StreamRecord): void {
    if (record.data.trim() === "" || this.#candidates.length === 1) return;
    this.#recordCount += 1;
    const names = protocolsOf(readJson(record.data), record).filter((name) => Object.hasOwn(this.#protocols, name));
    const both = this.#candidates.filter((name) => names.some((each) => each === name));
    if (names.length > 0)
      this.#candidates = both.length > 0 ? both : this.#candidates.length > 0 ? this.#candidates : names;
  }

  /** The body is over, and nothing in it was decisive: it may be one document instead of a stream. */
  #decideAtEnd(): StreamEvent[] {
    for (const record of this.#records?.end() ?? []) this.#look(record);
    if (this.#candidates.length > 0) return this.#open(this.#best());
    const value = readJson(this.#held);
    const [name] = protocolsOf(value, { data: this.#held });
    if (name !== undefined && Object.hasOwn(this.#protocols, name)) {
      this.#held = JSON.stringify(value);
      return this.#open(this.#named(name));
    }
    return this.#open(hasError(value) && readErrorBody(value) !== undefined ? this.#asEvent(value) : this.#asPlain());
  }

  /** Hands over what was kept. */
  #open(decoder: Decoder): StreamEvent[] {
    const held = this.#held;
    this.#held = "";
    this.#inner = decoder;
    return decoder.push(held);
  }

  #named(name: string): Decoder {
    const protocol = this.#protocols[name];
    return protocol === undefined ? this.#asPlain() : openDecoder(protocol, this.#options);
  }

  /** Where several are left they agree on all that came; the first is the likelier one. */
  #best(): Decoder {
    const [name] = this.#candidates;
    return name === undefined ? this.#asPlain() : this.#named(name);
  }

  #asPlain(): Decoder {
    const names = Object.keys(this.#protocols).map((name) => JSON.stringify(name));
    if (this.#held.trim() !== "") {
      console.warn(
        `tooltalk: createDecoder("auto") knows no protocol that begins with ${JSON.stringify(this.#held.slice(0, 80))}. ` +
          `The answer is shown as plain text. Name its protocol, one of ${names.join(", ")}, or read it with custom({ encode, decode }).`,
      );
    }
    const isEvents = eventFields.some((field) => this.#held.trimStart().startsWith(field));
    return isEvents ? openDecoder(plainEvents, this.#options) : createPlainDecoder(this.#options);
  }

  #asEvent(value: unknown): Decoder {
    this.#held = `event: error\ndata: ${JSON.stringify(value)}\n\n`;
    return openDecoder(plainEvents, this.#options);
  }
}

const eventFields = ["data:", "event:", "id:", "retry:", ":"];

/** What the beginning of a body says: records of some protocol, lines of the AI SDK 4, or text; `unknown` until it is enough. */
function framingOf(held: string): "records" | "v4" | "text" | "unknown" {
  const begin = held.trimStart();
  if (/^[{[]\s*$/.test(begin) || /^[0-9a-k]:?$/.test(begin)) return "unknown";
  if (/^\{\s*["}]|^\[\s*[{["\]]/.test(begin)) return "records";
  if (/^[0-9a-k]:["{[]/.test(begin)) return "v4";
  if (eventFields.some((field) => begin.startsWith(field))) return "records";
  return eventFields.some((field) => field.startsWith(begin)) ? "unknown" : "text";
}
