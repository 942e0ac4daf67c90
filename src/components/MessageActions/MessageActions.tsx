"use client";

import type { Ref } from "react";
import { getMessageText } from "../../chat/message.js";
import { formatMessage } from "../../display/format-message.js";
import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";
import { CopyButton } from "../CopyButton/CopyButton.js";
import { findComposer, useFocusHandover } from "../FocusHandover/use-focus-handover.js";
import { Icon } from "../Icon/Icon.js";

export interface MessageActionsProps {
  message: ChatMessage;
  /** Asks for the answer again. @default no button */
  onRegenerate?: (() => void) | undefined;
  /** Begins to change the person's words. @default no button */
  onEdit?: (() => void) | undefined;
  /** Of the button that begins it. */
  editRef?: Ref<HTMLButtonElement> | undefined;
}

/** What may be done with a message that is finished. Renders a `<div>`, or nothing where there is nothing to do. */
export function MessageActions({ message, onRegenerate, onEdit, editRef }: MessageActionsProps) {
  const labels = useLabels();
  const { redactorOf } = useToolManners();
  const ref = useFocusHandover<HTMLDivElement>(findComposer);
  const hasText = getMessageText(message).trim() !== "";
  const hasCalls = message.parts.some(isToolPart);
  if (!hasText && !hasCalls && onRegenerate === undefined && onEdit === undefined) return null;
  return (
    <div className="tt-message-actions" ref={ref}>
      {hasText && <CopyButton text={() => getMessageText(message)} />}
      {hasCalls && (
        <CopyButton text={() => formatMessage(message, redactorOf)} label={labels.copyWithTools} icon="copyAll" />
      )}
      {onEdit && (
        <button
          ref={editRef}
          type="button"
          className="tt-icon-button"
          aria-label={labels.edit}
          title={labels.edit}
          onClick={onEdit}
        >
          <Icon name="pencil" />
        </button>
      )}
      {onRegenerate && (
        <button
          type="button"
          className="tt-icon-button"
          aria-label={labels.regenerate}
          title={labels.regenerate}
          onClick={onRegenerate}
        >
          <Icon name="again" />
        </button>
      )}
    </div>
  );
}
