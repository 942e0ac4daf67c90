"use client";

import { type ReactNode, useContext, useState } from "react";
import { createMessage } from "../../chat/message.js";
import { type ChatStatus, isBusy } from "../../chat/state.js";
import type { ChatMessage } from "../../stream/message.js";
import { Announcer, type AnnouncerProps } from "../Announcer/Announcer.js";
import { ApprovalContext, type OnApprove } from "../Approval/approval-context.js";
import { useBeforePaint } from "../BeforePaint/use-before-paint.js";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { createReaderMemory } from "../ChatProvider/reader-memory.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { EmptyState, type Suggestion } from "../EmptyState/EmptyState.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { Message, type MessageProps } from "../Message/Message.js";
import { StorePauseNotice } from "../PauseNotice/StorePauseNotice.js";
import { Slot } from "../Slot/Slot.js";
import { JumpButton } from "./JumpButton.js";
import { useFollowBottom } from "./use-follow-bottom.js";

export interface MessageListProps {
  /** Oldest first; messages of `useChat` serve as they are. @default the store's */
  messages?: readonly ChatMessage[] | undefined;
  /** @default "ready" with `messages`, else the store's */
  status?: ChatStatus | undefined;
  /** What went wrong; announced. @default none with `messages`, else the store's */
  error?: { readonly message: string } | undefined;
  /** Carries out a person's answer to a call that waits. @default none with `messages`, else the store does */
  onApprove?: OnApprove | undefined;
  /** Asks for an answer again. @default no button with `messages`, else the store's `regenerate` */
  onRegenerate?: MessageProps["onRegenerate"];
  /** Takes a person's words as they were changed. @default no button with `messages`, else the store's `editMessage` */
  onEdit?: MessageProps["onEdit"];
  /** What could be asked, while there is no message. @default nothing */
  suggestions?: readonly Suggestion[] | undefined;
  /** Takes the words of the one that was pressed. @default nothing with `messages`, else the store's `send` */
  onSuggestion?: ((text: string) => void) | undefined;
  /** Stands before the first message, and alone while there is none. @default nothing */
  children?: ReactNode;
}

/**
 * The conversation. Follows its end while it grows, and lets go when the reader scrolls up. Renders a
 * `<div>` with a `role="log"` in it that scrolls and is silent: what is to be heard is told by an `Announcer` beside it.
 */
export function MessageList({ messages, status = "ready", error, onApprove, ...rest }: MessageListProps) {
  const outerMemory = useContext(ReaderMemoryContext);
  const [ownMemory] = useState(createReaderMemory);
  return (
    <ApprovalContext.Provider value={onApprove}>
      <ReaderMemoryContext.Provider value={outerMemory ?? ownMemory}>
        {messages === undefined ? (
          <StoreMessageList {...rest} />
        ) : (
          <Log messages={messages} status={status} error={error?.message} {...rest} />
        )}
      </ReaderMemoryContext.Provider>
    </ApprovalContext.Provider>
  );
}

type Rest = Pick<MessageListProps, "onRegenerate" | "onEdit" | "suggestions" | "onSuggestion" | "children">;

function StoreMessageList({ onRegenerate, onEdit, onSuggestion, ...rest }: Rest) {
  const messages = useChatStore((state) => state.messages);
  const status = useChatStore((state) => state.status);
  const error = useChatStore((state) => state.error);
  const pause = useChatStore((state) => state.pause);
  const isStopped = useChatStore((state) => state.isStopped);
  const regenerate = useChatStore((state) => state.regenerate);
  const edit = useChatStore((state) => state.editMessage);
  const send = useChatStore((state) => state.send);
  return (
    <Log
      messages={messages}
      status={status}
      error={error?.message}
      pause={pause}
      isStopped={isStopped}
      end={<StorePauseNotice />}
      onRegenerate={onRegenerate ?? regenerate}
      onEdit={onEdit ?? edit}
      onSuggestion={onSuggestion ?? send}
      {...rest}
    />
  );
}

interface LogProps extends Rest, Pick<AnnouncerProps, "pause" | "isStopped"> {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  error: string | undefined;
  /** Stands behind the last message. */
  end?: ReactNode;
}

/** Stands where the answer will be, until the back end gives it a message. */
const awaited = createMessage({ id: "awaited", role: "assistant" });

function Log({ messages, status, error, pause, isStopped, end, children, ...rest }: LogProps) {
  const { onRegenerate, onEdit, suggestions, onSuggestion } = rest;
  const labels = useLabels();
  const memoryId = useContext(ReaderMemoryContext)?.id;
  const { scrollRef, contentRef, isFollowing, follow, onScroll, onClickCapture } = useFollowBottom();
  const last = messages.at(-1);
  const busy = isBusy(status);
  const isAwaiting = busy && last?.role !== "assistant";
  const lastUserId = messages.findLast((message) => message.role === "user")?.id;
  const jump = () => {
    follow();
    scrollRef.current?.focus({ preventScroll: true }); // the button goes away
  };
  useBeforePaint(follow, [lastUserId, memoryId, follow]); // whoever sends something wants to see it, and what comes of it
  return (
    <div className="tt-messages" data-state={status} data-following={isFollowing}>
      <div
        className="tt-log"
        ref={scrollRef}
        role="log"
        aria-live="off"
        aria-busy={busy}
        aria-label={labels.conversation}
        tabIndex={0}
        onScroll={onScroll}
        onClickCapture={onClickCapture}
      >
        <div className="tt-log-content" ref={contentRef}>
          {children}
          {messages.map((message) => (
            <Slot
              key={message.id}
              name="Message"
              own={Message}
              props={{
                message,
                isActive: busy && message === last,
                onRegenerate: message === last ? onRegenerate : undefined,
                onEdit,
              }}
            />
          ))}
          {messages.length === 0 && !busy && (
            <Slot name="EmptyState" own={EmptyState} props={{ suggestions, onSuggestion }} />
          )}
          {isAwaiting && <Message key={awaited.id} message={awaited} isActive />}
          {end}
        </div>
      </div>
      {!isFollowing && <Slot name="JumpButton" own={JumpButton} props={{ onClick: jump }} />}
      <ErrorBoundary fallback={null}>
        <Announcer
          key={memoryId}
          messages={messages}
          status={status}
          error={error}
          pause={pause}
          isStopped={isStopped}
        />
      </ErrorBoundary>
    </div>
  );
}
