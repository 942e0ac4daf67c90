"use client";

import { useId } from "react";
import { toLine } from "../../display/visible-text.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import type { FormField, FormNode } from "./form-fields.js";
import type { FieldFault } from "./read-form.js";

export interface FormFieldsProps {
  nodes: readonly FormNode[];
  draft: readonly string[];
  faults: ReadonlyMap<number, FieldFault>;
  /** Of the text that says what is wrong with the whole. @default none */
  errorId: string | undefined;
  onChange: (index: number, text: string) => void;
}

/** The fields of a form, objects as groups of their own. Renders `<div>`s and `<fieldset>`s. */
export function FormFields({ nodes, ...rest }: FormFieldsProps) {
  return nodes.map((node) =>
    node.kind === "group" ? (
      <fieldset className="tt-form-group" key={node.name}>
        <legend>{toLine(node.name, 200)}</legend>
        <FormFields nodes={node.nodes} {...rest} />
      </fieldset>
    ) : (
      <Field key={node.index} field={node} {...rest} />
    ),
  );
}

type FieldProps = Omit<FormFieldsProps, "nodes"> & { field: FormField };

function Field({ field, draft, faults, errorId, onChange }: FieldProps) {
  const labels = useLabels();
  const id = useId();
  const fault = faults.get(field.index);
  const isList = field.kind === "texts" || field.kind === "numbers" || field.kind === "integers";
  const hint = [toLine(field.description, 500), isList ? labels.oneItemALine : ""].filter((text) => text !== "");
  const describedBy = [
    ...(hint.length > 0 ? [`${id}-hint`] : []),
    ...(fault ? [`${id}-fault`] : []),
    ...(errorId === undefined ? [] : [errorId]),
  ].join(" ");
  return (
    <div className="tt-form-field">
      <label htmlFor={id}>
        {toLine(field.name, 200)}
        {!field.isRequired && <span className="tt-form-optional"> {labels.optional}</span>}
      </label>
      <Control
        field={field}
        text={draft[field.index] ?? ""}
        onText={(text) => onChange(field.index, text)}
        attributes={{
          id,
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": fault === undefined ? undefined : true,
        }}
      />
      {hint.length > 0 && (
        <span className="tt-form-hint" id={`${id}-hint`}>
          {hint.join(" · ")}
        </span>
      )}
      {fault && (
        <span className="tt-form-fault" id={`${id}-fault`}>
          {labels.fieldFault[fault]}
        </span>
      )}
    </div>
  );
}

interface ControlProps {
  field: FormField;
  text: string;
  onText: (text: string) => void;
  attributes: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
}

const maxRows = 12;

function Control({ field, text, onText, attributes }: ControlProps) {
  const labels = useLabels();
  const common = { ...attributes, className: "tt-field", "data-kind": field.kind };
  if (field.kind === "boolean" || field.kind === "choice") {
    const options = field.kind === "boolean" ? [true, false] : field.options;
    return (
      <select {...common} value={text} onChange={(event) => onText(event.target.value)}>
        {(!field.isRequired || field.isNullable || text === "") && <option value="">{labels.notSet}</option>}
        {options.map((option, place) => (
          <option key={String(option)} value={field.kind === "boolean" ? String(option) : String(place)}>
            {typeof option === "boolean" ? labels.truth[`${option}`] : toLine(String(option), 200)}
          </option>
        ))}
      </select>
    );
  }
  const isNumber = field.kind === "number" || field.kind === "integer";
  if (isNumber || (field.kind === "text" && !isLong(field.was))) {
    const inputMode = isNumber ? "decimal" : "text";
    const onChange = (event: { target: HTMLInputElement }) => onText(event.target.value);
    return <input {...common} inputMode={inputMode} autoComplete="off" value={text} onChange={onChange} />;
  }
  const rows = Math.min(Math.max(text.split("\n").length, 2), maxRows);
  return <textarea {...common} rows={rows} value={text} onChange={(event) => onText(event.target.value)} />;
}

/** A text that does not fit on one line, or would lose its line ends there. */
function isLong(was: unknown): boolean {
  return typeof was === "string" && (was.length > 120 || /[\r\n]/u.test(was));
}
