import { type ChatMessage, isToolPart, type ToolPart } from "../stream/message.js";

/** Finds the message that holds a call. The last one, where an id was given twice. */
export function findCall(
  messages: readonly ChatMessage[],
  isWanted: (part: ToolPart) => boolean,
): { message: ChatMessage; part: ToolPart } | undefined {
  for (const message of messages.toReversed()) {
    const part = message.parts.filter(isToolPart).findLast(isWanted);
    if (part) return { message, part };
  }
  return undefined;
}

/** The message with a call set back to where it was whole and not yet run. */
export function reopenCall(message: ChatMessage, toolCallId: string, input: unknown): ChatMessage {
  const parts = message.parts.map((part) => {
    if (!isToolPart(part) || part.toolCallId !== toolCallId) return part;
    const { type, toolName, title, callProviderMetadata, origin, providerExecuted } = part;
    const facts = { title, callProviderMetadata, origin, providerExecuted };
    const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
    const name = toolName === undefined ? {} : { toolName };
    return { type, toolCallId, ...name, ...known, state: "input-available", input } as ToolPart;
  });
  return { ...message, parts };
}
