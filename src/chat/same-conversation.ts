import type { ChatMessage } from "../stream/message.js";
import { getMessageText } from "./message.js";

/**
 * Whether messages that are put in go on with those that stand: they have one of them among them, or begin with the same
 * words of the person's, by id and text. Where nothing stood, they fill the conversation that was to come.
 */
export function isSameConversation(before: readonly ChatMessage[], now: readonly ChatMessage[]): boolean {
  const known = new Set(before);
  if (known.size === 0 || now.some((message) => known.has(message))) return true;
  const [one, other] = [before, now].map((messages) => messages.find(({ role }) => role === "user"));
  if (one === undefined || other === undefined || one.id !== other.id) return false;
  return getMessageText(one) === getMessageText(other);
}
