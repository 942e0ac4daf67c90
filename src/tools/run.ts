import { readMcpError } from "../stream/mcp.js";
import type { ToolContext, ToolDefinition, ToolRetry } from "./definition.js";
import { toJsonResult } from "./result.js";

/** Longer than this, a timer fires at once. Source: HTML, timers are 32-bit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How a run ended. */
export type ToolOutcome =
  | { kind: "output"; output: unknown }
  | { kind: "error"; errorText: string; reason: "failed" | "timed-out" | "cancelled" };

/**
 * Runs a tool once; one that fails and has `retry`, a few times. Never rejects: what the tool throws, returns late or
 * leaves open comes back as an outcome.
 * @param signal  ends the run as `cancelled`; what the tool gives afterwards is dropped
 */
export async function runTool(
  tool: ToolDefinition,
  input: unknown,
  context: Omit<ToolContext, "signal">,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { execute } = tool;
  if (execute === undefined) {
    return { kind: "error", reason: "failed", errorText: `The tool "${tool.name}" has no execute function.` };
  }
  const own = new AbortController(); // the tool's signal: fires when the run ends before the tool does
  const settled = new AbortController(); // takes the listener and the timer away
  const ended = new Promise<ToolOutcome>((resolve) => {
    const settle = (outcome: ToolOutcome) => {
      settled.abort();
      resolve(outcome);
    };
    const stop = (reason: "cancelled" | "timed-out", errorText: string) => {
      settle({ kind: "error", reason, errorText });
      own.abort();
    };
    signal.addEventListener("abort", () => stop("cancelled", "Cancelled."), { once: true, signal: settled.signal });
    if (tool.timeoutMs !== undefined) {
      const timeoutMs = Math.min(tool.timeoutMs, MAX_TIMER_MS);
      const timer = setTimeout(() => stop("timed-out", `Timed out after ${timeoutMs} ms.`), timeoutMs);
      settled.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    }
    if (signal.aborted) return stop("cancelled", "Cancelled.");
    const run = () => execute(input, { ...context, signal: own.signal });
    repeat(run, tool.retry, own.signal).then(
      (output) => settle({ kind: "output", output }),
      (error: unknown) => settle({ kind: "error", reason: "failed", errorText: errorTextOf(error) }),
    );
  });
  return ended;
}

/** Runs it, and again after a failure as often as the rule says; the last failure is the one that counts. */
async function repeat(run: () => unknown, rule: ToolRetry | undefined, signal: AbortSignal): Promise<unknown> {
  for (let left = rule?.times ?? 0; ; left -= 1) {
    try {
      const output = await run();
      if (left <= 0 || readMcpError(output) === undefined) return output;
    } catch (error) {
      if (left <= 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, rule?.delayMs ?? 0));
      if (signal.aborted) throw error;
    }
  }
}

/** What was thrown, in words: an Error's message, a text, or what it is as JSON. Never throws. */
export function errorTextOf(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.message) || String(error.name);
    if (typeof error === "object" && error !== null) return JSON.stringify(toJsonResult(error));
    return String(error) || '""';
  } catch {
    return "The tool failed.";
  }
}
