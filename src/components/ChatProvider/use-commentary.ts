"use client";

import { useContext } from "react";
import type { CommentaryMode } from "../../chat/read-turn.js";
import { PiecesContext } from "./chat-context.js";

/** Where the words that lead to a call are shown, as the app says, or as `mode`. */
export function useCommentary(mode: CommentaryMode) {
  const { commentary = mode, commentaryMax } = useContext(PiecesContext);
  return { commentary, commentaryMax };
}
