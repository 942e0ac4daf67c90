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

/** The message with another part in the place of a call. */
export function replaceCall(message: ChatMessage, part: ToolPart): ChatMessage {
  const isSame = (old: ChatMessage["parts"][number]) => isToolPart(old) && old.toolCallId === part.toolCallId;
  return { ...message, parts: message.parts.map((old) => (isSame(old) ? part : old)) };
}

/** The call set back to where it was whole and not yet run. @param input  as a person changed it */
export function reopened(part: ToolPart, input: unknown = part.input): ToolPart {
  const { type, toolCallId, toolName, title, callProviderMetadata, origin, providerExecuted, parentToolCallId } = part;
  const originalInput = part.originalInput ?? (input === part.input ? undefined : part.input);
  const facts = { toolName, title, callProviderMetadata, origin, providerExecuted, parentToolCallId, originalInput };
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  return { type, toolCallId, ...known, state: "input-available", input } as ToolPart;
}
