import { decodeEntities } from "../detect/readers/value-text.js";
import { type BlockText, toBlockArguments, toBlockId, toBlockName, toBlockResult } from "./block-text.js";
import type { Redactor } from "./redact.js";

/** What a server keeps of a call beside the text that it shows. */
export interface ToolTrace {
  type: "tool-call-started" | "tool-call-completed";
  toolName: string;
  toolCallId?: string;
  /** As a person reads them; absent where there are none. */
  argsPreview?: string;
  resultPreview?: string;
  /** Something was longer than is shown. */
  truncated: boolean;
}

export interface ToolBlockText {
  text: string;
  trace: ToolTrace;
}

export interface ToolBlockOptions {
  /** Written into the block, so that it can be found again. @default none: a block is found by its tool's name */
  toolCallId?: string | undefined;
  /** @default defaultRedactor */
  redactor?: Redactor | undefined;
}

/**
 * A call that has begun, as text to append: `<tool>search(query=cats)</tool>` on a line of its own. The `tool-block`
 * syntax reads it back.
 */
export function formatToolStarted(name: string, args: unknown, options: ToolBlockOptions = {}): ToolBlockText {
  const shown = toBlockArguments(args, options.redactor);
  const toolName = toBlockName(name);
  const block = writeBlock(toolName, shown.escaped, undefined, toBlockId(options.toolCallId));
  return { text: onOwnLine(block), trace: toTrace("tool-call-started", toolName, options, shown) };
}

/** A call and what came of it, as text to append; a line break stands before the result, also before an empty one. */
export function formatToolCombined(
  name: string,
  args: unknown,
  result: unknown,
  options: ToolBlockOptions = {},
): ToolBlockText {
  const shown = toBlockArguments(args, options.redactor);
  const outcome = toBlockResult(result, options.redactor);
  const toolName = toBlockName(name);
  const block = writeBlock(toolName, shown.escaped, outcome.escaped, toBlockId(options.toolCallId));
  return { text: onOwnLine(block), trace: toTrace("tool-call-completed", toolName, options, shown, outcome) };
}

/**
 * Puts a result into the block that waits for it: the one with that id, or else the last one of that tool that has no
 * other id. Where none waits, a whole block is appended.
 * Cost: linear in the text.
 */
export function completePendingToolBlock(
  text: string,
  name: string,
  result: unknown,
  options: ToolBlockOptions = {},
): ToolBlockText {
  const toolName = toBlockName(name);
  const id = toBlockId(options.toolCallId);
  const pending = findPending(text, toolName, id);
  if (pending === undefined) {
    const { text: block, trace } = formatToolCombined(name, undefined, result, options);
    return { text: text + block, trace };
  }
  const outcome = toBlockResult(result, options.redactor);
  const end = pending.index + pending.length;
  const block = writeBlock(pending.toolName, pending.args, outcome.escaped, pending.id);
  const args = decodeEntities(pending.args);
  const shown = { text: args, escaped: pending.args, truncated: args.includes("… (truncated, ") };
  return {
    text: text.slice(0, pending.index) + block + text.slice(end),
    trace: toTrace("tool-call-completed", pending.toolName, options, shown, outcome),
  };
}

/** A block as it stands in the text. @param result  undefined while the call is pending */
export function writeBlock(toolName: string, args: string, result?: string, id?: string): string {
  const attributes = id === undefined ? "" : ` id="${id}" state="${result === undefined ? "start" : "done"}"`;
  return `<tool${attributes}>${toolName}(${args})${result === undefined ? "" : `\n${result}`}</tool>`;
}

interface PendingBlock {
  index: number;
  length: number;
  id: string | undefined;
  toolName: string;
  args: string;
}

// No line break between the tags, and no summary behind them: nothing has come of the call.
const pendingBlock =
  /<tool(?: id="([^"\n<]{1,128})" state="start")?>[ \t]*([^\s()<>]{1,128})\(([^\n<]*?)\)?[ \t]*<\/tool>(?!\s{0,64}<validation>)/gi;

function findPending(text: string, toolName: string, id: string | undefined): PendingBlock | undefined {
  let byName: PendingBlock | undefined;
  let byId: PendingBlock | undefined;
  for (const match of text.matchAll(pendingBlock)) {
    const [whole, ownId, ownName = "", args = ""] = match;
    const block = { index: match.index, length: whole.length, id: ownId, toolName: ownName, args };
    if (id !== undefined && ownId === id) byId = block;
    if (ownName === toolName && (id === undefined || ownId === undefined)) byName = block;
  }
  return byId ?? byName;
}

/** With an empty line before it, so that no paragraph, and no open code span of one, reaches into the block. */
function onOwnLine(block: string): string {
  return `\n\n${block}\n`;
}

function toTrace(
  type: ToolTrace["type"],
  toolName: string,
  { toolCallId }: ToolBlockOptions,
  args: BlockText,
  result?: BlockText,
): ToolTrace {
  return {
    type,
    toolName,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(args.text === "" ? {} : { argsPreview: args.text }),
    ...(result === undefined || result.text === "" ? {} : { resultPreview: result.text }),
    truncated: args.truncated || result?.truncated === true,
  };
}
