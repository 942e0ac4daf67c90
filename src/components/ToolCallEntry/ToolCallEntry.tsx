"use client";

import { useMemo } from "react";
import { formatArguments } from "../../display/format-arguments.js";
import { formatInlineResult } from "../../display/format-call.js";
import { formatValue } from "../../display/format-value.js";
import type { Redactor } from "../../display/redact.js";
import { formatCallJson } from "../../display/redact-part.js";
import { type ShownPart, toOutcomeParts, toShownValue } from "../../display/shown-parts.js";
import { toLine } from "../../display/visible-text.js";
import type { Labels } from "../../labels.js";
import { cutHead } from "../../stream/cut-text.js";
import type { ToolPart } from "../../stream/message.js";
import { isShown } from "../ChatProvider/tool-manners.js";
import { callKey, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useCallWords, useToolManner } from "../ChatProvider/use-tool-manners.js";
import { CopyButton } from "../CopyButton/CopyButton.js";
import { Glyph, type GlyphState } from "../Glyph/Glyph.js";
import { Markdown } from "../Markdown/Markdown.js";
import { Progress } from "../Progress/Progress.js";
import { readProgress } from "../Progress/read-progress.js";
import { callState, shownToolName } from "./call-outcome.js";
import { Elapsed } from "./Elapsed.js";
import { RunAgain } from "./RunAgain.js";
import { ToolResult } from "./ToolResult.js";

export interface ToolCallEntryProps {
  /** The call, as its message holds it. */
  part: ToolPart;
  /** The words that led to the call. @default none */
  commentary?: string | undefined;
  /**
   * Says what the call is doing or has come to, where no line above does. `briefly`: only what its arguments and its result
   * do not tell.
   * @default true
   */
  showOutcome?: boolean | "briefly" | undefined;
  /** When it began, in milliseconds since 1970, and how long it took. @default not shown */
  time?: { beganMs: number; tookMs?: number | undefined } | undefined;
}

/**
 * One tool call: its state, its line, how far it is, and its result or error, as far as the `detail` of its tool goes. One
 * that failed can be run again, where its tool runs here. Renders a `<li>`, or nothing for a silent call.
 */
export function ToolCallEntry({ part, commentary = "", showOutcome = true, time }: ToolCallEntryProps) {
  const labels = useLabels();
  const manner = useToolManner(part);
  const wordsOf = useCallWords();
  const shown = useMemo(() => toOutcomeParts(part, manner.redactor), [part, manner.redactor]);
  if (!isShown(part, manner)) return null;
  const { detail, redactor } = manner;
  const state = callState(part);
  const isLine = detail === "line";
  const isFull = !isLine && detail !== "summary";
  const progress = isLine ? undefined : readProgress(part, redactor);
  const line = isLine || progress !== undefined ? undefined : resultLine(part, shown, redactor, isFull);
  const isBrief = showOutcome === "briefly";
  const brief = state === "stopped" ? wordsOf(part) : progress === undefined ? openWords(state, labels) : "";
  const outcome = isLine || showOutcome === false ? "" : isBrief ? brief : wordsOf(part);
  return (
    <li className="tt-entry" data-state={state} data-detail={detail}>
      <Glyph state={state} label={outcome === labels.callState[state] ? undefined : labels.callState[state]} />
      {isFull && commentary !== "" && (
        <div className="tt-entry-commentary">
          <Markdown>{commentary}</Markdown>
        </div>
      )}
      <div className="tt-entry-head">
        {isLine ? (
          <div className="tt-entry-outcome" data-state={state}>
            {wordsOf(part)}
          </div>
        ) : (
          <div className="tt-entry-call">
            <b>{shownToolName(part)}</b>
            <Arguments part={part} redactor={redactor} canGrow={isFull} />
            {line !== undefined && (
              <>
                {" "}
                <span className="tt-entry-arrow">→</span> {line}
              </>
            )}
          </div>
        )}
        {time && <Elapsed {...time} />}
        {isFull && <CopyButton text={() => formatCallJson(part, redactor)} label={labels.copyAsJson} />}
      </div>
      {outcome !== "" && (
        <div className="tt-entry-outcome" data-state={state}>
          {outcome}
        </div>
      )}
      {progress && <Progress progress={progress} name={shownToolName(part)} />}
      {isFull && line === undefined && progress === undefined && (
        <ToolResult part={part} shown={shown} redactor={redactor} />
      )}
      <RunAgain part={part} />
    </li>
  );
}

/** A call that goes on has nothing else to show for it; one that waits is asked about below. */
function openWords(state: GlyphState, labels: Labels): string {
  return state === "running" || state === "writing" ? labels.callState[state] : "";
}

/** UTF-16 units of the arguments on the line; the rest on demand. */
const headChars = 400;
const maxChars = 64 * 1024;

interface ArgumentsProps {
  part: ToolPart;
  redactor: Redactor;
  /** The rest is there on demand. */
  canGrow: boolean;
}

function Arguments({ part, redactor, canGrow }: ArgumentsProps) {
  const labels = useLabels();
  const { open: isWhole, onOpenChange: setWhole } = useKeptOpen([`${callKey(part)}:arguments`], {});
  const input = part.input ?? (part.state === "output-error" ? part.rawInput : undefined);
  const { text, isCut } = useMemo(
    () => formatArguments(input, isWhole ? maxChars : headChars, redactor),
    [input, isWhole, redactor],
  );
  const written = part.state === "input-streaming" && input === undefined ? (part.inputText ?? "") : "";
  return (
    <>
      <span className="tt-entry-arguments">
        ({text === "" ? redactor.text(cutHead(written, maxChars)).slice(-headChars) : text}
        {isCut ? "…" : part.state === "input-streaming" ? "" : ")"}
      </span>
      {canGrow && (isCut || isWhole) && (
        <button type="button" className="tt-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? labels.showLess : labels.showMore("")}
        </button>
      )}
    </>
  );
}

/** UTF-16 units of a result, or of an error, where no more than a line of it is shown. */
const lineChars = 160;

/** What came of a call, on its line: where it fits there, or its beginning where no more of it is shown. */
function resultLine(
  part: ToolPart,
  shown: readonly ShownPart[],
  redactor: Redactor,
  isWhole: boolean,
): string | undefined {
  if (part.state === "output-available") {
    if (typeof part.output === "string" && part.output.trim() === "") return JSON.stringify(part.output); // no gap
    if (isWhole && shown.some(({ type }) => type !== "value")) return undefined;
    const value = toShownValue(part.output, redactor);
    const inline = formatInlineResult(value, redactor) ?? (value === undefined ? "undefined" : undefined);
    return inline ?? (isWhole ? undefined : headLine(value, redactor));
  }
  return part.state === "output-error" && !isWhole ? headLine(part.errorText, redactor) : undefined;
}

function headLine(value: unknown, redactor: Redactor): string | undefined {
  const { text } = formatValue(value, { maxChars: lineChars * 8, indent: 0, redactor });
  const line = toLine(text.trim(), lineChars);
  return line === "" ? undefined : line;
}
