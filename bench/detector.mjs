// 1 MB of an assistant's text with a call about every 2,500 characters, in deltas of 4 characters, all default syntaxes
// on; beside it, in the same run, a loop that does no more than look at each character of the same deltas once. Calls with
// nothing between them are measured too, without a limit: nobody reads a megabyte of those.
import { performance } from "node:perf_hooks";
import { createToolDetector } from "../dist/core.js";

const prose =
  "Green tea wants 70 °C and two minutes; a < b and b > c, as `code` shows. See [the page](https://example.com) for more.\n\n" +
  "- first, warm the pot\n- then wait\n\n| leaf | time |\n|---|---|\n| sencha | 2 min |\n\n";
const calls = [
  '###:{"toolName":"getWeather","parameters":{"city":"Oslo","days":3}}\n',
  '<tool_call>\n{"name": "search_notes", "arguments": {"query": "green tea", "limit": 5}}\n</tool_call>\n',
  '<function_calls>\n<invoke name="read_note">\n<parameter name="id">n-17</parameter>\n</invoke>\n</function_calls>\n',
];

/** @param length  in characters  @param paragraphs  how many stand between two calls */
function textOf(length, paragraphs) {
  let text = "";
  for (let index = 0; text.length < length; index += 1) text += prose.repeat(paragraphs) + calls[index % calls.length];
  return text.slice(0, length);
}

function cut(text) {
  return Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => text.slice(index * 4, index * 4 + 4));
}

/** The single pass that a reader cannot do without. */
function scan(deltas) {
  let sum = 0;
  for (const delta of deltas) for (let at = 0; at < delta.length; at += 1) sum += delta.charCodeAt(at);
  return sum;
}

function detect(deltas) {
  const detector = createToolDetector();
  let events = 0;
  for (const delta of deltas) events += detector.push(delta).length;
  return events + detector.end().length;
}

/** Milliseconds of the fastest of some runs, taken in turn so that a busy machine is busy for all. */
function time(runs, ...tasks) {
  const best = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let count = 0; count < runs; count += 1) {
    for (const [index, run] of tasks.entries()) {
      const start = performance.now();
      run();
      best[index] = Math.min(best[index], performance.now() - start);
    }
  }
  return best;
}

export function bench() {
  const once = cut(textOf(1_000_000, 12));
  const twice = cut(textOf(2_000_000, 12));
  const dense = cut(textOf(1_000_000, 0));
  const [scanned, detected, doubled, crowded] = time(
    25,
    () => scan(once),
    () => detect(once),
    () => detect(twice),
    () => detect(dense),
  );
  return [
    { name: "detector: 1 MB in 4-character deltas, against one scan", value: detected / scanned, unit: "×", limit: 10 },
    { name: "detector: twice the text, against once", value: doubled / detected, unit: "×", limit: 2.2 },
    { name: "detector: 1 MB", value: detected, unit: "ms" },
    { name: "detector: 1 MB of nothing but calls, against one scan", value: crowded / scanned, unit: "×" },
  ];
}
