"use client";

import { readTurn } from "../../chat/read-turn.js";
import { type ChatMessage, isToolPart } from "../../stream/message.js";
import { useCommentary } from "../ChatProvider/use-commentary.js";
import { InlineToolWidget } from "../InlineToolWidget/InlineToolWidget.js";
import { Reasoning } from "../Reasoning/Reasoning.js";
import { Slot } from "../Slot/Slot.js";
import { ToolCardFrame } from "../ToolCard/ToolCardFrame.js";
import { MessageSources } from "./MessageSources.js";
import { TurnItemView } from "./TurnItemView.js";

export interface AnswerProps {
  message: ChatMessage;
  isActive: boolean;
}

/** The thoughts and the activity on a line each, whichever began first, the tools' own cards, and the answer. */
export function AnswerWithWidget({ message, isActive }: AnswerProps) {
  const commentary = useCommentary("auto");
  const items = readTurn(message, { ...commentary, isActive });
  const thoughts = message.parts.filter((part) => part.type === "reasoning");
  const calls = message.parts.filter(isToolPart);
  const last = items.at(-1);
  const isThinkingAloud = isActive && calls.length === 0 && last?.type === "activity";
  const beganByThinking = message.parts.find((part) => part.type === "reasoning" || isToolPart(part)) === thoughts[0];
  const thinking = thoughts.length > 0 && (
    <Slot name="Reasoning" own={Reasoning} props={{ parts: thoughts, id: message.id, isActive: isThinkingAloud }} />
  );
  return (
    <>
      {beganByThinking && thinking}
      {!isThinkingAloud && <Slot name="InlineToolWidget" own={InlineToolWidget} props={{ message, isActive }} />}
      {calls.map((part) => (
        <ToolCardFrame key={part.toolCallId} part={part} />
      ))}
      {!beganByThinking && thinking}
      {items.map((item) => (
        <TurnItemView key={item.key} item={item} isActive={isActive && item === last} />
      ))}
      <MessageSources message={message} />
    </>
  );
}
