import type { ToolPart } from "../../stream/message.js";
import { callState } from "../ToolCallEntry/call-outcome.js";

/** How long a call has been at work. */
export interface CallTime {
  /** Since 1970. */
  beganMs: number;
  /** Undefined while it runs. */
  tookMs?: number | undefined;
}

export type CallTimes = ReadonlyMap<string, CallTime>;

export interface CallClock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => CallTimes;
  /** Looks at the calls as they stand now. */
  readonly note: (parts: readonly ToolPart[], nowMs: number) => void;
}

/** Takes the time of calls that it has seen begin: of others nobody here knows how long they took, and none is shown. */
export function createCallClock(): CallClock {
  const listeners = new Set<() => void>();
  let times: CallTimes = new Map();
  let isFirst = true;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => times,
    note: (parts, nowMs) => {
      const next = parts.reduce((now, part) => (isFirst ? now : noted(now, part, nowMs)), times);
      isFirst = false;
      if (next === times) return;
      times = next;
      for (const listener of listeners) listener();
    },
  };
}

function noted(times: CallTimes, part: ToolPart, nowMs: number): CallTimes {
  const time = times.get(part.toolCallId);
  const isRunning = callState(part) === "running";
  if (isRunning === (time !== undefined && time.tookMs === undefined)) return times;
  if (!isRunning && time === undefined) return times;
  const next: CallTime =
    isRunning || time === undefined ? { beganMs: nowMs } : { ...time, tookMs: nowMs - time.beganMs };
  return new Map(times).set(part.toolCallId, next);
}
