import type { StoreApi } from "zustand/vanilla";
import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage } from "../stream/message.js";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.js";
import { createFrameScheduler } from "./frames.js";
import type { ChatStoreOptions } from "./options.js";
import { reduceMessage } from "./reduce.js";
import type { ChatState } from "./state.js";

/** The messages, the queue before them, and the app that is asked and told. */
export interface Conversation {
  chatId: string;
  /** The options as they are now. Where the app cannot give them, those that it gave last. */
  options(): ChatStoreOptions;
  /** The tools as they are now; those that were given last, where what is given now is none. */
  tools(): ToolRegistry;
  /** Does something of the app's. Its faults are its own: they are reported, and what goes on here goes on. */
  tell(name: keyof ChatStoreOptions, callback: (options: ChatStoreOptions) => unknown): void;
  state(): ChatState;
  set(state: Partial<ChatState>): void;
  generateId(): string;
  /** Folds an event into a message; at most once a frame the screen hears of it. */
  dispatch(messageId: string, event: StreamEvent): void;
  /** Folds in what is waiting, now. */
  flush(): void;
  /** Calls `listener` behind each flush, until it is taken away. */
  onFlush(listener: () => void): () => void;
  message(messageId: string): ChatMessage | undefined;
  /** The message as it will be behind the next flush. */
  coming(messageId: string): ChatMessage | undefined;
  /** Changes a message beside the stream; what is waiting is folded in behind it. */
  edit(messageId: string, edit: (message: ChatMessage) => ChatMessage): void;
}

export function createConversation(store: StoreApi<ChatState>, options: () => ChatStoreOptions): Conversation {
  const waiting = new Map<string, StreamEvent[]>();
  const listeners = new Set<() => void>();
  const readOptions = lastGood("the options", options);
  const readTools = createToolsReader(() => readOptions().tools);

  /** A listener of the app's that throws must not end what goes on here. */
  const set = (state: Partial<ChatState>) => attempt("a listener of the store", () => store.setState(state));
  const scheduler = createFrameScheduler(() => {
    if (waiting.size > 0) {
      const messages = store.getState().messages.map((message) => {
        const events = waiting.get(message.id);
        return events === undefined ? message : events.reduce(reduceMessage, message);
      });
      waiting.clear();
      set({ messages });
    }
    for (const listener of [...listeners]) listener();
  });

  const find = (messageId: string) => store.getState().messages.find((message) => message.id === messageId);

  return {
    chatId: readOptions().chatId ?? newChatId(),
    options: readOptions,
    tools: readTools,
    tell: (name, callback) => attempt(name, () => callback(readOptions())),
    state: store.getState,
    set,
    generateId: () => readOptions().generateId?.() ?? randomId("msg"),
    dispatch: (messageId, event) => {
      const events = waiting.get(messageId);
      if (events) events.push(event);
      else waiting.set(messageId, [event]);
      scheduler.request();
    },
    flush: scheduler.flushNow,
    onFlush: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    message: find,
    coming: (messageId) => {
      const message = find(messageId);
      return message && (waiting.get(messageId)?.reduce(reduceMessage, message) ?? message);
    },
    edit: (messageId, edit) => {
      const messages = store.getState().messages.map((message) => (message.id === messageId ? edit(message) : message));
      set({ messages });
    },
  };
}

/** @throws what `read` throws at its first call, where there is nothing yet to fall back on */
function lastGood<T>(what: string, read: () => T): () => T {
  let last: T | undefined;
  return () => {
    try {
      last = read();
    } catch (error) {
      if (last === undefined) throw error;
      report(what, error);
    }
    return last;
  };
}

/** The registry is made anew when the app gives other tools than before. */
function createToolsReader(read: () => ChatStoreOptions["tools"]): () => ToolRegistry {
  let tools = read();
  let registry = createToolRegistry(tools);
  return () => {
    const next = read();
    if (next === tools) return registry;
    tools = next;
    try {
      registry = createToolRegistry(next);
    } catch (error) {
      report("the tools", error);
    }
    return registry;
  };
}

function attempt(what: string, callback: () => unknown): void {
  try {
    const result = callback();
    if (result instanceof Promise) result.catch((error: unknown) => report(what, error));
  } catch (error) {
    report(what, error);
  }
}

/** The app's own fault is told where its developer looks. */
function report(what: string, error: unknown): void {
  console.error(`tooltalk: ${what} failed:`, error);
}

export function newChatId(): string {
  return randomId("chat");
}

/** Short, since some providers take ids of 40 characters at most, and a call's id is made of its message's. */
function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${prefix}-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
