"use client";

import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";

export interface JumpButtonProps {
  onClick: () => void;
}

/** The way back to the end of the conversation. Renders a `<button>`. */
export function JumpButton({ onClick }: JumpButtonProps) {
  const labels = useLabels();
  return (
    <button type="button" className="tt-jump" aria-label={labels.jumpToLatest} onClick={onClick}>
      <Icon name="down" />
    </button>
  );
}
