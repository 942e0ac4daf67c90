"use client";

import { useCallback, useContext, useSyncExternalStore } from "react";
import type { ChatStore } from "../../chat/store.js";
import type { ToolPart } from "../../stream/message.js";
import { ChatStoreContext } from "./chat-context.js";

/**
 * The store above, where its conversation holds this very call. A call of other messages is not its to answer or to run,
 * whatever id it bears.
 */
export function useCallStore(part: ToolPart | undefined): ChatStore | undefined {
  const store = useContext(ChatStoreContext);
  const isHeld = useCallback(
    () => part !== undefined && store?.getState().messages.some(({ parts }) => parts.includes(part)) === true,
    [store, part],
  );
  return useSyncExternalStore(store?.subscribe ?? never, isHeld, isHeld) ? store : undefined;
}

function never(): () => void {
  return () => {};
}
