import { type CallStage, callStage } from "../stream/call-stage.js";
import { getToolName, type ToolPart } from "../stream/message.js";
import { createPlural } from "../stream/plural.js";
import type { ToolVerbs } from "../stream/tool-verbs.js";
import { ownEntries } from "./format-arguments.js";
import { defaultRedactor, type Redactor, type RedactorOf, redactorFor } from "./redact.js";
import { toLine } from "./visible-text.js";

/** A tool's words by its name; undefined for a tool without any. Own names only are the caller's to see to. */
export type VerbsOf = (toolName: string) => ToolVerbs<never> | undefined;

/** Those of an app's labels that a summary is made with. */
export interface SummaryLabels {
  readonly locale: string;
  readonly usedTools: (count: number) => string;
  readonly failedCount: (count: number) => string;
  readonly stoppedCount: (count: number) => string;
  readonly deniedCount: (count: number) => string;
  readonly unansweredCount: (count: number) => string;
}

/** UTF-16 units of what a call is about. */
const objectChars = 80;

/**
 * One call in its tool's own words: `Reading notes.md` while it is written or runs, `Read notes.md`, `Could not read
 * notes.md`. The arguments may be partial: what the call is about then comes as soon as it is there.
 * @returns undefined where the tool has no words for it, and for a call that waits, was stopped or denied
 */
export function formatCallWords(
  part: ToolPart,
  verbs: ToolVerbs<never> | undefined,
  redactor?: Redactor,
): string | undefined {
  const verb = verbs === undefined ? undefined : verbFor(part, verbs);
  if (verbs === undefined || verb === undefined || verb === "") return undefined;
  const object = objectOf(part, verbs, redactor);
  return object === undefined ? verb : `${verb} ${object}`;
}

function verbFor(part: ToolPart, verbs: ToolVerbs<never>): string | undefined {
  switch (callStage(part)) {
    case "writing":
    case "running":
      return verbs.running;
    case "done":
      return verbs.done;
    case "failed":
      return verbs.failed;
    default:
      return undefined;
  }
}

/**
 * Calls that have ended, in few words: `Read 3 files, ran 1 command`, or `Used 5 tools` for those without words of their
 * own, and what did not go well behind it: `Used 5 tools · 1 failed`.
 */
export function formatToolSummary(
  parts: readonly ToolPart[],
  verbsOf: VerbsOf,
  labels: SummaryLabels,
  redactor?: Redactor | RedactorOf,
): string {
  return [
    formatToolsDone(parts, verbsOf, labels, redactor),
    ...toolTroubles(parts, labels).map(({ words }) => words),
  ].join(" · ");
}

/** What was done, without what did not go well. */
export function formatToolsDone(
  parts: readonly ToolPart[],
  verbsOf: VerbsOf,
  labels: SummaryLabels,
  redactor?: Redactor | RedactorOf,
): string {
  const byTool = new Map<string, ToolPart[]>();
  let rest = 0;
  for (const part of parts) {
    const name = getToolName(part);
    if (verbsOf(name) === undefined) rest += 1;
    else if (callStage(part) === "done") {
      const calls = byTool.get(name);
      if (calls === undefined) byTool.set(name, [part]);
      else calls.push(part);
    }
  }
  const phrases = [...byTool].flatMap(([name, calls]) => {
    const verbs = verbsOf(name);
    return verbs === undefined ? [] : [formatCalls(calls, verbs, labels.locale, redactorFor(name, redactor))];
  });
  if (phrases.length === 0) return labels.usedTools(parts.length);
  if (rest > 0) phrases.push(labels.usedTools(rest));
  const [first = "", ...others] = phrases;
  const list = new Intl.ListFormat(labels.locale, { type: "unit" });
  return list.format([first, ...others.map((phrase) => lowerFirst(phrase, labels.locale))]);
}

/** What did not go well, each kind in words. */
export function toolTroubles(
  parts: readonly ToolPart[],
  labels: SummaryLabels,
): readonly { stage: CallStage; words: string }[] {
  const stages = parts.map(callStage);
  const troubles: [CallStage, (count: number) => string][] = [
    ["failed", labels.failedCount],
    ["stopped", labels.stoppedCount],
    ["denied", labels.deniedCount],
    ["unanswered", labels.unansweredCount],
  ];
  return troubles.flatMap(([stage, words]) => {
    const count = stages.filter((each) => each === stage).length;
    return count === 0 ? [] : [{ stage, words: words(count) }];
  });
}

/** Calls of one tool that are done. Two that are about the same thing are about one thing. */
function formatCalls(calls: readonly ToolPart[], verbs: ToolVerbs<never>, locale: string, redactor?: Redactor): string {
  const objects = calls.map((part) => objectOf(part, verbs, redactor));
  const distinct = new Set(objects);
  const count = distinct.has(undefined) ? calls.length : distinct.size;
  if (verbs.objects !== undefined) return `${verbs.done} ${createPlural(locale, verbs.objects)(count)}`;
  const [only] = objects;
  if (count === 1 && only !== undefined) return `${verbs.done} ${only}`;
  return calls.length === 1 ? verbs.done : `${verbs.done} × ${new Intl.NumberFormat(locale).format(count)}`;
}

/** What a call is about, on one line, without secrets; an app's function that throws says nothing. */
function objectOf(part: ToolPart, verbs: ToolVerbs<never>, redactor: Redactor = defaultRedactor): string | undefined {
  if (verbs.object === undefined) return undefined;
  try {
    const members = (ownEntries(part.input) ?? []).filter(([key, value]) => !redactor.hides(key, value));
    const object: unknown = verbs.object(Object.fromEntries(members) as Partial<never>);
    const line = typeof object === "string" ? toLine(redactor.text(object), objectChars) : "";
    return line === "" ? undefined : line;
  } catch {
    return undefined;
  }
}

/** A word whose second letter is a capital is an abbreviation, and stays. */
function lowerFirst(phrase: string, locale: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(phrase) ? phrase.charAt(0).toLocaleLowerCase(locale) + phrase.slice(1) : phrase;
}
