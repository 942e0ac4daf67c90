import { createEventDetector, type EventDetector } from "../detect/event-detector.js";
import type { ErrorEvent, StreamEvent, ToolInputAvailableEvent, ToolInputStartEvent } from "../stream/events.js";
import { type ChatMessage, getToolName, isToolPart } from "../stream/message.js";
import type { ToolDeclaration } from "../stream/tool.js";
import { type CallBook, setAside } from "./call-book.js";
import type { Conversation } from "./conversation.js";
import { lastStepCalls } from "./message.js";
import { findCall } from "./reopen.js";
import { answerBegin } from "./resume.js";

interface NotedCall {
  messageId: string;
  toolName: string;
  isProviders: boolean;
}

export interface AnswerReaderOptions {
  /** The message that the answer is written into. */
  messageId: string;
  /** What the model was told of. */
  tools: readonly ToolDeclaration[];
  /** False for an answer that goes on in the middle. */
  opensStep: boolean;
}

/** Takes in one answer: finds the calls in its text, and keeps out what is not the back end's to say. */
export class AnswerReader {
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #messageId: string;
  readonly #detector: EventDetector;
  /** The calls of this answer. */
  readonly #calls = new Map<string, NotedCall>();
  /** This side opened a step: the back end's own opening is then the same one. */
  #isStepOpen: boolean;
  /** The first error of the answer. */
  error: ErrorEvent | undefined;
  /** The back end goes on with the answer when it is asked again. */
  isPaused = false;

  constructor(conversation: Conversation, book: CallBook, { messageId, tools, opensStep }: AnswerReaderOptions) {
    this.#conversation = conversation;
    this.#book = book;
    this.#messageId = messageId;
    this.#isStepOpen = opensStep && this.#openStep();
    const { syntaxes, provider } = conversation.options();
    const isIdTaken = (id: string) => this.#isTaken(id);
    this.#detector = createEventDetector({ syntaxes, provider, tools, generateId: this.#idMaker(), isIdTaken });
  }

  push(event: StreamEvent): void {
    for (const each of this.#detector.push(event)) this.#take(each);
  }

  /** The stream is over: settles what it left open. */
  end(): void {
    for (const event of this.#detector.end()) this.#take(event);
    this.#take({ type: "finish" });
  }

  #message(): ChatMessage | undefined {
    return this.#conversation.message(this.#messageId);
  }

  /** Each model call is a step, also for a back end that does not say so: else its words would count with the last calls. */
  #openStep(): boolean {
    const parts = this.#message()?.parts ?? [];
    if (parts.length === 0) return false;
    const before = parts.at(-1)?.type === "step-start" ? parts.slice(0, -1) : parts; // one that was left empty
    const step = { type: "step-start", isAnswerStart: true } as const;
    this.#conversation.edit(this.#messageId, (message) => ({ ...message, parts: [...before, step] }));
    return true;
  }

  /** Ids for calls that have none: counted within the message, so that an answer that is told again gives the same ones. */
  #idMaker(): () => string {
    const message = this.#message();
    let count = message?.parts.slice(0, answerBegin(message)).filter(isToolPart).length ?? 0;
    return () => {
      do count += 1;
      while (this.#isTaken(`${this.#messageId}-${count}`));
      return `${this.#messageId}-${count}`;
    };
  }

  /** A call of this conversation has the id, and is not the one that is being told again. */
  #isTaken(id: string): boolean {
    const { begun, setAside: told } = this.#book;
    return (begun.has(id) && !told.has(id)) || this.#find(id) !== undefined;
  }

  #take(told: StreamEvent): void {
    const conversation = this.#conversation;
    const event = told.type === "tool-input-error" ? this.#judge(told) : told;
    conversation.tell("onEvent", ({ onEvent }) => onEvent?.(event));
    if (event.type === "error") this.error ??= event;
    if (event.type === "finish" && event.isPaused) this.isPaused = true;
    if (event.type === "start" && event.messageId !== undefined) {
      this.#book.answerIds.set(this.#messageId, event.messageId);
    }
    if (event.type === "start" && event.threadId !== undefined) conversation.set({ threadId: event.threadId });
    if (conversation.state().status === "submitted" && isVisible(event)) conversation.set({ status: "streaming" });
    if (event.type === "start-step" && this.#isStepOpen) {
      this.#isStepOpen = false;
      return;
    }
    if (event.type === "reset-step") {
      setAside(this.#book, lastStepCalls(conversation.coming(this.#messageId))); // what runs goes on running
    }
    if (event.type === "tool-input-start" || event.type === "tool-input-available") this.#note(event);
    if (!this.#isAdmitted(event)) return;
    // Rows are keyed by the message's id, so it stays the one that it was made with.
    conversation.dispatch(this.#holderOf(event), event.type === "start" ? { ...event, messageId: undefined } : event);
  }

  /** A back end that refuses a call seldom says why; a tool that is not here either is unknown. */
  #judge(event: Extract<StreamEvent, { type: "tool-input-error" }>): StreamEvent {
    const { names } = this.#conversation.tools();
    if ((event.reason ?? "invalid") !== "invalid" || names.includes(event.toolName)) return event;
    const known = names.length > 0 ? names.join(", ") : "none";
    console.warn(
      `tooltalk: the model called the tool "${event.toolName}", which is not among the tools that there are: ${known}.`,
    );
    return { ...event, reason: "unknown-tool" };
  }

  #note({ toolCallId, toolName, providerExecuted }: ToolInputStartEvent | ToolInputAvailableEvent): void {
    const isProviders = providerExecuted === true || this.#calls.get(toolCallId)?.isProviders === true;
    this.#calls.set(toolCallId, { messageId: this.#messageId, toolName, isProviders });
  }

  /**
   * What comes of a call that runs here is this side's to say, and whether it may run is the person's: a back end's word
   * on it, or a model's, changes nothing.
   */
  #isAdmitted(event: StreamEvent): boolean {
    const { approvals, begun } = this.#book;
    switch (event.type) {
      case "tool-output-available":
      case "tool-output-delta":
      case "tool-output-error":
      case "tool-output-denied":
        return !begun.has(event.toolCallId) && !this.#runsHere(event.toolCallId);
      case "tool-approval-request": {
        const { approvalId, toolCallId } = event;
        if (begun.has(toolCallId)) return false;
        if ((approvals.get(approvalId) ?? toolCallId) !== toolCallId) return false; // another call bears that name
        approvals.set(approvalId, toolCallId);
        return true;
      }
      case "tool-approval-response": {
        const toolCallId = approvals.get(event.approvalId);
        return toolCallId === undefined || !this.#runsHere(toolCallId);
      }
      default:
        return true;
    }
  }

  #runsHere(toolCallId: string): boolean {
    const call = this.#find(toolCallId);
    if (call === undefined || call.isProviders) return false;
    return this.#conversation.tools().get(call.toolName)?.execute !== undefined;
  }

  /** The message that an event belongs to: what comes of a call goes to the call, also in an earlier message. */
  #holderOf(event: StreamEvent): string {
    if (!("toolCallId" in event) || event.toolCallId === undefined) return this.#messageId;
    if (event.type.startsWith("tool-input-")) return this.#messageId;
    return this.#find(event.toolCallId)?.messageId ?? this.#messageId;
  }

  #find(toolCallId: string): NotedCall | undefined {
    const noted = this.#calls.get(toolCallId);
    if (noted !== undefined) return noted;
    const found = findCall(this.#conversation.state().messages, (part) => part.toolCallId === toolCallId);
    if (found === undefined) return undefined;
    const { message, part } = found;
    return { messageId: message.id, toolName: getToolName(part), isProviders: part.providerExecuted === true };
  }
}

function isVisible(event: StreamEvent): boolean {
  return event.type !== "start" && event.type !== "start-step" && event.type !== "ping";
}
