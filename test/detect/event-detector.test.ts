import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventDetector, type EventDetectorOptions } from "../../src/detect/event-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";

const delta = (text: string, id = "t"): StreamEvent => ({ type: "text-delta", id, delta: text });
const block = (text: string, id = "t"): StreamEvent[] => [
  { type: "text-start", id },
  delta(text, id),
  { type: "text-end", id },
];
const native = (toolCallId: string, toolName: string, input: object): StreamEvent[] => [
  { type: "tool-input-start", toolCallId, toolName },
  { type: "tool-input-delta", toolCallId, inputTextDelta: JSON.stringify(input) },
  { type: "tool-input-available", toolCallId, toolName, input },
];

/** What came out, in order: text, and `id name input` of each whole call. */
function read(events: readonly StreamEvent[], options: EventDetectorOptions = {}): string[] {
  const detector = createEventDetector(options);
  const out: string[] = [];
  let isText = false;
  for (const event of [...events.flatMap((each) => detector.push(each)), ...detector.end()]) {
    if (event.type === "text-delta") {
      if (isText) out.push(`${out.pop()}${event.delta}`);
      else out.push(event.delta);
    }
    if (event.type === "tool-input-available")
      out.push(`${event.toolCallId} ${event.toolName} ${JSON.stringify(event.input)}`);
    isText = event.type === "text-delta";
  }
  return out;
}

const oslo = { city: "Oslo", days: 2 };
const written = '<tool_call>{"name": "f", "arguments": {"days": 2, "city": "Oslo"}}</tool_call>';

describe("one call that comes both in the text and natively", () => {
  it("is the first of the two, and what comes of it goes to that one", () => {
    expect(read([...block(written), ...native("n", "f", oslo)])).toEqual(['tool-call-1 f {"days":2,"city":"Oslo"}']);
    expect(read([...native("n", "f", oslo), ...block(written)])).toEqual(['n f {"city":"Oslo","days":2}']);
    const detector = createEventDetector();
    const events = [...block(written), ...native("n", "f", oslo)].flatMap((event) => detector.push(event));
    expect(events.map((event) => ("toolCallId" in event ? event.toolCallId : "tool-call-1"))).not.toContain("n");
    expect(detector.push({ type: "tool-output-available", toolCallId: "n", output: 4 })).toEqual([
      { type: "tool-output-available", toolCallId: "tool-call-1", output: 4 },
    ]);
  });

  it("is two calls where the arguments differ, where both came in one way, or in another step", () => {
    expect(read([...block(written), ...native("n", "f", { city: "Rome" })])).toHaveLength(2);
    expect(read(block(written + written))).toHaveLength(2);
    expect(read([...native("a", "f", oslo), ...native("b", "f", oslo)])).toHaveLength(2);
    expect(read([...block(written), { type: "finish-step" }, ...native("n", "f", oslo)])).toHaveLength(2);
  });
});

describe("the JSON of a native call in the text", () => {
  const json = '{"name": "f", "arguments": {"days": 2, "city": "Oslo"}}';
  const call = 'n f {"city":"Oslo","days":2}';

  it("is nobody's to read, before the call and behind it, whether or not the text has ended", () => {
    expect(read([...block(json), ...native("n", "f", oslo)])).toEqual([call]);
    expect(read([delta(json), ...native("n", "f", oslo), delta(" Done.")])).toEqual([call, "Done."]);
    expect(read([...native("n", "f", oslo), ...block(json)])).toEqual([call]);
    expect(read([...block(`Let me see.\n${json}\n`), ...native("n", "f", oslo)])).toEqual(["Let me see.\n", call]);
  });

  it("is nobody's to read where several calls stand behind one another or in a list", () => {
    const calls = [...native("a", "f", { at: 1 }), ...native("b", "g", {})];
    const [first, second] = ['{"name":"f","parameters":{"at":1}}', '{"name":"g","arguments":{}}'];
    for (const text of [`${first}\n${second}`, `[${first}, ${second}]\n`]) {
      expect(read([...block(text), ...calls])).toEqual(['a f {"at":1}', "b g {}"]);
    }
    expect(read([...block(`${first}\n${second}`), ...native("a", "f", { at: 1 })]).toSorted()).toEqual([
      'a f {"at":1}',
      second,
    ]);
  });

  it("is text, in its place, where no such call follows", () => {
    for (const text of [json, `${json} is how it is written.`, '{"name": "Ann", "age": 5}', `[1, 2]\n${json}`]) {
      expect(read([...block(text), { type: "finish-step" }])).toEqual([text]);
      expect(read([...block(text), ...native("n", "g", {})])).toEqual([text, "n g {}"]);
      expect(read([...block(text), ...native("n", "f", { city: "Rome" })])).toEqual([text, 'n f {"city":"Rome"}']);
      expect(read([...block(text), ...block("More.", "u")])).toEqual([text, "More."]);
    }
    expect(read([...block(`Like \`${json}\`.`), ...native("n", "f", oslo)])).toEqual([`Like \`${json}\`.`, call]);
  });

  it("is text at once where it says something else than a call", () => {
    const detector = createEventDetector();
    const out = detector.push(delta('{"name": "Ann", "age"'));
    expect(out).toContainEqual(delta('{"name": "Ann", "age"'));
  });

  it("loses no text, however it is cut and whatever stands around it", () => {
    const piece = fc.constantFrom(
      json,
      "{",
      "[",
      "{\n",
      '"name"',
      ": ",
      '{"name":"f","arguments":',
      "}",
      "]",
      ",",
      "\n",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const text = pieces.join("");
        const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          delta(text.slice(at * size, (at + 1) * size)),
        );
        expect(read(deltas).join("")).toBe(text);
      }),
    );
  });
});

describe("ids in the text", () => {
  const kimi = (at: number) =>
    `<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"at":${at}}<|tool_call_end|>`;

  it("are given once, also where two texts of one message carry the same", () => {
    const events = [...block(kimi(1)), { type: "start-step" } as const, ...block(kimi(2))];
    expect(read(events)).toEqual(['functions.f:0 f {"at":1}', 'tool-call-1 f {"at":2}']);
  });

  it("are not those of calls elsewhere", () => {
    const isIdTaken = (id: string) => id === "functions.f:0";
    expect(read(block(kimi(1)), { isIdTaken })).toEqual(['tool-call-1 f {"at":1}']);
  });
});

describe("a text block's own end", () => {
  const all = (events: readonly StreamEvent[]) => {
    const detector = createEventDetector();
    return [...events.flatMap((event) => detector.push(event)), ...detector.end()];
  };
  const end: StreamEvent = {
    type: "text-end",
    id: "t",
    citations: ["a"],
    providerMetadata: { p: { signature: "s" } },
  };

  it("keeps its facts, also where the text ends in a call", () => {
    expect(all([delta("Hi."), end]).at(-1)).toEqual(end);
    for (const text of [written, `Hi. ${written}`]) {
      const events = all([delta(text), end]);
      expect(events.at(-1)).toEqual(end);
      expect(events.filter((event) => event.type === "text-start")).toHaveLength(events.filter(isTextEnd).length);
    }
  });

  it("puts another text in the place of the deltas, and no call in it is read", () => {
    const whole = (text: string): StreamEvent => ({ type: "text-end", id: "t", text });
    expect(all([delta("H."), whole("Hi.")]).at(-1)).toEqual(whole("Hi."));
    const late = all([delta("H."), whole(`Hi. ${written}`)]);
    expect(late.find(isTextEnd)).toEqual(whole("Hi. "));
    expect(late.at(-1)).toMatchObject({ type: "tool-input-available", toolName: "f", input: oslo });
    const known = all([delta(`H. ${written} Bye.`), whole(`Hi. ${written} Bye.`)]);
    expect(known.filter(isTextEnd)).toEqual([
      { type: "text-end", id: "t" },
      { type: "text-end", id: "t" },
    ]);
  });
});

function isTextEnd(event: StreamEvent): boolean {
  return event.type === "text-end";
}
