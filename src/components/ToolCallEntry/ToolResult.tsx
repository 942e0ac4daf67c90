"use client";

import type { Redactor } from "../../display/redact.js";
import type { ShownFile, ShownLink, ShownPart } from "../../display/shown-parts.js";
import { toLine } from "../../display/visible-text.js";
import type { ToolPart } from "../../stream/message.js";
import { Attachments } from "../Attachments/Attachments.js";
import { callKey } from "../ChatProvider/use-kept-open.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { judgeLink } from "../Markdown/judge-link.js";
import { ValueText } from "../ValueText/ValueText.js";
import { callState, shownToolName } from "./call-outcome.js";

export interface ToolResultProps {
  part: ToolPart;
  /** What came of it, in its order. */
  shown: readonly ShownPart[];
  redactor: Redactor;
}

/** What came of a call: texts, files and links, at their places. Renders a `<figure>`, or nothing. */
export function ToolResult({ part, shown, redactor }: ToolResultProps) {
  const labels = useLabels();
  if (shown.length === 0) return null;
  const state = callState(part);
  return (
    <figure
      className="tt-entry-result"
      aria-label={labels.resultOf(shownToolName(part))}
      data-state={state === "done" ? undefined : state}
    >
      {inRuns(shown).map(({ place, ...run }) =>
        "files" in run ? (
          <Attachments key={place} files={run.files.map((file) => withoutSecret(file, redactor))} />
        ) : run.part.type === "link" ? (
          <ResultLink key={place} link={run.part} redactor={redactor} />
        ) : (
          <ValueText
            key={place}
            value={run.part.value}
            redactor={redactor}
            keepAs={`${callKey(part)}:result:${place}`}
          />
        ),
      )}
    </figure>
  );
}

type Run = { place: number } & ({ files: ShownFile[] } | { part: Exclude<ShownPart, ShownFile> });

/** Files that follow each other stand side by side. A piece's place is its only name. */
function inRuns(shown: readonly ShownPart[]): Run[] {
  const runs: Run[] = [];
  for (const [place, part] of shown.entries()) {
    const last = runs.at(-1);
    if (part.type !== "file") runs.push({ place, part });
    else if (last !== undefined && "files" in last) last.files.push(part);
    else runs.push({ place, files: [part] });
  }
  return runs;
}

function withoutSecret(file: ShownFile, redactor: Redactor): ShownFile {
  return file.filename === undefined ? file : { ...file, filename: redactor.text(file.filename) };
}

/** An address that may not be followed, or holds a secret, is text. */
function ResultLink({ link, redactor }: { link: ShownLink; redactor: Redactor }) {
  const url = redactor.text(link.url);
  const judged = url === link.url ? judgeLink(url) : undefined;
  const title = toLine(redactor.text(link.title), 200);
  const about = toLine(redactor.text(link.description ?? ""), 500);
  const isLink = judged?.kind === "external";
  const place = isLink ? judged.host : toLine(url, 200);
  const name = title || place;
  return (
    <p className="tt-result-link">
      {isLink ? (
        <a href={judged.href} rel="noopener noreferrer" target="_blank">
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      {place !== name && <span className="tt-result-place"> {place}</span>}
      {about !== "" && <span className="tt-result-about">{about}</span>}
    </p>
  );
}
