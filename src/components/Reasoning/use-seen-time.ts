"use client";

import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { subscribeToNothing } from "../ChatProvider/subscribe-to-nothing.js";

/**
 * For how long something was seen going on, kept by its key; undefined for what was over before it was first seen, as in
 * a conversation that was loaded.
 */
export function useSeenTime(key: string, isGoingOn: boolean): number | undefined {
  const memory = useContext(ReaderMemoryContext);
  const [ownMs, setOwnMs] = useState<number>();
  const keptMs = useSyncExternalStore(
    memory?.seenMs.subscribe ?? subscribeToNothing,
    () => memory?.seenMs.get([key]),
    () => undefined,
  );
  useEffect(() => {
    if (!isGoingOn) return;
    const beganMs = Date.now();
    return () => {
      const durationMs = Date.now() - beganMs;
      if (memory) memory.seenMs.set([key], (memory.seenMs.get([key]) ?? 0) + durationMs);
      else setOwnMs((before) => (before ?? 0) + durationMs);
    };
  }, [key, isGoingOn, memory]);
  return keptMs ?? ownMs;
}
