"use client";

import { useCallback, useContext, useSyncExternalStore } from "react";
import type { ChatState } from "../../chat/state.js";
import type { ChatStore } from "../../chat/store.js";
import type { ToolPart } from "../../stream/message.js";
import { ChatStoreContext } from "./chat-context.js";
import { subscribeToNothing } from "./subscribe-to-nothing.js";

/**
 * The store above, where its conversation holds this very call. A call of other messages is not its to answer or to run,
 * whatever id it bears.
 */
export function useCallStore(part: ToolPart | undefined): ChatStore | undefined {
  const store = useContext(ChatStoreContext);
  const isIn = useCallback(
    (state: ChatState | undefined) =>
      part !== undefined && state?.messages.some(({ parts }) => parts.includes(part)) === true,
    [part],
  );
  const isHeld = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => isIn(store?.getState()),
    () => isIn(store?.getInitialState()), // what a server drew, though the store went on since
  );
  return isHeld ? store : undefined;
}
