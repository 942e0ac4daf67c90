"use client";

import { type RefObject, useEffect } from "react";

/** As `aria-keyshortcuts` has it. */
export const approvalKey = "Alt+A";

/**
 * Alt+A, wherever on the page the focus is, brings it to the next call beside `mark` that waits for a person; behind the
 * last one, to the first. Nothing happens while none waits. It is the key and not its letter that counts; where the
 * two together write a letter (Option+A in a field, AltGr), they do. Control+Option+A goes from a field on Apple's
 * keyboards.
 */
export function useApprovalKey(mark: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isApprovalKey(event)) return;
      const cards = [...(mark.current?.parentElement?.querySelectorAll<HTMLElement>(".tt-approval") ?? [])];
      const current = cards.findIndex((card) => card.contains(document.activeElement));
      const next = cards[current + 1] ?? cards[0];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [mark]);
}

function isApprovalKey(event: KeyboardEvent): boolean {
  const { code, altKey, ctrlKey, metaKey, shiftKey, isComposing, defaultPrevented } = event;
  if (code !== "KeyA" || !altKey || metaKey || shiftKey || isComposing || defaultPrevented) return false;
  if (event.getModifierState("AltGraph")) return false;
  if (!isApple()) return !ctrlKey;
  return ctrlKey || !(event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]"));
}

function isApple(): boolean {
  return /^(?:Mac|iP)/.test(navigator.platform);
}
