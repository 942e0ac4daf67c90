"use client";

import { Fragment } from "react";
import { formatCallWords, formatToolsDone, toolTroubles } from "../../display/tool-words.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../../stream/message.js";
import { ApprovalList } from "../Approval/ApprovalList.js";
import { bringWords } from "../Approval/words-to-decide.js";
import { isShown, type ToolManners } from "../ChatProvider/tool-manners.js";
import { useCommentary } from "../ChatProvider/use-commentary.js";
import { callKey, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useCallWords, useToolManners } from "../ChatProvider/use-tool-manners.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Glyph } from "../Glyph/Glyph.js";
import { readProgress } from "../Progress/read-progress.js";
import { callState } from "../ToolCallEntry/call-outcome.js";
import { Elapsed } from "../ToolCallEntry/Elapsed.js";
import { ToolCallEntries } from "../ToolCallEntry/ToolCallEntries.js";
import { type Activity, readActivity } from "./activity.js";
import type { CallTimes } from "./call-clock.js";
import { useCallTimes } from "./use-call-times.js";
import { useSteadyCall } from "./use-steady-call.js";

export interface InlineToolWidgetProps {
  message: ChatMessage;
  /** The turn that writes the message still goes on. @default false */
  isActive?: boolean | undefined;
  /** Controlled: the caller keeps it. @default kept inside */
  open?: boolean | undefined;
  /** @default false */
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/**
 * What the assistant does or did for a message, on one quiet line that opens onto its calls. A call that waits for a person
 * stands below the line, and is never folded away. Renders a `<div>`, or nothing when there is nothing to tell.
 */
export function InlineToolWidget({ message, isActive = false, ...disclosure }: InlineToolWidgetProps) {
  const commentary = useCommentary("auto");
  const manners = useToolManners();
  const activity = readActivity(message, isActive, commentary, (part) => isShown(part, manners.of(part)));
  const call = useSteadyCall(activity);
  const times = useCallTimes(message);
  const { open, onOpenChange } = useKeptOpen(message.parts.filter(isToolPart).map(callKey), disclosure);
  if (activity === undefined) return null;
  const { words, entries } = bringWords(activity.entries, message.parts);
  const heldState = call === activity.current || call === undefined ? undefined : callState(call);
  const state = heldState ?? activity.state;
  const drawing = <Glyph state={heldState ?? activity.glyph} />;
  const line = <Words activity={activity} call={call} times={times} />;
  const hasDetails = entries.some(
    ({ part }) => entries.length > 1 || manners.of(part).detail !== "line" || callState(part) === "error",
  );
  return (
    <div className="tt-widget" data-state={state}>
      {!hasDetails ? (
        <div className="tt-collapsible-line">
          {drawing}
          {line}
        </div>
      ) : (
        <CollapsibleBlock look="line" glyph={drawing} label={line} open={open} onOpenChange={onOpenChange}>
          <ToolCallEntries entries={entries} times={times} />
        </CollapsibleBlock>
      )}
      <ApprovalList message={message} words={words} />
    </div>
  );
}

interface WordsProps {
  activity: Activity;
  /** The call that the line speaks of. */
  call: ToolPart | undefined;
  times: CallTimes;
}

function Words({ activity, call, times }: WordsProps) {
  const labels = useLabels();
  const manners = useToolManners();
  const wordsOf = useCallWords();
  const { entries } = activity;
  if (call !== undefined) {
    const time = times.get(call.toolCallId);
    const { detail, redactor } = manners.of(call);
    const progress = detail === "line" ? undefined : readProgress(call, redactor);
    const said = progress && (progress.share === undefined ? progress.text : labels.share(progress.share));
    return (
      <span className="tt-widget-words">
        {wordsOf(call)}
        {said !== undefined && said !== "" && (
          <>
            {" "}
            <span className="tt-widget-progress">{said}</span>
          </>
        )}
        {time !== undefined && time.tookMs === undefined && <Elapsed beganMs={time.beganMs} />}
      </span>
    );
  }
  if (entries.length > 0) return <Summary activity={activity} />;
  return (
    <span className="tt-widget-words">
      <span className="tt-thinking">{labels.thinking}</span>
    </span>
  );
}

function Summary({ activity }: { activity: Activity }) {
  const labels = useLabels();
  const manners = useToolManners();
  const wordsOf = useCallWords();
  const { state, entries } = activity;
  const parts = entries.map(({ part }) => part);
  const only = parts.length === 1 ? parts[0] : undefined;
  return (
    <span className="tt-widget-summary">
      <span className="tt-widget-count">
        {formatToolsDone(parts, manners.verbsOf, labels, manners.redactorOf)}
        {toolTroubles(parts, labels).map(({ stage, words }) => (
          <Fragment key={stage}>
            {" · "}
            {stage === "failed" ? <span className="tt-failed">{words}</span> : words}
          </Fragment>
        ))}
      </span>
      {only !== undefined && !saysItself(only, manners) && (
        <>
          {" · "}
          <span className="tt-widget-outcome">{wordsOf(only)}</span>
        </>
      )}
      {state === "thinking" && (
        <>
          {" · "}
          <span className="tt-thinking">{labels.thinking}</span>
        </>
      )}
    </span>
  );
}

/** What was done is said in the words of the call's tool already. */
function saysItself(part: ToolPart, manners: ToolManners): boolean {
  const { verbs, redactor } = manners.of(part);
  return callState(part) === "done" && formatCallWords(part, verbs, redactor) !== undefined;
}
