"use client";

import { ValueText, type ValueTextProps } from "./ValueText.js";

/** Text as it is written, line by line; 64 KiB of it first, and more on demand. Renders a `<div>`. */
export function PlainText({ text, keepAs }: Pick<ValueTextProps, "keepAs"> & { text: string }) {
  return (
    <div className="tt-plain">
      <ValueText value={text} headChars={64 * 1024} headLines={Number.POSITIVE_INFINITY} keepAs={keepAs} />
    </div>
  );
}
