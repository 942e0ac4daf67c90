import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage, ReasoningPart, TextPart } from "../stream/message.js";
import { addPart, replacePart } from "./edit-parts.js";

type BlockEvent = Extract<StreamEvent, { type: `${"text" | "reasoning"}-${"start" | "delta" | "end"}` }>;
type Block = TextPart | ReasoningPart;

export function startBlock(message: ChatMessage, event: Extract<BlockEvent, { type: `${string}-start` }>): ChatMessage {
  if (openBlockIndex(message, event) >= 0) return message;
  return addPart(message, {
    type: blockType(event),
    text: "",
    state: "streaming",
    id: event.id,
    ...(event.kind === undefined ? {} : { kind: event.kind }),
    ...metadataOf(event),
  } as Block);
}

/** A delta whose start was missed makes its block. */
export function extendBlock(
  message: ChatMessage,
  event: Extract<BlockEvent, { type: `${string}-delta` }>,
): ChatMessage {
  const index = openBlockIndex(message, event);
  const block = message.parts[index] as Block | undefined;
  if (block === undefined) {
    const { id, delta: text } = event;
    return addPart(message, { type: blockType(event), text, state: "streaming", id, ...metadataOf(event) });
  }
  return replacePart(message, index, { ...block, text: block.text + event.delta, ...metadataOf(event) });
}

export function endBlock(message: ChatMessage, event: Extract<BlockEvent, { type: `${string}-end` }>): ChatMessage {
  const index = openBlockIndex(message, event);
  const block = message.parts[index] as Block | undefined;
  if (block === undefined) return message;
  const whole = event.text === undefined ? {} : { text: event.text };
  const cited = "citations" in event && event.citations !== undefined ? { citations: event.citations } : {};
  return replacePart(message, index, { ...closed(block), ...whole, ...cited, ...metadataOf(event) });
}

/** The block as far as it came. Its id on the wire is free again. */
export function closed<B extends Block>({ id: _free, ...block }: B): B {
  return { ...block, state: "done" } as B;
}

function blockType(event: BlockEvent): Block["type"] {
  return event.type.startsWith("text") ? "text" : "reasoning";
}

function openBlockIndex(message: ChatMessage, event: BlockEvent): number {
  const type = blockType(event);
  return message.parts.findLastIndex(
    (part) => part.type === type && part.state === "streaming" && part.id === event.id,
  );
}

function metadataOf({ providerMetadata }: BlockEvent) {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
