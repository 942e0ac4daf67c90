/** Members and items that are looked at; a value that has more is of unknown size. */
const maxMembers = 1_000_000;

/**
 * How long a value would be as JSON over several lines, give or take what is escaped in it, without writing it.
 * @param indent  spaces a level
 * @returns UTF-16 units; undefined for what cannot be told: too many members, or one that cannot be read
 * Cost: the number of its members.
 */
export function measureValue(value: unknown, indent = 2): number | undefined {
  const seen = new Set<object>();
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let length = 0;
  try {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value: each, depth } = next;
      if (typeof each !== "object" || each === null || seen.has(each)) {
        length += measureLeaf(each);
        continue;
      }
      seen.add(each);
      const keys = Array.isArray(each) ? undefined : Object.keys(each);
      const members: readonly unknown[] = keys === undefined ? (each as unknown[]) : Object.values(each);
      if (open.length + members.length + seen.size > maxMembers) return undefined;
      const lineStart = 1 + indent * (depth + 1); // the break, and what stands before a member
      length += 2 + members.length * (lineStart + 1) + (members.length === 0 ? 0 : indent * depth);
      for (const key of keys ?? []) length += key.length + 4;
      for (const member of members) open.push({ value: member, depth: depth + 1 });
    }
    return length;
  } catch {
    return undefined; // a getter that throws, a revoked proxy
  }
}

/** What is seen again is a circle, or is left out of the count. */
function measureLeaf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  const isNamed = (typeof value === "object" && value !== null) || typeof value === "function";
  return isNamed ? 10 : String(value).length;
}
