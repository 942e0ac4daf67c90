"use client";

import { useId, useState } from "react";
import { useLabels } from "../ChatProvider/use-labels.js";
import { focusWhenThere } from "../FocusHandover/use-focus-handover.js";

export interface DenialFormProps {
  /** @param reason  undefined where none was given */
  onDeny: (reason: string | undefined) => void;
  onCancel: () => void;
}

/** Asks why a call is denied. Renders a `<form>` whose field has the focus; Escape gives it up. */
export function DenialForm({ onDeny, onCancel }: DenialFormProps) {
  const labels = useLabels();
  const id = useId();
  const [reason, setReason] = useState("");
  return (
    <form
      className="tt-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim() === "" ? undefined : reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onCancel();
      }}
    >
      <div className="tt-form-field">
        <label htmlFor={id}>{labels.denialReason}</label>
        <input
          className="tt-field"
          id={id}
          ref={focusWhenThere}
          value={reason}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <div className="tt-actions">
        <button type="submit" className="tt-button" data-kind="primary">
          {labels.deny}
        </button>
        <button type="button" className="tt-button" data-kind="quiet" onClick={onCancel}>
          {labels.cancel}
        </button>
      </div>
    </form>
  );
}
