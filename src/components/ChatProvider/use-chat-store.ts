"use client";

import { useContext } from "react";
import { useStore } from "zustand";
import type { ChatState } from "../../chat/state.js";
import { ChatStoreContext } from "./chat-context.js";

/**
 * A slice of the conversation; the component renders again when it changes.
 * @param selector  gives something that the state holds, and makes nothing new: `(state) => state.status`
 * @throws Error outside of a `ChatProvider`
 */
export function useChatStore<T>(selector: (state: ChatState) => T): T {
  const store = useContext(ChatStoreContext);
  if (store === undefined) {
    throw new Error(
      "tooltalk: useChatStore found no store above it. Put the component inside <ChatProvider store={store}> or " +
        "<ChatWrapper>, or give it its data by props.",
    );
  }
  return useStore(store, selector);
}
