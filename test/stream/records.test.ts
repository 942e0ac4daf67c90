import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecordReader } from "../../src/stream/framing.js";
import { createJsonArrayReader } from "../../src/stream/json-array.js";
import { createLineReader } from "../../src/stream/lines.js";
import type { RecordReader } from "../../src/stream/record.js";
import { createSseReader } from "../../src/stream/sse.js";
import { byteByByte } from "../recordings.js";

function read(reader: RecordReader, chunks: Iterable<Uint8Array | string>) {
  const records = [];
  for (const chunk of chunks) records.push(...reader.push(chunk));
  return [...records, ...reader.end()];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const dataOf = (records: { data: string }[]) => records.map(({ data }) => data);

/** A text in pieces, cut at each of the given places. */
function pieces(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const words = fc.array(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, "·")),
  { maxLength: 6 },
);
const places = fc.array(fc.nat(), { maxLength: 12 });
const newline = fc.constantFrom("\n", "\r\n", "\r");

describe("a reader of server-sent events", () => {
  it("gives the data, the event and the id of each record", () => {
    expect(read(createSseReader(), ["id: 7\nevent: ping\ndata: {}\n\ndata:a\ndata: b\n\n"])).toEqual([
      { id: "7", event: "ping", data: "{}" },
      { data: "a\nb" },
    ]);
  });

  it("takes a last record that lacks its blank line, or its line end", () => {
    expect(dataOf(read(createSseReader(), ["data: a\n\ndata: b\n"]))).toEqual(["a", "b"]);
    expect(dataOf(read(createSseReader(), ["data: a\n\ndata: b"]))).toEqual(["a", "b"]);
    expect(dataOf(read(createSseReader(), ["data: a\r\rdata: b\r\r"]))).toEqual(["a", "b"]);
  });

  it("drops a byte order mark, given as bytes, cut in its middle, or as a character", () => {
    expect(dataOf(read(createSseReader(), byteByByte(bytesOf("\uFEFFdata: a\n\n"))))).toEqual(["a"]);
    expect(dataOf(read(createSseReader(), ["\uFEFFdata: a\n\n"]))).toEqual(["a"]);
  });

  it("tells comments apart from records", () => {
    const comments: number[] = [];
    const reader = createSseReader({ onComment: () => comments.push(1) });
    expect(read(reader, [": keep-alive\n\ndata: a\n\n"])).toEqual([{ data: "a" }]);
    expect(comments).toHaveLength(1);
  });

  it("stops at a record that grows too long, and says so once", () => {
    const calls: number[] = [];
    const reader = createSseReader({ maxLength: 100, onTooLong: () => calls.push(1) });
    const endless = Array.from({ length: 50 }, () => "data: 0123456789\n");
    expect(read(reader, ["data: a\n\n", ...endless, "\n\ndata: b\n\n"])).toEqual([{ data: "a" }]);
    expect(calls).toHaveLength(1);
  });

  it("gives the same records however the bytes are cut and the lines end", () => {
    fc.assert(
      fc.property(words, places, newline, (texts, cuts, end) => {
        const body = bytesOf(texts.map((text) => `data: ${text}${end}${end}`).join(""));
        expect(dataOf(read(createSseReader(), pieces(body, cuts)))).toEqual(texts);
      }),
    );
  });
});

describe("a reader of lines", () => {
  it("gives a record a line, and none for an empty one", () => {
    expect(dataOf(read(createLineReader(), ['{"a":1}\n\n', '{"b":2}\r\n{"c"', ":3}"]))).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ]);
  });

  it("stops at a line that grows too long, and says so once", () => {
    const calls: number[] = [];
    const reader = createLineReader({ maxLength: 10, onTooLong: () => calls.push(1) });
    expect(dataOf(read(reader, ["a\n", "0123456", "789abc", "\nb\n"]))).toEqual(["a"]);
    expect(calls).toHaveLength(1);
  });

  it("gives the same lines however the bytes are cut and the lines end", () => {
    fc.assert(
      fc.property(words, places, newline, (texts, cuts, end) => {
        const lines = texts.filter((text) => text.trim() !== "");
        expect(dataOf(read(createLineReader(), pieces(bytesOf(lines.join(end)), cuts)))).toEqual(lines);
      }),
    );
  });
});

describe("a reader of a JSON array", () => {
  it("gives each element as soon as it is whole", () => {
    const reader = createJsonArrayReader();
    expect(dataOf(reader.push('[{"a":[1,2]}\n,\n'))).toEqual(['{"a":[1,2]}']);
    expect(dataOf(reader.push('{"b":"],\\"'))).toEqual([]);
    expect(dataOf(reader.push('{"}\n]'))).toEqual(['{"b":"],\\"{"}']);
    expect(reader.end()).toEqual([]);
  });

  it("gives what was cut off at the end, for the parser to judge", () => {
    expect(dataOf(read(createJsonArrayReader(), ['[{"a":1},{"b":']))).toEqual(['{"a":1}', '{"b":']);
  });

  it("stops at an element that grows too long", () => {
    const calls: number[] = [];
    const reader = createJsonArrayReader({ maxLength: 10, onTooLong: () => calls.push(1) });
    expect(dataOf(read(reader, ['[1,"0123456', "789abc", '",2]']))).toEqual(["1"]);
    expect(calls).toHaveLength(1);
  });

  it("gives the elements of any array, however it is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), places, fc.constantFrom(0, 2), (values, cuts, indent) => {
        const body = bytesOf(JSON.stringify(values, null, indent));
        const records = dataOf(read(createJsonArrayReader(), pieces(body, cuts)));
        expect(records.map((record): unknown => JSON.parse(record))).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
  });
});

describe("a reader of several framings", () => {
  it.each([
    ["\n data: a\n\n", ["a"]],
    ['\uFEFF\n{"a":1}\n', ['{"a":1}']],
    [' [{"a":1}]', ['{"a":1}']],
  ])("reads %j by its first character", (body, records) => {
    for (const chunks of [[body], byteByByte(bytesOf(body))]) {
      expect(dataOf(read(createRecordReader(["sse", "lines", "array"]), chunks)).map((data) => data.trim())).toEqual(
        records,
      );
    }
  });

  it("keeps to the framings that it is given", () => {
    expect(dataOf(read(createRecordReader(["sse", "lines"]), ['["messages",{}]\n']))).toEqual(['["messages",{}]']);
    expect(read(createRecordReader(["sse"]), ['{"a":1}\n'])).toEqual([]);
  });
});
