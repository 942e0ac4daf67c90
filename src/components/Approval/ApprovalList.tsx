"use client";

import { useId } from "react";
import type { ApprovalDecision } from "../../chat/state.js";
import type { ChatMessage } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { findWidgetLine, useFocusHandover } from "../FocusHandover/use-focus-handover.js";
import { ApprovalCard } from "./ApprovalCard.js";
import { type ApprovalDesk, useApprovalDesk } from "./use-approval-desk.js";
import { type WaitingCall, waitingCalls } from "./waiting-calls.js";

export interface ApprovalListProps {
  message: ChatMessage;
  /** What the model said before it made the calls, by their ids. @default none */
  words?: ReadonlyMap<string, string> | undefined;
}

/**
 * The calls of a message that wait for a person: what is to be done, why it is asked, and the answers. Drawn from the
 * message's parts alone; no text of a model or a tool makes one. Renders a `<section>`, or nothing when no call waits.
 */
export function ApprovalList({ message, words }: ApprovalListProps) {
  const waiting = waitingCalls(message);
  const desk = useApprovalDesk(waiting[0]);
  return waiting.length === 0 ? null : <Waiting calls={waiting} desk={desk} words={words} />;
}

interface WaitingProps extends Pick<ApprovalListProps, "words"> {
  calls: readonly WaitingCall[];
  desk: ApprovalDesk | undefined;
}

function Waiting({ calls, desk, words }: WaitingProps) {
  const labels = useLabels();
  const headingId = useId();
  const ref = useFocusHandover<HTMLElement>(findWidgetLine);
  const isBatch = calls.length > 1;
  return (
    <section
      className="tt-approvals"
      ref={ref}
      data-state="waiting"
      aria-labelledby={isBatch ? headingId : undefined}
      aria-label={isBatch ? undefined : labels.callState.waiting}
    >
      {isBatch && (
        <header className="tt-approvals-batch">
          <span className="tt-approval-question" id={headingId}>
            {labels.waitingCalls(calls.length)}
          </span>
          {desk && <BatchActions calls={calls} desk={desk} />}
        </header>
      )}
      {calls.map((call) => (
        <ApprovalCard
          key={call.approval.id}
          call={call}
          words={words?.get(call.toolCallId)}
          desk={desk}
          isOneOfMany={isBatch}
        />
      ))}
    </section>
  );
}

function BatchActions({ calls, desk }: { calls: readonly WaitingCall[]; desk: ApprovalDesk }) {
  const labels = useLabels();
  const ref = useFocusHandover<HTMLDivElement>(findFirstCard);
  const answerAll = (decision: ApprovalDecision) => {
    for (const call of calls) if (!desk.isAnswered(call)) desk.answer(call, decision);
  };
  const isDone = calls.every(desk.isAnswered);
  return (
    <div className="tt-actions" ref={ref}>
      <button type="button" className="tt-button" disabled={isDone} onClick={() => answerAll({ approved: true })}>
        {labels.allowAll}
      </button>
      <button type="button" className="tt-button" disabled={isDone} onClick={() => answerAll({ approved: false })}>
        {labels.denyAll}
      </button>
    </div>
  );
}

function findFirstCard(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest(".tt-approvals")?.querySelector<HTMLElement>(".tt-approval");
}
