import { parseDocument } from "yaml";

/** Longest YAML source, in characters; most keys; deepest nesting. Source: measured; see docs/architecture.md. */
export const MAX_YAML_CHARS = 4096;
const MAX_YAML_KEYS = 64;
const MAX_YAML_DEPTH = 8;

/** A YAML mapping's members, as the core schema of YAML 1.2 reads them. Undefined for anything else, for aliases, tags, and what is over a guard. */
export function parseYamlMapping(source: string): Map<string, unknown> | undefined {
  const document = parseDocument(source, {
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    customTags: [],
    stringKeys: true,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
    logLevel: "error",
  });
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const budget = { keys: MAX_YAML_KEYS };
  const safe = withoutPrototypeKeys(value, MAX_YAML_DEPTH, budget);
  return safe === undefined ? undefined : new Map(Object.entries(safe as object));
}

/** A copy without `__proto__` keys; undefined when it is over a guard. */
function withoutPrototypeKeys(value: unknown, depth: number, budget: { keys: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth < 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutPrototypeKeys(item, depth - 1, budget));
    return items.some((item, index) => item === undefined && value[index] !== undefined) ? undefined : items;
  }
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    budget.keys -= 1;
    if (budget.keys < 0) return undefined;
    if (key === "__proto__") continue;
    const copy = withoutPrototypeKeys(member, depth - 1, budget);
    if (copy === undefined && member !== undefined) return undefined;
    members.push([key, copy]);
  }
  return Object.fromEntries(members);
}
