/** The first `maxLength` UTF-16 units, or one less where the cut would split a surrogate pair. */
export function cutHead(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, isSplit ? maxLength - 1 : maxLength);
}

/**
 * A text that is too long, cut, with its true size behind it: `… (truncated, 2.3KB)`. Never splits a surrogate pair.
 * @param maxLength  UTF-16 units of the text itself; the note comes on top
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${cutHead(text, maxLength)}… (truncated, ${formatSize(text.length)})`;
}

/** @param length  UTF-16 units, told as if each were a byte, or bytes; a KB has 1024 */
export function formatSize(length: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let size = length;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)}${units[unit]}`;
}
