"use client";

import { useLabels } from "../ChatProvider/use-labels.js";
import type { CallProgress } from "./read-progress.js";

export interface ProgressProps {
  progress: CallProgress;
  /** Of the tool. */
  name: string;
}

/** How far a call is: a bar where its share is known, and the tool's own words. Renders a `<div>`. */
export function Progress({ progress: { share, text }, name }: ProgressProps) {
  const labels = useLabels();
  return (
    <div className="tt-progress">
      {share !== undefined && (
        <>
          <progress className="tt-progress-bar" max={1} value={share} aria-label={labels.progressOf(name)} />
          <span className="tt-progress-share">{labels.share(share)}</span>
        </>
      )}
      {text !== "" && <span className="tt-progress-text">{text}</span>}
    </div>
  );
}
