import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolDefinition } from "../../src/tools/definition.js";
import { errorTextOf, runTool } from "../../src/tools/run.js";

const context = { toolCallId: "1", messages: [], reportProgress: () => {} };

/** Fails so many times before it works. */
function failing(times: number, retry: ToolDefinition["retry"]) {
  let runs = 0;
  const tool: ToolDefinition = {
    name: "flaky",
    idempotent: true,
    retry,
    execute: () => {
      runs += 1;
      if (runs <= times) throw new Error(`failure ${runs}`);
      return `run ${runs}`;
    },
  };
  return { tool, runs: () => runs };
}

describe("a tool with retry", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("runs again after a failure, after the pause, and gives what came of it", async () => {
    const { tool, runs } = failing(2, { times: 2, delayMs: 500 });
    const outcome = runTool(tool, {}, context, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(499);
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(501);
    expect(await outcome).toEqual({ kind: "output", output: "run 3" });
  });

  it("says the last failure when none of the runs worked", async () => {
    const { tool, runs } = failing(9, { times: 1 });
    const outcome = runTool(tool, {}, context, new AbortController().signal);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: "error", reason: "failed", errorText: "failure 2" });
    expect(runs()).toBe(2);
  });

  it("does not run again once it was stopped or its time is over", async () => {
    const stopped = failing(9, { times: 3, delayMs: 100 });
    const stop = new AbortController();
    const cancelled = runTool(stopped.tool, {}, context, stop.signal);
    const late = failing(9, { times: 3, delayMs: 100 });
    const timedOut = runTool({ ...late.tool, timeoutMs: 150 }, {}, context, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(50);
    stop.abort();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await cancelled).toMatchObject({ reason: "cancelled" });
    expect(stopped.runs()).toBe(1);
    expect(await timedOut).toMatchObject({ reason: "timed-out" });
    expect(late.runs()).toBe(2);
  });

  it("does not begin where it was stopped before", async () => {
    const { tool, runs } = failing(0, undefined);
    const outcome = await runTool(tool, {}, context, AbortSignal.abort());
    expect(outcome).toEqual({ kind: "error", reason: "cancelled", errorText: "Cancelled." });
    expect(runs()).toBe(0);
  });

  it("is not held to a time that no timer can count", async () => {
    const slow: ToolDefinition = {
      name: "slow",
      timeoutMs: Number.POSITIVE_INFINITY,
      execute: () => new Promise((resolve) => setTimeout(() => resolve("late"), 86_400_000)),
    };
    const outcome = runTool(slow, {}, context, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(await outcome).toEqual({ kind: "output", output: "late" });
  });

  it("runs once without it", async () => {
    const { tool, runs } = failing(1, undefined);
    expect(await runTool(tool, {}, context, new AbortController().signal)).toMatchObject({ errorText: "failure 1" });
    expect(runs()).toBe(1);
  });
});

describe("what a tool threw, in words", () => {
  const circle: Record<string, unknown> = { code: 7 };
  circle.self = circle;
  const unreadable = Object.defineProperty(new Error("no"), "message", {
    get: () => {
      throw new Error("no message");
    },
  });

  it.each<[string, unknown, string]>([
    ["an error", new Error("broken"), "broken"],
    ["an error without words", new RangeError(""), "RangeError"],
    ["an error whose message is no text", Object.assign(new Error(), { message: 5 }), "5"],
    ["an error that cannot be read", unreadable, "The tool failed."],
    ["a text", "offline", "offline"],
    ["an empty text", "", '""'],
    ["zero", 0, "0"],
    ["null", null, "null"],
    ["nothing", undefined, "undefined"],
    ["a bigint", 10n, "10"],
    ["a symbol", Symbol("gone"), "Symbol(gone)"],
    ["an object", { code: 7 }, '{"code":7}'],
    ["a circle", circle, '{"code":7,"self":"[Circular]"}'],
    ["a map", new Map([["code", 7]]), '{"code":7}'],
    ["a blob", new Blob(["abc"], { type: "text/plain" }), '{"type":"blob","mediaType":"text/plain","sizeBytes":3}'],
  ])("is stated when it is %s", async (_what, thrown, words) => {
    expect(errorTextOf(thrown)).toBe(words);
    const fails: ToolDefinition = {
      name: "fails",
      execute: () => {
        throw thrown;
      },
    };
    const outcome = await runTool(fails, {}, context, new AbortController().signal);
    expect(outcome).toEqual({ kind: "error", reason: "failed", errorText: words });
  });
});
