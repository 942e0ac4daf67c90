"use client";

import { useContext, useEffect } from "react";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { PauseNotice } from "./PauseNotice.js";

/** The pause of the store above, said aloud too; nothing while there is none. */
export function StorePauseNotice() {
  const pause = useChatStore((state) => state.pause);
  const sendFollowUp = useChatStore((state) => state.sendFollowUp);
  const stop = useChatStore((state) => state.stop);
  const memory = useContext(ReaderMemoryContext);
  const labels = useLabels();
  const steps = pause?.steps;
  useEffect(() => {
    if (steps !== undefined) memory?.say(labels.paused(steps), false);
  }, [steps, memory, labels]);
  return pause && <PauseNotice pause={pause} onContinue={() => void sendFollowUp()} onStop={stop} />;
}
