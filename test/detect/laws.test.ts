import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOLD_LIMIT } from "../../src/detect/detector.js";
import { defaultSyntaxes, syntaxes } from "../../src/detect/syntaxes/index.js";
import { createToolDetector } from "../../src/detect/tool-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { anyLengths, cutText } from "../cut-text.js";
import { corpus } from "./corpus.js";

const all = [...new Set([...defaultSyntaxes, ...Object.values(syntaxes)])];
const sets = { "the default syntaxes": defaultSyntaxes, "all syntaxes": all };

const texts = corpus.map((each) => each.text ?? (each.chunks ?? []).join("")).filter((text) => text.length < 4000);
const declared = [undefined, ...corpus.flatMap((each) => (each.tools === undefined ? [] : [each.tools]))];

/** A slice of what some model writes: an opener without its end, the middle of a value, a closer, a whole call. */
const slice = fc
  .tuple(fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 90 }))
  .map(([text, place, length]) => {
    const from = Math.floor(place * Math.max(text.length - length, 0));
    return text.slice(from, from + length);
  });
const beginning = fc
  .tuple(fc.constantFrom(...texts), fc.nat({ max: 60 }))
  .map(([text, length]) => text.slice(0, length));
const glue = fc.constantFrom(
  ..."` ``` ~~~ \n \r\n < > </ [ ] { } ( ) \" ' \\ | # ### > - 1. , ; : = & &amp; <! --> ]]>".split(" "),
  ..."Tea 3 true null None \u{1f469}\u200d\u{1f467} é ｜ ▁ \ufeff \u0000 \u001b[31m".split(" "),
  " ",
  "\n\n",
  "\n> ",
  "```js\n",
  "\ud83d",
  "\udc67",
);
const soup = fc
  .array(
    fc.oneof({ arbitrary: slice, weight: 4 }, beginning, { arbitrary: glue, weight: 4 }, fc.string({ maxLength: 6 })),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(""));

const textIn = (events: readonly StreamEvent[], type: "text-delta" | "reasoning-delta") =>
  events.map((event) => (event.type === type ? event.delta : "")).join("");

/** What a cutting must not change: texts, reasoning and calls in their order; deltas joined, arguments as they ended. */
function outcomeOf(events: readonly StreamEvent[]) {
  const outcome: unknown[] = [];
  let last: { type: string; delta: string } | undefined;
  for (const event of events) {
    if (event.type === "tool-input-delta") continue;
    if (event.type === "text-delta" || event.type === "reasoning-delta") {
      if (last?.type === event.type) last.delta += event.delta;
      else {
        last = { type: event.type, delta: event.delta };
        outcome.push(last);
      }
    } else {
      outcome.push(event);
      last = undefined;
    }
  }
  return outcome;
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let index = 0; index < whole.length && at < part.length; index += 1) if (whole[index] === part[at]) at += 1;
  return at === part.length;
}

/** Markup that goes without a call, since it says only that text follows. */
const textMark = /<\||<｜|\[\[SEG_|^>>>all[ \t\r]*$/m;

const isOfCall = (event: StreamEvent) => event.type.startsWith("tool-");

describe.each(Object.entries(sets))("over any text, with %s on", (_name, on) => {
  it("finds the same however the text is cut, loses nothing, invents nothing, holds back little and settles all", () => {
    fc.assert(
      fc.property(soup, anyLengths, fc.constantFrom(...declared), (text, lengths, tools) => {
        const options = { syntaxes: on, ...(tools === undefined ? {} : { tools }) };
        const detector = createToolDetector(options);
        const events: StreamEvent[] = [];
        let held = 0;
        for (const delta of cutText(text, lengths)) {
          const news = detector.push(delta);
          events.push(...news);
          held += delta.length - textIn(news, "text-delta").length;
          if (detector.phase !== "maybe" || news.some(isOfCall) || textIn(news, "reasoning-delta") !== "") held = 0;
          expect(held).toBeLessThanOrEqual(HOLD_LIMIT + delta.length);
        }
        events.push(...detector.end());

        const whole = createToolDetector(options);
        expect(outcomeOf(events)).toEqual(outcomeOf([...whole.push(text), ...whole.end()]));

        const shown = textIn(events, "text-delta");
        const reasoning = textIn(events, "reasoning-delta");
        const isOnlyText = !events.some((event) => isOfCall(event) || event.type === "reasoning-start");
        if (isOnlyText && !textMark.test(text)) expect(shown).toBe(text);
        expect(isSubsequence(shown, text)).toBe(true);
        expect(isSubsequence(reasoning, text)).toBe(true);

        const open = new Set<string>();
        for (const event of events) {
          if (event.type === "tool-input-start" || event.type === "text-start" || event.type === "reasoning-start") {
            open.add("toolCallId" in event ? event.toolCallId : event.type.replace("start", event.id));
          } else if (event.type === "tool-input-available" || event.type === "tool-input-error") {
            expect(open.delete(event.toolCallId)).toBe(true);
          } else if (event.type === "tool-output-available" || event.type === "tool-output-error") {
            open.delete(event.toolCallId); // a result alone, of a call that came before
          } else if (event.type === "text-end" || event.type === "reasoning-end") {
            expect(open.delete(event.type.replace("end", event.id))).toBe(true);
          }
          if (event.type === "tool-input-error" && event.reason === "incomplete") expect(text).toContain(event.input);
        }
        expect([...open]).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  }, 240_000);
});
