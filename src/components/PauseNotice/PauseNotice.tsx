"use client";

import type { ChatPause } from "../../chat/state.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useFocusHandover } from "../FocusHandover/use-focus-handover.js";

export interface PauseNoticeProps {
  pause: ChatPause;
  /** Lets the assistant go on. */
  onContinue: () => void;
  /** Leaves it at what there is. */
  onStop: () => void;
}

/** Says why the assistant rests though it was not done, with both ways on. Renders a `<section>`. */
export function PauseNotice({ pause, onContinue, onStop }: PauseNoticeProps) {
  const labels = useLabels();
  const ref = useFocusHandover<HTMLElement>(findLog);
  const text = labels.paused(pause.steps);
  return (
    <section className="tt-pause" ref={ref} aria-label={text} data-state="paused" data-reason={pause.reason}>
      <span className="tt-pause-text">{text}</span>
      <div className="tt-actions">
        <button type="button" className="tt-button" data-kind="primary" onClick={onContinue}>
          {labels.goOn}
        </button>
        <button type="button" className="tt-button" onClick={onStop}>
          {labels.stop}
        </button>
      </div>
    </section>
  );
}

function findLog(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>(".tt-log");
}
