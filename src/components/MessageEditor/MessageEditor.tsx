"use client";

import type { FormEvent, KeyboardEvent } from "react";
import { useKept } from "../ChatProvider/use-kept.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { isComposing } from "../Composer/is-composing.js";
import { findComposer, useFocusHandover } from "../FocusHandover/use-focus-handover.js";

export interface MessageEditorProps {
  /** The words as they are now. */
  text: string;
  /** Takes the new words, trimmed and never empty. */
  onSend: (text: string) => void;
  onCancel: () => void;
  /**
   * Names the words, as by their message's id: what is written is kept beside the conversation until it is sent or given up.
   * @default kept as long as the editor is mounted
   */
  keepAs?: string | undefined;
  /** Once it is there. @default true */
  takesFocus?: boolean | undefined;
}

/**
 * The person's words, to be changed and sent anew. Enter sends, Shift+Enter breaks the line, Escape leaves them as they
 * were. Renders a `<form>`.
 */
export function MessageEditor({ text, onSend, onCancel, keepAs, takesFocus = true }: MessageEditorProps) {
  const labels = useLabels();
  const ref = useFocusHandover<HTMLFormElement>(findComposer);
  const { value, set, forget } = useKept((memory) => memory.drafts, keepAs === undefined ? [] : [`edit:${keepAs}`]);
  const draft = value?.[0] ?? text;
  const words = draft.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words === "") return;
    forget();
    onSend(words);
  };
  const cancel = () => {
    forget();
    onCancel();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey) submit(event);
    if (event.key !== "Escape") return;
    event.stopPropagation(); // it is answered here
    cancel();
  };
  return (
    <form ref={ref} className="tt-message-editor" onSubmit={submit}>
      <div className="tt-composer-field" data-draft={draft}>
        <textarea
          ref={takesFocus ? focusAtEnd : undefined}
          rows={1}
          value={draft}
          aria-label={labels.editedMessage}
          enterKeyHint="send"
          dir="auto"
          onChange={(event) => set([event.target.value])}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="tt-message-editor-buttons">
        <button type="button" className="tt-button" data-kind="quiet" onClick={cancel}>
          {labels.cancel}
        </button>
        <button type="submit" className="tt-button" data-kind="primary" disabled={words === ""}>
          {labels.send}
        </button>
      </div>
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
}
