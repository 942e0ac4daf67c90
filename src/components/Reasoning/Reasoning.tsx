"use client";

import type { ReasoningPart } from "../../stream/message.js";
import { type Disclosure, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Glyph } from "../Glyph/Glyph.js";
import { Icon } from "../Icon/Icon.js";
import { Markdown } from "../Markdown/Markdown.js";
import { useSeenTime } from "./use-seen-time.js";

export interface ReasoningProps extends Disclosure {
  /** Thoughts that are shown as one, in their order. */
  parts: readonly ReasoningPart[];
  /** What keeps it open and its time, such as the message's id. */
  id: string;
  /** The line says that thinking goes on. @default while the last part streams */
  isActive?: boolean | undefined;
}

/** What the model thought before it spoke, folded, with the time it took. Renders a `<div>`, or nothing where it is empty. */
export function Reasoning({ parts, id, isActive, ...disclosure }: ReasoningProps) {
  const labels = useLabels();
  const isGrowing = parts.some((part) => part.state === "streaming");
  const isThinking = isActive ?? isGrowing;
  const tookMs = useSeenTime(`reasoning:${id}`, isGrowing);
  const { open, onOpenChange } = useKeptOpen([`reasoning:${id}`], disclosure);
  const text = parts.map((part) => part.text).join("\n\n");
  const words = isThinking ? (
    <span className="tt-thinking">{labels.thinking}</span>
  ) : (
    labels.thought(tookMs === undefined ? undefined : Math.max(1, Math.round(tookMs / 1000)))
  );
  const glyph = isThinking ? <Glyph state="running" /> : <Icon name="bulb" />;
  if (text.trim() === "") return null; // kept on the provider's side, or not there yet
  return (
    <div className="tt-reasoning" data-state={isThinking ? "active" : "settled"}>
      <CollapsibleBlock look="line" glyph={glyph} label={words} open={open} onOpenChange={onOpenChange}>
        <div className="tt-reasoning-text">
          <Markdown isStreaming={isGrowing}>{text}</Markdown>
        </div>
      </CollapsibleBlock>
    </div>
  );
}
