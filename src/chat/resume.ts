import type { StreamEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../stream/message.js";
import type { ToolRegistry } from "../tools/registry.js";
import { isUnusable, lastStepCalls } from "./message.js";
import { replaceCall } from "./reopen.js";

/**
 * Where the last answer of a message begins, as far as the message itself tells: behind the last step whose calls were
 * answered here. The last step belongs to the answer, whatever it holds.
 * @returns the number of parts that stood before it
 */
export function guessBegin({ parts }: ChatMessage, registry: ToolRegistry): number {
  const lastStep = parts.findLastIndex((part) => part.type === "step-start");
  const answered = parts.findLastIndex((part, index) => index < lastStep && isToolPart(part) && isOurs(part, registry));
  return answered < 0 ? 0 : parts.findIndex((part, index) => index > answered && part.type === "step-start");
}

/** True for a call that this side answers, or answered. */
export function isOurs(part: ToolPart, registry: ToolRegistry): boolean {
  if (part.providerExecuted) return false;
  return isUnusable(part) || registry.get(getToolName(part)) !== undefined;
}

/**
 * The message as it was before the cut, as far as the event that comes next goes on with it: the text or the arguments
 * that it adds to are open again.
 */
export function takeUpCut(message: ChatMessage, event: StreamEvent): ChatMessage {
  const { parts } = message;
  if (event.type === "text-delta" || event.type === "reasoning-delta") {
    const type = event.type === "text-delta" ? "text" : "reasoning";
    const last = parts.at(-1);
    if (last?.type !== type) return message;
    return { ...message, parts: [...parts.slice(0, -1), { ...last, state: "streaming", id: event.id }] };
  }
  if (event.type !== "tool-input-delta" && event.type !== "tool-input-available") return message;
  const cut = lastStepCalls(message).find((part) => part.toolCallId === event.toolCallId && wasCut(part));
  return cut === undefined ? message : replaceCall(message, stillWriting(cut));
}

/** A call whose arguments had not come whole when the stream ended. */
function wasCut(part: ToolPart): boolean {
  if (part.state !== "output-error" || part.input !== undefined) return false;
  return part.reason === "incomplete" || part.reason === "interrupted" || part.reason === "cancelled";
}

function stillWriting(part: ToolPart): ToolPart {
  const { type, toolCallId, toolName, title, callProviderMetadata, origin } = part;
  const written = part.state === "output-error" && typeof part.rawInput === "string" ? part.rawInput : "";
  const facts = { toolName, title, callProviderMetadata, origin, inputText: written };
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  return { type, toolCallId, ...known, state: "input-streaming", input: undefined } as ToolPart;
}
