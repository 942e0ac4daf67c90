import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOLD_LIMIT } from "../../src/detect/detector.js";
import type { ToolSyntax } from "../../src/detect/syntax.js";
import { callout } from "../../src/detect/syntaxes/callout.js";
import { marker } from "../../src/detect/syntaxes/marker.js";
import { createToolDetector } from "../../src/detect/tool-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { anyLengths, cutText } from "../cut-text.js";

const syntaxes = [callout, marker];

function run(deltas: readonly string[], given: readonly ToolSyntax[] = syntaxes): StreamEvent[] {
  const detector = createToolDetector({ syntaxes: given });
  return [...deltas.flatMap((delta) => detector.push(delta)), ...detector.end()];
}

const textOf = (events: readonly StreamEvent[]) =>
  events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

/** What a cutting must not change: the text between calls, and the calls. */
function outcomeOf(events: readonly StreamEvent[]) {
  const outcome: unknown[] = [];
  for (const event of events) {
    const last = outcome.at(-1);
    if (event.type === "text-delta") {
      if (typeof last === "string") outcome[outcome.length - 1] = last + event.delta;
      else outcome.push(event.delta);
    } else if (event.type.startsWith("tool-") && event.type !== "tool-input-delta") outcome.push(event);
  }
  return outcome;
}

const input = fc
  .dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .filter((value) => !JSON.stringify(value).includes("__proto__"));
const name = fc.stringMatching(/^[a-z]{1,8}$/);
const markerCall = fc.record({ name, input }).map((call) => ({
  ...call,
  written: `###:${JSON.stringify({ toolName: call.name, parameters: call.input })}`,
}));

/** Fragments that begin, break and resemble calls. */
const fragment = fc.oneof(
  fc.constantFrom(
    "#",
    "##",
    "###",
    "###:",
    "### Title\n",
    "###: ",
    "{",
    "}",
    '{"toolName"',
    '":',
    '"x"',
    ",",
    "> ",
    "> [!tool",
    "> [!tool]\n",
    "> [!NOTE]\n",
    "> state: done\n",
    "> input: {a: 1}\n",
    "> input: [",
    "]",
    "\n",
    "\r\n",
    "\n\n",
    "`",
    "``",
    "```",
    "```js\n",
    "~~~\n",
    '###:{"toolName":"a","parameters":{}}',
    "> [!tool a b]\n",
    "- ",
    "1. ",
    " ",
    "\\",
    '"',
    "👩‍👧",
    "\ud83d",
    "\udc67",
    "text",
  ),
  fc.string({ maxLength: 8 }),
);
const soup = fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(""));

describe("the detector's laws", () => {
  it("gives the same text and the same calls however the text is cut", () => {
    fc.assert(
      fc.property(soup, anyLengths, (text, lengths) => {
        expect(outcomeOf(run(cutText(text, lengths)))).toEqual(outcomeOf(run([text])));
      }),
      { numRuns: 3000 },
    );
  });

  it("releases text that is no call character for character", () => {
    fc.assert(
      fc.property(soup, anyLengths, (text, lengths) => {
        fc.pre(!/toolName|\[!tool/.test(text));
        expect(textOf(run(cutText(text, lengths)))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds each call that is written between texts, and lets nothing of it into the text", () => {
    const between = fc.array(fc.constantFrom("Hello. ", "### Title\n", "a < b\n", "🙂 ", "{} ", "##\n"), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(between, markerCall), { maxLength: 4 }), anyLengths, (turns, lengths) => {
        const written = turns.map(([texts, call]) => texts.join("") + call.written).join("\n");
        const events = run(cutText(written, lengths));
        const calls = events.filter((event) => event.type === "tool-input-available");
        expect(calls.map((call) => ({ name: call.toolName, input: call.input }))).toEqual(
          turns.map(([, call]) => ({ name: call.name, input: withoutPrototypeKey(call.input) })),
        );
        expect(textOf(events)).toBe(turns.map(([texts]) => texts.join("")).join("\n"));
      }),
      { numRuns: 1000 },
    );
  });

  it("holds back at most its bound, and nothing when it says that it reads text", () => {
    fc.assert(
      fc.property(soup, anyLengths, (text, lengths) => {
        const detector = createToolDetector({ syntaxes });
        let pushed = 0;
        let shown = 0;
        for (const delta of cutText(text, lengths)) {
          pushed += delta.length;
          const events = detector.push(delta);
          if (events.some((event) => event.type.startsWith("tool-"))) return; // what a call took cannot be counted
          shown += textOf(events).length;
          if (detector.phase === "text") expect(shown).toBe(pushed);
          if (detector.phase === "maybe") expect(pushed - shown).toBeLessThanOrEqual(HOLD_LIMIT + delta.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("settles everything at the end", () => {
    fc.assert(
      fc.property(soup, anyLengths, (text, lengths) => {
        const open = new Set<string>();
        for (const event of run(cutText(text, lengths))) {
          if (event.type === "tool-input-start") open.add(event.toolCallId);
          if (event.type === "tool-input-available" || event.type === "tool-input-error") open.delete(event.toolCallId);
        }
        expect(open.size).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps the raw text of a call that the end cuts off", () => {
    const events = run(['Hi ###:{"toolName":"save","parameters":{"text":"abc']);
    expect(events.find((event) => event.type === "tool-input-error")).toMatchObject({
      toolName: "save",
      reason: "incomplete",
      input: '###:{"toolName":"save","parameters":{"text":"abc',
    });
    expect(textOf(events)).toBe("Hi ");
  });

  it("starts a call as soon as its name is certain, and streams its arguments", () => {
    const detector = createToolDetector({ syntaxes });
    expect(detector.push('###:{"toolName":"sa')).toEqual([]);
    expect(detector.phase).toBe("call");
    expect(detector.push('ve","parameters":{"a"')).toEqual([
      { type: "tool-input-start", toolCallId: "tool-call-1", toolName: "save", origin: "text" },
      { type: "tool-input-delta", toolCallId: "tool-call-1", inputTextDelta: '{"a"' },
    ]);
    expect(detector.push(":1}} ok")).toEqual([
      { type: "tool-input-delta", toolCallId: "tool-call-1", inputTextDelta: ":1}" },
      { type: "tool-input-available", toolCallId: "tool-call-1", toolName: "save", origin: "text", input: { a: 1 } },
      { type: "text-start", id: "text" },
      { type: "text-delta", id: "text", delta: " ok" },
    ]);
  });

  it("reads a call behind a lone backtick, and leaves one in a code span alone", () => {
    const call = '###:{"toolName":"a","parameters":{}}';
    const calls = (text: string) => run([text]).filter((event) => event.type === "tool-input-available").length;
    expect(calls(`The \` key. ${call}`)).toBe(1);
    expect(calls(`The \`${call}\` form.`)).toBe(0);
    expect(calls(`The \`\` ${call} \` \`\` form.`)).toBe(0);
    expect(calls(`A \` here\n\nand ${call} and \` there.`)).toBe(1);
  });

  it("refuses text after its end, and says what to do", () => {
    const detector = createToolDetector({ syntaxes });
    detector.end();
    expect(() => detector.push("x")).toThrow(/create a new one/);
  });
});

function withoutPrototypeKey(value: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(value));
}
