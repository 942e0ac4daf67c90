"use client";

import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { ApprovalList } from "../Approval/ApprovalList.js";
import { useCommentary } from "../ChatProvider/use-commentary.js";
import { callKey, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Glyph } from "../Glyph/Glyph.js";
import { readProgress } from "../Progress/read-progress.js";
import { callWords } from "../ToolCallEntry/call-outcome.js";
import { Elapsed } from "../ToolCallEntry/Elapsed.js";
import { ToolCallEntry } from "../ToolCallEntry/ToolCallEntry.js";
import { type Activity, readActivity } from "./activity.js";
import type { CallTimes } from "./call-clock.js";
import { useCallTimes } from "./use-call-times.js";

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
  const activity = readActivity(message, isActive, commentary);
  const times = useCallTimes(message);
  const { open, onOpenChange } = useKeptOpen(message.parts.filter(isToolPart).map(callKey), disclosure);
  if (activity === undefined) return null;
  const { entries, glyph, state } = activity;
  const drawing = <Glyph state={glyph} />;
  return (
    <div className="tt-widget" data-state={state}>
      {entries.length === 0 ? (
        <div className="tt-collapsible-line">
          {drawing}
          <Words activity={activity} times={times} />
        </div>
      ) : (
        <CollapsibleBlock
          look="line"
          glyph={drawing}
          label={<Words activity={activity} times={times} />}
          open={open}
          onOpenChange={onOpenChange}
        >
          <ul className="tt-entries">
            {entries.map(({ part, commentary }) => (
              <ToolCallEntry
                key={part.toolCallId}
                part={part}
                commentary={commentary}
                time={times.get(part.toolCallId)}
                showOutcome={entries.length > 1}
              />
            ))}
          </ul>
        </CollapsibleBlock>
      )}
      <ApprovalList message={message} />
    </div>
  );
}

interface WordsProps {
  activity: Activity;
  times: CallTimes;
}

function Words({ activity, times }: WordsProps) {
  const labels = useLabels();
  const { current, entries } = activity;
  if (current !== undefined) {
    const time = times.get(current.toolCallId);
    const progress = readProgress(current);
    const said = progress && (progress.share === undefined ? progress.text : labels.share(progress.share));
    return (
      <span className="tt-widget-words">
        {callWords(current, labels)}
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
  const { state, entries, failed, stopped, denied, unanswered } = activity;
  const [only, ...others] = entries;
  return (
    <span className="tt-widget-summary">
      <span className="tt-widget-count">
        {labels.usedTools(entries.length)}
        {failed > 0 && (
          <>
            {" · "}
            <span className="tt-failed">{labels.failedCount(failed)}</span>
          </>
        )}
        {stopped > 0 && ` · ${labels.stoppedCount(stopped)}`}
        {denied > 0 && ` · ${labels.deniedCount(denied)}`}
        {unanswered > 0 && ` · ${labels.unansweredCount(unanswered)}`}
      </span>
      {only !== undefined && others.length === 0 && (
        <>
          {" · "}
          <span className="tt-widget-outcome">{callWords(only.part, labels)}</span>
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
