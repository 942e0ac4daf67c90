import { createStore, type StoreApi } from "zustand/vanilla";
import { type ChatMessage, isSettled, isToolPart, type MessagePart } from "../stream/message.js";
import { type Conversation, createConversation } from "./conversation.js";
import { createMessage } from "./message.js";
import type { ChatStoreOptions } from "./options.js";
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
  let turn: Turn | undefined;

  const store: ChatStore = createStore<ChatState>()(() => ({
    messages: initial.messages ?? [],
    status: "ready",
    error: undefined,
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
      else await startTurn();
    },
    addToolResult: (toolCallId, result) => {
      if (turn?.isOver === false) turn.addToolResult(toolCallId, result);
      else void resumeTurn((next) => next.addToolResult(toolCallId, result));
    },
    respondToApproval: (approvalId, decision) => {
      if (turn?.isOver === false) turn.respondToApproval(approvalId, decision);
      else void resumeTurn((next) => next.respondToApproval(approvalId, decision));
    },
    setMessages: (messages) => {
      store.getState().stop();
      conversation.set({ messages, error: undefined, status: "ready" });
    },
  }));

  const conversation = createConversation(store, current);

  async function startTurn(): Promise<void> {
    turn = new Turn(conversation);
    await turn.run();
  }

  /** Calls of the last answer are still open: takes its turn up again where it waits for them. */
  async function resumeTurn(act: (turn: Turn) => void): Promise<void> {
    turn = new Turn(conversation);
    await turn.resume(act);
  }

  return store;
}

function toUserMessage(message: string | OutgoingMessage, id: string): ChatMessage {
  const { text, files = [] } = typeof message === "string" ? { text: message } : message;
  const parts: MessagePart[] = [...files, ...(text === "" ? [] : [{ type: "text" as const, text }])];
  return createMessage({ id, role: "user", parts });
}

/** The person goes on without the answers that some calls wait for: those calls end as cancelled. */
function endOpenCalls(conversation: Conversation): void {
  conversation.flush();
  for (const message of conversation.state().messages) {
    if (message.parts.some((part) => isToolPart(part) && !isSettled(part))) {
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
