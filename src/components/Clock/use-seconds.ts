"use client";

import { useSyncExternalStore } from "react";
import { subscribeToNothing } from "../ChatProvider/subscribe-to-nothing.js";

/** Twice a second, so that no second is left out. */
const tickMs = 500;

/**
 * The time in whole seconds since 1970; the component renders again when it changes. Undefined while `isOn` is false, and
 * on a server.
 */
export function useSeconds(isOn: boolean): number | undefined {
  return useSyncExternalStore(isOn ? onTick : subscribeToNothing, isOn ? readSeconds : none, none);
}

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, tickMs);
  return () => clearInterval(timer);
}

function readSeconds(): number | undefined {
  return Math.floor(Date.now() / 1000);
}

function none(): undefined {
  return undefined;
}
