import { type BlockLine, readBlockLines } from "./block-lines.js";
import { judgeBlock, newMessageCost } from "./guards.js";

/** A piece of a document that is parsed on its own; `isPlain`: it is shown as it is written. */
interface MarkdownBlock {
  /** Its place, and its name: blocks are only added at the end. */
  index: number;
  source: string;
  isPlain: boolean;
}

export interface MarkdownPlan {
  blocks: MarkdownBlock[];
  /** What is past the limit of a message: plain text. */
  rest: string;
}

/** UTF-16 units that are parsed in one message. */
const maxParsedChars = 64 * 1024;

const definition = /^(?:[>*+-]|\d{1,9}[.)]|[ \t])*\[[^\]\n]{1,999}\]:/;

/**
 * Cuts a document into blocks, so that one that grows is parsed again in its last block alone, and judges each before a
 * parser sees it. A document with definitions is one block: they reach everywhere.
 * Cost: linear in the text.
 */
export function planMarkdown(text: string): MarkdownPlan {
  const source = text.slice(0, maxParsedChars + 1).replace(/\r\n?/g, "\n");
  const lines = readBlockLines(source);
  const hasDefinitions = lines.some((line) => line.kind === "text" && definition.test(line.text));
  let spent = newMessageCost();
  const blocks: MarkdownBlock[] = [];
  let used = 0;
  for (const { source: block, lines: own } of hasDefinitions ? [{ source, lines }] : cutBlocks(source, lines)) {
    if (used + block.length > maxParsedChars) break;
    used += block.length;
    const cost = judgeBlock(own, spent);
    blocks.push({ index: blocks.length, source: block, isPlain: cost === undefined });
    spent = cost ?? spent;
  }
  return { blocks, rest: used < source.length ? text.replace(/\r\n?/g, "\n").slice(used) : "" };
}

interface CutBlock {
  source: string;
  lines: readonly BlockLine[];
}

function cutBlocks(source: string, lines: readonly BlockLine[]): CutBlock[] {
  const texts = source.split("\n");
  const blocks: CutBlock[] = [];
  let begin = 0;
  for (let end = 1; end <= lines.length; end += 1) {
    if (end < lines.length && !lines[end]?.startsBlock) continue;
    const isLast = end === lines.length;
    blocks.push({
      source: texts.slice(begin, end).join("\n") + (isLast ? "" : "\n"),
      lines: lines.slice(begin, end),
    });
    begin = end;
  }
  return blocks;
}
