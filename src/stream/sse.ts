import { createParser } from "eventsource-parser";
import { createChunkText } from "./chunk-text.js";
import { maxRecordLength, type RecordReader, type RecordReaderOptions, type StreamRecord } from "./record.js";

/**
 * Server-sent events. Takes LF, CR and CRLF, with or without a space after the colon; a last record that lacks its blank
 * line still counts.
 * Source: WHATWG HTML, "Server-sent events".
 */
export function createSseReader(options: RecordReaderOptions = {}): RecordReader {
  const text = createChunkText();
  let records: StreamRecord[] = [];
  // After a record that grew too long nobody knows where the next one begins.
  let isLost = false;

  const parser = createParser({
    maxBufferSize: options.maxLength ?? maxRecordLength,
    onEvent: ({ data, event, id }) => {
      records.push({ data, ...(event === undefined ? {} : { event }), ...(id === undefined ? {} : { id }) });
    },
    onComment: options.onComment,
    onError: (error) => {
      if (error.type !== "max-buffer-size-exceeded") return;
      isLost = true;
      options.onTooLong?.();
    },
  });

  function feed(piece: string): StreamRecord[] {
    if (isLost || piece === "") return [];
    parser.feed(piece);
    const read = records;
    records = [];
    return read;
  }

  return {
    push: (chunk) => feed(text.push(chunk)),
    end: () => feed(`${text.end()}\n\n`),
  };
}
