"use client";

import { toLine } from "../../display/visible-text.js";
import type { SourceDocumentPart, SourceUrlPart } from "../../stream/message.js";
import { type Disclosure, useKeptOpen } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { CollapsibleBlock } from "../CollapsibleBlock/CollapsibleBlock.js";
import { Icon } from "../Icon/Icon.js";
import { judgeLink } from "../Markdown/judge-link.js";

export type SourcePart = SourceUrlPart | SourceDocumentPart;

export interface SourcesProps extends Disclosure {
  parts: readonly SourcePart[];
  /** What keeps it open, such as the message's id. */
  id: string;
}

/** What the answer rests on, folded: pages as links, where they may be followed, and documents. Renders a `<div>`. */
export function Sources({ parts, id, ...disclosure }: SourcesProps) {
  const labels = useLabels();
  const { open, onOpenChange } = useKeptOpen([`sources:${id}`], disclosure);
  if (parts.length === 0) return null;
  return (
    <div className="tt-sources">
      <CollapsibleBlock
        look="line"
        glyph={<Icon name="link" />}
        label={labels.sources(parts.length)}
        open={open}
        onOpenChange={onOpenChange}
      >
        <ol className="tt-sources-list">
          {parts.map((part) => (
            <li key={`${part.type} ${part.sourceId}`}>
              {part.type === "source-url" ? <Page part={part} /> : <Document part={part} />}
            </li>
          ))}
        </ol>
      </CollapsibleBlock>
    </div>
  );
}

/** An address that may not be followed is text. */
function Page({ part }: { part: SourceUrlPart }) {
  const url = String(part.url);
  const link = judgeLink(url);
  const title = toLine(String(part.title ?? ""), 200);
  if (link?.kind !== "external") return <span>{[title, toLine(url, 200)].filter(Boolean).join(" · ")}</span>;
  return (
    <>
      <a href={link.href} rel="noopener noreferrer" target="_blank">
        {title || link.host}
      </a>
      {title !== "" && <span className="tt-sources-place"> {link.host}</span>}
    </>
  );
}

function Document({ part }: { part: SourceDocumentPart }) {
  const place = toLine(String(part.filename ?? part.mediaType ?? ""), 100);
  return (
    <>
      <span>{toLine(String(part.title), 200)}</span>
      {place !== "" && <span className="tt-sources-place"> {place}</span>}
    </>
  );
}
