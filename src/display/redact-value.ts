import { ownEntries } from "./format-arguments.js";
import { defaultRedactor, type Redactor, redacted } from "./redact.js";

/** Objects inside objects; what lies deeper is left out. */
const maxDepth = 64;

/**
 * A copy without secrets, for what leaves the page: a message, a call, a result. Lists and plain objects are copied, with
 * what can be read of them; a circle stays one. Anything else stays as it is.
 * Cost: linear in the value.
 */
export function redactValue(value: unknown, redactor: Redactor = defaultRedactor): unknown {
  return copy(value, redactor, new Map(), 0);
}

function copy(value: unknown, redactor: Redactor, copies: Map<object, unknown>, depth: number): unknown {
  if (typeof value === "string") return redactor.text(value);
  if (typeof value !== "object" || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  if (depth >= maxDepth) return "[…]";
  if (isList(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const member of value) list.push(copy(member, redactor, copies, depth + 1));
    return list;
  }
  const entries = isPlain(value) ? ownEntries(value) : undefined;
  if (entries === undefined) return value;
  const members: Record<string, unknown> = {};
  copies.set(value, members);
  for (const [key, member] of entries) {
    const shown = redactor.hides(key, member) ? redacted : copy(member, redactor, copies, depth + 1);
    // `__proto__` as any other key
    Object.defineProperty(members, key, { value: shown, enumerable: true, writable: true, configurable: true });
  }
  return members;
}

function isList(value: object): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

function isPlain(value: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  } catch {
    return false;
  }
}
