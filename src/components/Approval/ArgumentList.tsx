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
  /** @default defaultRedactor */
  redactor?: Redactor | undefined;
}

/** The arguments of a call, each on its own, to be read before it runs. Renders a `<dl>`, or a `<figure>` of one value. */
export function ArgumentList({ input, label, redactor = defaultRedactor }: ArgumentListProps) {
  const labels = useLabels();
  const entries = readEntries(input, redactor);
  if (entries === undefined) {
    return (
      <figure className="tt-arguments" aria-label={label}>
        <ValueText value={input} redactor={redactor} {...head} />
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
            <ValueText value={isMistakable(value) ? JSON.stringify(value) : value} redactor={redactor} {...head} />
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
  return typeof value === "string" && /^(?:\s*|true|false|null|undefined|-?[\d.]+(?:e[-+]?\d+)?)$/iu.test(value);
}
