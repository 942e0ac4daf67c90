"use client";

import type { ChatMessage } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Glyph } from "../Glyph/Glyph.js";
import { callWords } from "../ToolCallEntry/call-outcome.js";
import { ToolCallEntry } from "../ToolCallEntry/ToolCallEntry.js";
import { type Activity, readActivity } from "./activity.js";

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
 * What the assistant does or did for a message, on one quiet line that opens onto its calls. Renders a `<div>`, or
 * nothing when there is nothing to tell.
 */
export function InlineToolWidget({ message, isActive = false, ...disclosure }: InlineToolWidgetProps) {
  const activity = readActivity(message, isActive);
  if (activity === undefined) return null;
  const { entries, glyph, state } = activity;
  const drawing = <Glyph state={glyph} />;
  return (
    <div className="tt-widget" data-state={state}>
      {entries.length === 0 ? (
        <div className="tt-collapsible-line">
          {drawing}
          <Words activity={activity} />
        </div>
      ) : (
        <CollapsibleBlock look="line" glyph={drawing} label={<Words activity={activity} />} {...disclosure}>
          <ul className="tt-entries">
            {entries.map(({ part, commentary }) => (
              <ToolCallEntry
                key={part.toolCallId}
                part={part}
                commentary={commentary}
                showOutcome={entries.length > 1}
              />
            ))}
          </ul>
        </CollapsibleBlock>
      )}
    </div>
  );
}

function Words({ activity }: { activity: Activity }) {
  const labels = useLabels();
  const { state, current, entries, failed, stopped, denied } = activity;
  if (current !== undefined) return <span className="tt-widget-words">{callWords(current, labels)}</span>;
  const thinking = <span className="tt-thinking">{labels.thinking}</span>;
  if (entries.length === 0) return <span className="tt-widget-words">{thinking}</span>;
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
          {thinking}
        </>
      )}
    </span>
  );
}
