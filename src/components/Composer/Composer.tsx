"use client";

import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useRef,
  useState,
} from "react";
import { isBusy } from "../../chat/state.js";
import type { FilePart } from "../../stream/message.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";
import { Notice } from "../Notice/Notice.js";
import { AttachButton } from "./AttachButton.js";
import { DraftFileList } from "./DraftFileList.js";
import { defaultFileRules, type FileRules } from "./file-rules.js";
import { isComposing } from "./is-composing.js";
import { useDraftFiles } from "./use-draft-files.js";

export interface ComposerProps {
  /**
   * Takes what was written, trimmed, and the files beside it, if there are any; never nothing at all.
   * @default the store's `send`
   */
  onSend?: ((text: string, files?: readonly FilePart[]) => void) | undefined;
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
  /** Files may be sent along: picked, pasted or dropped, within these rules. @default false */
  attachments?: boolean | FileRules | undefined;
}

/**
 * Where the person writes, and what went wrong before that. Enter sends, Shift+Enter breaks the line; an Enter that ends
 * a composition does neither. Renders a `<div>` with a `<form>` in it.
 */
export function Composer({ onSend, placeholder, attachments, isBusy: busy = false, ...props }: ComposerProps) {
  return onSend === undefined ? (
    <StoreComposer placeholder={placeholder} attachments={attachments} />
  ) : (
    <Form onSend={onSend} placeholder={placeholder} attachments={attachments} busy={busy} {...props} />
  );
}

function StoreComposer(look: Pick<ComposerProps, "placeholder" | "attachments">) {
  const busy = useChatStore((state) => isBusy(state.status));
  const send = useChatStore((state) => state.send);
  const stop = useChatStore((state) => state.stop);
  const retry = useChatStore((state) => state.retry);
  const hasFailed = useChatStore((state) => state.status === "error");
  const error = useChatStore((state) => state.error);
  return (
    <Form
      onSend={(text, files) => void send({ text, files })}
      onStop={stop}
      onRetry={() => void retry()}
      error={hasFailed ? (error ?? { message: "" }) : undefined}
      busy={busy}
      {...look}
    />
  );
}

interface FormProps extends Pick<ComposerProps, "onStop" | "error" | "onRetry" | "placeholder" | "attachments"> {
  onSend: NonNullable<ComposerProps["onSend"]>;
  busy: boolean;
}

function Form({ onSend, onStop, onRetry, error, busy, placeholder, attachments = false }: FormProps) {
  const labels = useLabels();
  const [draft, setDraft] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const rules = typeof attachments === "object" ? attachments : {};
  const takesFiles = attachments !== false;
  const { files, problems, add, remove, take } = useDraftFiles(rules);
  const drop = useDrop(takesFiles, add);
  const text = draft.trim();
  const canSend = !busy && (text !== "" || files.length > 0) && files.every((file) => file.part);
  const focusField = () => field.current?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend) return;
    setDraft("");
    const parts = take();
    if (parts.length === 0) onSend(text);
    else onSend(text, parts);
    focusField();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    submit(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event;
    // What was copied from a document comes as text and as a picture of it: the text is meant.
    if (!takesFiles || clipboardData.files.length === 0 || clipboardData.getData("text/plain") !== "") return;
    event.preventDefault();
    add(clipboardData.files);
  };
  const stop = (event: MouseEvent) => {
    if (event.detail > 1) return; // the second half of a double click that sent
    onStop?.();
    focusField();
  };
  const retry = () => {
    onRetry?.();
    focusField(); // the button goes away
  };

  return (
    <div className="tt-foot">
      {error && <Notice onRetry={onRetry && retry}>{labels.error(error.message)}</Notice>}
      {problems.length > 0 && (
        <Notice>
          {problems.map((words) => (
            <span className="tt-notice-line" key={words}>
              {words}
            </span>
          ))}
        </Notice>
      )}
      <form className="tt-composer" data-state={busy ? "busy" : "ready"} onSubmit={submit} {...drop}>
        {files.length > 0 && <DraftFileList files={files} onRemove={remove} focusField={focusField} />}
        {takesFiles && <AttachButton accept={rules.accept ?? defaultFileRules.accept} onFiles={add} />}
        {/* The copy of the draft gives the field its height. */}
        <div className="tt-composer-field" data-draft={draft}>
          <textarea
            ref={field}
            rows={1}
            value={draft}
            placeholder={drop["data-dragging"] ? labels.dropFiles : (placeholder ?? labels.placeholder)}
            aria-label={labels.message}
            enterKeyHint="send"
            dir="auto"
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
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

/** What makes an element take files that are dropped on it. */
function useDrop(isOn: boolean, onFiles: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => isOn && event.dataTransfer.types.includes("Files");
  return {
    "data-dragging": isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // without this the browser would open the file
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles(event.dataTransfer.files);
    },
  };
}
