import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anyMove, RandomWalk } from "./random-walk.js";

const anyOptions = fc.record({
  followUp: fc.constantFrom("auto" as const, "auto" as const, "manual" as const),
  maxSteps: fc.constantFrom(3, 10),
  approvalTimeoutMs: fc.constantFrom(undefined, 10_000),
});

describe("the guarantees, whatever happens and in whatever order", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("no call runs twice or is left open, no result is lost, and no request leaves with a call unanswered", async () => {
    await fc.assert(
      fc.asyncProperty(anyOptions, fc.array(anyMove, { maxLength: 40, size: "max" }), async (options, moves) => {
        const walk = new RandomWalk(options);
        await walk.go({ what: "send", pick: 0, n: 0 });
        for (const move of moves) await walk.go(move);
        await walk.finish();
        vi.clearAllTimers();
      }),
      { numRuns: Number(process.env.RUNS ?? 2000), endOnFailure: false },
    );
    expect.hasAssertions();
  }, 120_000);
});
