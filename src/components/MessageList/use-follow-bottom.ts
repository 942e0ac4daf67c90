"use client";

import { type MouseEvent, type RefObject, useCallback, useRef, useState } from "react";
import { useBeforePaint } from "../BeforePaint/use-before-paint.js";

/** How near the bottom a reader has come back to it. */
const nearPx = 32;
/** Who stands at it may be so far off: places are fractions where the page is zoomed. */
const roundingPx = 2;

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

  /** Told before its scroll event: a reader who goes up between the two went up from here. */
  const goToBottom = useCallback((element: Element) => {
    element.scrollTop = element.scrollHeight;
    lastTopPx.current = element.scrollTop;
  }, []);

  const follow = useCallback(() => {
    if (!scrollRef.current) return;
    setBoth(true);
    goToBottom(scrollRef.current);
  }, [setBoth, goToBottom]);

  const onScroll = useCallback(() => {
    const element = scrollRef.current;
    if (!element) return;
    const wentUp = element.scrollTop < lastTopPx.current - 1;
    lastTopPx.current = element.scrollTop;
    const leftPx = toBottomPx(element);
    if (wentUp && leftPx > roundingPx) setBoth(false);
    else if (leftPx <= nearPx) setBoth(true);
  }, [setBoth]);

  const onClickCapture = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("[aria-expanded]")) following.current = false;
  }, []);

  useBeforePaint(() => {
    const element = scrollRef.current;
    const content = contentRef.current;
    if (!element || !content || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      if (following.current) goToBottom(element);
      else setBoth(toBottomPx(element) <= roundingPx);
    });
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, [setBoth, goToBottom]);

  return { scrollRef, contentRef, isFollowing, follow, onScroll, onClickCapture };
}

function toBottomPx(element: Element): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}
