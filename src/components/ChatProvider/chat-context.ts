"use client";

import { createContext } from "react";
import type { CommentaryMode } from "../../chat/read-turn.js";
import type { ChatStore } from "../../chat/store.js";
import { type Labels, labels } from "../../labels.js";
import type { ReaderMemory } from "./reader-memory.js";
import { createToolManners, type ToolManners } from "./tool-manners.js";

/** Undefined outside of a `ChatProvider`: components then live on their props. */
export const ChatStoreContext = createContext<ChatStore | undefined>(undefined);

export const LabelsContext = createContext<Labels>(labels);

export const ToolMannersContext = createContext<ToolManners>(createToolManners());

/** Undefined where nothing keeps it: each component then keeps its own, as long as it is mounted. */
export const ReaderMemoryContext = createContext<ReaderMemory | undefined>(undefined);

/**
 * `widget`: one line a message, with all of its calls. `groups`: text and calls in the order in which they came, calls
 * that follow each other in one block.
 */
export type ToolLayout = "widget" | "groups";

/** What an app puts in the place of the kit's own pieces; read through `Slot` and `ToolCard`, own names only. */
export interface Pieces {
  readonly slots: Readonly<Record<string, unknown>>;
  readonly toolRenderers: Readonly<Record<string, unknown>>;
  readonly toolLayout: ToolLayout;
  /** @default "auto"; "inline" where the layout is "groups" */
  readonly commentary?: CommentaryMode | undefined;
  readonly commentaryMax?: number | undefined;
}

export const PiecesContext = createContext<Pieces>({ slots: {}, toolRenderers: {}, toolLayout: "widget" });
