"use client";

import type { ToolPart } from "../../stream/message.js";
import { useKept } from "./use-kept.js";

export interface Disclosure {
  /** Controlled: the caller keeps it. @default kept beside the conversation */
  open?: boolean | undefined;
  /** @default false */
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** What keeps open what shows a call, wherever it is shown. */
export function callKey(part: ToolPart): string {
  return `call:${part.toolCallId}`;
}

/**
 * Whether something stands open, kept by what it shows and not by its row: what a person opened or closed stays so while
 * rows are regrouped, finished and mounted again.
 * @param keys  of all that it shows; a decision on one is a decision on those that join it later
 * @returns `isFresh`: it was opened in this row, since that was mounted
 */
export function useKeptOpen(keys: readonly string[], { open, defaultOpen = false, onOpenChange }: Disclosure) {
  const { value, own, set } = useKept((memory) => memory.opened, keys);
  return {
    open: open ?? value ?? defaultOpen,
    isFresh: own === true,
    onOpenChange: (next: boolean) => {
      set(next);
      onOpenChange?.(next);
    },
  };
}
