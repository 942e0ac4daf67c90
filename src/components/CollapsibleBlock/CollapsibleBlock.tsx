"use client";

import { type ReactNode, useId, useState } from "react";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";

export interface CollapsibleBlockProps {
  label: ReactNode;
  /** How many things are inside, said behind the label. @default not said */
  count?: number | undefined;
  /** Stands before the label, in the column of glyphs. @default none */
  glyph?: ReactNode;
  /** `box`: a border around, and words that say what a press does. `line`: one quiet line. @default "box" */
  look?: "box" | "line" | undefined;
  /** Controlled: the caller keeps it. @default kept inside */
  open?: boolean | undefined;
  /** @default false */
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Not mounted while the block is closed. */
  children?: ReactNode;
}

/** A line that opens in place. Renders a `<div>` with a `<button aria-expanded>`. */
export function CollapsibleBlock(props: CollapsibleBlockProps) {
  const { label, count, glyph, look = "box", open, defaultOpen = false, onOpenChange, children } = props;
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const labels = useLabels();
  const bodyId = useId();
  const isOpen = open ?? ownOpen;
  const toggle = () => {
    setOwnOpen(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return (
    <div className="tt-collapsible" data-look={look} data-state={isOpen ? "open" : "closed"}>
      <button
        type="button"
        className="tt-collapsible-line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={toggle}
      >
        {glyph}
        <span className="tt-collapsible-label">{label}</span>
        {count !== undefined && (
          <>
            {" "}
            <span className="tt-collapsible-count">{count}</span>
          </>
        )}
        {look === "box" && (
          <>
            {" "}
            <span className="tt-collapsible-hint">{isOpen ? labels.hideDetails : labels.showDetails}</span>
          </>
        )}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <div className="tt-collapsible-body" id={bodyId}>
          {children}
        </div>
      )}
    </div>
  );
}
