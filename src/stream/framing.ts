import { createChunkText } from "./chunk-text.js";
import { createJsonArrayReader } from "./json-array.js";
import { createLineReader } from "./lines.js";
import type { RecordReader, RecordReaderOptions, StreamRecord } from "./record.js";
import { createSseReader } from "./sse.js";

/** How records stand in a body. */
export type Framing = "sse" | "lines" | "array";

const readers = { sse: createSseReader, lines: createLineReader, array: createJsonArrayReader };

/**
 * Reads records in whichever of the given framings the body turns out to have: its first character that is no white space
 * decides. `{` begins a line, `[` an array or a line, anything else server-sent events.
 * @param framings  those that the protocol is known to come in, the usual one first
 */
export function createRecordReader(
  framings: readonly [Framing, ...Framing[]],
  options: RecordReaderOptions = {},
): RecordReader {
  const text = createChunkText();
  let reader: RecordReader | undefined = framings.length === 1 ? readers[framings[0]](options) : undefined;

  function feed(piece: string): StreamRecord[] {
    if (reader !== undefined) return reader.push(piece);
    const begin = piece.trimStart();
    const first = begin[0];
    if (first === undefined) return [];
    reader = readers[choose(framings, first)](options);
    return reader.push(begin);
  }

  return {
    push: (chunk) => feed(text.push(chunk)),
    end: () => [...feed(text.end()), ...(reader?.end() ?? [])],
  };
}

function choose(framings: readonly [Framing, ...Framing[]], first: string): Framing {
  const wanted: readonly Framing[] = first === "{" ? ["lines"] : first === "[" ? ["array", "lines"] : ["sse"];
  return wanted.find((framing) => framings.includes(framing)) ?? framings[0];
}
