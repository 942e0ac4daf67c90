"use client";

import { useContext, useState, useSyncExternalStore } from "react";
import type { ToolPart } from "../../stream/message.js";
import { ReaderMemoryContext } from "./chat-context.js";

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

const never = () => () => undefined;

/**
 * Whether something stands open, kept by what it shows and not by its row: what a person opened or closed stays so while
 * rows are regrouped, finished and mounted again.
 * @param keys  of all that it shows; a decision on one is a decision on those that join it later
 */
export function useKeptOpen(keys: readonly string[], { open, defaultOpen = false, onOpenChange }: Disclosure) {
  const memory = useContext(ReaderMemoryContext);
  const [own, setOwn] = useState<boolean>();
  const kept = useSyncExternalStore(
    memory?.subscribe ?? never,
    () => memory?.isOpen(keys),
    () => undefined,
  );
  return {
    open: open ?? kept ?? own ?? defaultOpen,
    onOpenChange: (next: boolean) => {
      setOwn(next);
      memory?.setOpen(keys, next);
      onOpenChange?.(next);
    },
  };
}
