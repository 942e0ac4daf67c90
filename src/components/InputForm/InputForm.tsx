"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ToolDefinition } from "../../tools/definition.js";
import { validateInput } from "../../tools/validate.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { FormFields } from "./FormFields.js";
import type { FieldFault } from "./read-form.js";
import { isUntouched, readDraft, toJsonText, useInputDraft } from "./use-input-draft.js";

export interface InputFormProps {
  tool: ToolDefinition;
  /** The arguments as the model wrote them. */
  input: unknown;
  /** @param input  what fits the tool's schema; undefined where nothing was changed */
  onSubmit: (input: unknown) => void;
  onCancel: () => void;
  /** Names the call: what is written is kept beside the conversation until it is sent or given up. */
  keepAs: string;
  takesFocus: boolean;
}

const noFaults: ReadonlyMap<number, FieldFault> = new Map();

/**
 * The arguments of a call, to be changed before it runs: a form made from the tool's schema, or JSON where a form would
 * hide something. What does not fit the schema is not let through, and says why. Renders a `<form>`; Escape gives it up.
 */
export function InputForm({ tool, input, onSubmit, onCancel, keepAs, takesFocus }: InputFormProps) {
  const labels = useLabels();
  const errorId = useId();
  const ref = useRef<HTMLFormElement>(null);
  const { draft, setDraft, forget } = useInputDraft(tool, input, keepAs);
  const [faults, setFaults] = useState(noFaults);
  const [error, setError] = useState("");
  /** Counts the tries that did not fit: each moves the focus to what is wrong. */
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (takesFocus || tries > 0) focusFirst(ref.current);
  }, [takesFocus, tries]);

  const showFaults = (text: string, wrong: ReadonlyMap<number, FieldFault> = noFaults) => {
    setError(text);
    setFaults(wrong);
    setTries((count) => count + 1);
  };
  const submit = async () => {
    const reading = readDraft(draft, labels.notJson);
    if ("error" in reading) return showFaults(reading.error);
    if (reading.faults.size > 0) return showFaults("", reading.faults);
    const validated = await validateInput(tool, reading.input);
    if ("errorText" in validated) return showFaults(validated.errorText);
    forget();
    onSubmit(isUntouched(draft, input) ? undefined : reading.input);
  };
  const cancel = () => {
    forget();
    onCancel();
  };
  const toJson = () => {
    const reading = readDraft(draft, labels.notJson);
    const isWhole = "input" in reading && reading.faults.size === 0;
    setDraft({ form: undefined, texts: [], json: toJsonText(isWhole ? reading.input : input) });
    showFaults("");
  };
  return (
    <form
      className="tt-form"
      ref={ref}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) cancel();
      }}
    >
      {draft.form ? (
        <FormFields
          nodes={draft.form.nodes}
          draft={draft.texts}
          faults={faults}
          errorId={error === "" ? undefined : errorId}
          onChange={(index, text) => setDraft({ ...draft, texts: draft.texts.with(index, text) })}
        />
      ) : (
        <JsonField
          text={draft.json}
          errorId={error === "" ? undefined : errorId}
          onText={(json) => setDraft({ ...draft, json })}
        />
      )}
      {error !== "" && (
        <p className="tt-form-fault" id={errorId}>
          {error}
        </p>
      )}
      <div className="tt-actions">
        <button type="submit" className="tt-button" data-kind="primary">
          {labels.allowEdited}
        </button>
        <button type="button" className="tt-button" onClick={cancel}>
          {labels.cancel}
        </button>
        {draft.form && (
          <button type="button" className="tt-button" data-kind="quiet" onClick={toJson}>
            {labels.editAsJson}
          </button>
        )}
      </div>
    </form>
  );
}

interface JsonFieldProps {
  text: string;
  errorId: string | undefined;
  onText: (text: string) => void;
}

function JsonField({ text, errorId, onText }: JsonFieldProps) {
  const labels = useLabels();
  const id = useId();
  return (
    <div className="tt-form-field">
      <label htmlFor={id}>{labels.argumentsAsJson}</label>
      <textarea
        className="tt-field"
        data-kind="json"
        id={id}
        rows={Math.min(Math.max(text.split("\n").length, 3), 16)}
        spellCheck={false}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

/** The field that is wrong, where one is known to be; else the first. */
function focusFirst(form: HTMLElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid=true]") ?? form?.querySelector<HTMLElement>(".tt-field");
  field?.focus();
}
