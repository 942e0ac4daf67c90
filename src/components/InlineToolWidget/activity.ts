import { answerOf, callsOf, type ReadTurnOptions, readTurn } from "../../chat/read-turn.js";
import type { ChatMessage, ToolPart } from "../../stream/message.js";
import type { GlyphState } from "../Glyph/Glyph.js";
import { callState } from "../ToolCallEntry/call-outcome.js";

/** Where a message's activity stands, as its one line says it. */
type WidgetState = "thinking" | "writing" | "running" | "waiting" | "complete";

interface Entry {
  part: ToolPart;
  commentary: string;
}

export interface Activity {
  state: WidgetState;
  glyph: GlyphState;
  /** The call that the line speaks of, while one is open. */
  current: ToolPart | undefined;
  entries: readonly Entry[];
}

/** The open call that says most of what goes on. */
const byWeight = ["waiting", "running", "writing"] as const;

/**
 * @param isActive  the turn that writes the message still goes on
 * @param isShown  false for a call that is not told of
 * @returns undefined when there is nothing to tell
 */
export function readActivity(
  message: ChatMessage,
  isActive: boolean,
  commentary: Pick<ReadTurnOptions, "commentary" | "commentaryMax"> = {},
  isShown: (part: ToolPart) => boolean = () => true,
): Activity | undefined {
  const items = readTurn(message, { ...commentary, isActive });
  const entries = callsOf(items).filter(({ part }) => isShown(part));
  const parts = entries.map(({ part }) => part);
  if (parts.length === 0 && (!isActive || answerOf(items) !== "" || items.some((item) => item.type === "live"))) {
    return undefined;
  }
  const states = parts.map(callState);
  const open = byWeight.find((state) => states.includes(state));
  const current = open === undefined ? undefined : parts[states.indexOf(open)];
  const isThinking = open === undefined && isActive && !isSpeaking(message);
  return {
    state: open ?? (isThinking ? "thinking" : "complete"),
    glyph: open ?? (isThinking ? "running" : settledGlyph(states)),
    current,
    entries,
  };
}

function settledGlyph(states: readonly GlyphState[]): GlyphState {
  if (states.includes("error")) return "error";
  return states.every((state) => state === "stopped") ? "stopped" : "done";
}

/** The last thing that came is text: between a call and the next words it is not. */
function isSpeaking(message: ChatMessage): boolean {
  const last = message.parts.at(-1);
  return last?.type === "text" && last.text.trim() !== "";
}
