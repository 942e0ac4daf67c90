import { isToolPart, type MessagePart, type ToolPart } from "../../stream/message.js";
import { isWaiting } from "./waiting-calls.js";

interface Entry {
  part: ToolPart;
  commentary?: string | undefined;
}

/**
 * Brings the words that led to calls which wait from their entries to those calls: a person needs them to decide. A call
 * that waits and has none of its own takes those that its step began with.
 * @param parts  of the message, where steps are to be told apart
 * @returns the entries without these words, and the words by the calls' ids
 */
export function bringWords<Kind extends Entry>(entries: readonly Kind[], parts: readonly MessagePart[] = []) {
  const words = new Map<string, string>();
  const bare = new Set<Kind>();
  for (const { part } of entries) {
    if (!isWaiting(part)) continue;
    const siblings = stepUpTo(part, parts);
    const speaker = entries.findLast((entry) => siblings.includes(entry.part) && (entry.commentary ?? "") !== "");
    if (speaker === undefined || bare.has(speaker)) continue;
    words.set(part.toolCallId, speaker.commentary ?? "");
    bare.add(speaker);
  }
  return { words, entries: entries.map((entry) => (bare.has(entry) ? { ...entry, commentary: "" } : entry)) };
}

/** The calls of a step, from its first to this one. */
function stepUpTo(part: ToolPart, parts: readonly MessagePart[]): ToolPart[] {
  const before = parts.slice(0, Math.max(0, parts.indexOf(part)));
  const start = before.findLastIndex(({ type }) => type === "step-start");
  return [...before.slice(start + 1).filter(isToolPart), part];
}
