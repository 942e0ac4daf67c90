import type { StreamEvent } from "../stream/events.js";
import {
  type ChatMessage,
  getToolName,
  isSettled,
  isToolPart,
  type MessagePart,
  type ToolPart,
} from "../stream/message.js";
import type { ReloadRule } from "../tools/definition.js";
import type { ToolRegistry } from "../tools/registry.js";
import { newApprovalId, readApprovals } from "./approval-ids.js";
import { approvalReasons } from "./approvals.js";
import type { LoadedCall } from "./call-book.js";
import { reduceMessage } from "./reduce.js";
import { reopened, replaceCall } from "./reopen.js";

/** What became of a stored conversation, and the calls that their tools want run again. */
export interface Reloaded {
  messages: readonly ChatMessage[];
  /** The messages that were being written. */
  cutIds: readonly string[];
  rerun: readonly LoadedCall[];
}

/**
 * Takes up a conversation that was stored, perhaps in the middle of a turn. What was being written ends where it was cut.
 * A call that was at work ends as interrupted, is asked about, or runs again, as its tool says (`onReload`); one whose
 * tool is not here ends as interrupted. What waits for a person goes on waiting.
 * @param begun  calls that ran here already: they are asked about rather than run again
 */
export function reloadMessages(
  messages: readonly ChatMessage[],
  registry: ToolRegistry,
  begun: ReadonlyMap<string, unknown> = new Map(),
): Reloaded {
  const rerun: LoadedCall[] = [];
  const cutIds: string[] = [];
  const approvals = readApprovals(messages);
  const reload = (message: ChatMessage, part: ToolPart): ChatMessage => {
    const { toolCallId } = part;
    if (isDenied(part)) return reduceMessage(message, { type: "tool-output-denied", toolCallId });
    const rule = reloadRule(part, registry);
    if (rule === "wait") return message;
    if (rule === "fail") return reduceMessage(message, interrupted(toolCallId));
    const open = replaceCall(message, reopened(part));
    if (rule === "ask" || begun.has(toolCallId)) return reduceMessage(open, askAgain(approvals, toolCallId));
    rerun.push({ messageId: message.id, toolCallId });
    return open;
  };
  const reloaded = messages.map((message) => {
    const stored = withoutTwins(message);
    const cut = reduceMessage(stored, { type: "finish" });
    if (cut !== stored || cut.parts.some(isOpen)) cutIds.push(message.id);
    return cut.parts.filter(isOpen).reduce(reload, cut);
  });
  return { messages: reloaded, cutIds, rerun };
}

function reloadRule(part: ToolPart, registry: ToolRegistry): ReloadRule | "wait" {
  const tool = part.providerExecuted ? undefined : registry.get(getToolName(part));
  if (tool === undefined) return "fail";
  if (tool.execute === undefined) return part.state === "input-available" ? "wait" : "fail";
  return tool.onReload ?? "ask";
}

/** At work when the page went away: not ended, and not put before a person. */
function isOpen(part: ChatMessage["parts"][number]): part is ToolPart {
  return isToolPart(part) && !isSettled(part) && part.state !== "approval-requested";
}

function isDenied(part: ToolPart): boolean {
  return part.state === "approval-responded" && !part.approval.approved;
}

/** A store that wrote a call twice has it once here: as it ended, where one of the two did. */
function withoutTwins(message: ChatMessage): ChatMessage {
  const byId = new Map<string, ToolPart>();
  for (const part of message.parts.filter(isToolPart)) {
    const first = byId.get(part.toolCallId);
    if (first === undefined || !isSettled(first)) byId.set(part.toolCallId, part);
  }
  if (byId.size === message.parts.filter(isToolPart).length) return message;
  const parts = message.parts.flatMap((part): MessagePart[] => {
    if (!isToolPart(part)) return [part];
    const kept = byId.get(part.toolCallId);
    byId.delete(part.toolCallId);
    return kept === undefined ? [] : [kept];
  });
  return { ...message, parts };
}

function interrupted(toolCallId: string): StreamEvent {
  const errorText = "The page was left before the tool was done.";
  return { type: "tool-output-error", toolCallId, errorText, reason: "interrupted" };
}

function askAgain(approvals: ReadonlyMap<string, string>, toolCallId: string): StreamEvent {
  const approvalId = newApprovalId(toolCallId, (id) => approvals.get(id));
  return { type: "tool-approval-request", toolCallId, approvalId, reason: approvalReasons.reloaded };
}
