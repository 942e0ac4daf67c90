"use client";

import { useId } from "react";
import { useKept } from "../ChatProvider/use-kept.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { focusWhenThere } from "../FocusHandover/use-focus-handover.js";

export interface DenialFormProps {
  /** @param reason  undefined where none was given */
  onDeny: (reason: string | undefined) => void;
  onCancel: () => void;
  /** Names the call: what is written is kept beside the conversation until it is sent or given up. */
  keepAs: string;
  takesFocus: boolean;
}

/** Asks why a call is denied. Renders a `<form>`; Escape gives it up. */
export function DenialForm({ onDeny, onCancel, keepAs, takesFocus }: DenialFormProps) {
  const labels = useLabels();
  const id = useId();
  const { value, set, forget } = useKept((memory) => memory.drafts, [`deny:${keepAs}`]);
  const reason = value?.[0] ?? "";
  const cancel = () => {
    forget();
    onCancel();
  };
  return (
    <form
      className="tt-form"
      onSubmit={(event) => {
        event.preventDefault();
        forget();
        onDeny(reason.trim() === "" ? undefined : reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) cancel();
      }}
    >
      <div className="tt-form-field">
        <label htmlFor={id}>{labels.denialReason}</label>
        <input
          className="tt-field"
          id={id}
          ref={takesFocus ? focusWhenThere : undefined}
          value={reason}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => set([event.target.value])}
        />
      </div>
      <div className="tt-actions">
        <button type="submit" className="tt-button" data-kind="primary">
          {labels.deny}
        </button>
        <button type="button" className="tt-button" data-kind="quiet" onClick={cancel}>
          {labels.cancel}
        </button>
      </div>
    </form>
  );
}
