import type { ChatStore } from "../../chat/store.js";

/** What was said last to those who cannot see the page, by something other than the conversation. */
export interface SaidAside {
  id: number;
  text: string;
  isUrgent: boolean;
}

/**
 * What a reader did to the page, and what the page saw, that no message holds. It outlives the rows: they may be
 * regrouped, moved and mounted again.
 */
export interface ReaderMemory {
  /** The last decision on any of these; undefined where there was none. */
  readonly isOpen: (keys: readonly string[]) => boolean | undefined;
  readonly setOpen: (keys: readonly string[], isOpen: boolean) => void;
  /** How many times more was asked for of a long text; 0 where only its head was. */
  readonly stepsShown: (key: string) => number;
  readonly setStepsShown: (key: string, steps: number) => void;
  /** Milliseconds for which something was seen going on; undefined where it was not. */
  readonly seenMs: (key: string) => number | undefined;
  readonly addSeenMs: (key: string, durationMs: number) => void;
  readonly said: () => SaidAside | undefined;
  /** @param isUrgent  said at once, whatever is being read */
  readonly say: (text: string, isUrgent: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createReaderMemory(): ReaderMemory {
  const decisions = new Map<string, { isOpen: boolean; at: number }>();
  const steps = new Map<string, number>();
  const seen = new Map<string, number>();
  const listeners = new Set<() => void>();
  /** Counts decisions, so that the later of two is known. */
  let count = 0;
  let said: SaidAside | undefined;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    isOpen: (keys) => {
      const known = keys.map((key) => decisions.get(key)).filter((each) => each !== undefined);
      return known.toSorted((a, b) => b.at - a.at)[0]?.isOpen;
    },
    setOpen: (keys, isOpen) => {
      count += 1;
      for (const key of keys) decisions.set(key, { isOpen, at: count });
      tell();
    },
    stepsShown: (key) => steps.get(key) ?? 0,
    setStepsShown: (key, count) => {
      steps.set(key, count);
      tell();
    },
    seenMs: (key) => seen.get(key),
    addSeenMs: (key, durationMs) => {
      seen.set(key, (seen.get(key) ?? 0) + durationMs);
      tell();
    },
    said: () => said,
    say: (text, isUrgent) => {
      said = { id: (said?.id ?? 0) + 1, text, isUrgent };
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const memories = new WeakMap<ChatStore, ReaderMemory>();

/** One memory a conversation, however often it is mounted. */
export function memoryOf(store: ChatStore): ReaderMemory {
  const memory = memories.get(store) ?? createReaderMemory();
  memories.set(store, memory);
  return memory;
}
