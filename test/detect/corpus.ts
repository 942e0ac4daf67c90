import { readFileSync } from "node:fs";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import type { ToolDetector } from "../../src/detect/detector.js";
import type { ToolSyntax } from "../../src/detect/syntax.js";
import { defaultSyntaxes, syntaxes } from "../../src/detect/syntaxes/index.js";
import { createToolDetector } from "../../src/detect/tool-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, getToolName, isToolPart } from "../../src/stream/message.js";
import { createPartialJson } from "../../src/stream/partial-json.js";

export interface CorpusCall {
  name: string;
  arguments: Record<string, unknown>;
  id?: string;
  state?: string;
  result?: unknown;
  errorText?: string;
}

export interface CorpusCase {
  id: string;
  syntax: string;
  note: string;
  text?: string;
  chunks?: string[];
  tools?: Record<string, Record<string, string>>;
  enable?: string[];
  tags?: string[];
  expect: {
    text: string;
    ws: "exact" | "loose";
    calls: CorpusCall[];
    error?: "incomplete" | "malformed";
    partial?: { name?: string; arguments?: Record<string, unknown> };
    reasoning?: string;
  };
}

const file = new URL("../corpus/text-calls.jsonl", import.meta.url);

export const corpus: readonly CorpusCase[] = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as CorpusCase);

const byName = new Map<string, ToolSyntax>(Object.entries(syntaxes));

/** One list a set of extra syntaxes, as an app would hold it. */
const lists = new Map<string, readonly ToolSyntax[]>();

function syntaxesOf(testCase: CorpusCase): readonly ToolSyntax[] {
  const key = (testCase.enable ?? []).join();
  const list = lists.get(key) ?? listOf(testCase);
  lists.set(key, list);
  return list;
}

function listOf(testCase: CorpusCase): readonly ToolSyntax[] {
  const extra = (testCase.enable ?? []).map((name) => {
    const syntax = byName.get(name);
    if (syntax === undefined) throw new Error(`no syntax "${name}"`);
    return syntax;
  });
  return [...extra, ...defaultSyntaxes];
}

export interface Outcome {
  text: string;
  reasoning: string;
  message: ChatMessage;
  events: StreamEvent[];
}

export function detectorFor(testCase: CorpusCase): ToolDetector {
  return createToolDetector({ syntaxes: syntaxesOf(testCase), tools: testCase.tools });
}

export function runCase(testCase: CorpusCase, deltas: readonly string[]): Outcome {
  const detector = detectorFor(testCase);
  const events = deltas.flatMap((delta) => detector.push(delta));
  events.push(...detector.end());
  const textOf = (type: "text-delta" | "reasoning-delta") =>
    events.map((event) => (event.type === type ? event.delta : "")).join("");
  const message = events.reduce(reduceMessage, createMessage({ id: "m", role: "assistant" }));
  return { text: textOf("text-delta"), reasoning: textOf("reasoning-delta"), message, events };
}

/** What a test compares: the same for every cutting of one text. */
export function summarise(outcome: Outcome) {
  const parts = outcome.message.parts.filter(isToolPart);
  return {
    text: outcome.text,
    reasoning: outcome.reasoning,
    calls: parts.map((part) => ({
      id: part.toolCallId,
      name: getToolName(part),
      state: part.state,
      input: part.input,
      output: part.state === "output-available" ? part.output : undefined,
      errorText: part.state === "output-error" ? part.errorText : undefined,
      reason: part.state === "output-error" ? part.reason : undefined,
      partial: partialInput(outcome.events, part.toolCallId),
    })),
  };
}

function partialInput(events: readonly StreamEvent[], toolCallId: string): unknown {
  const reader = createPartialJson();
  for (const event of events) {
    if (event.type === "tool-input-delta" && event.toolCallId === toolCallId) reader.push(event.inputTextDelta);
  }
  return reader.value;
}

/** Every way to cut a text that a case is run with, by what it is called. In the fast loop, long ones at fewer places. */
export function cuttings(text: string, random: () => number, randomCount = 100): [string, string[]][] {
  const units = Array.from({ length: text.length }, (_, index) => text[index] ?? "");
  const every = process.env.TOOLTALK_FAST ? Math.ceil(text.length ** 2 / 2_000_000) : 1;
  const inTwo = units
    .slice(1)
    .map((_, index): [string, string[]] => {
      return [`cut in two at ${index + 1}`, [text.slice(0, index + 1), text.slice(index + 1)]];
    })
    .filter((_, index) => index % every === 0);
  const atRandom = Array.from({ length: randomCount }, (_, run): [string, string[]] => {
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const length = 1 + Math.floor(random() * 12);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return [`random cutting ${run}`, pieces];
  });
  return [["one unit at a time", units], ...inTwo, ...atRandom];
}

/** A small generator of numbers, the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
