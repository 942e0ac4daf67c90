"use client";

import type { ToolPart } from "../../stream/message.js";
import { Slot } from "../Slot/Slot.js";
import { ToolCallEntry, type ToolCallEntryProps } from "./ToolCallEntry.js";

export interface ToolCallEntriesProps {
  /** In their order, each with the words that led to it. */
  entries: readonly { part: ToolPart; commentary?: string | undefined }[];
  /** By the calls' ids. */
  times: ReadonlyMap<string, NonNullable<ToolCallEntryProps["time"]>>;
}

/** Calls below a line that sums them up; of a single one that line says what came of it. Renders a `<ul>`. */
export function ToolCallEntries({ entries, times }: ToolCallEntriesProps) {
  return (
    <ul className="tt-entries">
      {entries.map(({ part, commentary }) => (
        <Slot
          key={part.toolCallId}
          name="ToolCallEntry"
          own={ToolCallEntry}
          props={{ part, commentary, time: times.get(part.toolCallId), showOutcome: entries.length > 1 && "briefly" }}
        />
      ))}
    </ul>
  );
}
