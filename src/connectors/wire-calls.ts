import { isRecord, type JsonRecord, toJsonText } from "../stream/json-value.js";
import { toResultText } from "./tool-results.js";
import type { Outcome } from "./turns.js";

/**
 * Ids as providers take them: letters, digits, `_` and `-`, no longer than they allow. Others are renamed, each to an id of
 * its own that stays the same as the conversation grows.
 * @param maxLength  characters; at least 16
 */
export function createWireIds(maxLength: number): (id: string) => string {
  const wireIds = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const known = wireIds.get(id);
    if (known !== undefined) return known;
    let wireId = id;
    for (let count = 0; !isWireId(wireId, maxLength) || taken.has(wireId); count += 1) {
      const begin = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, maxLength - 8);
      wireId = `${begin}_${hash(`${id} ${count}`)}`;
    }
    wireIds.set(id, wireId);
    taken.add(wireId);
    return wireId;
  };
}

/** A tool's name as providers take it; a model that called a tool which does not exist may have named it anyhow. */
export function toWireName(toolName: string): string {
  return toolName.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

/** Arguments as the object that servers want. */
export function toWireInput(input: unknown): JsonRecord {
  const record = isRecord(input) ? input : { input };
  return toJsonText(record).startsWith("{") ? record : {}; // nested too deep for JSON
}

/** Arguments as JSON text. Servers parse them and want an object. */
export function toWireArguments(input: unknown): string {
  const text = toJsonText(isRecord(input) ? input : { input });
  return text.startsWith("{") ? text : "{}"; // nested too deep for JSON
}

/** A result for back ends that have no other way to say that a call failed, or was denied, than its text. */
export function toWireResult(outcome: Outcome): string {
  const text = toResultText(outcome);
  switch (outcome.status) {
    case "error":
      return /^error\b/i.test(text) ? text : `Error: ${text}`;
    case "denied":
      return text.startsWith("The call was") ? text : `The call was denied: ${text}`;
    default:
      return text;
  }
}

function isWireId(id: string, maxLength: number): boolean {
  return id.length <= maxLength && /^[A-Za-z0-9_-]+$/.test(id);
}

/** Seven characters, enough to tell apart the ids of one conversation. FNV-1a. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state >>> 0).toString(36).padStart(7, "0");
}
