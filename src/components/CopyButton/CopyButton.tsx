"use client";

import { useContext, useEffect, useState } from "react";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon, type IconName } from "../Icon/Icon.js";
import { copyText } from "./copy-text.js";

/** How long it says what came of it. */
const feedbackMs = 2000;

export interface CopyButtonProps {
  /** Asked when it is pressed. */
  text: () => string;
  /** What it copies, as its name. @default the label `copy` */
  label?: string | undefined;
  /** @default "copy" */
  icon?: IconName | undefined;
}

/** Copies a text, and says whether that went well. Renders a `<button>`. */
export function CopyButton({ text, label, icon = "copy" }: CopyButtonProps) {
  const labels = useLabels();
  const memory = useContext(ReaderMemoryContext);
  const [outcome, setOutcome] = useState<{ isCopied: boolean }>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (document: Document) => {
    const isCopied = await copyText(text(), document);
    setOutcome({ isCopied });
    memory?.say(isCopied ? labels.copied : labels.copyFailed, !isCopied);
  };
  const name = label ?? labels.copy;
  const words = outcome === undefined ? name : outcome.isCopied ? labels.copied : labels.copyFailed;
  const state = outcome === undefined ? "ready" : outcome.isCopied ? "done" : "error";
  return (
    <button
      type="button"
      className="tt-icon-button"
      data-state={state}
      aria-label={words}
      title={words}
      onClick={(event) => void copy(event.currentTarget.ownerDocument)}
    >
      <Icon name={state === "done" ? "check" : state === "error" ? "alert" : icon} />
    </button>
  );
}
