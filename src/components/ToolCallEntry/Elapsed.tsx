"use client";

import { useLabels } from "../ChatProvider/use-labels.js";
import { useSeconds } from "../Clock/use-seconds.js";

/** A call that runs for less time than this says nothing of it. */
const worthSayingSeconds = 2;

export interface ElapsedProps {
  /** Since 1970. */
  beganMs: number;
  /** Undefined while the call runs. */
  tookMs?: number | undefined;
}

/** How long a call has been running, or took. Renders a `<span>` that may follow
 * words, or nothing while that is not worth saying. */
export function Elapsed({ beganMs, tookMs }: ElapsedProps) {
  const labels = useLabels();
  const seconds = useSeconds(tookMs === undefined);
  if (tookMs !== undefined) return <span className="tt-time"> {labels.duration(tookMs / 1000)}</span>;
  const running = seconds === undefined ? 0 : seconds - Math.floor(beganMs / 1000);
  return running < worthSayingSeconds ? null : <span className="tt-time"> {labels.elapsed(running)}</span>;
}
