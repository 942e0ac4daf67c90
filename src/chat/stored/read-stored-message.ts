import { isRecord, type JsonRecord, listAt, stringAt, toJsonText, valueAt } from "../../stream/json-value.js";
import type { ChatMessage, ChatRole } from "../../stream/message.js";
import { createToolRegistry } from "../../tools/registry.js";
import { reloadMessages } from "../reload.js";
import { firstString } from "./stored-call.js";
import { callsBeside, contentOf, isItem, readContent } from "./stored-content.js";
import { readResult, readStoredPart, type Settle, toText } from "./stored-parts.js";
import { readStoredText } from "./stored-text.js";
import { StoredTurn } from "./stored-turn.js";

export interface ReadStoredOptions {
  /**
   * What becomes of a call that was open: `end` as interrupted, since nothing runs in a store, or `keep` as it is, for a
   * chat store, whose tools say what becomes of it (`onReload`). @default "end"
   */
  openCalls?: "end" | "keep" | undefined;
}

/**
 * Reads one stored message, of whatever kit: this one's, an AI SDK `UIMessage` of any version, `{ content, toolCalls,
 * toolActivity }`, text with `<tool>` blocks, callouts or wrench lines, and the messages of OpenAI, Anthropic, AG-UI,
 * LangChain and Gemini. Never throws: what is none of these is shown as text. For a list use `readStoredMessages`; here a
 * list gives its last message.
 * @returns a message with an id of its own where the store has one, and otherwise one made from what it says
 */
export function readStoredMessage(stored: unknown, options?: ReadStoredOptions): ChatMessage {
  return readStoredMessages(stored, options).at(-1) ?? { id: "stored", role: "assistant", parts: [] };
}

/**
 * Reads a stored conversation: a list of messages of any kind that `readStoredMessage` takes, of Responses items, or an
 * object with one (`messages`, `output`). Results that are messages of their own are joined to their calls, and the answers
 * that a model gave between them to one message. Never throws, and drops nothing that can be shown.
 */
export function readStoredMessages(stored: unknown, options?: ReadStoredOptions): ChatMessage[] {
  const reader = new ConversationReader();
  for (const value of listOf(stored)) reader.read(value);
  const { messages } = reader;
  // `list.map(readStoredMessage)` passes a number.
  if (isRecord(options) && options.openCalls === "keep") return messages;
  return messages.map((message) => {
    try {
      return reloadMessages([message], noTools).messages[0] ?? message;
    } catch {
      return message;
    }
  });
}

/** Nothing runs in a store: a call that was open ends as one whose tool is not here. */
const noTools = createToolRegistry();

function listOf(stored: unknown): readonly unknown[] {
  try {
    const value = parseJson(stored);
    return Array.isArray(value) ? value : ((isRecord(value) ? listIn(value) : undefined) ?? [value]);
  } catch {
    return [stored]; // a revoked proxy
  }
}

function listIn(value: JsonRecord): readonly unknown[] | undefined {
  if (stringAt(value, "role") !== undefined) return undefined;
  const list =
    valueAt(value, "messages") ?? (valueAt(value, "object") === "response" ? valueAt(value, "output") : undefined);
  return Array.isArray(list) ? list : undefined;
}

/** A store may have the message as JSON text; any other text is what was said. */
function parseJson(stored: unknown): unknown {
  if (typeof stored !== "string" || !/^\s*[{[]/.test(stored)) return stored;
  try {
    const value: unknown = JSON.parse(stored);
    const isMessage = (each: unknown) =>
      isRecord(each) &&
      (["role", "parts", "messages"].some((key) => key in each) || ("type" in each && "content" in each));
    return isMessage(value) || (Array.isArray(value) && value.some(isMessage)) ? value : stored;
  } catch {
    return stored;
  }
}

class ConversationReader {
  readonly #turns: StoredTurn[] = [];
  readonly #ids = new Set<string>();
  /** The turn that a model's next message goes on. */
  #open: StoredTurn | undefined;

  get messages(): ChatMessage[] {
    return this.#turns.map(({ message }) => message);
  }

  read(value: unknown): void {
    const begin = this.#turns.length;
    try {
      if (isRecord(value)) this.#readMessage(value);
      else if (value !== undefined && value !== null) {
        const turn = this.#begin(value, "assistant");
        if (typeof value === "string") readStoredText(turn, value);
        else turn.addText(toText(value));
      }
    } catch {
      this.#turns.length = begin;
      this.#begin(undefined, "assistant").addText(toText(value));
    }
  }

  #readMessage(value: JsonRecord): void {
    const role = roleOf(value);
    if (role === "result") {
      if (!readResult(value, this.#settle)) this.#begin(value, "assistant").addText(contentOf(value));
      return;
    }
    if (Array.isArray(valueAt(value, "parts"))) this.#readParts(value, role);
    else if (role === "assistant") this.#readAnswer(value);
    else this.#readOther(value, role);
  }

  /** A message of this kit or of the AI SDK is whole: nothing is joined to it but results. */
  #readParts(value: JsonRecord, role: ChatRole): void {
    const turn = this.#begin(value, role);
    for (const part of listAt(value, "parts")) readStoredPart(turn, part, this.#settle);
    if (turn.parts.length === 0) readContent(turn, value, this.#settle);
    for (const call of callsBeside(turn, value)) turn.addCall(call);
  }

  /** What a model said, one request of maybe several in its turn. */
  #readAnswer(value: JsonRecord): void {
    const open = this.#open;
    const turn = open ?? this.#begin(value, "assistant");
    if (open !== undefined && !isItem(value)) open.addStep();
    readContent(turn, value, this.#settle);
    this.#open = turn.hasCallInStep || isItem(value) || stringAt(value, "role") === "reasoning" ? turn : undefined;
  }

  #readOther(value: JsonRecord, role: ChatRole): void {
    const content = valueAt(value, "content");
    const blocks = Array.isArray(content) ? content : [content ?? valueAt(value, "text")];
    // Anthropic and Gemini have results in the person's messages: what is no result is what the person said.
    const own = blocks.filter((block) => !(isRecord(block) && isResultBlock(block) && readResult(block, this.#settle)));
    if (own.length === 0 && blocks.length > 0) return;
    const turn = this.#begin(value, role);
    for (const block of own) readStoredPart(turn, block, this.#settle);
  }

  #begin(value: unknown, role: ChatRole): StoredTurn {
    const turn = new StoredTurn(this.#freeId(stringAt(value, "id") || idFrom(value)), role);
    turn.metadata = valueAt(value, "metadata");
    this.#turns.push(turn);
    this.#open = undefined;
    return turn;
  }

  /** Rows on the screen are keyed by it: one message, one id. */
  #freeId(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wanted}-${count}`;
    this.#ids.add(id);
    return id;
  }

  /** A result goes to the last call of that id; one without a call is shown as one. */
  readonly #settle: Settle = (callId, outcome, toolName) => {
    if (this.#turns.findLast((turn) => turn.settle(callId, outcome)) !== undefined) return;
    const last = this.#turns.at(-1);
    const turn = last?.role === "assistant" ? last : this.#begin(undefined, "assistant");
    const input = { input: {} };
    const facts = { id: callId, name: toolName ?? "tool", rawInput: undefined, commentary: "", isProviders: true };
    turn.addCall({ ...facts, input, outcome });
  };
}

function isResultBlock(block: JsonRecord): boolean {
  return (
    /tool[-_](?:result|error)$/.test(stringAt(block, "type") ?? "") || isRecord(valueAt(block, "functionResponse"))
  );
}

const roles = new Map<string, ChatRole | "result">([
  ["user", "user"],
  ["human", "user"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "result"],
  ["function", "result"],
]);

function roleOf(value: JsonRecord): ChatRole | "result" {
  const type = stringAt(value, "type") ?? "";
  if (/_call_output$|tool_result$/.test(type) || type === "tool-result") return "result";
  const role = stringAt(value, "role") ?? type;
  const hasResults =
    role === "tool" && Array.isArray(valueAt(value, "content")) && firstString(value, resultIds) === undefined;
  return hasResults ? "user" : (roles.get(role) ?? "assistant"); // a model message of the AI SDK lists its results
}

const resultIds = ["tool_call_id", "toolCallId", "name"];

/** The same for the same message, so that what was drawn stays drawn. FNV-1a, 32 bits. */
function idFrom(value: unknown): string {
  let hash = 0x811c9dc5;
  const text = toJsonText(value);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `stored-${(hash >>> 0).toString(36)}`;
}
