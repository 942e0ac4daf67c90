import {
  type ChatMessage,
  isToolPart,
  type MessagePart,
  type ReasoningPart,
  type TextPart,
  type ToolPart,
} from "../stream/message.js";

/**
 * Where the words that lead to a call are shown. `defer`: with their call, and nothing is an answer before its step is
 * over. `auto`: so too, but text that is too long for a commentary, or is laid out as none is, streams as the answer and
 * stays there. `inline`: all text where it stands.
 */
export type CommentaryMode = "auto" | "defer" | "inline";

export interface ReadTurnOptions {
  /** @default "auto" */
  commentary?: CommentaryMode | undefined;
  /** Characters (UTF-16) that a commentary has at most, in `auto`. @default 400 */
  commentaryMax?: number | undefined;
  /** The turn that writes the message still goes on: its last step may bring calls. @default something in it is being written */
  isActive?: boolean | undefined;
}

/** What is shown of a message, in its order. Keys are unique in the message, and an item keeps its key. */
export type TurnItem = TurnAnswer | TurnActivity | TurnLive | TurnPart;

export interface TurnAnswer {
  type: "answer";
  key: string;
  text: string;
  /** What the text is put together from. */
  parts: readonly TextPart[];
  isStreaming: boolean;
}

/** Calls and thoughts with no answer between them. */
export interface TurnActivity {
  type: "activity";
  key: string;
  entries: readonly TurnEntry[];
}

export type TurnEntry = TurnCall | { type: "reasoning"; part: ReasoningPart };

export interface TurnCall {
  type: "call";
  part: ToolPart;
  /** The words that led to the call; empty where there are none. */
  commentary: string;
}

/** Short text of a step that goes on: it may be the answer, or lead to a call. Shown quietly, beside the activity. */
export interface TurnLive {
  type: "live";
  key: string;
  text: string;
}

/** A file, a source, or data: what is neither text nor activity. */
export interface TurnPart {
  type: "part";
  key: string;
  part: MessagePart;
}

/** Text with no call and no step between. */
interface Section {
  /** Of its first part. */
  index: number;
  parts: TextPart[];
  pieces: string[];
  length: number;
  /** As the provider says. */
  isCommentary: boolean;
  /** The call that follows in its step. */
  call: ToolPart | undefined;
  isStepOver: boolean;
}

/**
 * Reads a message as answer and activity. One rule for a message that is being written and for one that was stored: text
 * that was an answer stays one, whatever comes after it.
 * Cost: linear in the parts; text is looked into only while it is short enough for a commentary.
 */
export function readTurn(message: ChatMessage, options: ReadTurnOptions = {}): TurnItem[] {
  const { commentary: mode = "auto", commentaryMax = 400, isActive = isOpen(message) } = options;
  const commentaries = new Map<ToolPart, string[]>();
  const texts = new Map<number, TurnItem>();
  for (const section of readSections(message.parts, isActive)) {
    const role = roleOf(section, mode, commentaryMax);
    const text = section.pieces.join("");
    if (role !== "commentary") texts.set(section.index, toTextItem(section, text, role));
    else if (section.call !== undefined) {
      commentaries.set(section.call, [...(commentaries.get(section.call) ?? []), text.trim()]);
    }
  }
  const items = new TurnItems();
  for (const [index, part] of message.parts.entries()) {
    const text = texts.get(index);
    if (text !== undefined) items.addText(text);
    else if (isToolPart(part)) {
      items.addEntry(index, { type: "call", part, commentary: joinTexts(commentaries.get(part) ?? []) });
    } else if (part.type === "reasoning") items.addEntry(index, { type: "reasoning", part });
    else if (part.type !== "text" && part.type !== "step-start") items.addPart(index, part);
  }
  return items.list;
}

/** All that is shown as the answer, as one text. */
export function answerOf(items: readonly TurnItem[]): string {
  return joinTexts(items.flatMap((item) => (item.type === "answer" ? [item.text] : [])));
}

/** The calls in the order in which they began, each with its commentary. */
export function callsOf(items: readonly TurnItem[]): TurnCall[] {
  return items.flatMap((item) =>
    item.type === "activity" ? item.entries.filter((entry): entry is TurnCall => entry.type === "call") : [],
  );
}

/** Texts of their own, as one; blank ones are left out. */
function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}

/** Something in it is still being written. */
function isOpen(message: ChatMessage): boolean {
  return message.parts.some(
    (part) => "state" in part && (part.state === "streaming" || part.state === "input-streaming"),
  );
}

function readSections(parts: readonly MessagePart[], isActive: boolean): Section[] {
  const sections: Section[] = [];
  /** Those of this step behind the last call. */
  let pending: Section[] = [];
  /** Thoughts or a file stand between this text and the one before it. */
  let isApart = false;
  for (const [index, part] of parts.entries()) {
    if (part.type === "text") {
      addText(pending, part, index, isApart);
      isApart = false;
    } else if (part.type === "step-start" || isToolPart(part)) {
      for (const section of pending) {
        if (part.type === "step-start") section.isStepOver = true;
        else section.call = part;
      }
      sections.push(...pending);
      pending = [];
    } else if (!isSource(part)) isApart = true;
  }
  for (const section of pending) section.isStepOver = !isActive;
  return [...sections, ...pending];
}

function addText(sections: Section[], part: TextPart, index: number, isApart: boolean): void {
  const isCommentary = part.kind === "commentary";
  let section = sections.at(-1);
  if (section === undefined || section.isCommentary !== isCommentary) {
    section = { index, parts: [], pieces: [], length: 0, isCommentary, call: undefined, isStepOver: false };
    sections.push(section);
  } else if (isApart && section.length > 0) section.pieces.push("\n\n");
  section.parts.push(part);
  section.pieces.push(part.text);
  section.length += part.text.length;
}

function roleOf(section: Section, mode: CommentaryMode, max: number): "answer" | "commentary" | "live" {
  if (mode === "inline" || isAnswer(section, mode, max)) return "answer";
  if (section.call !== undefined) return "commentary";
  return section.isStepOver ? "answer" : "live";
}

/** Whatever follows: what is true of a text here is true of it when it has grown. */
function isAnswer({ parts, length, isCommentary }: Section, mode: CommentaryMode, max: number): boolean {
  if (isCommentary) return false;
  if (parts.some(({ kind }) => kind === "answer" || kind === "refusal")) return true;
  return mode === "auto" && (length > max || parts.some(opensBlock));
}

// A heading, an item of a list, a fence, the second row of a table: each certain as soon as these characters are there.
const blockStart =
  /^ {0,3}(?:#{1,6}[ \t]|(?:[-*+]|\d{1,9}[.)])[ \t]+\S|`{3}|~{3})|^[^\n|]*\|[^\n]*\n {0,3}\|?[ \t]*:?-+:?[ \t]*\|/m;

/** Kept by a text's identity: it is asked again with every flush. */
const blockTexts = new WeakMap<TextPart, boolean>();

function opensBlock(part: TextPart): boolean {
  const known = blockTexts.get(part);
  if (known !== undefined) return known;
  const opens = blockStart.test(part.text);
  blockTexts.set(part, opens);
  return opens;
}

function toTextItem({ index, parts }: Section, text: string, role: "answer" | "live"): TurnItem {
  const key = `text-${index}`;
  if (role === "live") return { type: role, key, text };
  return { type: role, key, text, parts, isStreaming: parts.some(({ state }) => state === "streaming") };
}

/** Sources do not come between two calls, or two texts: they are shown elsewhere. */
function isSource(part: MessagePart): boolean {
  return part.type === "source-url" || part.type === "source-document";
}

class TurnItems {
  readonly list: TurnItem[] = [];
  /** The entries of the activity that goes on. */
  #entries: TurnEntry[] | undefined;

  addText(item: TurnItem): void {
    if ("text" in item && item.text.trim() === "") return;
    if (item.type === "answer") this.#entries = undefined;
    this.list.push(item);
  }

  addEntry(index: number, entry: TurnEntry): void {
    if (this.#entries === undefined) {
      this.#entries = [];
      this.list.push({ type: "activity", key: `activity-${index}`, entries: this.#entries });
    }
    this.#entries.push(entry);
  }

  addPart(index: number, part: MessagePart): void {
    if (!isSource(part)) this.#entries = undefined;
    this.list.push({ type: "part", key: `part-${index}`, part });
  }
}
