"use client";

import { useId, useState } from "react";
import { callKey, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useToolManner } from "../ChatProvider/use-tool-manners.js";
import { useSeconds } from "../Clock/use-seconds.js";
import { useFocusHandover } from "../FocusHandover/use-focus-handover.js";
import { InputForm } from "../InputForm/InputForm.js";
import { Markdown } from "../Markdown/Markdown.js";
import { shownToolName } from "../ToolCallEntry/call-outcome.js";
import { ApprovalActions, type ApprovalMode } from "./ApprovalActions.js";
import { ArgumentList } from "./ArgumentList.js";
import { DenialForm } from "./DenialForm.js";
import { reasonWords } from "./reason-words.js";
import type { ApprovalDesk } from "./use-approval-desk.js";
import { approvalKey } from "./use-approval-key.js";
import type { WaitingCall } from "./waiting-calls.js";

export interface ApprovalCardProps {
  call: WaitingCall;
  /** What the model said before it made the call. @default none */
  words?: string | undefined;
  /** Undefined: the call is only shown. */
  desk: ApprovalDesk | undefined;
  /** None of the answers stands out then. */
  isOneOfMany: boolean;
}

/** One call that waits for a person. Takes no focus by itself. Renders a `<fieldset>`. */
export function ApprovalCard({ call, words = "", desk, isOneOfMany }: ApprovalCardProps) {
  const labels = useLabels();
  const id = useId();
  const ref = useFocusHandover<HTMLFieldSetElement>(findNextCard);
  const keepAs = `${callKey(call)}:${call.approval.id}`;
  const editable = desk?.editable(call);
  const { mode, from, isFresh, change } = useApprovalMode(keepAs, editable !== undefined);
  const secondsLeft = useSecondsLeft(call.approval.expiresAt);
  const isOver = secondsLeft !== undefined && secondsLeft <= 0;
  const name = shownToolName(call);
  const { redactor } = useToolManner(call);
  const why = redactor.text(reasonWords(call, labels));
  const back = () => change("ask");
  return (
    <fieldset
      className="tt-approval"
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      aria-keyshortcuts={approvalKey}
      data-mode={mode}
    >
      <div className="tt-approval-head">
        <strong className="tt-approval-question" id={id}>
          {labels.approvalQuestion(name)}
        </strong>
        {secondsLeft !== undefined && !isOver && (
          <span className="tt-approval-time">{labels.timeLeft(secondsLeft)}</span>
        )}
      </div>
      {words !== "" && (
        <div className="tt-approval-words">
          <Markdown>{words}</Markdown>
        </div>
      )}
      {why !== "" && <p className="tt-approval-why">{why}</p>}
      {mode === "edit" && editable !== undefined && !isOver ? (
        <InputForm
          tool={editable}
          input={call.input}
          keepAs={keepAs}
          takesFocus={isFresh}
          onCancel={back}
          onSubmit={(input) => desk?.answer(call, { approved: true, ...(input === undefined ? {} : { input }) })}
        />
      ) : (
        <ArgumentList input={call.input} label={labels.argumentsOf(name)} redactor={redactor} keepAs={callKey(call)} />
      )}
      {isOver && <p className="tt-approval-why">{labels.approvalOver}</p>}
      {desk && !isOver && mode === "ask" && (
        <ApprovalActions call={call} desk={desk} isOneOfMany={isOneOfMany} from={from} onMode={change} />
      )}
      {desk && !isOver && mode === "deny" && (
        <DenialForm
          keepAs={keepAs}
          takesFocus={isFresh}
          onCancel={back}
          onDeny={(reason) => desk.answer(call, { approved: false, reason })}
        />
      )}
    </fieldset>
  );
}

/** What the card shows, kept while its row is away; `isFresh`: it was chosen since the row came. */
function useApprovalMode(keepAs: string, canEdit: boolean) {
  const editing = useKeptOpen([`edit:${keepAs}`], {});
  const denying = useKeptOpen([`deny:${keepAs}`], {});
  const [from, setFrom] = useState<ApprovalMode>("ask");
  const mode: ApprovalMode = editing.open && canEdit ? "edit" : denying.open ? "deny" : "ask";
  const change = (next: ApprovalMode) => {
    setFrom(mode);
    editing.onOpenChange(next === "edit");
    denying.onOpenChange(next === "deny");
  };
  return { mode, from, isFresh: editing.isFresh || denying.isFresh, change };
}

function useSecondsLeft(expiresAt: string | undefined): number | undefined {
  const expiresMs = Date.parse(expiresAt ?? "");
  const seconds = useSeconds(!Number.isNaN(expiresMs));
  return seconds === undefined ? undefined : Math.ceil(expiresMs / 1000) - seconds;
}

function findNextCard(element: HTMLElement): HTMLElement | undefined {
  const cards = [...(element.closest(".tt-approvals")?.querySelectorAll<HTMLElement>(".tt-approval") ?? [])];
  const index = cards.indexOf(element);
  return cards[index + 1] ?? cards[index - 1];
}
