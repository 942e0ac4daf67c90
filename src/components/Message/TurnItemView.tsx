"use client";

import type { TurnItem } from "../../chat/read-turn.js";
import { Attachments } from "../Attachments/Attachments.js";
import { Markdown } from "../Markdown/Markdown.js";
import { Slot } from "../Slot/Slot.js";

export interface TurnItemViewProps {
  item: TurnItem;
  /** It may go on growing. */
  isActive: boolean;
}

/**
 * Words and files of an answer. Words that may yet lead to a call stand there quietly; they are the same element when
 * they turn out to be the answer. Activity is drawn elsewhere.
 */
export function TurnItemView({ item, isActive }: TurnItemViewProps) {
  if (item.type === "answer" || item.type === "live") {
    return (
      <div className="tt-words" data-state={item.type}>
        <Slot name="Markdown" own={Markdown} props={{ children: item.text, isStreaming: isActive }} />
      </div>
    );
  }
  if (item.type !== "part" || item.part.type !== "file") return null;
  return <Slot name="Attachments" own={Attachments} props={{ files: [item.part] }} />;
}
