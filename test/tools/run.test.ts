import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolDefinition } from "../../src/tools/definition.js";
import { runTool } from "../../src/tools/run.js";

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

  it("runs once without it", async () => {
    const { tool, runs } = failing(1, undefined);
    expect(await runTool(tool, {}, context, new AbortController().signal)).toMatchObject({ errorText: "failure 1" });
    expect(runs()).toBe(1);
  });
});
