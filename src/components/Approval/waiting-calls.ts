import { type ChatMessage, isToolPart, type MessagePart, type ToolPart } from "../../stream/message.js";

/** A call that waits for a person. */
export type WaitingCall = Extract<ToolPart, { state: "approval-requested" }>;

export function waitingCalls(message: ChatMessage): WaitingCall[] {
  return message.parts.filter(isWaiting);
}

/** What a back end decides by itself is not asked about. */
export function isWaiting(part: MessagePart): part is WaitingCall {
  return isToolPart(part) && part.state === "approval-requested" && part.approval?.isAutomatic !== true;
}
