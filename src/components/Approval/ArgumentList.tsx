"use client";

import { ownEntries } from "../../display/format-arguments.js";
import { defaultRedactor, type Redactor, redacted } from "../../display/redact.js";
import { toLine } from "../../display/visible-text.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { ValueText } from "../ValueText/ValueText.js";

/** Of more arguments than these the whole is shown as one value. */
const maxArguments = 40;
/** An approval shows more of a value at once than a result does: it is what the person decides on. */
const head = { headLines: 40, headChars: 4000, exact: true };

export interface ArgumentListProps {
  input: unknown;
  /** Said of it to those who cannot see it. */
  label: string;
  /** Names the call: what was asked for of its long arguments is kept beside the conversation. */
  keepAs: string;
  /** @default defaultRedactor */
  redactor?: Redactor | undefined;
}

/** The arguments of a call, each on its own, to be read before it runs. Renders a `<dl>`, or a `<figure>` of one value. */
export function ArgumentList({ input, label, keepAs, redactor = defaultRedactor }: ArgumentListProps) {
  const labels = useLabels();
  const entries = readEntries(input, redactor);
  if (entries === undefined) {
    return (
      <figure className="tt-arguments" aria-label={label}>
        <ValueText value={input} redactor={redactor} keepAs={`${keepAs}:input`} {...head} />
      </figure>
    );
  }
  if (entries.length === 0) return <p className="tt-approval-why">{labels.noArguments}</p>;
  return (
    <dl className="tt-arguments" aria-label={label}>
      {entries.map(([name, value]) => (
        <div className="tt-argument" key={name}>
          <dt>{toLine(name, 200)}</dt>
          <dd>
            <ValueText
              value={isMistakable(value) ? JSON.stringify(value) : value}
              redactor={redactor}
              keepAs={`${keepAs}:input:${name}`}
              indent={isShortList(value) ? 0 : 2}
              {...head}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Undefined for what is better shown as one value. */
function readEntries(input: unknown, redactor: Redactor): [string, unknown][] | undefined {
  if (input === undefined) return [];
  const entries = ownEntries(input);
  if (entries === undefined || entries.length > maxArguments) return undefined;
  return entries.map(([name, value]) => [name, redactor.hides(name, value) ? redacted : value]);
}

/** A text that would read as another value, or as nothing: it keeps its quotes. */
function isMistakable(value: unknown): boolean {
  if (typeof value !== "string") return false;
  return /^[[{"]/u.test(value) || /^(?:\s*|true|false|null|undefined|-?[\d.]+(?:e[-+]?\d+)?)$/iu.test(value);
}

/** UTF-16 units of a list that stands on one line. */
const maxLineChars = 60;

/** Of texts, numbers and the like, which are read faster side by side than below each other. */
function isShortList(value: unknown): boolean {
  try {
    if (!Array.isArray(value) || value.length > maxLineChars) return false;
    return value.every(isScalar) && JSON.stringify(value).length <= maxLineChars;
  } catch {
    return false; // a revoked proxy
  }
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
