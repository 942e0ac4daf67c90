import { createStore, type StoreApi } from "zustand/vanilla";
import { type ChatMessage, isSettled, isToolPart, type MessagePart } from "../stream/message.js";
import { createToolRegistry } from "../tools/registry.js";
import { type Conversation, createConversation, type TurnActions } from "./conversation.js";
import { createMessage } from "./message.js";
import type { ChatStoreOptions } from "./options.js";
import { reloadMessages } from "./reload.js";
import { findCall } from "./reopen.js";
import type { ChatState, OutgoingMessage } from "./state.js";
import { Turn } from "./turn.js";

export type ChatStore = StoreApi<ChatState>;

/**
 * A conversation and everything that happens to it: sends, streams, runs tools, sends their results back. It needs no
 * React; `useChatStore` is where React meets it.
 * @param options  the options, or a function that is asked each time one is needed, so that callbacks are never stale
 * Cost: one state update a frame while an answer streams, touching only the message that grows.
 */
export function createChatStore(options: ChatStoreOptions | (() => ChatStoreOptions)): ChatStore {
  const current = typeof options === "function" ? options : () => options;
  const initial = current();
  const reloaded = reloadMessages(initial.messages ?? [], createToolRegistry(initial.tools));
  let turn: Turn | undefined;
  /** A follow-up was asked for while a call still waited: it goes out once that has its result. */
  let wantsFollowUp = false;

  const store: ChatStore = createStore<ChatState>()(() => ({
    messages: reloaded.messages,
    status: "ready",
    error: undefined,
    pause: undefined,
    threadId: initial.threadId,
    send: async (message) => {
      store.getState().stop();
      endOpenCalls(conversation);
      conversation.set({ messages: [...store.getState().messages, toUserMessage(message, conversation.generateId())] });
      await startTurn();
    },
    stop: () => {
      turn?.stop();
      turn = undefined;
    },
    retry: async () => {
      store.getState().stop();
      conversation.set({ messages: withoutLastAnswer(store.getState().messages) });
      await startTurn();
    },
    sendFollowUp: async () => {
      if (turn?.isOver === false) turn.requestFollowUp();
      else if (hasOpenCalls(store.getState().messages.at(-1))) wantsFollowUp = true;
      else await startTurn();
    },
    addToolResult: (toolCallId, result) => {
      const found = findCall(store.getState().messages, (part) => part.toolCallId === toolCallId);
      if (found) act(found.message.id, (next) => next.addToolResult(found.message.id, toolCallId, result));
    },
    respondToApproval: (approvalId, decision) => {
      const found = findCall(
        store.getState().messages,
        (part) => part.state === "approval-requested" && part.approval.id === approvalId,
      );
      if (found) act(found.message.id, (next) => next.respondToApproval(found.message.id, approvalId, decision));
    },
    retryToolCall: async (toolCallId) => {
      const found = findCall(store.getState().messages, (part) => part.toolCallId === toolCallId);
      if (found?.part.state !== "output-error") return;
      await act(found.message.id, (next) => next.retryToolCall(found.message.id, found.part));
    },
    setMessages: (messages) => {
      store.getState().stop();
      conversation.set({ messages, error: undefined, status: "ready" });
    },
  }));

  const conversation = createConversation(store, current, (messageId, does) => void act(messageId, does));
  for (const messageId of new Set(reloaded.rerun.map((call) => call.messageId))) {
    queueMicrotask(() => void act(messageId, (next) => next.runOpenCalls(messageId)));
  }

  async function startTurn(): Promise<void> {
    wantsFollowUp = false;
    turn = new Turn(conversation);
    await turn.run();
  }

  /** In the turn that goes on; else the message's turn is taken up again for it. */
  async function act(messageId: string, does: (turn: TurnActions) => void): Promise<void> {
    if (turn?.isOver === false) return does(turn);
    turn = new Turn(conversation);
    if (wantsFollowUp) turn.requestFollowUp();
    await turn.resume(messageId, does);
  }

  return store;
}

function toUserMessage(message: string | OutgoingMessage, id: string): ChatMessage {
  const { text, files = [] } = typeof message === "string" ? { text: message } : message;
  const parts: MessagePart[] = [...files, ...(text === "" ? [] : [{ type: "text" as const, text }])];
  return createMessage({ id, role: "user", parts });
}

function hasOpenCalls(message: ChatMessage | undefined): boolean {
  return message?.parts.some((part) => isToolPart(part) && !isSettled(part)) === true;
}

/** The person goes on without the answers that some calls wait for: those calls end as cancelled. */
function endOpenCalls(conversation: Conversation): void {
  conversation.flush();
  for (const message of conversation.state().messages) {
    if (hasOpenCalls(message)) {
      conversation.dispatch(message.id, { type: "abort" });
    }
  }
  conversation.flush();
}

/**
 * The conversation to ask the last answer of again. Steps whose calls were answered stay, for a tool that ran must not
 * run again; the last step goes, unless it is such a step itself.
 */
function withoutLastAnswer(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const begin = last.parts.findLastIndex((part) => part.type === "step-start");
  const isAnswered = (parts: readonly MessagePart[]) => parts.some((part) => isToolPart(part) && isSettled(part));
  if (isAnswered(last.parts.slice(begin + 1)) && isBrokenOff(last)) return messages;
  const kept = last.parts.slice(0, Math.max(begin, 0));
  return isAnswered(kept) ? [...messages.slice(0, -1), { ...last, parts: kept }] : messages.slice(0, -1);
}

/** Nothing stands behind the last call: the results were never spoken of. */
function isBrokenOff(message: ChatMessage): boolean {
  const last = message.parts.findLast((part) => part.type !== "step-start");
  return last !== undefined && isToolPart(last);
}
