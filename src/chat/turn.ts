import type { ChatRequest } from "../connectors/connector.js";
import { streamAnswer } from "../connectors/transport.js";
import { createEventDetector } from "../detect/event-detector.js";
import type { ErrorEvent, StreamEvent } from "../stream/events.js";
import { type ChatMessage, isSettled, isToolPart, type ToolPart } from "../stream/message.js";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.js";
import type { Conversation, TurnActions } from "./conversation.js";
import { createMessage } from "./message.js";
import type { ApprovalDecision } from "./state.js";
import { ToolCalls } from "./tool-calls.js";

/** One turn: the person's words, and everything until the assistant rests. */
export class Turn implements TurnActions {
  readonly #conversation: Conversation;
  readonly #abort = new AbortController();
  readonly #registry: ToolRegistry;
  readonly #calls: ToolCalls;
  /** The assistant's message that this turn writes. */
  #messageId = "";
  #wantsFollowUp = false;
  isOver = false;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    this.#registry = createToolRegistry(conversation.options().tools);
    this.#calls = new ToolCalls(conversation, this.#registry, this.#abort.signal, () => this.requestFollowUp());
  }

  /** Asks the model, runs what it calls, and asks again, until there is nothing to send back. */
  async run(): Promise<void> {
    const last = this.#conversation.state().messages.at(-1);
    this.#openMessage(last?.role === "assistant" ? last : undefined);
    await this.#loop(() => this.#ask());
  }

  /** Takes up the turn of a message whose calls wait for something from outside. */
  async resume(messageId: string, act: (turn: TurnActions) => void): Promise<void> {
    this.#messageId = messageId;
    this.#conversation.set({ status: "running", error: undefined, pause: undefined });
    await this.#loop(async () => {
      act(this);
      return undefined;
    });
  }

  stop(): void {
    if (this.isOver) return;
    this.#abort.abort();
    this.#conversation.dispatch(this.#messageId, { type: "abort" });
    this.#end("ready");
  }

  requestFollowUp(): void {
    this.#wantsFollowUp = true;
  }

  addToolResult(messageId: string, toolCallId: string, result: unknown): void {
    this.#calls.answer(messageId, toolCallId, result);
  }

  respondToApproval(messageId: string, approvalId: string, decision: ApprovalDecision): void {
    this.#calls.respond(messageId, approvalId, decision);
  }

  expireApproval(messageId: string, approvalId: string): void {
    this.#calls.expire(messageId, approvalId);
  }

  retryToolCall(messageId: string, part: ToolPart): void {
    this.#calls.retry(messageId, part);
  }

  runOpenCalls(messageId: string): void {
    this.#calls.runNew(messageId);
  }

  async #loop(first: () => Promise<ErrorEvent | undefined>): Promise<void> {
    const { maxSteps = 10 } = this.#conversation.options();
    let ask = first;
    for (let step = 1; !this.isOver; step += 1) {
      const error = await ask();
      if (this.isOver) return;
      if (error) return this.#fail(error);
      await this.#calls.settle(this.#messageId);
      if (this.isOver) return;
      if (!this.#mayFollowUp()) return this.#end("ready");
      if (step >= maxSteps) {
        this.#conversation.set({ pause: { reason: "max-steps", steps: step } });
        return this.#end("ready");
      }
      ask = () => this.#ask();
    }
  }

  /** The results go back once every call of the last step has ended, and there is one that this side answered. */
  #mayFollowUp(): boolean {
    const calls = lastStepCalls(this.#message());
    const isLast = this.#conversation.state().messages.at(-1)?.id === this.#messageId;
    const isAnswered =
      calls.some((part) => this.#calls.isAnsweredHere(part.toolCallId)) && calls.every(isAnsweredOrRespondedTo);
    const wants = this.#wantsFollowUp || (this.#conversation.options().followUp ?? "auto") === "auto";
    if (!isLast || !isAnswered || !wants) return false;
    this.#wantsFollowUp = false;
    return true;
  }

  #message(): ChatMessage | undefined {
    return this.#conversation.message(this.#messageId);
  }

  /** The assistant's message is there from the first moment, so that what it is doing has a place. */
  #openMessage(last: ChatMessage | undefined): void {
    const message = last ?? createMessage({ id: this.#conversation.generateId(), role: "assistant" });
    this.#messageId = message.id;
    const { messages } = this.#conversation.state();
    this.#conversation.set({
      ...(last === undefined ? { messages: [...messages, message] } : {}),
      status: "submitted",
      error: undefined,
      pause: undefined,
    });
  }

  /** One model call. Returns the error it ended with, if it did. */
  async #ask(): Promise<ErrorEvent | undefined> {
    const conversation = this.#conversation;
    conversation.set({ status: "submitted" });
    // Each model call is a step, also for a back end that does not say so: else its words would count with the last calls.
    let isStepOpen = this.#openStep();
    const detector = this.#createDetector();
    let error: ErrorEvent | undefined;
    const take = (events: readonly StreamEvent[]) => {
      for (const event of events) {
        if (event.type === "error") error ??= event;
        if (event.type !== "start-step" || !isStepOpen) this.#take(event);
        if (event.type === "start-step") isStepOpen = false;
      }
    };
    const stopRunning = conversation.onFlush(() => this.#calls.runNew(this.#messageId));
    try {
      for await (const event of streamAnswer(conversation.options().connector, this.#request())) {
        if (this.isOver) return undefined;
        take(detector.push(event));
      }
      if (this.isOver) return undefined;
      take(detector.end());
      take([{ type: "finish" }]); // settles what a stream that just stops left open
      await nextFlush(conversation);
    } finally {
      stopRunning();
    }
    return error;
  }

  /** @returns true when a step was opened: the back end's own opening is then the same one */
  #openStep(): boolean {
    const last = this.#message()?.parts.at(-1);
    if (last === undefined) return false;
    if (last.type !== "step-start") this.#conversation.dispatch(this.#messageId, { type: "start-step" });
    return true;
  }

  #createDetector() {
    const { syntaxes, provider } = this.#conversation.options();
    const messageId = this.#messageId;
    let count = this.#message()?.parts.filter(isToolPart).length ?? 0;
    return createEventDetector({
      syntaxes,
      provider,
      tools: this.#registry.declarations(),
      generateId: () => {
        count += 1;
        return `${messageId}-${count}`;
      },
    });
  }

  #take(event: StreamEvent): void {
    const conversation = this.#conversation;
    conversation.options().onEvent?.(event);
    if (event.type === "start" && event.threadId !== undefined) conversation.set({ threadId: event.threadId });
    if (conversation.state().status === "submitted" && isVisible(event)) conversation.set({ status: "streaming" });
    // Rows are keyed by the message's id, so it stays the one that it was made with.
    conversation.dispatch(this.#messageId, event.type === "start" ? { ...event, messageId: undefined } : event);
  }

  #request(): ChatRequest {
    const { settings, toolDeclarations } = this.#conversation.options();
    const { messages, threadId } = this.#conversation.state();
    return {
      chatId: this.#conversation.chatId,
      messages: messages.filter((message) => message.parts.length > 0),
      tools: toolDeclarations ?? this.#registry.declarations(),
      trigger: "submit-message",
      threadId,
      settings: typeof settings === "function" ? settings() : settings,
      signal: this.#abort.signal,
    };
  }

  #fail(event: ErrorEvent): void {
    const { errorText, code, retryable, retryAfterMs } = event;
    const error = { message: errorText, code, retryable, retryAfterMs };
    this.#abort.abort();
    this.#conversation.dispatch(this.#messageId, { type: "error", errorText });
    this.#end("error");
    this.#conversation.set({ error });
    this.#conversation.options().onError?.(error);
  }

  #end(status: "ready" | "error"): void {
    this.isOver = true;
    this.#conversation.flush();
    const { messages } = this.#conversation.state();
    const isEmpty = this.#message()?.parts.length === 0;
    this.#conversation.set({
      status,
      ...(isEmpty ? { messages: messages.filter((message) => message.id !== this.#messageId) } : {}),
    });
    const message = this.#message();
    if (status === "ready" && message && !this.#abort.signal.aborted) this.#conversation.options().onFinish?.(message);
  }
}

/** The screen hears of a stream's end with its last words, in the frame that is due. */
function nextFlush(conversation: Conversation): Promise<void> {
  return new Promise((resolve) => {
    const stop = conversation.onFlush(() => {
      stop();
      resolve();
    });
  });
}

function isVisible(event: StreamEvent): boolean {
  return event.type !== "start" && event.type !== "start-step" && event.type !== "ping";
}

function lastStepCalls(message: ChatMessage | undefined): ToolPart[] {
  const parts = message?.parts ?? [];
  return parts.slice(parts.findLastIndex((part) => part.type === "step-start") + 1).filter(isToolPart);
}

/** A decision on a call that the back end runs is itself what goes back. */
function isAnsweredOrRespondedTo(part: ToolPart): boolean {
  return isSettled(part) || part.state === "approval-responded";
}
