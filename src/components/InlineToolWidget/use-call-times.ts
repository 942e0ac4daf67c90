"use client";

import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { type CallTimes, createCallClock } from "./call-clock.js";

/**
 * The calls that stood in a message when its row was mounted, by their ids: whatever else is in it came since. Undefined
 * outside of a row.
 */
export const StandingCallsContext = createContext<ReadonlySet<string> | undefined>(undefined);

/**
 * How long the calls of a message take, by their ids; only of those that were seen to begin, and not of one that ended
 * while its row was away.
 */
export function useCallTimes(message: ChatMessage): CallTimes {
  const kept = useContext(ReaderMemoryContext)?.callTimes;
  const standing = useContext(StandingCallsContext);
  const [clock] = useState(() => {
    const isOld = (id: string) => standing === undefined || standing.has(id) || kept?.has(id) === true;
    return createCallClock(
      message.parts.filter(isToolPart).filter(({ toolCallId }) => isOld(toolCallId)),
      kept,
    );
  });
  useEffect(() => clock.note(message.parts.filter(isToolPart), Date.now()), [clock, message]);
  return useSyncExternalStore(clock.subscribe, clock.read, clock.read);
}
