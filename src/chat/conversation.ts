import type { StoreApi } from "zustand/vanilla";
import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage } from "../stream/message.js";
import { createFrameScheduler } from "./frames.js";
import type { ChatStoreOptions } from "./options.js";
import { reduceMessage } from "./reduce.js";
import type { ChatState } from "./state.js";

/** What a turn may do to the conversation. */
export interface Conversation {
  readonly chatId: string;
  /** The options as they are now. */
  options(): ChatStoreOptions;
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
}

export function createConversation(store: StoreApi<ChatState>, options: () => ChatStoreOptions): Conversation {
  const waiting = new Map<string, StreamEvent[]>();
  const listeners = new Set<() => void>();
  const scheduler = createFrameScheduler(() => {
    if (waiting.size > 0) {
      const messages = store.getState().messages.map((message) => {
        const events = waiting.get(message.id);
        return events === undefined ? message : events.reduce(reduceMessage, message);
      });
      waiting.clear();
      store.setState({ messages });
    }
    for (const listener of [...listeners]) listener();
  });
  const generateId = () => options().generateId?.() ?? randomId("msg");
  return {
    chatId: options().chatId ?? randomId("chat"),
    options,
    state: store.getState,
    set: (state) => store.setState(state),
    generateId,
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
    message: (messageId) => store.getState().messages.find((message) => message.id === messageId),
  };
}

/** Short, since some providers take ids of 40 characters at most, and a call's id is made of its message's. */
function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${prefix}-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
