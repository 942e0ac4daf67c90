"use client";

import { type ReactNode, useEffect } from "react";
import { createMessage } from "../../chat/message.js";
import { type ChatStatus, isBusy } from "../../chat/state.js";
import type { ChatMessage } from "../../stream/message.js";
import { Announcer } from "../Announcer/Announcer.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { Icon } from "../Icon/Icon.js";
import { Message } from "../Message/Message.js";
import { useFollowBottom } from "./use-follow-bottom.js";

export interface MessageListProps {
  /** Oldest first; messages of `useChat` serve as they are. @default the store's */
  messages?: readonly ChatMessage[] | undefined;
  /** @default "ready" with `messages`, else the store's */
  status?: ChatStatus | undefined;
  /** What went wrong; announced. @default none with `messages`, else the store's */
  error?: { readonly message: string } | undefined;
  /** Stands before the first message, and alone while there is none. @default nothing */
  children?: ReactNode;
}

/**
 * The conversation. Follows its end while it grows, and lets go when the reader scrolls up. Renders a
 * `<div>` with a `role="log"` in it that scrolls and is silent: what is to be heard is told by an `Announcer` beside it.
 */
export function MessageList({ messages, status = "ready", error, children }: MessageListProps) {
  return messages === undefined ? (
    <StoreMessageList>{children}</StoreMessageList>
  ) : (
    <Log messages={messages} status={status} error={error?.message}>
      {children}
    </Log>
  );
}

function StoreMessageList({ children }: { children: ReactNode }) {
  const messages = useChatStore((state) => state.messages);
  const status = useChatStore((state) => state.status);
  const error = useChatStore((state) => state.error);
  return (
    <Log messages={messages} status={status} error={error?.message}>
      {children}
    </Log>
  );
}

interface LogProps {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  error: string | undefined;
  children: ReactNode;
}

/** Stands where the answer will be, until the back end gives it a message. */
const awaited = createMessage({ id: "awaited", role: "assistant" });

function Log({ messages, status, error, children }: LogProps) {
  const labels = useLabels();
  const { scrollRef, contentRef, isFollowing, follow, onScroll, onClickCapture } = useFollowBottom();
  const last = messages.at(-1);
  const busy = isBusy(status);
  const isAwaiting = busy && last?.role !== "assistant";
  const lastUserId = messages.findLast((message) => message.role === "user")?.id;
  useEffect(follow, [lastUserId, follow]); // whoever sends something wants to see it, and what comes of it
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
            <Message key={message.id} message={message} isActive={busy && message === last} />
          ))}
          {isAwaiting && <Message key={awaited.id} message={awaited} isActive />}
        </div>
      </div>
      {!isFollowing && (
        <button type="button" className="tt-jump" aria-label={labels.jumpToLatest} onClick={follow}>
          <Icon name="down" />
        </button>
      )}
      <ErrorBoundary fallback={null}>
        <Announcer messages={messages} status={status} error={error} />
      </ErrorBoundary>
    </div>
  );
}
