"use client";

import { useContext, useSyncExternalStore } from "react";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { subscribeToNothing } from "../ChatProvider/subscribe-to-nothing.js";

/**
 * Says what pieces of the page tell a screen reader beside the conversation, such as that something was copied. Stands in
 * the live regions of an `Announcer`. Renders a `<p>`, or nothing.
 */
export function Voice({ isUrgent }: { isUrgent: boolean }) {
  const memory = useContext(ReaderMemoryContext);
  const said = useSyncExternalStore(
    memory?.subscribe ?? subscribeToNothing,
    () => memory?.said(),
    () => undefined,
  );
  return said?.isUrgent === isUrgent ? <p key={said.id}>{said.text}</p> : null;
}
