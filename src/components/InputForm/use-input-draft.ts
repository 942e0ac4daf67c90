"use client";

import { useState } from "react";
import type { ToolDefinition } from "../../tools/definition.js";
import { errorTextOf } from "../../tools/run.js";
import { toDeclaration } from "../../tools/schema.js";
import { useKept } from "../ChatProvider/use-kept.js";
import { createForm, type Form } from "./form-fields.js";
import { type FieldFault, readForm } from "./read-form.js";

/** `form` is undefined where the arguments are written as JSON. */
interface Draft {
  form: Form | undefined;
  texts: readonly string[];
  json: string;
}

/**
 * The arguments of a call as they are being changed.
 * @param keepAs  names the call: what is written is kept beside the conversation
 */
export function useInputDraft(tool: ToolDefinition, input: unknown, keepAs: string) {
  const [first] = useState(() => ({ form: makeForm(tool, input), json: toJsonText(input) }));
  const texts = useKept((memory) => memory.drafts, [`edit:${keepAs}`]);
  const json = useKept((memory) => memory.drafts, [`json:${keepAs}`]);
  const form = json.value === undefined ? first.form : undefined;
  const kept = texts.value?.length === form?.draft.length ? texts.value : undefined; // of this very form
  const draft: Draft = { form, texts: kept ?? form?.draft ?? [], json: json.value?.[0] ?? first.json };
  return {
    draft,
    setDraft: (next: Draft) => {
      if (next.form === undefined) json.set([next.json]);
      else texts.set(next.texts);
    },
    forget: () => {
      texts.forget();
      json.forget();
    },
  };
}

function makeForm(tool: ToolDefinition, input: unknown): Form | undefined {
  try {
    return tool.parameters === undefined ? undefined : createForm(toDeclaration(tool).parameters, input);
  } catch {
    return undefined; // a schema that cannot say itself in JSON Schema
  }
}

type Reading = { input: unknown; faults: ReadonlyMap<number, FieldFault> } | { error: string };

/** What is written, as arguments; where it is no JSON, why. */
export function readDraft({ form, texts, json }: Draft, notJson: (detail: string) => string): Reading {
  if (form !== undefined) return readForm(form.nodes, texts);
  try {
    return { input: JSON.parse(json) as unknown, faults: new Map() };
  } catch (error) {
    return { error: notJson(errorTextOf(error)) };
  }
}

export function isUntouched({ form, texts, json }: Draft, input: unknown): boolean {
  if (form === undefined) return json === toJsonText(input);
  return texts.every((text, index) => text === form.draft[index]);
}

/** Empty for what is no JSON. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? {}, undefined, 2);
  } catch {
    return "";
  }
}
