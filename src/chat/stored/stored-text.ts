import { callout } from "../../detect/syntaxes/callout.js";
import { details } from "../../detect/syntaxes/details.js";
import { legacyMarkdown } from "../../detect/syntaxes/legacy-markdown.js";
import { toolBlock } from "../../detect/syntaxes/tool-block.js";
import { createToolDetector } from "../../detect/tool-detector.js";
import type { StreamEvent } from "../../stream/events.js";
import type { StoredCall } from "./stored-call.js";
import type { StoredTurn } from "./stored-turn.js";

/** What a stored text may tell calls with; what models write to have a tool run counts only while it streams. */
const syntaxes = [callout, toolBlock, details, legacyMarkdown];

/**
 * Reads a text and the calls that were stored beside it. A call that the text tells too stands where the text has it. The
 * words that led to a call stand before it, and are taken out of the text where they are repeated, once and in their
 * order. Calls of which the text says nothing come first: the text is what they led to.
 */
export function readStoredText(turn: StoredTurn, text: string, calls: readonly StoredCall[] = []): void {
  const inText = new Set(calls.length === 0 ? [] : matchCalls(detect(text), calls).values());
  let rest = text;
  for (const call of calls) {
    if (inText.has(call)) continue;
    const commentary = call.commentary.trim();
    const at = placeOf(commentary, rest);
    const before = at < 0 ? "" : rest.slice(0, at).trim();
    if (before !== "") {
      addText(turn, before, inText);
      turn.addStep(); // these words did not lead to the call
    }
    if (at >= 0) rest = rest.slice(at + commentary.length).replace(/^\s*\n/, "");
    turn.addText(commentary, "commentary");
    turn.addCall(call);
  }
  addText(turn, rest, inText);
}

/** Where words stand that are no piece of other words; -1 where they do not. */
function placeOf(words: string, text: string): number {
  if (words === "") return -1;
  const joins = (a: string, b: string) => /^[\p{L}\p{N}_]{2}$/u.test(a + b);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isWhole = !joins(text.charAt(at - 1), text.charAt(at)) && !joins(text.charAt(end - 1), text.charAt(end));
    if (isWhole) return at;
  }
  return -1;
}

/** The calls of the text that were stored beside it as well, by the text's own ids. */
function matchCalls(events: readonly StreamEvent[], calls: readonly StoredCall[]): Map<string, StoredCall> {
  const matches = new Map<string, StoredCall>();
  const free = new Set(calls);
  for (const event of events) {
    if (event.type !== "tool-input-start" || matches.has(event.toolCallId)) continue;
    const { toolCallId, toolName } = event;
    const match = [...free].find(({ id }) => id === toolCallId) ?? [...free].find(({ name }) => name === toolName);
    if (match === undefined) continue;
    free.delete(match);
    matches.set(toolCallId, match);
  }
  return matches;
}

/** Marks ids that no text carries. */
const ownId = "\u0000";

function detect(text: string): StreamEvent[] {
  let count = 0;
  const generateId = () => {
    count += 1;
    return `${ownId}${count}`;
  };
  const detector = createToolDetector({ syntaxes, generateId });
  return [...detector.push(text), ...detector.end()];
}

function addText(turn: StoredTurn, text: string, stored: ReadonlySet<StoredCall>): void {
  const events = detect(text);
  const calls = new TextCalls(turn, matchCalls(events, [...stored]));
  const begin = turn.parts.length;
  for (const event of events) {
    if (event.type === "text-delta") addDelta(turn, event.delta, begin);
    else calls.take(event);
  }
  if (calls.size === 0) return;
  // The line breaks around a call go with it.
  for (const part of turn.parts.slice(begin)) if (part.type === "text") part.text = part.text.trim();
}

function addDelta(turn: StoredTurn, delta: string, begin: number): void {
  const last = turn.parts.at(-1);
  if (last?.type === "text" && last.kind === undefined && turn.parts.length > begin) last.text += delta;
  else if (delta.trim() !== "") turn.addText(delta);
}

/** The calls that a text tells, and what came of them. */
class TextCalls {
  readonly #turn: StoredTurn;
  readonly #matches: ReadonlyMap<string, StoredCall>;
  readonly #names = new Map<string, string>();
  /** The text's ids, and those that the calls have in the message. */
  readonly #ids = new Map<string, string>();

  constructor(turn: StoredTurn, matches: ReadonlyMap<string, StoredCall>) {
    this.#turn = turn;
    this.#matches = matches;
  }

  get size(): number {
    return this.#ids.size;
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case "tool-input-start":
        this.#names.set(event.toolCallId, event.toolName);
        break;
      case "tool-input-available":
        this.#add(event.toolCallId, { input: { input: event.input }, rawInput: event.input });
        break;
      case "tool-input-error": {
        const { errorText, input } = event;
        this.#add(event.toolCallId, { input: { reason: "malformed", errorText }, rawInput: input });
        break;
      }
      case "tool-output-available":
        this.#turn.settle(this.#ids.get(event.toolCallId) ?? "", { state: "output", output: event.output });
        break;
      case "tool-output-error":
        this.#turn.settle(this.#ids.get(event.toolCallId) ?? "", { state: "error", errorText: event.errorText });
        break;
      default:
    }
  }

  #add(textId: string, read: Pick<StoredCall, "input" | "rawInput">): void {
    if (this.#ids.has(textId)) return;
    const call = this.#matches.get(textId) ?? {
      ...read,
      id: textId.startsWith(ownId) ? undefined : textId,
      name: this.#names.get(textId) ?? "tool",
      outcome: undefined,
      commentary: "",
      isProviders: true,
    };
    this.#turn.addText(call.commentary.trim(), "commentary");
    this.#ids.set(textId, this.#turn.addCall(call));
  }
}
