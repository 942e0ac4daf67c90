"use client";

import { approvalReasons } from "../../chat/approvals.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { focusWhenThere } from "../FocusHandover/use-focus-handover.js";
import { shownToolName } from "../ToolCallEntry/call-outcome.js";
import type { ApprovalDesk } from "./use-approval-desk.js";
import type { WaitingCall } from "./waiting-calls.js";

/** What the card shows: the answers, the arguments to change, or the field for a reason. */
export type ApprovalMode = "ask" | "edit" | "deny";

export interface ApprovalActionsProps {
  call: WaitingCall;
  desk: ApprovalDesk;
  isOneOfMany: boolean;
  /** The form that was given up: its button gets the focus back. */
  from: ApprovalMode;
  onMode: (mode: "edit" | "deny") => void;
}

/** The answers to a call that waits. Renders a `<div>` of `<button>`s. */
export function ApprovalActions({ call, desk, isOneOfMany, from, onMode }: ApprovalActionsProps) {
  const labels = useLabels();
  const disabled = desk.isAnswered(call);
  const isLoop = call.approval.reason === approvalReasons.repeated;
  const deny = () => desk.answer(call, { approved: false });
  return (
    <div className="tt-actions">
      <button
        type="button"
        className="tt-button"
        data-kind={isOneOfMany ? undefined : "primary"}
        disabled={disabled}
        onClick={() => desk.answer(call, { approved: true })}
      >
        {isLoop ? labels.goOn : labels.allowOnce}
      </button>
      {desk.canAllowAlways(call) && (
        <button
          type="button"
          className="tt-button"
          disabled={disabled}
          onClick={() => desk.answer(call, { approved: true, scope: "always" })}
        >
          {labels.allowAlways(shownToolName(call))}
        </button>
      )}
      <button
        type="button"
        className="tt-button"
        disabled={disabled}
        onClick={isLoop && desk.stop !== undefined ? desk.stop : deny}
      >
        {isLoop ? labels.stop : labels.deny}
      </button>
      {desk.editable(call) !== undefined && !isLoop && (
        <button
          type="button"
          className="tt-button"
          data-kind="quiet"
          ref={from === "edit" ? focusWhenThere : undefined}
          disabled={disabled}
          onClick={() => onMode("edit")}
        >
          {labels.editArguments}
        </button>
      )}
      <button
        type="button"
        className="tt-button"
        data-kind="quiet"
        ref={from === "deny" ? focusWhenThere : undefined}
        disabled={disabled}
        onClick={() => onMode("deny")}
      >
        {labels.denyWithReason}
      </button>
    </div>
  );
}
