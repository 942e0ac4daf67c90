import { isRecord } from "./json-value.js";

/** What the finished arguments of a call came to. */
export type ToolInputReading =
  | { input: unknown; repaired?: true }
  | { reason: "malformed" | "invalid"; errorText: string };

/** UTF-16 units of argument text: 1 Mi. */
export const maxInputLength = 1 << 20;
const maxDepth = 64;
const maxKeys = 10_000;

/**
 * Reads the arguments of a call that has ended. Strict JSON; nothing at all, white space and `null` mean `{}`, as
 * providers write for a tool without parameters. Arguments that were encoded twice are decoded twice and flagged.
 */
export function readToolInput(text: string): ToolInputReading {
  if (text.length > maxInputLength) return tooBig(`${text.length} characters, ${maxInputLength} are allowed`);
  if (text.trim() === "") return { input: {} };
  const value = parse(text);
  if (value === undefined) return { reason: "malformed", errorText: "The arguments of the call are not valid JSON." };
  if (typeof value !== "string") return checkToolInput(value);
  const inner = parse(value);
  if (!isRecord(inner)) return checkToolInput(value);
  const reading = checkToolInput(inner);
  return "input" in reading ? { ...reading, repaired: true } : reading;
}

/** The same for arguments that came as a value. Counts without recursion, so that no depth can overflow the stack. */
export function checkToolInput(value: unknown): ToolInputReading {
  if (value === undefined || value === null) return { input: {} };
  let keys = 0;
  let level: unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return tooBig(`nested deeper than ${maxDepth} levels`);
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (reachesPrototype(item)) {
        return { reason: "invalid", errorText: "The arguments of the call try to reach an object's prototype." };
      }
      const values: unknown[] = Object.values(item);
      keys += Array.isArray(item) ? 0 : values.length;
      if (keys > maxKeys) return tooBig(`more than ${maxKeys} keys`);
      for (const inner of values) if (typeof inner === "object" && inner !== null) next.push(inner);
    }
    level = next;
  }
  return { input: value };
}

function reachesPrototype(item: object): boolean {
  if (Object.hasOwn(item, "__proto__")) return true;
  const own = Object.hasOwn(item, "constructor") ? (item as { constructor: unknown }).constructor : undefined;
  return isRecord(own) && Object.hasOwn(own, "prototype");
}

/** Undefined for what is no JSON: JSON itself has no undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tooBig(what: string): ToolInputReading {
  return { reason: "invalid", errorText: `The arguments of the call are too big: ${what}.` };
}
