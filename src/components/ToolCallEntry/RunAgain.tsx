"use client";

import { useState } from "react";
import { approvalReasons } from "../../chat/approvals.js";
import { isRetryable } from "../../chat/message.js";
import { getToolName, type ToolPart } from "../../stream/message.js";
import { useCallStore } from "../ChatProvider/use-call-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { findWidgetLine, focusWhenThere, useFocusHandover } from "../FocusHandover/use-focus-handover.js";
import { shownToolName } from "./call-outcome.js";

/**
 * Runs a call that failed once more, where its tool runs here. A tool that is not `idempotent` may have done its work all
 * the same: that is said first. Renders a `<div>`, or nothing.
 */
export function RunAgain({ part }: { part: ToolPart }) {
  const store = useCallStore(isRetryable(part) ? part : undefined);
  const tool = part.providerExecuted ? undefined : store?.getState().getTool(getToolName(part));
  if (store === undefined || tool?.execute === undefined) return null;
  const run = () => void store.getState().retryToolCall(part.toolCallId);
  return <Offer name={shownToolName(part)} isSafe={tool.idempotent === true || !mayHaveRun(part)} onRun={run} />;
}

interface OfferProps {
  name: string;
  isSafe: boolean;
  onRun: () => void;
}

function Offer({ name, isSafe, onRun }: OfferProps) {
  const labels = useLabels();
  const ref = useFocusHandover<HTMLDivElement>(findWidgetLine);
  const [state, setState] = useState<"offered" | "warned" | "left">("offered");
  if (state === "warned") {
    return (
      <div className="tt-again" data-state="warned" ref={ref}>
        {/* The warning gets the focus, not a button: a second press of the same key must not run anything. */}
        <p className="tt-again-warning" tabIndex={-1} ref={focusWhenThere}>
          {labels.mayHaveRun(name)}
        </p>
        <div className="tt-actions">
          <button type="button" className="tt-button" onClick={onRun}>
            {labels.runAnyway}
          </button>
          <button type="button" className="tt-button" data-kind="quiet" onClick={() => setState("left")}>
            {labels.cancel}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="tt-again" data-state="offered" ref={ref}>
      <button
        type="button"
        className="tt-button"
        ref={state === "left" ? focusWhenThere : undefined}
        onClick={isSafe ? onRun : () => setState("warned")}
      >
        {labels.runAgain}
      </button>
    </div>
  );
}

/** False for a call whose approval was never given: its tool was not reached. */
function mayHaveRun(part: ToolPart): boolean {
  const approval = "approval" in part ? part.approval : undefined;
  return approval === undefined || approval.approved === true || approval.reason === approvalReasons.reloaded;
}
