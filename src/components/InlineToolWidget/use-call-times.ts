"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { type CallTimes, createCallClock } from "./call-clock.js";

/** How long the calls of a message take, by their ids; only of those that were seen to begin. */
export function useCallTimes(message: ChatMessage): CallTimes {
  const [clock] = useState(createCallClock);
  useEffect(() => clock.note(message.parts.filter(isToolPart), Date.now()), [clock, message]);
  return useSyncExternalStore(clock.subscribe, clock.read, clock.read);
}
