"use client";

import { useMemo } from "react";
import { type FormattedValue, formatValue } from "../../display/format-value.js";
import { measureValue } from "../../display/measure-value.js";
import type { Redactor } from "../../display/redact.js";
import type { Labels } from "../../labels.js";
import { cutHead, formatSize } from "../../stream/cut-text.js";
import { useKept } from "../ChatProvider/use-kept.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";

/** UTF-16 units that the first "show more" shows at most; the next ones double it, up to a step. */
const firstChars = 64 * 1024;
/** UTF-16 units that one "show more" adds at most. */
const maxStepChars = 256 * 1024;

export interface ValueTextProps {
  value: unknown;
  /** Of the head. @default 20 */
  headLines?: number | undefined;
  /** UTF-16 units of the head. @default 2000 */
  headChars?: number | undefined;
  /** Spells terminal codes out and leaves nothing out: for what a person decides on. @default false */
  exact?: boolean | undefined;
  /** Spaces a level; 0 puts all on one line. @default 2 */
  indent?: number | undefined;
  /** Names the text: what was asked for of it is kept beside the conversation. @default kept as long as it is mounted */
  keepAs?: string | undefined;
  /** Keeps secrets out. @default that of the chat */
  redactor?: Redactor | undefined;
}

/** Any value as text: its head first, and more of it on demand. Renders a `<pre>`, and a `<button>` when it is long. */
export function ValueText(props: ValueTextProps) {
  const { value, headLines = 20, headChars = 2000, exact = false, indent = 2, keepAs, redactor } = props;
  const labels = useLabels();
  const manners = useToolManners();
  const keeper = redactor ?? manners.redactor;
  const { value: shown = 0, set: setShown } = useKept(
    (memory) => memory.stepsShown,
    keepAs === undefined ? [] : [keepAs],
  );
  const full = useMemo(
    () => formatValue(value, { maxChars: charsAt(shown), exact, indent, redactor: keeper }),
    [value, shown, exact, indent, keeper],
  );
  const head = useMemo(() => headOf(full.text, headLines, headChars), [full, headLines, headChars]);
  const length = useMemo(() => full.length ?? measureValue(value, indent), [full, value, indent]);
  const isLong = full.isCut || head.length < full.text.length;
  const text = shown === 0 ? head : full.text;
  const hasMore = shown === 0 || full.isCut;
  return (
    <>
      <pre className="tt-value-text" dir="auto">
        {text.length <= firstChars ? text : <Pieces text={text} />}
      </pre>
      {isLong && (
        <button type="button" className="tt-more" onClick={() => setShown(hasMore ? shown + 1 : 0)}>
          {hasMore ? labels.showMore(sizeOfRest(text, { ...full, length }, labels)) : labels.showLess}
        </button>
      )}
    </>
  );
}

/** Long text as several: what is there already stays as it is when more comes. */
function Pieces({ text }: { text: string }) {
  const pieces: { at: number; piece: string }[] = [];
  for (let at = 0; at < text.length; ) {
    const piece = cutHead(text.slice(at, at + firstChars + 1), firstChars);
    pieces.push({ at, piece });
    at += piece.length;
  }
  return pieces.map(({ at, piece }) => <span key={at}>{piece}</span>);
}

function charsAt(shown: number): number {
  const doubled = firstChars * 2 ** Math.max(0, shown - 1);
  if (doubled <= maxStepChars) return doubled;
  return maxStepChars * (shown - Math.log2(maxStepChars / firstChars));
}

function headOf(text: string, lines: number, chars: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  return cutHead(end < 0 ? text : text.slice(0, end), chars);
}

function sizeOfRest(shown: string, full: FormattedValue, labels: Labels) {
  if (full.isCut) return full.length === undefined ? "" : formatSize(Math.max(1, full.length - shown.length));
  const lines = full.text.slice(shown.length).split("\n").length - 1;
  return lines > 0 ? labels.moreLines(lines) : formatSize(full.text.length - shown.length);
}
