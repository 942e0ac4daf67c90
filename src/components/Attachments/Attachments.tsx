"use client";

import { useState } from "react";
import { toLine } from "../../display/visible-text.js";
import type { Labels } from "../../labels.js";
import type { FilePart } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";
import { judgeFile } from "./judge-file.js";

export interface AttachmentsProps {
  files: readonly Pick<FilePart, "mediaType" | "url" | "filename">[];
}

/** By this name no caption is asked for: what a stranger's sound says is not known. */
const Sound = "audio";

/**
 * Files of a message, or of a tool's result. A picture whose bytes are there is drawn, and a sound can be played; nothing is
 * fetched by being shown. Renders a `<ul>`, or nothing.
 */
export function Attachments({ files }: AttachmentsProps) {
  const labels = useLabels();
  if (files.length === 0) return null;
  return (
    <ul className="tt-attachments" aria-label={labels.files}>
      {files
        .map((file, place) => ({ file, place })) // their only name: files are added at the end alone
        .map(({ file, place }) => (
          <li key={place}>
            <Attachment file={file} />
          </li>
        ))}
    </ul>
  );
}

function Attachment({ file }: { file: AttachmentsProps["files"][number] }) {
  const labels = useLabels();
  const [isBroken, setBroken] = useState(false);
  const giveUp = () => setBroken(true);
  const judged = judgeFile(file);
  const [kind] = String(file.mediaType).split("/", 1);
  const filename = toLine(String(file.filename ?? ""), 80);
  const name = nameOf(kind, filename, labels);
  if (judged.kind === "image" && !isBroken) {
    return <img className="tt-attachment-image" src={judged.url} alt={name} onError={giveUp} />;
  }
  if (judged.kind === "audio" && !isBroken) {
    return <Sound className="tt-attachment-audio" controls src={judged.url} aria-label={name} onError={giveUp} />;
  }
  const saved = judged.kind === "link" || judged.kind === "none" ? undefined : judged.url;
  return (
    <span className="tt-attachment" data-kind={judged.kind}>
      <Icon name={kind === "image" ? "image" : "file"} />
      {saved === undefined ? (
        <span className="tt-attachment-name">{name}</span>
      ) : (
        <a className="tt-attachment-name" href={saved} download={filename || "file"} aria-label={labels.saveFile(name)}>
          {name}
        </a>
      )}
      {judged.kind === "link" && (
        <a href={judged.url} rel="noopener noreferrer" target="_blank">
          {labels.openImage(judged.host)}
        </a>
      )}
    </span>
  );
}

function nameOf(kind: string | undefined, filename: string, labels: Labels): string {
  if (kind === "image") return labels.image(filename);
  return kind === "audio" ? labels.audio(filename) : filename || labels.file;
}
