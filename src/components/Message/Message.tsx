"use client";

import { memo, type ReactNode, useContext, useState } from "react";
import { formatMessage } from "../../display/format-message.js";
import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { waitingCalls } from "../Approval/waiting-calls.js";
import { PiecesContext, ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { useRowHandover } from "../FocusHandover/use-focus-handover.js";
import { StandingCallsContext } from "../InlineToolWidget/use-call-times.js";
import { MessageActions } from "../MessageActions/MessageActions.js";
import { Slot } from "../Slot/Slot.js";
import { PlainText } from "../ValueText/PlainText.js";
import { AnswerInOrder } from "./AnswerInOrder.js";
import { AnswerWithWidget } from "./AnswerWithWidget.js";
import { UserMessage } from "./UserMessage.js";

export interface MessageProps {
  message: ChatMessage;
  /** The turn that writes the message still goes on. @default false */
  isActive?: boolean | undefined;
  /** Asks for the answer again. @default no button */
  onRegenerate?: ((messageId: string) => void) | undefined;
  /** Takes the person's words as they were changed. @default no button */
  onEdit?: ((messageId: string, text: string) => void) | undefined;
}

/**
 * One message: the person's words in a soft shape, the assistant's as a page to read, with its activity above or, where
 * the chat's `toolLayout` is `groups`, between its words. What may be done with an answer stands below it once it is at
 * rest: finished, and with no call that waits for a person. A message that cannot be drawn is shown as its plain text.
 * Renders an `<article>`.
 */
export const Message = memo(function Message(props: MessageProps) {
  const memory = useContext(ReaderMemoryContext);
  return <Row key={memory?.id} {...props} />; // what a row knows of one conversation is nothing to another
});

function Row({ message, isActive = false, onRegenerate, onEdit }: MessageProps) {
  const labels = useLabels();
  const { toolLayout } = useContext(PiecesContext);
  const { redactorOf } = useToolManners();
  const ref = useRowHandover<HTMLElement>();
  if (message.role === "system") return null;
  const isUser = message.role === "user";
  const Answer = toolLayout === "groups" ? AnswerInOrder : AnswerWithWidget;
  return (
    <article
      className="tt-message"
      ref={ref}
      data-role={message.role}
      data-state={isActive ? "active" : "settled"}
      aria-label={isUser ? labels.you : labels.assistant}
    >
      <ErrorBoundary fallback={<PlainText text={formatMessage(message, redactorOf)} />}>
        {isUser ? (
          <UserMessage message={message} onEdit={onEdit} />
        ) : (
          <StandingCalls message={message}>
            <Answer message={message} isActive={isActive} />
          </StandingCalls>
        )}
      </ErrorBoundary>
      {!isUser && !isActive && (
        <ErrorBoundary fallback={null}>
          <ActionsAtRest message={message} onRegenerate={onRegenerate} />
        </ErrorBoundary>
      )}
    </article>
  );
}

/** Remembers which calls were there when the row was mounted. */
function StandingCalls({ message, children }: Pick<MessageProps, "message"> & { children: ReactNode }) {
  const [standing] = useState(() => new Set(message.parts.filter(isToolPart).map((part) => part.toolCallId)));
  return <StandingCallsContext.Provider value={standing}>{children}</StandingCallsContext.Provider>;
}

function ActionsAtRest({ message, onRegenerate }: Pick<MessageProps, "message" | "onRegenerate">) {
  if (waitingCalls(message).length > 0) return null;
  return (
    <Slot
      name="MessageActions"
      own={MessageActions}
      props={{ message, onRegenerate: onRegenerate && (() => onRegenerate(message.id)) }}
    />
  );
}
