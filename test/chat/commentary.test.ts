import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessage, getCommentary, getMessageText, getToolCalls } from "../../src/chat/message.js";
import { answerOf, type CommentaryMode, callsOf, type ReadTurnOptions, readTurn } from "../../src/chat/read-turn.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart, TextPart } from "../../src/stream/message.js";

const empty = createMessage({ id: "m", role: "assistant" });
const fold = (events: readonly StreamEvent[]) => events.reduce(reduceMessage, empty);
const say = (id: string, ...deltas: string[]): StreamEvent[] => [
  { type: "text-start", id },
  ...deltas.map((delta): StreamEvent => ({ type: "text-delta", id, delta })),
  { type: "text-end", id },
];
const call = (toolCallId: string): StreamEvent => ({
  type: "tool-input-available",
  toolCallId,
  toolName: "search",
  input: {},
});
const step: StreamEvent = { type: "start-step" };

/** What is shown, in its order and in short. */
const shown = (message: ChatMessage, options?: ReadTurnOptions) =>
  readTurn(message, options).flatMap((item): string[] => {
    if (item.type === "answer") return [`answer: ${item.text}`];
    if (item.type === "live") return [`live: ${item.text}`];
    if (item.type === "part") return [item.part.type];
    return item.entries.map((entry) =>
      entry.type === "call" ? `${entry.part.toolCallId}(${entry.commentary})` : `thought: ${entry.part.text}`,
    );
  });

const long = "x".repeat(401);

describe("auto", () => {
  test("short text is a live line, and the commentary of the call that it leads to", () => {
    expect(shown(fold(say("a", "I'll look.")), { isActive: true })).toEqual(["live: I'll look."]);
    expect(shown(fold([...say("a", "I'll look."), call("1")]), { isActive: true })).toEqual(["1(I'll look.)"]);
  });

  test("short text without a call is the answer when its step is over", () => {
    expect(shown(fold([...say("a", "Hi."), step]), { isActive: true })).toEqual(["answer: Hi."]);
    expect(shown(fold(say("a", "Hi.")), { isActive: false })).toEqual(["answer: Hi."]);
  });

  test("text that grows too long streams as the answer, and stays there when a call follows", () => {
    const first: StreamEvent[] = [
      { type: "text-start", id: "a" },
      { type: "text-delta", id: "a", delta: long.slice(1) },
    ];
    expect(shown(fold(first), { isActive: true })).toEqual([`live: ${long.slice(1)}`]);
    const grown = fold([...first, { type: "text-delta", id: "a", delta: "x" }]);
    expect(shown(grown, { isActive: true })).toEqual([`answer: ${long}`]);
    expect(shown(reduceMessage(grown, call("1")), { isActive: true })).toEqual([`answer: ${long}`, "1()"]);
  });

  test.each([
    ["a heading", "Found:\n## Tea"],
    ["a list", "- green tea"],
    ["a numbered list", "Steps:\n1. boil"],
    ["a fence", "Try\n```sh\nls"],
    ["a table", "a | b\n--- | ---"],
  ])("text that opens %s is the answer, however short", (_what, text) => {
    expect(shown(fold([...say("a", text), call("1")]))).toEqual([`answer: ${text}`, "1()"]);
  });

  test.each(["#1 on my list", "-5 °C", "a - b", "2024 was good.", "Use `ls | wc`.", "**Now** I look."])(
    "%j opens none of these",
    (text) => {
      expect(shown(fold([...say("a", text), call("1")]))).toEqual([`1(${text})`]);
    },
  );

  test("a smaller limit", () => {
    const message = fold([...say("a", "I'll look."), call("1")]);
    expect(shown(message, { commentaryMax: 10 })).toEqual(["1(I'll look.)"]);
    expect(shown(message, { commentaryMax: 9 })).toEqual(["answer: I'll look.", "1()"]);
  });

  test("what the provider calls the answer is not held back, and what it calls commentary is none", () => {
    const [start, ...rest] = say("a", long);
    const told = (kind: "answer" | "commentary") => fold([{ ...start, kind } as StreamEvent, ...rest]);
    expect(shown(told("answer"), { isActive: true, commentary: "defer" })).toEqual([`answer: ${long}`]);
    expect(shown(reduceMessage(told("commentary"), call("1")), { isActive: true })).toEqual([`1(${long})`]);
  });

  test("each call has the words that stand before it, and the last words are the answer", () => {
    const message = fold([
      step,
      ...say("a", "First this."),
      call("1"),
      call("2"),
      ...say("a", "Then that."),
      call("3"),
      step,
      ...say("a", "Done."),
    ]);
    expect(shown(message)).toEqual(["1(First this.)", "2()", "3(Then that.)", "answer: Done."]);
    expect(getCommentary(message, "3")).toBe("Then that.");
    expect(getToolCalls(message).map(({ commentary }) => commentary)).toEqual(["First this.", undefined, "Then that."]);
    expect(getMessageText(message)).toBe("Done.");
  });

  test("calls with no answer between them are one activity, thoughts and steps between them or not", () => {
    const parts: MessagePart[] = [
      { type: "reasoning", text: "Hm." },
      { type: "dynamic-tool", toolName: "a", toolCallId: "1", state: "input-available", input: {} },
      { type: "source-url", sourceId: "s", url: "https://example.org" },
      { type: "step-start" },
      { type: "dynamic-tool", toolName: "a", toolCallId: "2", state: "input-available", input: {} },
      { type: "text", text: long },
      { type: "dynamic-tool", toolName: "a", toolCallId: "3", state: "input-available", input: {} },
    ];
    const items = readTurn(createMessage({ id: "m", role: "assistant", parts }));
    expect(items.map(({ type }) => type)).toEqual(["activity", "part", "answer", "activity"]);
    expect(shown(createMessage({ id: "m", role: "assistant", parts })).slice(0, 3)).toEqual([
      "thought: Hm.",
      "1()",
      "2()",
    ]);
  });

  test("texts of different steps stand apart; pieces of one text do not", () => {
    const cited = [...say("a", "Tea is"), ...say("b", " green.")];
    expect(getMessageText(fold([...cited, step, ...say("c", "Done.")]))).toBe("Tea is green.\n\nDone.");
  });
});

describe("defer", () => {
  test("holds text of any length until its step is over", () => {
    const options = { commentary: "defer", isActive: true } as const;
    expect(shown(fold(say("a", long)), options)).toEqual([`live: ${long}`]);
    expect(shown(fold([...say("a", long), call("1")]), options)).toEqual([`1(${long})`]);
    expect(shown(fold([...say("a", long), step]), options)).toEqual([`answer: ${long}`]);
  });
});

describe("inline", () => {
  test("text and calls stand where they came", () => {
    const message = fold([...say("a", "Look:"), call("1"), ...say("a", "There."), call("2"), ...say("a", "Done.")]);
    expect(shown(message, { commentary: "inline", isActive: true })).toEqual([
      "answer: Look:",
      "1()",
      "answer: There.",
      "2()",
      "answer: Done.",
    ]);
  });
});

const id = fc.constantFrom("a", "b", "c");
const delta = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom("#", "# ", "\n", "- ", "-", "1. ", "```", "|", "a|b\n-", "x".repeat(30), "   "),
);
const anyEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("text-delta" as const), id, delta }) },
  fc.record({
    type: fc.constant("text-start" as const),
    id,
    kind: fc.constantFrom("answer" as const, "commentary" as const, undefined, undefined, undefined),
  }),
  fc.record({ type: fc.constant("text-end" as const), id }),
  fc.record({ type: fc.constant("reasoning-delta" as const), id, delta: fc.constant("Hm.") }),
  fc.record({ type: fc.constant("tool-input-start" as const), toolCallId: id, toolName: fc.constant("x") }),
  fc.record({
    type: fc.constant("tool-input-available" as const),
    toolCallId: id,
    toolName: fc.constant("x"),
    input: fc.constant({}),
  }),
  fc.record({ type: fc.constant("tool-output-available" as const), toolCallId: id, output: fc.constant(1) }),
  fc.constant<StreamEvent>({ type: "start-step" }),
  fc.constant<StreamEvent>({ type: "file", url: "data:,", mediaType: "image/png" }),
  fc.constant<StreamEvent>({ type: "source-url", sourceId: "s", url: "https://example.org" }),
);
const stream = fc.array(anyEvent, { maxLength: 40 });
const mode = fc.constantFrom<CommentaryMode>("auto", "defer", "inline");
const commentaryMax = fc.constantFrom(0, 10, 50);

/** The message after each event, and once more at rest. */
function* states(events: readonly StreamEvent[]): Generator<{ message: ChatMessage; isActive: boolean }> {
  let message = empty;
  for (const event of events) {
    message = reduceMessage(message, event);
    yield { message, isActive: true };
  }
  yield { message: reduceMessage(message, { type: "finish" }), isActive: false };
}

const answers = (message: ChatMessage, options: ReadTurnOptions) =>
  readTurn(message, options).flatMap((item) => (item.type === "answer" ? [item] : []));
const places = (message: ChatMessage, parts: readonly TextPart[]) => parts.map((part) => message.parts.indexOf(part));

describe("laws", () => {
  test("text that was shown as the answer never leaves its place, as more comes", () => {
    fc.assert(
      fc.property(stream, mode, commentaryMax, (events, commentary, max) => {
        let before: { keys: string[]; places: number[]; lengths: Map<string, number> } | undefined;
        for (const { message, isActive } of states(events)) {
          const items = answers(message, { commentary, commentaryMax: max, isActive });
          const now = {
            keys: items.map(({ key }) => key),
            places: items.flatMap(({ parts }) => places(message, parts)),
            lengths: new Map(items.map(({ key, text }) => [key, text.length])),
          };
          expect(now.keys.filter((key) => before?.keys.includes(key))).toEqual(before?.keys ?? []);
          expect(now.places.filter((place) => before?.places.includes(place))).toEqual(before?.places ?? []);
          for (const [key, length] of before?.lengths ?? []) {
            expect(now.lengths.get(key)).toBeGreaterThanOrEqual(length);
          }
          before = now;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("every text is shown once: as the answer, as a commentary, or as a live line", () => {
    fc.assert(
      fc.property(stream, mode, commentaryMax, fc.boolean(), (events, commentary, max, isActive) => {
        const message = fold(events);
        const items = readTurn(message, { commentary, commentaryMax: max, isActive });
        const visible = items.flatMap((item) => ("text" in item ? [item.text] : []));
        const told = [...visible, ...callsOf(items).map((each) => each.commentary)].join("").replace(/\s/g, "");
        const written = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
        expect([...told].sort()).toEqual([...written.replace(/\s/g, "")].sort());
        if (!isActive) expect(items.some(({ type }) => type === "live")).toBe(false);
      }),
    );
  });

  test("in defer nothing is an answer while its step goes on", () => {
    fc.assert(
      fc.property(stream, (events) => {
        const kindless = events.map((event) => (event.type === "text-start" ? { ...event, kind: undefined } : event));
        for (const { message, isActive } of states(kindless)) {
          const lastStep = message.parts.findLastIndex((part) => part.type === "step-start");
          const shownPlaces = answers(message, { commentary: "defer", isActive }).flatMap(({ parts }) =>
            places(message, parts),
          );
          if (isActive) expect(shownPlaces.every((place) => place < lastStep)).toBe(true);
        }
      }),
    );
  });

  test("inline is the order of the document", () => {
    fc.assert(
      fc.property(stream, fc.boolean(), (events, isActive) => {
        const message = fold(events);
        const inOrder = readTurn(message, { commentary: "inline", isActive }).flatMap((item): unknown[] => {
          if (item.type === "answer") return [...item.parts];
          return item.type === "activity" ? item.entries.map(({ part }) => part) : [];
        });
        const kept = message.parts.filter((part) => inOrder.includes(part));
        const withoutThoughts = (parts: readonly unknown[]) =>
          parts.filter((part) => (part as MessagePart).type !== "reasoning");
        // Thoughts within one text stand behind it; everything else is where it came.
        expect(withoutThoughts(inOrder)).toEqual(withoutThoughts(kept));
      }),
    );
  });

  test("a stored message reads as it did at its end", () => {
    fc.assert(
      fc.property(stream, mode, commentaryMax, (events, commentary, max) => {
        const live = reduceMessage(fold(events), { type: "finish" });
        const stored = JSON.parse(JSON.stringify(live)) as ChatMessage;
        const options = { commentary, commentaryMax: max };
        expect(shown(stored, options)).toEqual(shown(live, { ...options, isActive: false }));
        expect(getMessageText(stored)).toBe(getMessageText(live));
        expect(getToolCalls(stored)).toEqual(getToolCalls(live));
      }),
    );
  });

  test("the selectors tell what is shown by default when the message is at rest", () => {
    fc.assert(
      fc.property(stream, (events) => {
        const message = reduceMessage(fold(events), { type: "finish" });
        const items = readTurn(message, { isActive: false });
        expect(getMessageText(message)).toBe(answerOf(items));
        expect(getToolCalls(message).map((each) => each.commentary ?? "")).toEqual(
          callsOf(items).map((each) => each.commentary),
        );
      }),
    );
  });

  test("items keep their keys, which are unique", () => {
    fc.assert(
      fc.property(stream, mode, (events, commentary) => {
        const keys = readTurn(fold(events), { commentary }).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

test("a message of 10,000 parts is read at once, flush after flush", () => {
  const parts = Array.from({ length: 10_000 }, (_, index): MessagePart => {
    if (index % 3 === 0) return { type: "text", text: `Look ${index}.` };
    if (index % 3 === 1) return { type: "source-url", sourceId: `${index}`, url: "https://example.org" };
    return { type: "dynamic-tool", toolName: "a", toolCallId: `${index}`, state: "input-available", input: {} };
  });
  const message = createMessage({ id: "m", role: "assistant", parts });
  const begin = performance.now();
  for (let flush = 0; flush < 20; flush += 1) readTurn(message);
  expect(performance.now() - begin).toBeLessThan(2000);
});
