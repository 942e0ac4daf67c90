// Arguments of a call that arrive 4 characters at a time, the value asked for after each of them.
import { performance } from "node:perf_hooks";
import { parse as parseByRiver } from "jsonriver";
import { createPartialJson } from "../dist/core.js";

const length = 500_000;
const deltaLength = 4;
const prose = "The quick brown fox jumps over the lazy dog and writes “a note” about it — twice. ";
const code = 'export function greet(name) {\n\tconsole.log("Hello, " + name);\n}\n';

/** The JSON text of as many members as come to the length. */
function fill(createArgs) {
  let count = 1;
  for (let step = 2 ** 17; step >= 1; step /= 2) {
    if (JSON.stringify(createArgs(count + step)).length <= length) count += step;
  }
  return JSON.stringify(createArgs(count));
}

function list(count, createItem) {
  return Array.from({ length: count }, (_, index) => createItem(index));
}

/** Shape → arguments. `JSON.parse` passes over the strings of the last one at the speed of memory: it has no limit. */
const shapes = {
  "a file of code": { limit: 15, text: fill((count) => ({ path: "greet.ts", content: code.repeat(count) })) },
  "a file of prose": { limit: 15, text: fill((count) => ({ path: "note.md", content: prose.repeat(count) })) },
  "a list of numbers": { limit: 15, text: fill((count) => ({ data: list(count, (index) => Math.sin(index)) })) },
  "an object of 9,000 members": {
    limit: 15,
    text: fill((count) => ({
      set: Object.fromEntries(list(9000, (index) => [`key ${index}`, "x".repeat(count / 1000)])),
    })),
  },
  "60 levels": {
    limit: 15,
    text: fill((count) => list(30, (index) => index).reduce((inner) => [{ inner }], prose.repeat(count))),
  },
  "2,000 rows": {
    limit: 15,
    text: fill((count) => ({
      rows: list(2000, (index) => ({ id: index, name: `row ${index}`, note: prose.repeat(9).slice(0, count / 100) })),
    })),
  },
  "a list of 10,000 strings": { text: fill((count) => ({ lines: list(10_000, () => "x".repeat(count / 100)) })) },
};

/** Milliseconds of the fastest of some runs of each, taken in turn so that a busy machine is busy for all. */
async function time(runs, ...tasks) {
  const best = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let count = 0; count < runs; count += 1) {
    for (const [index, run] of tasks.entries()) {
      const start = performance.now();
      await run();
      best[index] = Math.min(best[index], performance.now() - start);
    }
  }
  return best;
}

function readWith(deltas) {
  const reader = createPartialJson();
  for (const delta of deltas) reader.push(delta);
  return reader.end();
}

async function readWithRiver(deltas) {
  async function* stream() {
    yield* deltas;
  }
  let value;
  for await (const next of parseByRiver(stream())) value = next;
  return value;
}

export async function bench() {
  const rows = [];
  for (const [shape, { text, limit }] of Object.entries(shapes)) {
    const deltas = list(Math.ceil(text.length / deltaLength), (index) =>
      text.slice(index * deltaLength, (index + 1) * deltaLength),
    );
    if (JSON.stringify(readWith(deltas)) !== text) throw new Error(`bench: "${shape}" was read wrongly`);
    const [parseMs, oursMs] = await time(
      100,
      () => JSON.parse(text),
      () => readWith(deltas),
    );
    const [riverMs] = await time(2, () => readWithRiver(deltas));
    const name = `500 KB of arguments, ${shape}`;
    rows.push(
      { name: `${name}: one JSON.parse`, value: parseMs, unit: "ms" },
      { name: `${name}: createPartialJson`, value: oursMs, unit: "ms" },
      { name: `${name}: createPartialJson ÷ JSON.parse`, value: oursMs / parseMs, unit: "×", ...(limit && { limit }) },
      { name: `${name}: jsonriver ÷ JSON.parse`, value: riverMs / parseMs, unit: "×" },
    );
  }
  return rows;
}
