"use client";

import { type ReactNode, useContext, useMemo } from "react";
import type { ChatStore } from "../../chat/store.js";
import type { Labels } from "../../labels.js";
import { ChatStoreContext, LabelsContext } from "./chat-context.js";

export interface ChatProviderProps {
  /** @default the store of the provider above */
  store?: ChatStore | undefined;
  /** Words that replace the default ones. @default the labels of the provider above, or English */
  labels?: Partial<Labels> | undefined;
  children?: ReactNode;
}

/** Hands a conversation and its words to the components below. Renders no element. */
export function ChatProvider({ store, labels, children }: ChatProviderProps) {
  const outerStore = useContext(ChatStoreContext);
  const outerLabels = useContext(LabelsContext);
  const ownLabels = useMemo(
    () => (labels === undefined ? outerLabels : { ...outerLabels, ...labels }),
    [outerLabels, labels],
  );
  return (
    <ChatStoreContext.Provider value={store ?? outerStore}>
      <LabelsContext.Provider value={ownLabels}>{children}</LabelsContext.Provider>
    </ChatStoreContext.Provider>
  );
}
