"use client";

import { Fragment } from "react";
import { createMessage } from "../../chat/message.js";
import { readTurn, type TurnActivity, type TurnCall, type TurnItem } from "../../chat/read-turn.js";
import type { ToolPart } from "../../stream/message.js";
import { ApprovalList } from "../Approval/ApprovalList.js";
import { bringWords } from "../Approval/words-to-decide.js";
import { isShown } from "../ChatProvider/tool-manners.js";
import { useCommentary } from "../ChatProvider/use-commentary.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";
import { InlineToolWidget } from "../InlineToolWidget/InlineToolWidget.js";
import { Reasoning } from "../Reasoning/Reasoning.js";
import { Slot } from "../Slot/Slot.js";
import { callState } from "../ToolCallEntry/call-outcome.js";
import { ToolCallGroup } from "../ToolCallGroup/ToolCallGroup.js";
import { ToolCardFrame, useHasCard } from "../ToolCard/ToolCardFrame.js";
import type { AnswerProps } from "./AnswerWithWidget.js";
import { MessageSources } from "./MessageSources.js";
import { TurnItemView } from "./TurnItemView.js";

/** What the widget says of a message in which nothing stands yet: that the assistant thinks. */
const blank = createMessage({ id: "blank", role: "assistant" });

/**
 * Words, thoughts and calls in the order in which they came. Between two stretches of words the calls are one block and the
 * thoughts one line, whichever began first: a model that thinks before each call would bury the words otherwise.
 */
export function AnswerInOrder({ message, isActive }: AnswerProps) {
  const commentary = useCommentary("inline");
  const manners = useToolManners();
  const isOpen = (part: ToolPart) => openStates.includes(callState(part)) && isShown(part, manners.of(part));
  const items = readTurn(message, { ...commentary, isActive });
  const last = items.at(-1);
  return (
    <>
      {items.map((item) =>
        item.type === "activity" ? (
          <Activity key={item.key} activity={item} id={message.id} isActive={isActive && item === last} />
        ) : (
          <TurnItemView key={item.key} item={item} isActive={isActive && item === last} />
        ),
      )}
      {isActive && !saysThatItGoesOn(last, isOpen) && (
        <Slot name="InlineToolWidget" own={InlineToolWidget} props={{ message: blank, isActive }} />
      )}
      <MessageSources message={message} />
    </>
  );
}

interface ActivityProps {
  activity: TurnActivity;
  /** Of the message. */
  id: string;
  /** Nothing stands behind it yet. */
  isActive: boolean;
}

function Activity({ activity, id, isActive }: ActivityProps) {
  const hasCard = useHasCard();
  const { entries, key } = activity;
  const thoughts = entries.flatMap((entry) => (entry.type === "reasoning" ? entry.part : []));
  const calls = entries.filter((entry) => entry.type === "call");
  const isThinkingAloud = isActive && entries.at(-1)?.type === "reasoning";
  const beganByThinking = entries[0]?.type === "reasoning";
  const thinking = thoughts.length > 0 && (
    <Slot name="Reasoning" own={Reasoning} props={{ parts: thoughts, id: `${id}:${key}`, isActive: isThinkingAloud }} />
  );
  return (
    <>
      {beganByThinking && thinking}
      {groupCalls(calls, hasCard).map(({ card, group }) =>
        card === undefined ? (
          <Slot key={group[0]?.part.toolCallId} name="ToolCallGroup" own={ToolCallGroup} props={{ calls: group }} />
        ) : (
          <Fragment key={card.toolCallId}>
            <ToolCardFrame part={card} />
            <ApprovalList
              message={createMessage({ id, role: "assistant", parts: [card] })}
              words={bringWords(calls.filter(({ part }) => part === card)).words}
            />
          </Fragment>
        ),
      )}
      {!beganByThinking && thinking}
    </>
  );
}

/** Calls that follow each other are one group; one that has a card of its own stands between them. */
function groupCalls(calls: readonly TurnCall[], hasCard: (part: ToolPart) => boolean) {
  const groups: { card?: ToolPart; group: TurnCall[] }[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (hasCard(call.part)) groups.push({ card: call.part, group: [] });
    else if (last !== undefined && last.card === undefined) last.group.push(call);
    else groups.push({ group: [call] });
  }
  return groups;
}

const openStates: readonly string[] = ["writing", "running", "waiting"];

function saysThatItGoesOn(item: TurnItem | undefined, isOpen: (part: ToolPart) => boolean): boolean {
  if (item?.type !== "activity") return item?.type === "answer" || item?.type === "live";
  if (item.entries.at(-1)?.type === "reasoning") return true;
  return item.entries.some((entry) => entry.type === "call" && isOpen(entry.part));
}
