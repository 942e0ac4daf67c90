import type { ChatMessage, MessagePart } from "../stream/message.js";

export function addPart(message: ChatMessage, part: MessagePart): ChatMessage {
  return { ...message, parts: [...message.parts, part] };
}

export function replacePart(message: ChatMessage, index: number, part: MessagePart): ChatMessage {
  return part === message.parts[index] ? message : { ...message, parts: message.parts.with(index, part) };
}

/** Changes the last part that is wanted; the others keep their identity. */
export function editPart<Part extends MessagePart>(
  message: ChatMessage,
  isWanted: (part: MessagePart) => part is Part,
  edit: (part: Part) => MessagePart,
): ChatMessage {
  const index = message.parts.findLastIndex(isWanted);
  const part = message.parts[index];
  return part !== undefined && isWanted(part) ? replacePart(message, index, edit(part)) : message;
}
