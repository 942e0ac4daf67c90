"use client";

/** 16 px box, 1.5 px stroke. */
const paths = {
  check: "M3.5 8.5l3 3 6-7",
  alert: "M8 3.5v5.5M8 12v.5",
  dash: "M4 8h8",
  clock: "M8 4.5V8l2.25 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z",
  chevron: "M6 4l4 4-4 4",
  up: "M8 13V3.5M3.5 7.5L8 3l4.5 4.5",
  down: "M8 3v9.5M3.5 8.5L8 13l4.5-4.5",
  image: "M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6.25v.01",
} as const;

export type IconName = keyof typeof paths | "stop";

/** A drawing in the colour of its text; what it means stands in words beside it. Renders an `<svg>`. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="tt-icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {name === "stop" ? <rect x="4" y="4" width="8" height="8" rx="1.5" /> : <path d={paths[name]} />}
    </svg>
  );
}
