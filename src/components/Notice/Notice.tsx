"use client";

import type { ReactNode } from "react";
import { useLabels } from "../ChatProvider/use-labels.js";

export interface NoticeProps {
  /** What happened, in words. */
  children: ReactNode;
  /** What the button does. @default no button */
  onRetry?: (() => void) | undefined;
}

/** Says that something went wrong, with the way out beside it. Renders a `<div>`; an `Announcer` is what says it aloud. */
export function Notice({ children, onRetry }: NoticeProps) {
  const labels = useLabels();
  return (
    <div className="tt-notice" data-state="error">
      <span className="tt-notice-text">{children}</span>
      {onRetry && (
        <button type="button" className="tt-button" onClick={onRetry}>
          {labels.retry}
        </button>
      )}
    </div>
  );
}
