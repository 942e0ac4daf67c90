import type { ToolPart } from "../../stream/message.js";
import type { CallTime } from "../ChatProvider/reader-memory.js";
import { callState } from "../ToolCallEntry/call-outcome.js";

export type CallTimes = ReadonlyMap<string, CallTime>;

export interface CallClock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => CallTimes;
  /** Looks at the calls as they stand now. */
  readonly note: (parts: readonly ToolPart[], nowMs: number) => void;
}

/**
 * Takes the time of calls that it has seen begin: of others nobody here knows how long they took, and none is shown.
 * @param parts  calls that stand there at first, and may have begun before
 * @param kept  what was seen of calls before, by their ids; takes what is seen here
 */
export function createCallClock(parts: readonly ToolPart[], kept: Map<string, CallTime> = new Map()): CallClock {
  const listeners = new Set<() => void>();
  /** As the calls were looked at last. */
  let running = readRunning(parts);
  let times = recall(running, kept);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => times,
    note: (parts, nowMs) => {
      const now = readRunning(parts);
      const changed = [...now].filter(([id, isRunning]) => isRunning !== (running.get(id) ?? false));
      const next = new Map(times);
      for (const [id, isRunning] of changed) {
        const began = times.get(id);
        if (isRunning) next.set(id, { beganMs: nowMs });
        else if (began !== undefined) next.set(id, { ...began, tookMs: nowMs - began.beganMs });
      }
      for (const id of now.keys()) {
        const time = next.get(id);
        if (time === undefined) kept.delete(id);
        else kept.set(id, time);
      }
      running = new Map([...running, ...now]);
      if (changed.length === 0) return;
      times = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Whether each call runs, by its id. */
function readRunning(parts: readonly ToolPart[]): Map<string, boolean> {
  return new Map(parts.map((part) => [part.toolCallId, callState(part) === "running"]));
}

/** Without those that ended, or ran again, while nobody saw it. */
function recall(running: ReadonlyMap<string, boolean>, kept: ReadonlyMap<string, CallTime>): CallTimes {
  const times = new Map<string, CallTime>();
  for (const [id, isRunning] of running) {
    const time = kept.get(id);
    if (time !== undefined && isRunning === (time.tookMs === undefined)) times.set(id, time);
  }
  return times;
}
