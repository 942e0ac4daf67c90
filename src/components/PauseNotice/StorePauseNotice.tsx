"use client";

import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { PauseNotice } from "./PauseNotice.js";

/** The pause of the store above, nothing while there is none. */
export function StorePauseNotice() {
  const pause = useChatStore((state) => state.pause);
  const sendFollowUp = useChatStore((state) => state.sendFollowUp);
  const stop = useChatStore((state) => state.stop);
  return pause && <PauseNotice pause={pause} onContinue={() => void sendFollowUp()} onStop={stop} />;
}
