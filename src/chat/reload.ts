import type { StreamEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isSettled, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolRegistry } from "../tools/registry.js";
import { reduceMessage } from "./reduce.js";
import { reopenCall } from "./reopen.js";
import { approvalReasons } from "./tool-calls.js";

/** What became of a stored conversation, and the calls that its tools want run again. */
export interface Reloaded {
  messages: readonly ChatMessage[];
  rerun: readonly { messageId: string; toolCallId: string }[];
}

/**
 * Takes up a conversation that was stored, perhaps in the middle of a turn. What was being written ends where it was cut.
 * A call that was at work ends as interrupted, is asked about, or runs again, as its tool says (`onReload`); one whose
 * tool is not here ends as interrupted. What waits for a person goes on waiting.
 */
export function reloadMessages(messages: readonly ChatMessage[], registry: ToolRegistry): Reloaded {
  const rerun: { messageId: string; toolCallId: string }[] = [];
  const reloaded = messages.map((message) => {
    const cut = reduceMessage(message, { type: "finish" });
    return cut.parts.filter(isOpen).reduce((next, part) => {
      const { toolCallId } = part;
      const onReload = registry.get(getToolName(part))?.execute
        ? (registry.get(getToolName(part))?.onReload ?? "ask")
        : "fail";
      if (onReload === "fail") return reduceMessage(next, interrupted(toolCallId));
      const open = reopenCall(next, toolCallId, part.input);
      if (onReload === "ask") return reduceMessage(open, askAgain(toolCallId));
      rerun.push({ messageId: message.id, toolCallId });
      return open;
    }, cut);
  });
  return { messages: reloaded, rerun };
}

/** At work when the page went away: not waiting for a person, and not ended. */
function isOpen(part: ChatMessage["parts"][number]): part is ToolPart {
  return isToolPart(part) && !isSettled(part) && part.state !== "approval-requested";
}

function interrupted(toolCallId: string): StreamEvent {
  const errorText = "The page was left before the tool was done.";
  return { type: "tool-output-error", toolCallId, errorText, reason: "interrupted" };
}

function askAgain(toolCallId: string): StreamEvent {
  const approvalId = `${toolCallId}-approval`;
  return { type: "tool-approval-request", toolCallId, approvalId, reason: approvalReasons.reloaded };
}
