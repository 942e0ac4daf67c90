"use client";

import { useEffect, useRef, useState } from "react";
import { getMessageText } from "../../chat/message.js";
import type { ChatMessage } from "../../stream/message.js";
import { Attachments } from "../Attachments/Attachments.js";
import { MessageActions } from "../MessageActions/MessageActions.js";
import { MessageEditor } from "../MessageEditor/MessageEditor.js";
import { Slot } from "../Slot/Slot.js";
import { PlainText } from "../ValueText/PlainText.js";

/** UTF-16 units; a text that is longer is shown by its head. */
const maxChars = 64 * 1024;

export interface UserMessageProps {
  message: ChatMessage;
  onEdit: ((messageId: string, text: string) => void) | undefined;
}

/** The person's files and words, and what may be done with them. */
export function UserMessage({ message, onEdit }: UserMessageProps) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus(); // to where it came from
    wasEditing.current = isEditing;
  }, [isEditing]);
  const text = getMessageText(message);
  const files = message.parts.filter((part) => part.type === "file");
  const send = (next: string) => {
    setEditing(false);
    onEdit?.(message.id, next);
  };
  return (
    <>
      <Slot name="Attachments" own={Attachments} props={{ files }} />
      {isEditing ? (
        <MessageEditor text={text} onSend={send} onCancel={() => setEditing(false)} />
      ) : (
        <>
          {text !== "" && (
            <div className="tt-bubble" dir="auto">
              {text.length > maxChars ? <PlainText text={text} keepAs={`message:${message.id}`} /> : text}
            </div>
          )}
          <Slot
            name="MessageActions"
            own={MessageActions}
            props={{ message, editRef: editButton, onEdit: onEdit && (() => setEditing(true)) }}
          />
        </>
      )}
    </>
  );
}
