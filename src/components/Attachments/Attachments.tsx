"use client";

import { useState } from "react";
import { toLine } from "../../display/visible-text.js";
import type { FilePart } from "../../stream/message.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Icon } from "../Icon/Icon.js";
import { judgeFile } from "./judge-file.js";

export interface AttachmentsProps {
  files: readonly Pick<FilePart, "mediaType" | "url" | "filename">[];
}

/**
 * Files of a message. A picture whose bytes are in the message is drawn; nothing is fetched by being shown. Renders a
 * `<ul>`, or nothing.
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
  const judged = judgeFile(file);
  const isImage = String(file.mediaType).startsWith("image/");
  const filename = toLine(String(file.filename ?? ""), 80);
  const name = isImage ? labels.image(filename) : filename || labels.file;
  if (judged.kind === "image" && !isBroken) {
    return <img className="tt-attachment-image" src={judged.url} alt={name} onError={() => setBroken(true)} />;
  }
  const saved = judged.kind === "data" || judged.kind === "image" ? judged.url : undefined;
  return (
    <span className="tt-attachment" data-kind={judged.kind}>
      <Icon name={isImage ? "image" : "file"} />
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
