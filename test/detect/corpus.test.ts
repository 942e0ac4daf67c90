import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { type CorpusCase, corpus, cuttings, detectorFor, runCase, seeded, summarise } from "./corpus.js";

const withoutSpace = (text: string) => text.replace(/\s+/g, "");

function expectRight(testCase: CorpusCase, outcome: ReturnType<typeof runCase>) {
  const { expect: wanted } = testCase;
  const got = summarise(outcome);
  if (wanted.ws === "exact") expect(got.text).toBe(wanted.text);
  else expect(withoutSpace(got.text)).toBe(withoutSpace(wanted.text));
  if (wanted.reasoning !== undefined) expect(withoutSpace(got.reasoning)).toBe(withoutSpace(wanted.reasoning));

  const isBad = (call: (typeof got.calls)[number]) => call.reason === "incomplete" || call.reason === "malformed";
  const good = got.calls.filter((call) => !isBad(call));
  const bad = got.calls.filter(isBad);
  expect(good.map((call) => ({ name: call.name, arguments: call.input }))).toEqual(
    wanted.calls.map((call) => ({ name: call.name, arguments: call.arguments })),
  );
  expect(new Set(got.calls.map((call) => call.id)).size).toBe(got.calls.length);
  wanted.calls.forEach((call, index) => {
    if (call.id !== undefined) expect(good[index]?.id).toBe(call.id);
    if (call.result !== undefined) expect(good[index]?.output).toEqual(call.result);
    if (call.errorText !== undefined) expect(good[index]?.errorText).toBe(call.errorText);
    if (call.state !== undefined) expect(good[index]?.state).toBe(stateOf(call.state));
  });
  expect(bad.map((call) => call.reason)).toEqual(wanted.error === undefined ? [] : [wanted.error]);
  if (wanted.partial?.name !== undefined) expect(bad[0]?.name).toBe(wanted.partial.name);
  if (wanted.partial?.arguments !== undefined) expect(bad[0]?.partial).toMatchObject(wanted.partial.arguments);
}

/** What the syntaxes with states of their own call them. */
function stateOf(state: string): string {
  return { start: "input-available", done: "output-available" }[state] ?? state;
}

function expectSettled(outcome: ReturnType<typeof runCase>) {
  expect(outcome.message.parts.filter((part) => "state" in part && part.state === "streaming")).toEqual([]);
  expect(outcome.message.parts.filter((part) => "state" in part && part.state === "input-streaming")).toEqual([]);
}

/** What a person has on the screen after each piece; texts only grow, and nothing flashes up. */
function expectToGrow(testCase: CorpusCase, deltas: readonly string[], final: ChatMessage) {
  const textOf = ({ parts }: ChatMessage) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const wanted = textOf(final);
  const detector = detectorFor(testCase);
  let message = createMessage({ id: "m", role: "assistant" });
  let before = 0;
  for (const delta of deltas) {
    message = detector.push(delta).reduce(reduceMessage, message);
    const text = textOf(message);
    expect(text.length).toBeGreaterThanOrEqual(before);
    expect(wanted.startsWith(text)).toBe(true);
    before = text.length;
  }
}

describe("the text-call corpus", () => {
  it.each(corpus.map((each) => [each.id, each.note, each] as const))(
    "%s: %s",
    (_id, _note, testCase) => {
      const text = testCase.text ?? (testCase.chunks ?? []).join("");
      const asGiven = runCase(testCase, testCase.chunks ?? [text]);
      expectRight(testCase, asGiven);
      expectSettled(asGiven);
      const whole = summarise(runCase(testCase, [text]));
      expect(whole).toEqual(summarise(asGiven));
      if (text.length < 2_000) expectToGrow(testCase, [...text], asGiven.message);
      for (const [name, deltas] of cuttings(text, seeded(text.length))) {
        const outcome = runCase(testCase, deltas);
        expect(summarise(outcome), name).toEqual(whole);
        expectSettled(outcome);
      }
    },
    600_000,
  );
});
