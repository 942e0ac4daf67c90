import { expect } from "vitest";
import { type Detection, detectToolCalls } from "../../../src/detect/detect-tool-calls.js";
import { createToolDetector, type ToolDetectorOptions } from "../../../src/detect/tool-detector.js";
import type { StreamEvent } from "../../../src/stream/events.js";

/** What a cutting must not change. */
function outcomeOf(events: readonly StreamEvent[]) {
  const textOf = (type: string) =>
    events.map((event) => (event.type === type && "delta" in event ? event.delta : "")).join("");
  const calls = events.filter((event) => event.type.startsWith("tool-") && event.type !== "tool-input-delta");
  return { text: textOf("text-delta"), reasoning: textOf("reasoning-delta"), calls };
}

function stream(deltas: readonly string[], options: ToolDetectorOptions) {
  const detector = createToolDetector(options);
  return outcomeOf([...deltas.flatMap((delta) => detector.push(delta)), ...detector.end()]);
}

/** Reads a text at once, one unit at a time, and cut in two at every place; all must say the same. */
export function detectAtEveryCut(text: string, options: ToolDetectorOptions = {}): Detection {
  const detection = detectToolCalls(text, options);
  const whole = outcomeOf(detection.events);
  expect(stream(text.split(""), options)).toEqual(whole);
  for (let at = 1; at < text.length; at += 1) {
    expect(stream([text.slice(0, at), text.slice(at)], options), `cut at ${at}`).toEqual(whole);
  }
  return detection;
}

/** The same, in short: text, and each call as `name` with its arguments, or with what is wrong with it. */
export function read(text: string, options: ToolDetectorOptions = {}) {
  const { text: visible, calls } = detectAtEveryCut(text, options);
  return { text: visible, calls: calls.map(({ name, args, reason }) => (reason ? [name, reason] : [name, args])) };
}
