"use client";

import { type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import type { CommentaryMode } from "../../chat/read-turn.js";
import type { ChatStore } from "../../chat/store.js";
import type { RedactRule } from "../../display/redact.js";
import type { Labels } from "../../labels.js";
import type { ToolDetail, Tools } from "../../tools/definition.js";
import type { ToolRenderers } from "../ToolCard/tool-card.js";
import {
  ChatStoreContext,
  LabelsContext,
  type Pieces,
  PiecesContext,
  ReaderMemoryContext,
  type ToolLayout,
  ToolMannersContext,
} from "./chat-context.js";
import type { ChatSlots } from "./chat-slots.js";
import { createReaderMemory, memoryOf, type ReaderMemory } from "./reader-memory.js";
import { subscribeToNothing } from "./subscribe-to-nothing.js";
import { useOwnManners } from "./use-tool-manners.js";

export interface ChatProviderProps {
  /** @default the store of the provider above */
  store?: ChatStore | undefined;
  /** Words that replace the default ones. @default the labels of the provider above, or English */
  labels?: Partial<Labels> | undefined;
  /** Pieces that replace the kit's own, by their names. @default those of the provider above */
  slots?: ChatSlots | undefined;
  /** Cards that draw the calls of one tool each, by the tools' names. @default those of the provider above */
  toolRenderers?: ToolRenderers | undefined;
  /** @default that of the provider above, or "widget" */
  toolLayout?: ToolLayout | undefined;
  /**
   * Where the words that lead to a call are shown: with it, or where they stand.
   * @default that of the provider above, or "auto" in the layout "widget", "inline" in "groups"
   */
  commentary?: CommentaryMode | undefined;
  /** Characters (UTF-16) of such words at most, in `auto`. @default that of the provider above, or 400 */
  commentaryMax?: number | undefined;
  /** Where a tool's `verbs`, `detail` and `redact` are found when its calls run elsewhere. @default the store's tools */
  tools?: Tools | undefined;
  /** How much of a call is shown; a tool's own word goes before it. @default that of the provider above, or "full" */
  detail?: ToolDetail | undefined;
  /**
   * Keys whose values are never shown, copied or exported, beside `defaultRedactRules` and those of the provider above.
   * Write functions outside of the component. @default none
   */
  redact?: readonly RedactRule[] | undefined;
  children?: ReactNode;
}

/** Hands a conversation, its words and its pieces to the components below. Renders no element. */
export function ChatProvider({ store, labels, tools, detail, redact, children, ...ownPieces }: ChatProviderProps) {
  const outerStore = useContext(ChatStoreContext);
  const outerLabels = useContext(LabelsContext);
  const ownLabels = useMemo(
    () => (labels === undefined ? outerLabels : { ...outerLabels, ...labels }),
    [outerLabels, labels],
  );
  const pieces = usePieces(ownPieces);
  const manners = useOwnManners({ store, tools, detail, redact });
  const memory = useMemory(store);
  return (
    <ChatStoreContext.Provider value={store ?? outerStore}>
      <LabelsContext.Provider value={ownLabels}>
        <ReaderMemoryContext.Provider value={memory}>
          <ToolMannersContext.Provider value={manners}>
            <PiecesContext.Provider value={pieces}>{children}</PiecesContext.Provider>
          </ToolMannersContext.Provider>
        </ReaderMemoryContext.Provider>
      </LabelsContext.Provider>
    </ChatStoreContext.Provider>
  );
}

/** That of the store's conversation, of the provider above, or of this provider. */
function useMemory(store: ChatStore | undefined): ReaderMemory {
  const outer = useContext(ReaderMemoryContext);
  const [own] = useState(createReaderMemory);
  const key = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => store?.getState().conversationKey,
    () => store?.getInitialState().conversationKey,
  );
  return store === undefined || key === undefined ? (outer ?? own) : memoryOf(store, key);
}

type OwnPieces = Pick<ChatProviderProps, keyof Pieces>;

function usePieces(own: OwnPieces): Pieces {
  const outer = useContext(PiecesContext);
  const { slots, toolRenderers, toolLayout, commentary, commentaryMax } = own;
  return useMemo(
    () => ({
      slots: slots === undefined ? outer.slots : { ...outer.slots, ...slots },
      toolRenderers: toolRenderers === undefined ? outer.toolRenderers : { ...outer.toolRenderers, ...toolRenderers },
      toolLayout: toolLayout ?? outer.toolLayout,
      commentary: commentary ?? outer.commentary,
      commentaryMax: commentaryMax ?? outer.commentaryMax,
    }),
    [outer, slots, toolRenderers, toolLayout, commentary, commentaryMax],
  );
}
