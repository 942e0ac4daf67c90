"use client";

import type { ChatMessage, MessagePart } from "../../stream/message.js";
import { Slot } from "../Slot/Slot.js";
import { type SourcePart, Sources } from "../Sources/Sources.js";

/** All that a message rests on, behind its words. */
export function MessageSources({ message }: { message: ChatMessage }) {
  const parts = message.parts.filter(isSource);
  return parts.length === 0 ? null : <Slot name="Sources" own={Sources} props={{ parts, id: message.id }} />;
}

function isSource(part: MessagePart): part is SourcePart {
  return part.type === "source-url" || part.type === "source-document";
}
