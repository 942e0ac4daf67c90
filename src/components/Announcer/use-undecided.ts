"use client";

import { useContext, useEffect, useState } from "react";
import type { ChatStore } from "../../chat/store.js";
import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../../stream/message.js";
import { ChatStoreContext } from "../ChatProvider/chat-context.js";

/** As long as it may take until it is known whether a person is asked. */
const holdMs = 150;

/**
 * True for a moment while a call looks as if it ran, and may be about to be put before a person: that it runs would be
 * said too early.
 */
export function useUndecided(messages: readonly ChatMessage[]): boolean {
  const store = useContext(ChatStoreContext);
  const undecided = undecidedIds(messages.at(-1), store);
  const [waitedFor, setWaitedFor] = useState("");
  useEffect(() => {
    if (undecided === "") return;
    const timer = setTimeout(() => setWaitedFor(undecided), holdMs);
    return () => clearTimeout(timer);
  }, [undecided]);
  return undecided !== "" && undecided !== waitedFor;
}

/** Of the calls that are not decided on, in one text; empty when there are none. */
function undecidedIds(message: ChatMessage | undefined, store: ChatStore | undefined): string {
  const calls = store === undefined ? [] : (message?.parts.filter(isToolPart) ?? []);
  const mayAsk = (part: ToolPart) => {
    const needsApproval = store?.getState().getTool(getToolName(part))?.needsApproval;
    return needsApproval !== undefined && needsApproval !== false;
  };
  const isUndecided = (part: ToolPart) => part.state === "input-available" && mayAsk(part);
  return calls
    .filter(isUndecided)
    .map((part) => part.toolCallId)
    .join("\n");
}
