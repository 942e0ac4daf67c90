import type { StoreApi } from "zustand/vanilla";
import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage, ToolPart } from "../stream/message.js";
import { createFrameScheduler } from "./frames.js";
import type { ChatStoreOptions } from "./options.js";
import { reduceMessage } from "./reduce.js";
import type { ApprovalDecision, ChatState } from "./state.js";

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
  /** Changes a message beside the stream. */
  edit(messageId: string, edit: (message: ChatMessage) => ChatMessage): void;
  /** Tools that the person allowed for good. */
  readonly alwaysAllowed: Set<string>;
  /** Runs one after the other what belongs to one serial group. */
  inTurn<T>(group: string, run: () => Promise<T>): Promise<T>;
  /** Does something in the turn that goes on, or in one that is taken up for it. */
  act(messageId: string, act: (turn: TurnActions) => void): void;
}

/** What can be done in a turn from outside. */
export interface TurnActions {
  addToolResult(messageId: string, toolCallId: string, result: unknown): void;
  respondToApproval(messageId: string, approvalId: string, decision: ApprovalDecision): void;
  expireApproval(messageId: string, approvalId: string): void;
  retryToolCall(messageId: string, part: ToolPart): void;
  runOpenCalls(messageId: string): void;
}

export function createConversation(
  store: StoreApi<ChatState>,
  options: () => ChatStoreOptions,
  act: Conversation["act"],
): Conversation {
  const waiting = new Map<string, StreamEvent[]>();
  const listeners = new Set<() => void>();
  const groups = new Map<string, Promise<unknown>>();
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
    edit: (messageId, edit) => {
      scheduler.flushNow();
      const messages = store.getState().messages.map((message) => (message.id === messageId ? edit(message) : message));
      store.setState({ messages });
    },
    alwaysAllowed: new Set(),
    inTurn: (group, run) => {
      const next = (groups.get(group) ?? Promise.resolve()).then(run, run);
      groups.set(group, next);
      return next;
    },
    act,
  };
}

/** Short, since some providers take ids of 40 characters at most, and a call's id is made of its message's. */
function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${prefix}-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
