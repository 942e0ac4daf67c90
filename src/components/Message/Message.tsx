"use client";

import { memo } from "react";
import { getMessageText } from "../../chat/message.js";
import { formatMessage } from "../../display/format-message.js";
import type { ChatMessage } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { InlineToolWidget } from "../InlineToolWidget/InlineToolWidget.js";
import { Markdown } from "../Markdown/Markdown.js";
import { PlainText } from "../ValueText/PlainText.js";

export interface MessageProps {
  message: ChatMessage;
  /** The turn that writes the message still goes on. @default false */
  isActive?: boolean | undefined;
}

/**
 * One message: the person's words in a soft shape, the assistant's as a page to read, with its activity above. A message
 * that cannot be drawn is shown as its plain text. Renders an `<article>`.
 */
export const Message = memo(function Message({ message, isActive = false }: MessageProps) {
  const labels = useLabels();
  if (message.role === "system") return null;
  return (
    <article
      className="tt-message"
      data-role={message.role}
      data-state={isActive ? "active" : "settled"}
      aria-label={message.role === "user" ? labels.you : labels.assistant}
    >
      <ErrorBoundary fallback={<PlainMessage message={message} />}>
        {message.role === "user" ? (
          <UserText message={message} />
        ) : (
          <>
            <InlineToolWidget message={message} isActive={isActive} />
            <Answer message={message} isActive={isActive} />
          </>
        )}
      </ErrorBoundary>
    </article>
  );
});

/** UTF-16 units; a text that is longer is shown by its head. */
const maxChars = 64 * 1024;

function UserText({ message }: { message: ChatMessage }) {
  const text = getMessageText(message);
  return (
    <div className="tt-bubble" dir="auto">
      {text.length > maxChars ? <PlainText text={text} /> : text}
    </div>
  );
}

function Answer({ message, isActive }: { message: ChatMessage; isActive: boolean }) {
  const text = getMessageText(message);
  return text.trim() === "" ? null : <Markdown isStreaming={isActive}>{text}</Markdown>;
}

function PlainMessage({ message }: { message: ChatMessage }) {
  return <PlainText text={formatMessage(message)} />;
}
