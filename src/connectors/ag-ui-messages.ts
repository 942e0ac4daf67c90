import { listAt, recordAt, stringAt } from "../stream/json-value.js";
import type { ChatMessage, FilePart, ReasoningPart, TextPart, ToolPart } from "../stream/message.js";
import { isExactType, isRemote, readFileContent, toFileNote } from "./file-content.js";
import { toResultText } from "./tool-results.js";
import { splitAtResults, type Turn, type TurnCall, toTurns } from "./turns.js";
import { toWireArguments } from "./wire-calls.js";

type PartSource = { type: "data"; value: string; mimeType: string } | { type: "url"; value: string; mimeType?: string };

export type AgUiContent =
  | { type: "text"; text: string }
  | { type: "image" | "audio" | "video" | "document"; source: PartSource };

export interface AgUiToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
  encryptedValue?: string;
}

export type AgUiMessage =
  | { id: string; role: "system"; content: string }
  | { id: string; role: "user"; content: string | AgUiContent[] }
  | { id: string; role: "assistant"; content?: string; toolCalls?: AgUiToolCall[]; encryptedValue?: string }
  | { id: string; role: "reasoning"; content: string; encryptedValue: string }
  | { id: string; role: "tool"; toolCallId: string; content: string; error?: string };

/** What goes back to a run that was interrupted. */
export interface AgUiResume {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: { approved: boolean; reason?: string };
}

export interface AgUiConversation {
  messages: AgUiMessage[];
  resume: AgUiResume[];
}

/**
 * The conversation as AG-UI tells it. Messages go back under the ids that the agent gave them, since it takes one under
 * another id for a new one. An interrupt of the last run is answered by its `resume` entry, and its call by nothing else.
 */
export function toAgUiMessages(messages: readonly ChatMessage[]): AgUiConversation {
  const resume = new Map<ToolPart, AgUiResume>();
  for (const part of lastAnswer(messages)?.parts ?? []) {
    const entry = "toolCallId" in part ? toResume(part) : undefined;
    if (entry !== undefined) resume.set(part as ToolPart, entry);
  }
  const writer = new MessageWriter(messages, resume);
  for (const turn of toTurns(messages).flatMap(splitAtResults)) writer.add(turn);
  return { messages: writer.messages, resume: [...resume.values()] };
}

/** What the last run said; nothing that stands before it is open any more. */
function lastAnswer(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast((message) => message.role === "assistant");
}

/** An approval that this side asked for itself is no interrupt of the agent. */
function toResume({ toolCallId, ...part }: ToolPart): AgUiResume | undefined {
  if (part.state !== "approval-requested" && part.state !== "approval-responded") return undefined;
  const { id: interruptId, approved, reason } = part.approval;
  if (interruptId === `${toolCallId}-approval`) return undefined;
  if (approved === undefined) return { interruptId, status: "cancelled" };
  return { interruptId, status: "resolved", payload: { approved, ...(reason === undefined ? {} : { reason }) } };
}

class MessageWriter {
  readonly messages: AgUiMessage[] = [];
  readonly #taken = new Set<string>();
  readonly #resume: ReadonlyMap<ToolPart, AgUiResume>;
  /** The agent's ids for calls, from the snapshots of its runs. */
  readonly #ids: ReadonlyMap<string, unknown>;

  constructor(messages: readonly ChatMessage[], resume: ReadonlyMap<ToolPart, AgUiResume>) {
    this.#resume = resume;
    const entries = messages.flatMap(({ metadata }) => listAt(recordAt(metadata, "agUi"), "messageIds"));
    this.#ids = new Map(entries.map((entry) => [stringAt(entry, "toolCallId") ?? "", entry]));
  }

  add(turn: Turn): void {
    if (turn.role === "system")
      this.messages.push({ id: this.#unique(turn.messageId), role: "system", content: turn.text });
    else if (turn.role === "user") {
      this.messages.push({ id: this.#unique(turn.messageId), role: "user", content: toUserContent(turn.parts) });
    } else this.#addAssistant(turn);
  }

  #addAssistant(turn: Turn & { role: "assistant" }): void {
    for (const part of turn.parts) if (part.type === "reasoning") this.#addThoughts(turn.messageId, part);
    for (const { id, texts, calls } of this.#groups(turn)) {
      const content = texts.map(({ text }) => text).join("");
      const encryptedValue = texts.map(encryptedIn).find((value) => value !== undefined);
      this.messages.push({
        id: this.#unique(id ?? turn.messageId),
        role: "assistant",
        ...(content === "" ? {} : { content }),
        ...(calls.length === 0 ? {} : { toolCalls: calls.map(toToolCall) }),
        ...(encryptedValue === undefined ? {} : { encryptedValue }),
      });
      for (const call of calls) if (!this.#resume.has(call.part)) this.#addResult(call);
    }
  }

  /** What stands in one message of the agent. */
  #groups({ parts }: Turn & { role: "assistant" }): { id: string | undefined; texts: TextPart[]; calls: TurnCall[] }[] {
    const groups: { id: string | undefined; texts: TextPart[]; calls: TurnCall[] }[] = [];
    for (const part of parts) {
      if (part.type !== "text" && part.type !== "call") continue;
      const id = part.type === "text" ? stringAt(part.providerMetadata?.agUi, "messageId") : this.#idOfCall(part);
      let group = groups.at(-1);
      if (group === undefined || (id !== undefined && group.id !== undefined && id !== group.id)) {
        group = { id, texts: [], calls: [] };
        groups.push(group);
      }
      group.id ??= id;
      if (part.type === "text") group.texts.push(part);
      else group.calls.push(part);
    }
    return groups;
  }

  #idOfCall({ part }: TurnCall): string | undefined {
    const known = this.#ids.get(part.toolCallId);
    return stringAt(known, "messageId") ?? stringAt(part.callProviderMetadata?.agUi, "messageId");
  }

  #addResult({ toolCallId, outcome, part }: TurnCall): void {
    const known = stringAt(this.#ids.get(part.toolCallId), "resultId");
    const id = known ?? stringAt(part.resultProviderMetadata?.agUi, "messageId") ?? `${toolCallId}-result`;
    const content = toResultText(outcome);
    const error = outcome.status === "output" ? {} : { error: content };
    this.messages.push({ id: this.#unique(id), role: "tool", toolCallId, content, ...error });
  }

  /** Only what the agent wants back: older ones refuse a role that they do not know. */
  #addThoughts(messageId: string, part: ReasoningPart): void {
    const encryptedValue = encryptedIn(part);
    if (encryptedValue === undefined) return;
    const id = stringAt(part.providerMetadata?.agUi, "messageId") ?? `${messageId}-reasoning`;
    this.messages.push({ id: this.#unique(id), role: "reasoning", content: part.text, encryptedValue });
  }

  #unique(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${wanted}-${count}`;
    this.#taken.add(id);
    return id;
  }
}

function encryptedIn({ providerMetadata }: TextPart | ReasoningPart): string | undefined {
  return stringAt(providerMetadata?.agUi, "encryptedValue");
}

function toToolCall({ toolCallId, toolName, input, part }: TurnCall): AgUiToolCall {
  const encryptedValue = stringAt(part.callProviderMetadata?.agUi, "encryptedValue");
  return {
    id: toolCallId,
    type: "function",
    function: { name: toolName, arguments: toWireArguments(input) },
    ...(encryptedValue === undefined ? {} : { encryptedValue }),
  };
}

/** A string, unless there are files in it: agents from before 1.0 take nothing else. */
function toUserContent(parts: readonly (TextPart | FilePart)[]): string | AgUiContent[] {
  const contents = parts.map(toContent);
  if (contents.every((content) => content.type === "text")) return contents.map(({ text }) => text).join("\n\n");
  return contents;
}

function toContent(part: TextPart | FilePart): AgUiContent {
  if (part.type === "text") return { type: "text", text: part.text };
  const file = readFileContent(part);
  if (file.kind === "text") return { type: "text", text: file.text };
  const type = kindOf(file.mediaType);
  if (file.kind === "bytes" || (file.kind === "image" && file.base64 !== undefined)) {
    return { type, source: { type: "data", value: file.base64 ?? "", mimeType: file.mediaType } };
  }
  if (!isRemote(file.url)) return { type: "text", text: toFileNote(part) };
  const mimeType = isExactType(file.mediaType) ? { mimeType: file.mediaType } : {};
  return { type, source: { type: "url", value: file.url, ...mimeType } };
}

function kindOf(mediaType: string): "image" | "audio" | "video" | "document" {
  const [kind] = mediaType.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
}
