"use client";

import { createMessage } from "../../chat/message.js";
import { formatToolsDone } from "../../display/tool-words.js";
import { getToolName, isSettled, type ToolPart } from "../../stream/message.js";
import { ApprovalList } from "../Approval/ApprovalList.js";
import { bringWords } from "../Approval/words-to-decide.js";
import { isShown } from "../ChatProvider/tool-manners.js";
import { callKey, type Disclosure, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useCallWords, useToolManners } from "../ChatProvider/use-tool-manners.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Glyph, type GlyphState } from "../Glyph/Glyph.js";
import { useCallTimes } from "../InlineToolWidget/use-call-times.js";
import { callState } from "../ToolCallEntry/call-outcome.js";
import { ToolCallEntries } from "../ToolCallEntry/ToolCallEntries.js";

export interface ToolCallGroupProps extends Disclosure {
  /** Calls that follow each other, in their order, each with the words that led to it. */
  calls: readonly { part: ToolPart; commentary?: string | undefined }[];
}

/**
 * Calls that follow each other, in one block that opens in place; a single call has a label of its own. A call that waits
 * for a person stands below the block, and is never folded away. Renders a `<div>`, or nothing without calls.
 */
export function ToolCallGroup({ calls: all, ...disclosure }: ToolCallGroupProps) {
  const labels = useLabels();
  const manners = useToolManners();
  const wordsOf = useCallWords();
  const calls = all.filter(({ part }) => isShown(part, manners.of(part)));
  const parts = calls.map((call) => call.part);
  const { words, entries } = bringWords(calls);
  const message = createMessage({ id: "group", role: "assistant", parts });
  const times = useCallTimes(message);
  const { open, onOpenChange } = useKeptOpen(parts.map(callKey), disclosure);
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const state = groupState(parts);
  const failed = parts.filter((part) => callState(part) === "error").length;
  const label =
    others.length === 0 ? (
      wordsOf(first)
    ) : (
      <>
        <GroupWords parts={parts} />
        {failed > 0 && (
          <>
            {" · "}
            <span className="tt-failed">{labels.failedCount(failed)}</span>
          </>
        )}
      </>
    );
  return (
    <div className="tt-group" data-state={state}>
      <CollapsibleBlock glyph={<Glyph state={state} />} label={label} open={open} onOpenChange={onOpenChange}>
        <ToolCallEntries entries={entries} times={times} />
      </CollapsibleBlock>
      <ApprovalList message={message} words={words} />
    </div>
  );
}

/** How many calls there are; where their tools have words of their own, what was done, and what is being done. */
function GroupWords({ parts }: { parts: readonly ToolPart[] }) {
  const labels = useLabels();
  const { verbsOf, redactorOf } = useToolManners();
  const wordsOf = useCallWords();
  if (parts.every((part) => verbsOf(getToolName(part)) === undefined)) return labels.toolCalls(parts.length);
  const ended = parts.filter(isSettled);
  const current = parts.find((part) => callState(part) === groupState(parts) && !isSettled(part));
  const done = ended.length === 0 ? [] : [formatToolsDone(ended, verbsOf, labels, redactorOf)];
  return [...done, ...(current === undefined ? [] : [wordsOf(current)])].join(" · ");
}

/** The state that says most of what goes on. */
const byWeight = ["waiting", "running", "writing", "error", "done", "stopped"] as const satisfies readonly GlyphState[];

function groupState(parts: readonly ToolPart[]): GlyphState {
  const states = new Set(parts.map(callState));
  return byWeight.find((state) => states.has(state)) ?? "done";
}
