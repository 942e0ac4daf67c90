"use client";

import { type FormEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { isBusy } from "../../chat/state.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";
import { Notice } from "../Notice/Notice.js";

export interface ComposerProps {
  /** Takes what was written, trimmed and never empty. @default the store's `send` */
  onSend?: ((text: string) => void) | undefined;
  /** Ends the turn. @default the store's `stop`; nothing with `onSend` */
  onStop?: (() => void) | undefined;
  /** A turn goes on: the button stops it, and nothing is sent. @default the store's; false with `onSend` */
  isBusy?: boolean | undefined;
  /** What went wrong with the last turn; stands above the field. @default the store's; nothing with `onSend` */
  error?: { readonly message: string } | undefined;
  /** Asks for the last answer again. @default the store's `retry`; nothing with `onSend` */
  onRetry?: (() => void) | undefined;
  /** @default the label `placeholder` */
  placeholder?: string | undefined;
}

/**
 * Where the person writes, and what went wrong before that. Enter sends, Shift+Enter breaks the line; an Enter that ends
 * a composition does neither. Renders a `<div>` with a `<form>` in it.
 */
export function Composer({ onSend, placeholder, isBusy: busy = false, ...props }: ComposerProps) {
  return onSend === undefined ? (
    <StoreComposer placeholder={placeholder} />
  ) : (
    <Form onSend={onSend} placeholder={placeholder} busy={busy} {...props} />
  );
}

function StoreComposer({ placeholder }: Pick<ComposerProps, "placeholder">) {
  const busy = useChatStore((state) => isBusy(state.status));
  const send = useChatStore((state) => state.send);
  const stop = useChatStore((state) => state.stop);
  const retry = useChatStore((state) => state.retry);
  const hasFailed = useChatStore((state) => state.status === "error");
  const error = useChatStore((state) => state.error);
  return (
    <Form
      onSend={(text) => void send(text)}
      onStop={stop}
      onRetry={() => void retry()}
      error={hasFailed ? (error ?? { message: "" }) : undefined}
      busy={busy}
      placeholder={placeholder}
    />
  );
}

interface FormProps extends Pick<ComposerProps, "onStop" | "error" | "onRetry" | "placeholder"> {
  onSend: (text: string) => void;
  busy: boolean;
}

function Form({ onSend, onStop, onRetry, error, busy, placeholder }: FormProps) {
  const labels = useLabels();
  const [draft, setDraft] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.trim();
  const canSend = !busy && text !== "";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend) return;
    setDraft("");
    onSend(text);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    submit(event);
  };
  const stop = (event: MouseEvent) => {
    if (event.detail > 1) return; // the second half of a double click that sent
    onStop?.();
    field.current?.focus();
  };

  const retry = () => {
    onRetry?.();
    field.current?.focus(); // the button goes away
  };

  return (
    <div className="tt-foot">
      {error && <Notice onRetry={onRetry && retry}>{labels.error(error.message)}</Notice>}
      <form className="tt-composer" data-state={busy ? "busy" : "ready"} onSubmit={submit}>
        {/* The copy of the draft gives the field its height. */}
        <div className="tt-composer-field" data-draft={draft}>
          <textarea
            ref={field}
            rows={1}
            value={draft}
            placeholder={placeholder ?? labels.placeholder}
            aria-label={labels.message}
            enterKeyHint="send"
            dir="auto"
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        {/* One button in both states, so that the focus on it is never lost. */}
        <button
          type={busy ? "button" : "submit"}
          className="tt-composer-button"
          data-state={busy ? "stop" : "send"}
          aria-label={busy ? labels.stop : labels.send}
          aria-disabled={!busy && !canSend}
          onClick={busy ? stop : undefined}
        >
          <Icon name={busy ? "stop" : "up"} />
        </button>
      </form>
    </div>
  );
}

/** Safari ends a composition before the key that ended it comes; that key says 229, as it does elsewhere. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
