import { createChunkText } from "./chunk-text.js";
import { maxRecordLength, type RecordReader, type RecordReaderOptions, type StreamRecord } from "./record.js";

/** One record a line: NDJSON, and protocols that prefix each line. Takes LF, CR and CRLF; empty lines are no records. */
export function createLineReader(options: RecordReaderOptions = {}): RecordReader {
  const maxLength = options.maxLength ?? maxRecordLength;
  const text = createChunkText();
  // The line that has begun. Only the new text is searched, so that one long line costs its length.
  let open = "";
  let isLost = false;

  function feed(piece: string): StreamRecord[] {
    if (isLost) return [];
    const lines = piece.split(/[\r\n]/); // CRLF gives an empty line between the two, and that is no record
    const records: StreamRecord[] = [];
    for (const [index, line] of lines.entries()) {
      if (index > 0) {
        if (open.trim() !== "") records.push({ data: open });
        open = "";
      }
      open += line;
    }
    if (open.length > maxLength) {
      isLost = true;
      open = "";
      options.onTooLong?.();
    }
    return records;
  }

  return {
    push: (chunk) => feed(text.push(chunk)),
    end: () => feed(`${text.end()}\n`),
  };
}
