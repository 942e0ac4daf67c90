import { createChunkText } from "./chunk-text.js";
import { maxRecordLength, type RecordReader, type RecordReaderOptions, type StreamRecord } from "./record.js";

/**
 * The elements of one JSON array that is still being written, each as soon as it is whole.
 *     [{"a":1}\n,\n{"a":2}]
 *      ^^^^^^^     ^^^^^^^    two records
 * Follows depth and strings only; what lies between is the parser's to judge. Text before `[` and after `]` is dropped.
 * Cost: each character once.
 */
export function createJsonArrayReader(options: RecordReaderOptions = {}): RecordReader {
  const maxLength = options.maxLength ?? maxRecordLength;
  const text = createChunkText();
  let open = ""; // the element that has begun
  let depth = 0; // 0 outside the array, 1 between elements or in a plain one
  let isString = false;
  let isEscaped = false;
  let isOver = false;

  function take(records: StreamRecord[]): void {
    if (open.trim() !== "") records.push({ data: open.trim() });
    open = "";
  }

  function feed(piece: string): StreamRecord[] {
    const records: StreamRecord[] = [];
    let begin = 0; // of what goes to `open` in this piece
    for (let index = 0; index < piece.length && !isOver; index += 1) {
      const character = piece[index];
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isString = false;
        continue;
      }
      if (depth === 0) {
        begin = index + 1;
        if (character === "[") depth = 1;
      } else if (character === '"') {
        isString = true;
      } else if (character === "[" || character === "{") {
        depth += 1;
      } else if (depth === 1 && (character === "," || character === "]")) {
        open += piece.slice(begin, index);
        begin = index + 1;
        take(records);
        if (character === "]") isOver = true;
      } else if (character === "]" || character === "}") {
        depth -= 1;
      }
    }
    if (!isOver) open += piece.slice(begin);
    if (open.length > maxLength) {
      isOver = true;
      open = "";
      options.onTooLong?.();
    }
    return records;
  }

  return {
    push: (chunk) => feed(text.push(chunk)),
    end: () => {
      const records = feed(text.end());
      take(records);
      return records;
    },
  };
}
