const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** A code with its parameters, a title or a link up to its end, a message to the terminal, or one sign. ECMA-48, §5.4. */
const codes = new RegExp(
  [
    String.raw`${esc}\[[0-?]*[ -/]*[@-~]`,
    String.raw`${esc}\][^${esc}${bell}\n]{0,2048}(?:${bell}|${esc}\\)`,
    String.raw`${esc}[PX^_][^${esc}\n]{0,2048}${esc}\\`,
    String.raw`${esc}[ -/]*[0-Z\\^-~]`,
  ].join("|"),
  "g",
);

/**
 * What a program wrote to its terminal, as plain text: colours and other codes go, and of a line that was written over
 * again and again (`10%\r50%\r100%`) its last state stays.
 */
export function toPlainText(text: string): string {
  const plain = text.includes(esc) ? text.replace(codes, "") : text;
  if (!plain.includes("\r")) return plain;
  return plain
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => (line.includes("\r") ? (line.split("\r").findLast((state) => state !== "") ?? "") : line))
    .join("\n");
}
