"use client";

import { type KeyboardEvent, useRef } from "react";
import { formatSize } from "../../stream/cut-text.js";
import { judgeFile } from "../Attachments/judge-file.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Glyph } from "../Glyph/Glyph.js";
import { Icon } from "../Icon/Icon.js";
import type { DraftFile } from "./use-draft-files.js";

export interface DraftFileListProps {
  files: readonly DraftFile[];
  onRemove: (id: number) => void;
  /** Takes the focus when the last file went. */
  focusField: () => void;
}

/** The files that will be sent along, each with a button that takes it away. Renders a `<ul>`. */
export function DraftFileList({ files, onRemove, focusField }: DraftFileListProps) {
  const labels = useLabels();
  const list = useRef<HTMLUListElement>(null);
  const remove = (index: number) => {
    const file = files[index];
    if (file === undefined) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [];
    const next = buttons[index + 1] ?? buttons[index - 1];
    if (next) next.focus();
    else focusField();
    onRemove(file.id);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    remove(index);
  };
  return (
    <ul className="tt-drafts" aria-label={labels.attached} ref={list}>
      {files.map((file, index) => (
        <li className="tt-draft" key={file.id} data-state={file.part ? "ready" : "reading"}>
          <Preview file={file} />
          <span className="tt-draft-name">{file.name}</span>
          <span className="tt-draft-size">{formatSize(file.bytes)}</span>
          <button
            type="button"
            className="tt-icon-button"
            aria-label={labels.removeFile(file.name)}
            title={labels.removeFile(file.name)}
            onClick={() => remove(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Preview({ file }: { file: DraftFile }) {
  const labels = useLabels();
  if (file.part === undefined) return <Glyph state="running" label={labels.readingFile(file.name)} />;
  const judged = judgeFile(file.part);
  return judged.kind === "image" ? <img className="tt-draft-image" src={judged.url} alt="" /> : <Icon name="file" />;
}
