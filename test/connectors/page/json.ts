// Looking into JSON that might be shaped in any way.

interface Leaf {
  path: string[];
  value: unknown;
}

export function leavesOf(json: unknown, path: string[] = []): Leaf[] {
  if (typeof json !== "object" || json === null) return [{ path, value: json }];
  return Object.entries(json).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

export function valueAt(json: unknown, path: readonly string[] = []): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}

/** It stands there: as a value, or in a text. */
export function has(json: unknown, wanted: string | number | boolean): boolean {
  return leavesOf(json).some(
    ({ value }) =>
      value === wanted || (typeof value === "string" && typeof wanted === "string" && value.includes(wanted)),
  );
}

export function recordsOf(json: unknown): object[] {
  if (typeof json !== "object" || json === null) return [];
  return [json, ...Object.values(json).flatMap(recordsOf)];
}

/** The two words stand in neighbours of one list. */
export function areSideBySide(json: unknown, [first, second]: readonly [string, string]): boolean {
  const pathOf = (word: string) => leavesOf(json).find(({ value }) => has(value, word))?.path ?? [];
  const [one, two] = [pathOf(first), pathOf(second)];
  const fork = one.findIndex((key, index) => key !== two[index]);
  return Number(two[fork]) - Number(one[fork]) === 1;
}
