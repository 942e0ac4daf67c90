"use client";

import { type ComponentType, createElement, useContext, useMemo } from "react";
import { redactPart } from "../../display/redact-part.js";
import type { ToolPart } from "../../stream/message.js";
import { getToolName } from "../../stream/message.js";
import { PiecesContext } from "../ChatProvider/chat-context.js";
import { isShown } from "../ChatProvider/tool-manners.js";
import { useToolManner } from "../ChatProvider/use-tool-manners.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { readComponent } from "../Slot/Slot.js";
import { ToolCallEntry } from "../ToolCallEntry/ToolCallEntry.js";
import { type ToolCardProps, toCardProps } from "./tool-card.js";

/** Whether the app draws the calls of a tool itself. The name comes from a model: own keys only. */
export function useHasCard(): (part: ToolPart) => boolean {
  const { toolRenderers } = useContext(PiecesContext);
  return (part) => readCard(toolRenderers, part) !== undefined;
}

/**
 * A call drawn by its tool's own card, which sees no secrets; where that throws, by its line. Renders a `<div>`, or nothing
 * without a card and for a silent call.
 */
export function ToolCardFrame({ part }: { part: ToolPart }) {
  const { toolRenderers } = useContext(PiecesContext);
  const card = readCard(toolRenderers, part);
  const manner = useToolManner(part);
  const { redactor } = manner;
  const isDrawn = card !== undefined && isShown(part, manner);
  const props = useMemo(
    () => (isDrawn ? toCardProps(redactPart(part, redactor)) : undefined),
    [isDrawn, part, redactor],
  );
  if (card === undefined || props === undefined) return null;
  const fallback = (
    <ul className="tt-entries">
      <ToolCallEntry part={part} />
    </ul>
  );
  return (
    <div className="tt-tool-card" data-state={props.state} data-tool={props.toolName}>
      <ErrorBoundary fallback={fallback}>{createElement(card, props)}</ErrorBoundary>
    </div>
  );
}

function readCard(
  toolRenderers: Readonly<Record<string, unknown>>,
  part: ToolPart,
): ComponentType<ToolCardProps> | undefined {
  const name: unknown = getToolName(part);
  return typeof name === "string" ? readComponent<ToolCardProps>(toolRenderers, name) : undefined;
}
