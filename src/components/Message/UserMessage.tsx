"use client";

import { useEffect, useRef } from "react";
import { getMessageText } from "../../chat/message.js";
import type { ChatMessage } from "../../stream/message.js";
import { Attachments } from "../Attachments/Attachments.js";
import { useKeptOpen } from "../ChatProvider/use-kept-open.js";
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
  const keepAs = `message:${message.id}`;
  const { open: isEditing, isFresh, onOpenChange: setEditing } = useKeptOpen([`edit:${keepAs}`], {});
  const editButton = useRef<HTMLButtonElement>(null);
  /** The editor was closed here: the focus goes to where it came from. */
  const isClosing = useRef(false);
  useEffect(() => {
    if (!isClosing.current) return;
    isClosing.current = false;
    editButton.current?.focus();
  }, [isEditing]);
  const close = () => {
    isClosing.current = true;
    setEditing(false);
  };
  const text = getMessageText(message);
  const files = message.parts.filter((part) => part.type === "file");
  const send = (next: string) => {
    close();
    onEdit?.(message.id, next);
  };
  return (
    <>
      <Slot name="Attachments" own={Attachments} props={{ files }} />
      {isEditing ? (
        <MessageEditor text={text} onSend={send} onCancel={close} keepAs={keepAs} takesFocus={isFresh} />
      ) : (
        <>
          {text !== "" && (
            <div className="tt-bubble" dir="auto">
              {text.length > maxChars ? <PlainText text={text} keepAs={keepAs} /> : text}
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
