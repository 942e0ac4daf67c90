"use client";

import { useContext, useState, useSyncExternalStore } from "react";
import { ReaderMemoryContext } from "./chat-context.js";
import type { Kept } from "./kept.js";
import type { ReaderMemory } from "./reader-memory.js";
import { subscribeToNothing } from "./subscribe-to-nothing.js";

/**
 * A value that is kept by what it belongs to, and not by its row; without keys, or where nothing keeps it, it lives as long
 * as the row.
 * @param find  where it is kept
 * @param keys  of all that it belongs to; what is set for one holds for those that join it later
 * @returns `own`: what was set in this row, since it was mounted; `forget` leaves that as it is
 */
export function useKept<Value>(find: (memory: ReaderMemory) => Kept<Value>, keys: readonly string[]) {
  const memory = useContext(ReaderMemoryContext);
  const kept = memory && find(memory);
  const [own, setOwn] = useState<Value>();
  const value = useSyncExternalStore(
    kept?.subscribe ?? subscribeToNothing,
    () => kept?.get(keys),
    () => undefined,
  );
  return {
    value: value ?? own,
    own,
    set: (next: Value) => {
      setOwn(() => next);
      kept?.set(keys, next);
    },
    forget: () => kept?.set(keys, undefined),
  };
}
