import { getMessageText } from "../../chat/message.js";
import { type ChatPause, type ChatStatus, isBusy } from "../../chat/state.js";
import { formatCallWords } from "../../display/tool-words.js";
import type { Labels } from "../../labels.js";
import { callStage } from "../../stream/call-stage.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../../stream/message.js";
import { approvalKey } from "../Approval/use-approval-key.js";
import { createToolManners, isShown, type ToolManners } from "../ChatProvider/tool-manners.js";
import type { GlyphState } from "../Glyph/Glyph.js";
import { callState, shownToolName } from "../ToolCallEntry/call-outcome.js";

interface Announcement {
  id: number;
  text: string;
  /** Said at once, whatever is being read. */
  isUrgent: boolean;
}

/** What the conversation has come to. */
export interface Moment {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  /** In words. */
  error?: string | undefined;
  pause?: ChatPause | undefined;
  /** The person ended the turn. */
  isStopped?: boolean | undefined;
}

/** What was told so far: the conversation as it was then, and the last announcements. */
export interface Announced extends Moment {
  /** The latest few, oldest first. */
  said: readonly Announcement[];
  count: number;
}

type Words = Omit<Announcement, "id">;

/** Past ones that stay in the page: a screen reader may still be reading them. */
const keep = 6;

/**
 * What is to be told of the step from one state of the conversation to the next: boundaries, never tokens. Gives the same
 * object back when nothing changed.
 */
export function announce(before: Announced, now: Moment, labels: Labels, manners = createToolManners()): Announced {
  if (isSame(before, now)) return before;
  const words = isOther(before, now)
    ? []
    : [...callWords(before, now, labels, manners), ...endWords(before, now, labels)];
  const said = words.map((each, index) => ({ ...each, id: before.count + index }));
  return {
    ...now,
    said: said.length === 0 ? before.said : [...before.said, ...said].slice(-Math.max(keep, said.length)),
    count: before.count + said.length,
  };
}

function isSame(before: Moment, now: Moment): boolean {
  const isOne = before.messages === now.messages && before.status === now.status && before.error === now.error;
  return isOne && before.pause === now.pause && before.isStopped === now.isStopped;
}

/** Another conversation stands in the place of the one before. */
function isOther(before: Moment, now: Moment): boolean {
  const [first] = before.messages;
  return first !== undefined && first.id !== now.messages[0]?.id && !isBusy(now.status);
}

/** Only the last message changes while a turn goes on; what comes without a turn was loaded, and is not news. */
function callWords(before: Moment, now: Moment, labels: Labels, manners: ToolManners): Words[] {
  const last = now.messages.at(-1);
  if (last === undefined || last.role !== "assistant") return [];
  const old = before.messages.findLast((message) => message.id === last.id);
  if (old === last || (old === undefined && !isBusy(before.status) && !isBusy(now.status))) return [];
  const states = new Map((old?.parts ?? []).filter(isToolPart).map((part) => [part.toolCallId, callState(part)]));
  return last.parts.filter(isToolPart).flatMap((part) => wordsOf(part, states.get(part.toolCallId), labels, manners));
}

function wordsOf(part: ToolPart, before: GlyphState | undefined, labels: Labels, manners: ToolManners): Words[] {
  const state = callState(part);
  const manner = manners.of(part);
  if (state === before || !isShown(part, manner)) return [];
  const name = shownToolName(part);
  const own = formatCallWords(part, manner.verbs, manner.redactor);
  if (state === "running") return [calmly(own ?? labels.announceRunning(name))];
  if (state === "waiting") return [atOnce(labels.announceApproval(name, approvalKey))];
  if (state === "done") return [calmly(own ?? labels.announceDone(name))];
  if (callStage(part) === "unanswered") return [calmly(labels.unansweredTool(name))];
  return state === "error" ? [calmly(own ?? labels.announceFailed(name))] : [];
}

/** How the turn has ended, or why it rests. */
function endWords(before: Moment, now: Moment, labels: Labels): Words[] {
  const { messages, status, error, pause, isStopped = false } = now;
  if (status === "error") {
    const isNew = before.status !== "error" || before.error !== error;
    return isNew ? [atOnce(labels.error(error ?? ""))] : [];
  }
  if (isStopped) return before.isStopped ? [] : [calmly(labels.announceStopped)];
  if (pause !== undefined) return before.pause === pause ? [] : [calmly(labels.paused(pause.steps))];
  const hasEnded = isBusy(before.status) && status === "ready" && !isWaiting(messages);
  return hasEnded ? answerWords(messages, labels) : [];
}

/**
 * The turn rests because a person is asked, or a tool of the page runs, which `useChat` calls ready: that was said, and
 * nothing has ended.
 */
function isWaiting(messages: readonly ChatMessage[]): boolean {
  const isOpen = (part: ToolPart) => part.state === "approval-requested" || part.state === "input-available";
  return messages.at(-1)?.parts.some((part) => isToolPart(part) && isOpen(part)) === true;
}

function answerWords(messages: readonly ChatMessage[], labels: Labels): Words[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || isCut(last)) return [calmly(labels.announceStopped)];
  const answer = getMessageText(last);
  if (answer.trim() !== "") return [calmly(labels.announceAnswer(answer))];
  // Calls alone: how they ended was said, and whoever made them has yet to say more.
  return last.parts.some(isToolPart) ? [] : [calmly(labels.announceStopped)];
}

/** As `useChat` leaves an answer that was stopped. */
function isCut({ parts }: ChatMessage): boolean {
  const last = parts.at(-1);
  return last?.type === "text" && last.state === "streaming";
}

function calmly(text: string): Words {
  return { text, isUrgent: false };
}

function atOnce(text: string): Words {
  return { text, isUrgent: true };
}
