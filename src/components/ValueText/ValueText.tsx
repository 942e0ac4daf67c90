"use client";

import { useMemo, useState } from "react";
import { formatValue } from "../../display/format-value.js";

import type { Labels } from "../../labels.js";
import { cutHead, formatSize } from "../../stream/cut-text.js";
import { useLabels } from "../ChatProvider/use-labels.js";

/** UTF-16 units that the first "show more" shows at most; each further one doubles it. */
const maxChars = 64 * 1024;

export interface ValueTextProps {
  value: unknown;
  /** Of the head. @default 20 */
  headLines?: number | undefined;
  /** UTF-16 units of the head. @default 2000 */
  headChars?: number | undefined;
}

/** Any value as text: its head first, and more of it on demand. Renders a `<pre>`, and a `<button>` when it is long. */
export function ValueText({ value, headLines = 20, headChars = 2000 }: ValueTextProps) {
  const labels = useLabels();
  const [shown, setShown] = useState(0);
  const full = useMemo(() => formatValue(value, { maxChars: maxChars * 2 ** Math.max(0, shown - 1) }), [value, shown]);
  const head = useMemo(() => headOf(full.text, headLines, headChars), [full, headLines, headChars]);
  const isLong = full.isCut || head.length < full.text.length;
  const text = shown === 0 ? head : full.text;
  const hasMore = shown === 0 || full.isCut;
  return (
    <>
      <pre className="tt-value-text" dir="auto">
        {text}
      </pre>
      {isLong && (
        <button type="button" className="tt-more" onClick={() => setShown(hasMore ? shown + 1 : 0)}>
          {hasMore ? labels.showMore(sizeOfRest(text, full, labels)) : labels.showLess}
        </button>
      )}
    </>
  );
}

function headOf(text: string, lines: number, chars: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  return cutHead(end < 0 ? text : text.slice(0, end), chars);
}

function sizeOfRest(
  shown: string,
  full: { text: string; isCut: boolean; length?: number | undefined },
  labels: Labels,
) {
  if (full.isCut) return full.length === undefined ? "" : formatSize(Math.max(1, full.length - shown.length));
  const lines = full.text.slice(shown.length).split("\n").length - 1;
  return lines > 0 ? labels.moreLines(lines) : formatSize(full.text.length - shown.length);
}
