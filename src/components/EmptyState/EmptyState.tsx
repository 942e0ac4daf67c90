"use client";

import type { ReactNode } from "react";
import { useLabels } from "../ChatProvider/use-labels.js";
import { findComposer, useFocusHandover } from "../FocusHandover/use-focus-handover.js";

/** Something that a person could ask. */
export type Suggestion = string | { readonly label: string /** What is sent. */; readonly text: string };

export interface EmptyStateProps {
  suggestions?: readonly Suggestion[] | undefined;
  /** Takes the words of the one that was pressed. */
  onSuggestion?: ((text: string) => void) | undefined;
  /** Stands above the suggestions. @default nothing */
  children?: ReactNode;
}

/** What stands in a conversation that has not begun: the app's greeting, and what could be asked. Renders a `<div>`, or nothing. */
export function EmptyState({ suggestions = [], onSuggestion, children }: EmptyStateProps) {
  const labels = useLabels();
  const ref = useFocusHandover<HTMLDivElement>(findComposer);
  const all = suggestions.map((each) => (typeof each === "string" ? { label: each, text: each } : each));
  if (all.length === 0 && children === undefined) return null;
  return (
    <div className="tt-empty" ref={ref}>
      {children}
      {all.length > 0 && (
        <ul className="tt-suggestions" aria-label={labels.suggestions}>
          {all.map(({ label, text }) => (
            <li key={text}>
              <button type="button" className="tt-suggestion" dir="auto" onClick={() => onSuggestion?.(text)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
