"use client";

import { Icon, type IconName } from "../Icon/Icon.js";

export type GlyphState = "writing" | "running" | "waiting" | "done" | "error" | "stopped";

const icons: Readonly<Partial<Record<GlyphState, IconName>>> = {
  waiting: "clock",
  done: "check",
  error: "alert",
  stopped: "dash",
};

export interface GlyphProps {
  state: GlyphState;
  /** Said in place of the drawing, where no words beside it say the same. @default not said */
  label?: string | undefined;
}

/** A state as a small drawing: a ring that turns while something goes on. Renders a `<span>`. */
export function Glyph({ state, label }: GlyphProps) {
  const icon = icons[state];
  return (
    <span className="tt-glyph" data-state={state}>
      {icon && <Icon name={icon} />}
      {label !== undefined && <span className="tt-hidden">{label}</span>}
    </span>
  );
}
