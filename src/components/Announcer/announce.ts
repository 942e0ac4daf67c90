import { getMessageText } from "../../chat/message.js";
import type { ChatStatus } from "../../chat/state.js";
import { isBusy } from "../../chat/state.js";
import type { Labels } from "../../labels.js";
import type { ChatMessage } from "../../stream/message.js";
import { isToolPart, type ToolPart } from "../../stream/message.js";
import type { GlyphState } from "../Glyph/Glyph.js";
import { callState, isUnanswered, shownToolName } from "../ToolCallEntry/call-outcome.js";

interface Announcement {
  id: number;
  text: string;
  /** Said at once, whatever is being read. */
  isUrgent: boolean;
}

/** What was told so far: the conversation as it was then, and the last announcements. */
export interface Announced {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  error: string | undefined;
  /** The latest few, oldest first. */
  said: readonly Announcement[];
  count: number;
}

const keep = 6;

/**
 * What is to be told of the step from one state of the conversation to the next: boundaries, never tokens. Gives the same
 * object back when nothing changed.
 */
export function announce(
  before: Announced,
  now: Pick<Announced, "messages" | "status" | "error">,
  labels: Labels,
): Announced {
  const { messages, status, error } = now;
  if (before.messages === messages && before.status === status && before.error === error) return before;
  const texts = callTexts(before.messages, messages, labels).map((text) => ({ text, isUrgent: false }));
  if (isBusy(before.status) && status === "ready" && !isWaiting(messages)) {
    texts.push({ text: endText(messages, labels), isUrgent: false });
  }
  if (status === "error" && (before.status !== "error" || before.error !== error)) {
    texts.push({ text: labels.error(error ?? ""), isUrgent: true });
  }
  const said = texts.map((each, index) => ({ ...each, id: before.count + index }));
  return {
    messages,
    status,
    error,
    said: said.length === 0 ? before.said : [...before.said, ...said].slice(-keep),
    count: before.count + said.length,
  };
}

/** Only the last message changes while a turn goes on; others are history that is set or loaded, and not news. */
function callTexts(before: readonly ChatMessage[], now: readonly ChatMessage[], labels: Labels): string[] {
  const last = now.at(-1);
  if (last === undefined || last.role !== "assistant") return [];
  const old = before.findLast((message) => message.id === last.id);
  if (old === last || (old === undefined && before.length + 2 < now.length)) return [];
  const states = new Map((old?.parts ?? []).filter(isToolPart).map((part) => [part.toolCallId, callState(part)]));
  return last.parts.filter(isToolPart).flatMap((part) => callText(part, states.get(part.toolCallId), labels));
}

function callText(part: ToolPart, before: GlyphState | undefined, labels: Labels): string[] {
  const state = callState(part);
  if (state === before) return [];
  const name = shownToolName(part);
  if (state === "running") return [labels.announceRunning(name)];
  if (state === "waiting") return [labels.announceApproval(name)];
  if (state === "done") return [labels.announceDone(name)];
  if (isUnanswered(part)) return [labels.unansweredTool(name)];
  return state === "error" ? [labels.announceFailed(name)] : [];
}

/**
 * The turn rests because a person is asked, or a tool of the page runs, which `useChat` calls ready: that was said, and
 * nothing has ended.
 */
function isWaiting(messages: readonly ChatMessage[]): boolean {
  const isOpen = (part: ToolPart) => part.state === "approval-requested" || part.state === "input-available";
  return messages.at(-1)?.parts.some((part) => isToolPart(part) && isOpen(part)) === true;
}

function endText(messages: readonly ChatMessage[], labels: Labels): string {
  const last = messages.at(-1);
  const answer = last?.role === "assistant" ? getMessageText(last) : "";
  return answer.trim() === "" ? labels.announceStopped : labels.announceAnswer(answer);
}
