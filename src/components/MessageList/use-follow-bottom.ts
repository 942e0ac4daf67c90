"use client";

import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How near the bottom counts as at the bottom. */
const nearPx = 32;

export interface FollowBottom {
  /** Of the element that scrolls. */
  scrollRef: RefObject<HTMLDivElement | null>;
  /** Of what is in it. */
  contentRef: RefObject<HTMLDivElement | null>;
  isFollowing: boolean;
  /** Goes to the bottom, and stays there while the content grows. */
  follow: () => void;
  onScroll: () => void;
  /** A block that is opened by hand must not run away from under the pointer. */
  onClickCapture: (event: MouseEvent) => void;
}

/** Follows the bottom of a growing page, and lets go as soon as the reader scrolls up. */
export function useFollowBottom(): FollowBottom {
  const scrollRef = useRef<HTMLDivElement | null>(null);
  const contentRef = useRef<HTMLDivElement | null>(null);
  const [isFollowing, setFollowing] = useState(true);
  /** As `isFollowing`, for observers, which see a state one render late. */
  const following = useRef(true);
  /** Where the page stood: a lower place means that the reader went up. */
  const lastTopPx = useRef(0);

  const setBoth = useCallback((value: boolean) => {
    following.current = value;
    setFollowing(value);
  }, []);

  const follow = useCallback(() => {
    const element = scrollRef.current;
    if (!element) return;
    setBoth(true);
    element.scrollTop = element.scrollHeight;
  }, [setBoth]);

  const onScroll = useCallback(() => {
    const element = scrollRef.current;
    if (!element) return;
    const wentUp = element.scrollTop < lastTopPx.current - 1;
    lastTopPx.current = element.scrollTop;
    if (isAtBottom(element)) setBoth(true);
    else if (wentUp) setBoth(false);
  }, [setBoth]);

  const onClickCapture = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("[aria-expanded]")) following.current = false;
  }, []);

  useEffect(() => {
    const element = scrollRef.current;
    const content = contentRef.current;
    if (!element || !content || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
      else setBoth(isAtBottom(element));
    });
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, [setBoth]);

  return { scrollRef, contentRef, isFollowing, follow, onScroll, onClickCapture };
}

function isAtBottom(element: Element): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;
}
