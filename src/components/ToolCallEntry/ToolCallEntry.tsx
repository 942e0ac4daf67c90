"use client";

import { useMemo, useState } from "react";
import { formatArguments } from "../../display/format-arguments.js";
import { formatValue } from "../../display/format-value.js";
import type { ToolPart } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Glyph } from "../Glyph/Glyph.js";
import { Markdown } from "../Markdown/Markdown.js";
import { Progress } from "../Progress/Progress.js";
import { readProgress } from "../Progress/read-progress.js";
import { ValueText } from "../ValueText/ValueText.js";
import { callState, callWords, shownToolName } from "./call-outcome.js";
import { Elapsed } from "./Elapsed.js";
import { RunAgain } from "./RunAgain.js";

export interface ToolCallEntryProps {
  /** The call, as its message holds it. */
  part: ToolPart;
  /** The words that led to the call. @default none */
  commentary?: string | undefined;
  /** Says what the call is doing or has come to, where no line above does. @default true */
  showOutcome?: boolean | undefined;
  /** When it began, in milliseconds since 1970, and how long it took. @default not shown */
  time?: { beganMs: number; tookMs?: number | undefined } | undefined;
}

/**
 * One tool call: its state, its line, how far it is, and its result or error. One that failed can be run again, where its
 * tool runs here. Renders a `<li>`.
 */
export function ToolCallEntry({ part, commentary = "", showOutcome = true, time }: ToolCallEntryProps) {
  const labels = useLabels();
  const state = callState(part);
  const progress = readProgress(part);
  const line = progress === undefined ? inlineResult(part) : undefined;
  return (
    <li className="tt-entry" data-state={state}>
      <Glyph state={state} label={labels.callState[state]} />
      {commentary !== "" && (
        <div className="tt-entry-commentary">
          <Markdown>{commentary}</Markdown>
        </div>
      )}
      <div className="tt-entry-head">
        <div className="tt-entry-call">
          <b>{shownToolName(part)}</b>
          <Arguments part={part} />
          {line !== undefined && (
            <>
              {" "}
              <span className="tt-entry-arrow">→</span> {line}
            </>
          )}
        </div>
        {time && <Elapsed {...time} />}
      </div>
      {showOutcome && (
        <div className="tt-entry-outcome" data-state={state}>
          {callWords(part, labels)}
        </div>
      )}
      {progress && <Progress progress={progress} name={shownToolName(part)} />}
      {line === undefined && progress === undefined && <Result part={part} />}
      <RunAgain part={part} />
    </li>
  );
}

/** UTF-16 units of the arguments on the line; the rest on demand. */
const headChars = 400;
const maxChars = 64 * 1024;

function Arguments({ part }: { part: ToolPart }) {
  const labels = useLabels();
  const [isWhole, setWhole] = useState(false);
  const input = part.input ?? (part.state === "output-error" ? part.rawInput : undefined);
  const { text, isCut } = useMemo(() => formatArguments(input, isWhole ? maxChars : headChars), [input, isWhole]);
  const written = part.state === "input-streaming" && input === undefined ? (part.inputText ?? "") : "";
  return (
    <>
      <span className="tt-entry-arguments">
        ({text === "" ? written.slice(-headChars) : text}
        {isCut ? "…" : part.state === "input-streaming" ? "" : ")"}
      </span>
      {(isCut || isWhole) && (
        <button type="button" className="tt-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? labels.showLess : labels.showMore("")}
        </button>
      )}
    </>
  );
}

/** A result that fits on the line of its call: one line of text, under 80 characters. */
function inlineResult(part: ToolPart): string | undefined {
  if (part.state !== "output-available") return undefined;
  if (typeof part.output === "object" && part.output !== null) return undefined;
  const { text, isCut } = formatValue(part.output, { maxChars: 80 });
  return isCut || text.length >= 80 || text.includes("\n") || text === "" ? undefined : text;
}

function Result({ part }: { part: ToolPart }) {
  const labels = useLabels();
  const name = labels.resultOf(shownToolName(part));
  if (part.state === "output-available") {
    return (
      <figure className="tt-entry-result" aria-label={name}>
        <ValueText value={part.output} />
      </figure>
    );
  }
  if (part.state !== "output-error") return null;
  return (
    <figure className="tt-entry-result" aria-label={name} data-state={callState(part)}>
      <ValueText value={part.errorText} />
      {part.output !== undefined && <ValueText value={part.output} />}
    </figure>
  );
}
