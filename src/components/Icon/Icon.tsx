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
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  copyAll: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8zM4.75 8.25h3.5M4.75 10.75h3.5",
  again: "M13 8a5 5 0 1 1-1.5-3.55M13 2.5v2.75h-2.75",
  pencil: "M3 13l.5-2.75 7.25-7.25 2.25 2.25-7.25 7.25z",
  clip: "M12.5 7.25 7.75 12a2.75 2.75 0 0 1-4-4l5-5a1.9 1.9 0 0 1 2.7 2.7L6.6 10.5a.95.95 0 0 1-1.35-1.35l4.25-4.25",
  close: "M4 4l8 8M12 4l-8 8",
  file: "M4 2.5h5L12 5.5v8H4zM9 2.5v3h3",
  link: "M7 9a2.5 2.5 0 0 0 3.5 0l2-2A2.5 2.5 0 0 0 9 3.5l-.75.75M9 7a2.5 2.5 0 0 0-3.5 0l-2 2A2.5 2.5 0 0 0 7 12.5l.75-.75",
  bulb: "M6 11.5h4M6.5 13.5h3M6 11.5c0-1.75-1.75-2.25-1.75-5a3.75 3.75 0 0 1 7.5 0c0 2.75-1.75 3.25-1.75 5",
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
