import { createStore, type StoreApi } from "zustand/vanilla";
import { type ChatMessage, isToolPart, type MessagePart } from "../stream/message.js";
import { createToolRegistry } from "../tools/registry.js";
import { createCallBook, forgetCalls, turnPage } from "./call-book.js";
import { createConversation, newChatId } from "./conversation.js";
import { createMessage, hasAwaitedCall, wasTakenUp } from "./message.js";
import type { ChatStoreOptions } from "./options.js";
import { type Reloaded, reloadMessages } from "./reload.js";
import { isSameConversation } from "./same-conversation.js";
import type { ChatState, OutgoingMessage } from "./state.js";
import { ToolCalls } from "./tool-calls.js";
import { Turn } from "./turn.js";

export type ChatStore = StoreApi<ChatState>;

/**
 * A conversation and everything that happens to it: sends, streams, runs tools, sends their results back. It needs no
 * React; `useChatStore` is where React meets it. Making a store does nothing yet: what a stored conversation wants done
 * (`onReload: "rerun"`, approvals whose time is over) begins with the first subscriber or action.
 * @param options  the options, or a function that is asked each time one is needed, so that callbacks are never stale
 * @throws Error where two tools have one name, or something is no tool
 * Cost: one state update a frame while an answer streams, touching only the message that grows.
 */
export function createChatStore(options: ChatStoreOptions | (() => ChatStoreOptions)): ChatStore {
  const current = typeof options === "function" ? options : () => options;
  const book = createCallBook();
  const followUps = { steps: 0, isRequested: false };
  const loaded = reloadMessages(current().messages ?? [], createToolRegistry(current().tools));
  let turn: Turn | undefined;
  /** Calls that their tools want run again, until someone is there to see it. */
  let rerun: Reloaded["rerun"] = [];
  let isAwake = false;
  /** As the options named it when the conversation that stands began. */
  let namedThreadId = current().threadId;

  const store: ChatStore = createStore<ChatState>()(() => ({
    messages: loaded.messages,
    status: "ready",
    error: undefined,
    pause: undefined,
    isStopped: false,
    threadId: current().threadId,
    conversationKey: 0,
    send: async (message) => {
      stop();
      conversation.set({ messages: [...store.getState().messages, toUserMessage(message, conversation.generateId())] });
      await ask((next) => next.run());
    },
    stop: () => {
      const before = store.getState();
      stop();
      if (store.getState() !== before) conversation.set({ isStopped: true });
    },
    retry: async () => {
      stop();
      dropLastAnswer();
      await ask((next) => next.run("regenerate-message"));
    },
    regenerate: async (messageId) => {
      const { length } = messagesBefore(messageId) ?? [];
      const message = store.getState().messages[length];
      if (message?.id !== messageId) return;
      stop();
      cutTo(store.getState().messages.slice(0, length + 1));
      dropLastAnswer();
      await ask((next) => next.run("regenerate-message"));
    },
    editMessage: async (messageId, edited) => {
      const before = messagesBefore(messageId);
      const old = before && store.getState().messages[before.length];
      if (before === undefined || old?.role !== "user") return;
      stop();
      cutTo([...before, toUserMessage(withOldFiles(edited, old), conversation.generateId())]);
      await ask((next) => next.run());
    },
    resume: async () => {
      if (turn?.isOver === false) return;
      const { connector } = conversation.options();
      if (connector.resume) await begin((next) => next.resume());
      else console.warn(`tooltalk: the connector "${connector.name}" cannot take an answer up again. Use retry().`);
    },
    sendFollowUp: async () => {
      const isWaiting = store.getState().messages.some(hasAwaitedCall);
      if (turn?.isOver === false || isWaiting) followUps.isRequested ||= isWaiting || book.unsent.size > 0;
      else if (store.getState().pause) await ask((next) => next.run());
      else await begin((next) => next.run());
    },
    addToolResult: (toolCallId, result) => {
      if (calls.answer(toolCallId, result)) void goOn();
    },
    respondToApproval: (approvalId, decision) => {
      if (calls.respond(approvalId, decision)) void goOn();
    },
    retryToolCall: async (toolCallId) => {
      if (calls.retry(toolCallId)) await goOn();
    },
    setMessages: (messages, ids = {}) => {
      stop();
      const state = store.getState();
      const { conversationKey, threadId } = isSameConversation(state.messages, messages)
        ? state
        : leave(state.conversationKey);
      conversation.chatId = ids.chatId ?? conversation.chatId;
      load(reloadMessages(messages, conversation.tools(), book.begun), {
        conversationKey,
        threadId: ids.threadId ?? threadId,
        error: undefined,
        pause: undefined,
        isStopped: false,
        status: "ready",
      });
    },
    getTool: (name) => conversation.tools().get(name),
  }));

  const conversation = createConversation(store, current);
  const calls = new ToolCalls(conversation, book, () => void goOn());
  load(loaded);

  function load({ messages, cutIds, rerun: calls }: Reloaded, more: Partial<ChatState> = {}): void {
    rerun = calls;
    turnPage(book, messages, calls, conversation.tools());
    for (const id of cutIds) book.cut.add(id);
    Object.assign(followUps, { steps: 0, isRequested: false });
    conversation.set({ messages, ...more });
    if (isAwake) queueMicrotask(takeUpLoaded);
  }

  /** Another conversation takes the place of this one: a call of it that has the id of one of these is another call. */
  function leave(conversationKey: number): Pick<ChatState, "conversationKey" | "threadId"> {
    const { chatId, threadId } = conversation.options();
    const isSameThread = threadId === namedThreadId; // as the old conversation's, it names that one still
    namedThreadId = threadId;
    conversation.chatId = chatId ?? newChatId();
    book.begun.clear();
    book.allowedTools.clear();
    return { conversationKey: conversationKey + 1, threadId: isSameThread ? undefined : threadId };
  }

  /** React makes a store twice and keeps one of them: only the one that is used may do something. */
  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    queueMicrotask(takeUpLoaded);
  }

  function takeUpLoaded(): void {
    for (const message of store.getState().messages) calls.watch(message);
    const messageIds = new Set(rerun.map((call) => call.messageId));
    rerun = [];
    for (const messageId of messageIds) calls.takeUp(messageId);
    if (messageIds.size > 0) void goOn();
  }

  function stop(): void {
    if (turn?.isOver === false) turn.stop();
    else calls.cancelAll();
    if (store.getState().pause) conversation.set({ pause: undefined });
  }

  /** A new turn of the person's: model calls are counted anew. */
  function ask(run: (turn: Turn) => Promise<void>): Promise<void> {
    followUps.steps = 0;
    return begin(run);
  }

  function begin(run: (turn: Turn) => Promise<void>): Promise<void> {
    wake();
    turn = new Turn({ conversation, calls, book, followUps });
    return run(turn);
  }

  /** Something happened to a call: the turn that goes on sees to it, or the one that rests is taken up again. */
  async function goOn(): Promise<void> {
    if (turn?.isOver !== false) await begin((next) => next.goOn());
  }

  /** What stands before a message; undefined where there is no such message. */
  function messagesBefore(messageId: string): readonly ChatMessage[] | undefined {
    const { messages } = store.getState();
    const index = messages.findIndex((message) => message.id === messageId);
    return index < 0 ? undefined : messages.slice(0, index);
  }

  /** The conversation goes on from an earlier place: calls that are gone are forgotten, so that their ids are free again. */
  function cutTo(messages: readonly ChatMessage[]): void {
    turnPage(book, messages, [], conversation.tools());
    conversation.set({ messages });
  }

  /**
   * What to ask the last answer of again: a call that ran stays, for it must not run again, and what was said behind it goes.
   */
  function dropLastAnswer(): void {
    const { messages } = store.getState();
    const last = messages.at(-1);
    if (last?.role !== "assistant") return;
    const kept = last.parts.findLastIndex((part) => isToolPart(part) && wasTakenUp(part)) + 1;
    const rest = kept > 0 ? [{ ...last, parts: last.parts.slice(0, kept) }] : [];
    conversation.set({ messages: [...messages.slice(0, -1), ...rest] });
    forgetCalls(book, last.id, last.parts.slice(kept).filter(isToolPart));
  }

  return {
    ...store,
    subscribe: (listener) => {
      wake();
      return store.subscribe(listener);
    },
  };
}

function withOldFiles(message: string | OutgoingMessage, old: ChatMessage): OutgoingMessage {
  if (typeof message !== "string") return message;
  return { text: message, files: old.parts.filter((part) => part.type === "file") };
}

function toUserMessage(message: string | OutgoingMessage, id: string): ChatMessage {
  const { text, files = [] } = typeof message === "string" ? { text: message } : message;
  const parts: MessagePart[] = [...files, ...(text === "" ? [] : [{ type: "text" as const, text }])];
  return createMessage({ id, role: "user", parts });
}
