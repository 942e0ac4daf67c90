import { readFileSync } from "node:fs";

/** docs/connectors.md. */
export const page = readFileSync(new URL("../../../docs/connectors.md", import.meta.url), "utf8");

/** In one line, as it is read. */
export const words = page.replace(/\s+/g, " ");

/** The cells of the first table below a heading, row by row, the first with the columns' names. Without marks of notes. */
export function readTable(heading: string): string[][] {
  const lines = page.slice(page.indexOf(heading)).split("\n");
  const begin = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, index) => index > begin && !line.startsWith("|"));
  return lines
    .slice(begin, end)
    .filter((line) => !/^\|[ -]+\|/.test(line) || /\w/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.replace(/ ?[¹²³⁴]/gu, "").trim()),
    );
}
