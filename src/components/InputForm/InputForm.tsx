"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ToolDefinition } from "../../tools/definition.js";
import { errorTextOf } from "../../tools/run.js";
import { toDeclaration } from "../../tools/schema.js";
import { validateInput } from "../../tools/validate.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { FormFields } from "./FormFields.js";
import { createForm, type Form } from "./form-fields.js";
import { type FieldFault, readForm } from "./read-form.js";

export interface InputFormProps {
  tool: ToolDefinition;
  /** The arguments as the model wrote them. */
  input: unknown;
  /** @param input  what fits the tool's schema; undefined where nothing was changed */
  onSubmit: (input: unknown) => void;
  onCancel: () => void;
}

/** `form` is undefined where the arguments are written as JSON. */
interface Draft {
  form: Form | undefined;
  texts: readonly string[];
  json: string;
}

const noFaults: ReadonlyMap<number, FieldFault> = new Map();

/**
 * The arguments of a call, to be changed before it runs: a form made from the tool's schema, or JSON where a form would
 * hide something. What does not fit the schema is not let through, and says why. Renders a `<form>` that takes the focus;
 * Escape gives it up.
 */
export function InputForm({ tool, input, onSubmit, onCancel }: InputFormProps) {
  const labels = useLabels();
  const errorId = useId();
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => ({ ...fill(tool, input), json: toJsonText(input) }));
  const [faults, setFaults] = useState(noFaults);
  const [error, setError] = useState("");
  /** Counts the tries that did not fit: each moves the focus to what is wrong. */
  const [tries, setTries] = useState(0);
  useEffect(() => focusFirst(ref.current), [tries]);

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
    onSubmit(isUntouched(draft, input) ? undefined : reading.input);
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
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onCancel();
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
        <button type="button" className="tt-button" onClick={onCancel}>
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

function fill(tool: ToolDefinition, input: unknown): Pick<Draft, "form" | "texts"> {
  let form: Form | undefined;
  try {
    form = tool.parameters === undefined ? undefined : createForm(toDeclaration(tool).parameters, input);
  } catch {
    form = undefined; // a schema that cannot say itself in JSON Schema
  }
  return { form, texts: form?.draft ?? [] };
}

type Reading = { input: unknown; faults: ReadonlyMap<number, FieldFault> } | { error: string };

function readDraft({ form, texts, json }: Draft, notJson: (detail: string) => string): Reading {
  if (form !== undefined) return readForm(form.nodes, texts);
  try {
    return { input: JSON.parse(json) as unknown, faults: noFaults };
  } catch (error) {
    return { error: notJson(errorTextOf(error)) };
  }
}

function isUntouched({ form, texts, json }: Draft, input: unknown): boolean {
  if (form === undefined) return json === toJsonText(input);
  return texts.every((text, index) => text === form.draft[index]);
}

/** Empty for what is no JSON. */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? {}, undefined, 2);
  } catch {
    return "";
  }
}

/** The field that is wrong, where one is known to be; else the first. */
function focusFirst(form: HTMLElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid=true]") ?? form?.querySelector<HTMLElement>(".tt-field");
  field?.focus();
}
