"use client";

import { useRef, useState } from "react";
import type { ChatPause, ChatStatus } from "../../chat/state.js";
import type { ChatMessage } from "../../stream/message.js";
import { useApprovalKey } from "../Approval/use-approval-key.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";
import { type Announced, announce } from "./announce.js";
import { Voice } from "./Voice.js";

export interface AnnouncerProps {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  /** In words. @default none */
  error?: string | undefined;
  /** @default none */
  pause?: ChatPause | undefined;
  /** The person ended the turn. @default false */
  isStopped?: boolean | undefined;
}

/**
 * Tells a screen reader what happens in the conversation, at its boundaries: a tool runs, is done, failed, the answer is
 * ready, the turn rests or was stopped; at once, whatever is being read: an approval is needed, an error. It has the only
 * live regions of the chat, and the key that it tells of: Alt+A goes to the next call that waits beside it. Renders two
 * hidden `<div>`s.
 */
export function Announcer({ messages, status, error, pause, isStopped = false }: AnnouncerProps) {
  const labels = useLabels();
  const manners = useToolManners();
  const mark = useRef<HTMLDivElement>(null);
  useApprovalKey(mark);
  const now = { messages, status, error, pause, isStopped };
  const [announced, setAnnounced] = useState<Announced>({ ...now, said: [], count: 0 });
  const next = announce(announced, now, labels, manners);
  if (next !== announced) setAnnounced(next);
  return (
    <div className="tt-hidden" ref={mark}>
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
