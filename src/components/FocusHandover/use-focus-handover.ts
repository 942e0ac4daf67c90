"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Hands the focus on when an element goes away with the focus in it: a person who works by keyboard must not be sent back
 * to the top of the page by their own answer.
 * @param findNext  where it goes; asked while the element still stands. Always the same function
 */
export function useFocusHandover<Kind extends HTMLElement>(
  findNext: (element: Kind) => HTMLElement | null | undefined,
): RefObject<Kind | null> {
  const ref = useRef<Kind | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.matches(":focus-within")) findNext(element)?.focus();
    };
  }, [findNext]);
  return ref;
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
