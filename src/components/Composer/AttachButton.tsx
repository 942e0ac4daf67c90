"use client";

import { useRef } from "react";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";

export interface AttachButtonProps {
  accept: readonly string[];
  onFiles: (files: readonly File[]) => void;
}

/** Picks files from the machine. Renders a `<button>` and a hidden `<input>`. */
export function AttachButton({ accept, onFiles }: AttachButtonProps) {
  const labels = useLabels();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="tt-icon-button tt-composer-attach"
        aria-label={labels.attach}
        title={labels.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept.join(",")}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ""; // the same file may be picked again
        }}
      />
    </>
  );
}
