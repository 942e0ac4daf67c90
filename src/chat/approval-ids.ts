import { type ChatMessage, isToolPart } from "../stream/message.js";

/**
 * A name for the approval of a call that no other call's bears: a back end must not have one answered for another.
 * @param holderOf  the call whose approval bears a name, if there is one
 */
export function newApprovalId(toolCallId: string, holderOf: (approvalId: string) => string | undefined): string {
  let id = `${toolCallId}-approval`;
  for (let count = 2; (holderOf(id) ?? toolCallId) !== toolCallId; count += 1) id = `${toolCallId}-approval-${count}`;
  return id;
}

/** The approvals of a conversation: their names, and their calls' ids. */
export function readApprovals(messages: readonly ChatMessage[]): Map<string, string> {
  const calls = messages.flatMap((message) => message.parts.filter(isToolPart));
  return new Map(
    calls.flatMap((part) => ("approval" in part && part.approval ? [[part.approval.id, part.toolCallId]] : [])),
  );
}
