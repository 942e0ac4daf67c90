import { legacyMarkdown } from "../detect/syntaxes/legacy-markdown.js";
import { createToolDetector } from "../detect/tool-detector.js";
import type { StreamEvent } from "../stream/events.js";
import { escapeResult, toBlockArguments, toBlockId, toBlockName } from "./block-text.js";
import { createRedactor } from "./redact.js";
import { writeBlock } from "./tool-block.js";

interface Call {
  toolName: string;
  id: string | undefined;
  args: string;
  result?: string;
}

/** What stands in a text is not hidden by being written another way. */
const noRedactor = createRedactor([]);

/**
 * Messages of other days with wrench lines, as text with `<tool>` blocks: a call and its result become one block, at the
 * place of the call. Lines in code stay, and so does everything else.
 */
export function normalizeMarkdownCollapsibleBlocks(text: string): string {
  if (!/🔧|✅/u.test(text)) return text;
  let count = 0;
  const generateId = () => {
    count += 1;
    return `${ownId}${count}`;
  };
  const detector = createToolDetector({ syntaxes: [legacyMarkdown], generateId });
  const calls = new Map<string, Call>();
  const pieces: (string | Call)[] = [];
  for (const event of [...detector.push(text), ...detector.end()]) {
    if (event.type === "text-delta") pieces.push(event.delta);
    else if (event.type === "tool-input-start" && !calls.has(event.toolCallId)) {
      const call = newCall(event);
      calls.set(event.toolCallId, call);
      pieces.push(call);
    } else if ("toolCallId" in event) fillCall(calls.get(event.toolCallId ?? ""), event);
  }
  return calls.size === 0 ? text : pieces.reduce(joinPiece, "");
}

/** Marks ids that no text carries. */
const ownId = "\u0000";

function newCall({ toolName, toolCallId }: Extract<StreamEvent, { type: "tool-input-start" }>): Call {
  const id = toolCallId.startsWith(ownId) ? undefined : toBlockId(toolCallId);
  return { toolName: toBlockName(toolName), id, args: "" };
}

function fillCall(call: Call | undefined, event: StreamEvent): void {
  if (call === undefined) return;
  if (event.type === "tool-input-available") call.args = toBlockArguments(event.input, noRedactor).escaped;
  else if (event.type === "tool-input-error") call.args = toBlockArguments(event.input, noRedactor).escaped;
  else if (event.type === "tool-output-available") call.result = escapeResult(String(event.output));
}

/** A block is a paragraph of its own. */
function joinPiece(text: string, piece: string | Call): string {
  if (typeof piece !== "string") {
    const { toolName, args, result, id } = piece;
    return `${endParagraph(text)}${writeBlock(toolName, args, result, id)}`;
  }
  return text.endsWith("</tool>") && piece.trim() !== ""
    ? `${endParagraph(text)}${piece.replace(/^\n+/, "")}`
    : text + piece;
}

function endParagraph(text: string): string {
  return text === "" ? "" : `${text.replace(/\n+$/, "")}\n\n`;
}
