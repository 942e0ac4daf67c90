"use client";

import { type RefObject, useRef } from "react";
import { useBeforePaint } from "../BeforePaint/use-before-paint.js";

/**
 * Hands the focus on when an element goes away with the focus in it: a person who works by keyboard must not be sent back
 * to the top of the page by their own answer.
 * @param findNext  where it goes; asked while the element still stands. Always the same function
 */
export function useFocusHandover<Kind extends HTMLElement>(
  findNext: (element: Kind) => HTMLElement | null | undefined,
): RefObject<Kind | null> {
  const ref = useRef<Kind | null>(null);
  useBeforePaint(() => {
    const element = ref.current;
    return () => {
      if (element?.matches(":focus-within")) findNext(element)?.focus();
    };
  }, [findNext]);
  return ref;
}

/**
 * For a row of a list that may take it away while the focus is in it, as one that scrolls does: the focus goes to what holds
 * the row and stays, and Tab goes on from there.
 */
export function useRowHandover<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind | null>(null);
  useBeforePaint(() => {
    const row = ref.current;
    return () => {
      if (row === null || !row.matches(":focus-within")) return;
      const around = ancestorsOf(row);
      const holders = holdersOf(row, around);
      holders[0]?.focus({ preventScroll: true });
      // The nearest one may be about to go as well.
      queueMicrotask(() => {
        if (isSomewhere(row.ownerDocument)) return;
        holders.find((holder) => holder.isConnected)?.focus({ preventScroll: true });
        if (!isSomewhere(row.ownerDocument)) focusForNow(around.find((each) => each.isConnected));
      });
    };
  }, []);
  return ref;
}

/** What can take the focus of a row: what is around it, nearest first, and where the person writes. */
function holdersOf(row: HTMLElement, around: readonly HTMLElement[]): HTMLElement[] {
  const holders = around.filter((each) => each.matches("[tabindex]"));
  const composer = findComposer(row);
  if (!composer) return holders;
  return row.querySelector(".tt-message-editor:focus-within") ? [composer, ...holders] : [...holders, composer];
}

/** Without the page itself. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) ancestors.push(each);
  return ancestors.filter((each) => !each.matches("body, html"));
}

function isSomewhere({ activeElement, body }: Document): boolean {
  return activeElement !== null && activeElement !== body;
}

/** For an element that takes no focus by itself: Tab goes on from where it stands. */
function focusForNow(element: HTMLElement | undefined): void {
  if (element === undefined) return;
  element.tabIndex = -1;
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  element.focus({ preventScroll: true });
}

/** The line that says what goes on, of the widget or the group that an element is in. */
export function findWidgetLine(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest(".tt-widget, .tt-group")?.querySelector<HTMLElement>("button.tt-collapsible-line");
}

/** Where the person writes, in the chat that holds the element. */
export function findComposer(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest(".tt-chat")?.querySelector<HTMLElement>(".tt-composer textarea");
}

/** A `ref` for what takes the focus as soon as it is there. */
export function focusWhenThere(element: HTMLElement | null): void {
  element?.focus();
}
