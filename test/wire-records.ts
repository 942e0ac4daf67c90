import { type Recording, toWire } from "./recordings.js";

/** One record of a body: its JSON, and what stands around it. */
export interface WireRecord {
  head: string;
  json: string;
  tail: string;
}

/** A body taken apart, so that its records can be changed, and put together again. */
export interface WireRecords {
  records: WireRecord[];
  /** A record of a kind that the protocol does not have. */
  unknown: WireRecord;
  join: (records: readonly WireRecord[]) => string;
}

export function toRecords(recording: Recording): WireRecords {
  const wire = toWire(recording).replaceAll("\r\n", "\n");
  switch (recording.framing) {
    case "json-array": {
      const records = (JSON.parse(wire) as unknown[]).map((value) => record(JSON.stringify(value)));
      return {
        records,
        unknown: record('{"brandNew":{}}'),
        join: (all) => `[${all.map(({ json }) => json).join("\n,\n")}]\n`,
      };
    }
    case "v4-lines":
      return {
        records: linesOf(wire).map((line) => record(line.slice(2), line.slice(0, 2), "\n")),
        unknown: record('{"x":1}', "z:", "\n"),
        join,
      };
    case "jsonl-tuples":
      return { records: linesOf(wire).map(toLine), unknown: toLine('["brand-new",{}]'), join };
    default: {
      const isLines = recording.framing === "ndjson" || recording.protocol === "vercel-fullstream";
      const unknown = '{"type":"brand-new-event","value":1}';
      return isLines
        ? { records: linesOf(wire).map(toLine), unknown: toLine(unknown), join }
        : { records: eventsOf(wire), unknown: record(unknown, "data: ", "\n\n"), join };
    }
  }
}

/** The same records with their values changed; what is no JSON, such as `[DONE]` or a comment, stays. */
export function mapValues(records: readonly WireRecord[], change: (value: unknown) => unknown): WireRecord[] {
  return records.map((each) => {
    try {
      return { ...each, json: JSON.stringify(change(JSON.parse(each.json))) };
    } catch {
      return each;
    }
  });
}

/** A value with one more look at each member of each object in it. @param change  undefined drops the member */
export function mapMembers(value: unknown, change: (key: string, member: unknown, owner: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, change));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, change(key, mapMembers(member, change), value)] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function record(json: string, head = "", tail = ""): WireRecord {
  return { head, json, tail };
}

function toLine(line: string): WireRecord {
  return record(line, "", "\n");
}

function join(records: readonly WireRecord[]): string {
  return records.map(({ head, json, tail }) => head + json + tail).join("");
}

function linesOf(wire: string): string[] {
  return wire.split("\n").filter((line) => line.trim() !== "");
}

function eventsOf(wire: string): WireRecord[] {
  const events = wire.split("\n\n").filter((event) => event.trim() !== "");
  return events.map((event) => {
    const begin = event.lastIndexOf("data:");
    const data = begin < 0 ? event.length : begin + "data:".length;
    return record(event.slice(data).trim(), `${event.slice(0, data)} `, "\n\n");
  });
}
