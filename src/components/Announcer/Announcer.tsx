"use client";

import { useState } from "react";
import type { ChatStatus } from "../../chat/state.js";
import type { ChatMessage } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { type Announced, announce } from "./announce.js";
import { Voice } from "./Voice.js";

export interface AnnouncerProps {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  /** In words. @default none */
  error?: string | undefined;
}

/**
 * Tells a screen reader what happens in the conversation, at its boundaries: a tool runs, is done, failed, the answer is
 * ready, an error. It is the only live region of the chat. Renders two hidden `<div>`s.
 */
export function Announcer({ messages, status, error }: AnnouncerProps) {
  const labels = useLabels();
  const [announced, setAnnounced] = useState<Announced>({ messages, status, error, said: [], count: 0 });
  const next = announce(announced, { messages, status, error }, labels);
  if (next !== announced) setAnnounced(next);
  return (
    <div className="tt-hidden">
      <div aria-live="polite">
        {next.said.map(({ id, text, isUrgent }) => !isUrgent && <p key={id}>{text}</p>)}
        <Voice isUrgent={false} />
      </div>
      <div aria-live="assertive">
        {next.said.map(({ id, text, isUrgent }) => isUrgent && <p key={id}>{text}</p>)}
        <Voice isUrgent />
      </div>
    </div>
  );
}
