/** One record of a body: what stands between two terminators of its framing, not yet parsed. */
export interface StreamRecord {
  data: string;
  /** The `event:` line of an SSE record. */
  event?: string | undefined;
  /** The `id:` line of an SSE record. */
  id?: string | undefined;
}

/** Bytes in, records out. A chunk may be cut anywhere, also inside a character. */
export interface RecordReader {
  push(chunk: Uint8Array | string): StreamRecord[];
  /** What stood at the end without its terminator. */
  end(): StreamRecord[];
}

export interface RecordReaderOptions {
  /**
   * UTF-16 units that a record may have while it is waited for; beyond that the rest of the body is not read.
   * @default maxRecordLength
   */
  maxLength?: number | undefined;
  /** Called once, when a record grew beyond `maxLength`. */
  onTooLong?: (() => void) | undefined;
  /** A line that only keeps the connection open. */
  onComment?: (() => void) | undefined;
}

/** 1 Mi. */
export const maxRecordLength = 1 << 20;
