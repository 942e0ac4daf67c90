"use client";

import { useEffect, useState } from "react";
import type { ToolPart } from "../../stream/message.js";
import { callState } from "../ToolCallEntry/call-outcome.js";
import type { Activity } from "./activity.js";

/** Long enough for a word to be read. */
const readableMs = 400;

interface Seen {
  /** The call, and the state that the line says of it. */
  key: string;
  part: ToolPart;
}

/**
 * The call that the line speaks of. One that is done before its line could be read stays for the rest of that time, as it
 * was; what failed, was stopped or waits is not held back, nor is another call.
 */
export function useSteadyCall(activity: Activity | undefined): ToolPart | undefined {
  const current = activity?.current;
  const [seen, setSeen] = useState<Seen>();
  const [readKey, setReadKey] = useState<string>();
  const key = current && `${callState(current)}:${current.toolCallId}`;
  const isHeld = current === undefined && seen !== undefined && seen.key !== readKey && isDone(activity, seen.part);
  if (current !== undefined && key !== undefined && (seen?.key !== key || seen.part !== current)) {
    setSeen({ key, part: current });
    if (seen?.key !== key) setReadKey(undefined);
  }
  if (current === undefined && seen !== undefined && !isHeld) setSeen(undefined);
  const seenKey = seen?.key;
  useEffect(() => {
    if (seenKey === undefined) return;
    const timer = setTimeout(() => setReadKey(seenKey), readableMs);
    return () => clearTimeout(timer);
  }, [seenKey]);
  return current ?? (isHeld ? seen.part : undefined);
}

function isDone(activity: Activity | undefined, { toolCallId }: ToolPart): boolean {
  const entries = activity?.entries ?? [];
  if (entries.some(({ part }) => callState(part) === "error")) return false;
  return entries.some(({ part }) => part.toolCallId === toolCallId && callState(part) === "done");
}
