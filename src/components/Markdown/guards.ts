/**
 * Judges Markdown before it is parsed. Some shapes cost the parser the square of their length or a stack frame a level,
 * so a limit on size alone does not bound its time. What is over a limit is shown as plain text.
 */
import type { BlockLine } from "./block-lines.js";

const limits = {
  /** `>` and list markers at the beginning of one line, indentation by twos included. */
  depth: 16,
  /** Runs of marks (`*`, `_`, `~`, backticks, brackets, `<`, `@`, backslashes) in a paragraph, … */
  runs: 128,
  /** … and so many more for each of its lines or cells. */
  runsPerLine: 4,
  /** Longer runs count double. */
  longRun: 16,
  setextLines: 50,
  lazyLines: 100,
  columns: 64,
  // In a message
  cells: 2_000,
  listItems: 1_000,
  definitions: 200,
  footnotes: 100,
  /** Sum of runs², over paragraphs that have many. */
  squaredRuns: 250_000,
  denseRuns: 64,
  /** Sum of depth², over lines that are nested. */
  squaredDepth: 20_000,
  nested: 4,
} as const;

/** What the blocks of one message have cost together so far. */
export interface MessageCost {
  squaredRuns: number;
  squaredDepth: number;
  cells: number;
  listItems: number;
  definitions: number;
  footnotes: number;
}

export function newMessageCost(): MessageCost {
  return { squaredRuns: 0, squaredDepth: 0, cells: 0, listItems: 0, definitions: 0, footnotes: 0 };
}

/**
 * @param spent  what the blocks before have cost
 * @returns what they cost with this one; undefined when it must not be parsed
 */
export function judgeBlock(lines: readonly BlockLine[], spent: MessageCost): MessageCost | undefined {
  const cost = { ...spent };
  let paragraph = newParagraph();
  for (const line of lines) {
    if (line.kind === "inert") continue;
    if (line.kind === "blank" || startsParagraph.test(line.text)) {
      if (!settle(paragraph, cost)) return undefined;
      paragraph = newParagraph();
    }
    if (line.kind === "text" && !addLine(paragraph, line, cost)) return undefined;
  }
  return settle(paragraph, cost) ? cost : undefined;
}

interface Paragraph {
  lines: number;
  runs: number;
  setextLines: number;
  /** Lines that belong to a quote or an item without saying so. */
  lazyLines: number;
  isQuote: boolean;
  isTable: boolean;
  columns: number;
}

function newParagraph(): Paragraph {
  return { lines: 0, runs: 0, setextLines: 0, lazyLines: 0, isQuote: false, isTable: false, columns: 0 };
}

const startsParagraph = /^(?:(?:>[ \t]?)*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)|#{1,6}(?:[ \t]|$))/;
const container = /^(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*/;
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const setextLine = /^(?:=+|-+)[ \t]*$/;
const definition = /^\[(\^?)[^\]\n]{1,999}\]:/;
const runs = /([*_~`@])\1*|[[\]<\\]/g;

function addLine(paragraph: Paragraph, line: BlockLine, cost: MessageCost): boolean {
  const { text, depth, isItem } = stripContainers(line.text);
  const nesting = depth + Math.floor(line.indent / 2);
  if (depth > limits.depth || nesting > limits.depth * 2) return false;
  if (nesting > limits.nested) cost.squaredDepth += nesting ** 2;
  if (isItem) cost.listItems += 1;
  const [isDefinition, mark] = definition.exec(text) ?? [];
  if (isDefinition !== undefined) cost[mark === "^" ? "footnotes" : "definitions"] += 1;

  if (paragraph.isQuote && !line.text.startsWith(">")) paragraph.lazyLines += 1;
  if (line.text.startsWith(">")) paragraph.isQuote = true;
  if (setextLine.test(text)) paragraph.setextLines += 1;
  paragraph.lines += 1;
  return addRuns(paragraph, text, cost);
}

function addRuns(paragraph: Paragraph, text: string, cost: MessageCost): boolean {
  const pipes = text.split("|").length - 1;
  if (!paragraph.isTable && pipes > 0 && delimiterRow.test(text)) {
    paragraph.isTable = true;
    paragraph.columns = pipes + 1;
  }
  let count = 0;
  for (const [run] of text.matchAll(runs)) count += run.length > limits.longRun ? 2 : 1;
  if (!paragraph.isTable) {
    paragraph.runs += count;
    return true;
  }
  // The cells of a table are paragraphs of their own, and rows that are short are filled up to the header's width.
  cost.cells += Math.max(pipes, paragraph.columns);
  if (count > limits.denseRuns) cost.squaredRuns += count ** 2;
  return paragraph.columns <= limits.columns && count <= limits.runs + limits.runsPerLine * (pipes + 1);
}

function settle(paragraph: Paragraph, cost: MessageCost): boolean {
  if (paragraph.runs > limits.denseRuns) cost.squaredRuns += paragraph.runs ** 2;
  return (
    paragraph.runs <= limits.runs + limits.runsPerLine * paragraph.lines &&
    paragraph.setextLines <= limits.setextLines &&
    paragraph.lazyLines <= limits.lazyLines &&
    isWithin(cost)
  );
}

function isWithin(cost: MessageCost): boolean {
  return (
    cost.squaredRuns <= limits.squaredRuns &&
    cost.squaredDepth <= limits.squaredDepth &&
    cost.cells <= limits.cells &&
    cost.listItems <= limits.listItems &&
    cost.definitions <= limits.definitions &&
    cost.footnotes <= limits.footnotes
  );
}

/** Takes the markers off that stand at the beginning; no more of them than are over the limit anyway. */
function stripContainers(line: string): { text: string; depth: number; isItem: boolean } {
  let text = line;
  let depth = 0;
  let isItem = false;
  for (let marker = container.exec(text); marker && depth <= limits.depth; marker = container.exec(text)) {
    isItem ||= !marker[0].startsWith(">");
    text = text.slice(marker[0].length);
    depth += 1;
  }
  return { text, depth, isItem };
}
