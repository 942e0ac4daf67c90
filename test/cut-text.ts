import fc from "fast-check";

/** The text in pieces of the given lengths (UTF-16 units), over and over. */
export function cutText(text: string, lengths: readonly number[]): string[] {
  const deltas: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    deltas.push(text.slice(at, at + length));
    at += length;
  }
  return deltas;
}

export const anyLengths = fc.oneof(
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
);
