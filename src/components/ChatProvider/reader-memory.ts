import type { ChatStore } from "../../chat/store.js";
import { createKept, type Kept } from "./kept.js";

/** What was said last to those who cannot see the page, by something other than the conversation. */
export interface SaidAside {
  id: number;
  text: string;
  isUrgent: boolean;
}

/** How long a call has been at work. */
export interface CallTime {
  /** Since 1970. */
  beganMs: number;
  /** Undefined while it runs. */
  tookMs?: number | undefined;
}

/**
 * What a reader did to the page, and what the page saw, that no message holds. It outlives the rows: they may be
 * regrouped, moved and mounted again.
 */
export interface ReaderMemory {
  /** Of this memory, and no other. */
  readonly id: number;
  /** What was opened, and what was closed again. */
  readonly opened: Kept<boolean>;
  /** How many times more was asked for of a long text. */
  readonly stepsShown: Kept<number>;
  /** What was written and not sent, in the order of its fields. */
  readonly drafts: Kept<readonly string[]>;
  /** Milliseconds for which something was seen going on. */
  readonly seenMs: Kept<number>;
  /** Of calls that were seen to begin, by their ids. Each row tells of its own. */
  readonly callTimes: Map<string, CallTime>;
  readonly said: () => SaidAside | undefined;
  /** @param isUrgent  said at once, whatever is being read */
  readonly say: (text: string, isUrgent: boolean) => void;
  /** Tells what is said. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Counts memories, so that each has an id of its own. */
let count = 0;

export function createReaderMemory(): ReaderMemory {
  count += 1;
  const listeners = new Set<() => void>();
  let said: SaidAside | undefined;
  return {
    id: count,
    opened: createKept(),
    stepsShown: createKept(),
    drafts: createKept(),
    seenMs: createKept(),
    callTimes: new Map(),
    said: () => said,
    say: (text, isUrgent) => {
      said = { id: (said?.id ?? 0) + 1, text, isUrgent };
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const memories = new WeakMap<ChatStore, { key: number; memory: ReaderMemory }>();

/**
 * One memory a conversation, however often it is mounted.
 * @param key  the state's `conversationKey`; an earlier one, as React draws it while it takes over a server's words, is
 *   no way back
 */
export function memoryOf(store: ChatStore, key: number): ReaderMemory {
  const before = memories.get(store);
  if (before !== undefined && before.key >= key) return before.memory;
  const memory = createReaderMemory();
  memories.set(store, { key, memory });
  return memory;
}
