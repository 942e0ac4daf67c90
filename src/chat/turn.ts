import type { ChatRequest } from "../connectors/connector.js";
import { resumeAnswer, streamAnswer } from "../connectors/transport.js";
import type { ErrorEvent, StreamEvent } from "../stream/events.js";
import { type ChatMessage, isSettled, isToolPart } from "../stream/message.js";
import { createToolRegistry } from "../tools/registry.js";
import { errorTextOf } from "../tools/run.js";
import { AnswerReader } from "./answer-reader.js";
import { type CallBook, setAside } from "./call-book.js";
import type { Conversation } from "./conversation.js";
import { createMessage, hasAwaitedCall, lastStepCalls } from "./message.js";
import { answerBegin, isNextAnswer, isOurs, takeUpCut } from "./resume.js";
import type { ChatState } from "./state.js";
import type { ToolCalls } from "./tool-calls.js";

/** The follow-ups of a turn, also where it rests in between for a person. */
export interface FollowUps {
  /** Model calls since the person last sent something. */
  steps: number;
  /** The app asked for the next one: it goes out once every call has its result. */
  isRequested: boolean;
}

/** What all turns of a store share. */
export interface TurnTools {
  conversation: Conversation;
  calls: ToolCalls;
  book: CallBook;
  followUps: FollowUps;
}

/** One turn: the person's words, and everything until the assistant rests. */
export class Turn {
  readonly #conversation: Conversation;
  readonly #calls: ToolCalls;
  readonly #book: CallBook;
  readonly #followUps: FollowUps;
  readonly #abort = new AbortController();
  /** The assistant's message that this turn writes. */
  #messageId = "";
  /** The last answer is to go on, without news from this side. */
  #isPaused = false;
  isOver = false;

  constructor({ conversation, calls, book, followUps }: TurnTools) {
    this.#conversation = conversation;
    this.#calls = calls;
    this.#book = book;
    this.#followUps = followUps;
  }

  /** Asks the model, runs what it calls, and asks again, until there is nothing to send back. Never rejects. */
  run(trigger: ChatRequest["trigger"] = "submit-message"): Promise<void> {
    return this.#play(() => {
      this.#openMessage();
      return this.#ask(trigger);
    });
  }

  /** Takes up an answer that was cut off, and goes on as if it had not been. */
  resume(): Promise<void> {
    const { status, error, pause, isStopped } = this.#conversation.state();
    return this.#play(() => {
      this.#openMessage();
      return this.#askAgain({ status, error, pause, isStopped });
    });
  }

  /** Goes on with calls that waited for something from outside. */
  goOn(): Promise<void> {
    return this.#play(() => {
      this.#messageId = this.#lastAnswer()?.id ?? "";
      this.#conversation.set({ status: "running", error: undefined, pause: undefined, isStopped: false });
      return Promise.resolve(undefined);
    });
  }

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#abort.abort();
    this.#book.cut.add(this.#messageId);
    this.#calls.cancelAll();
    this.#close("ready");
  }

  async #play(first: () => Promise<ErrorEvent | undefined>): Promise<void> {
    try {
      let error = await first();
      while (!this.isOver && error === undefined) {
        this.#calls.endAnswer(this.#messageId);
        await this.#calls.whenIdle(this.#abort.signal);
        if (this.isOver) return;
        if (!this.#mayFollowUp()) return this.#rest();
        error = await this.#ask("submit-message");
      }
      if (error !== undefined && !this.isOver) this.#fail(error);
    } catch (cause) {
      // The app's options or connector are at fault: the turn ends as any that fails.
      if (!this.isOver) this.#fail({ type: "error", errorText: errorTextOf(cause) });
    }
  }

  /**
   * The results go back once every call has ended, and the last step has one that the model does not know of. A step that
   * the back end went on behind did not wait for its results: they go with the next request.
   */
  #mayFollowUp(): boolean {
    const message = this.#lastAnswer();
    if (message?.id !== this.#messageId || this.#conversation.state().messages.some(hasAwaitedCall)) return false;
    const calls = lastStepCalls(message).filter((part) => this.#book.unsent.has(part.toolCallId));
    const { followUp = "auto", maxSteps = 10 } = this.#conversation.options();
    const isPaused = this.#isPaused && calls.length === 0;
    // A decision on a call that the back end runs is itself what goes back.
    const isWanted = followUp === "auto" || this.#followUps.isRequested || calls.some((part) => !isSettled(part));
    if (!isPaused && (calls.length === 0 || !isWanted)) return false;
    const { steps } = this.#followUps;
    if (steps < maxSteps) return true;
    this.#conversation.set({ pause: { reason: "max-steps", steps } });
    return false;
  }

  #lastAnswer(): ChatMessage | undefined {
    const last = this.#conversation.state().messages.at(-1);
    return last?.role === "assistant" ? last : undefined;
  }

  /** The assistant's message is there from the first moment, so that what it is doing has a place. */
  #openMessage(): void {
    const last = this.#lastAnswer();
    this.#messageId = last?.id ?? "";
    if (last === undefined) this.#addMessage();
    this.#conversation.set({ status: "submitted", error: undefined, pause: undefined, isStopped: false });
  }

  #addMessage(): void {
    const message = createMessage({ id: this.#conversation.generateId(), role: "assistant" });
    this.#messageId = message.id;
    this.#conversation.set({ messages: [...this.#conversation.state().messages, message] });
  }

  /** One model call. Returns the error it ended with, if it did. */
  async #ask(trigger: ChatRequest["trigger"]): Promise<ErrorEvent | undefined> {
    const conversation = this.#conversation;
    this.#followUps.steps += 1;
    this.#followUps.isRequested = false;
    conversation.set({ status: "submitted" });
    const request = this.#request(trigger, conversation.state().messages);
    this.#book.unsent.clear();
    const reader = this.#createReader(request);
    this.#book.recordIds.delete(this.#messageId);
    await this.#read(streamAnswer(conversation.options().connector, request), () => reader);
    return reader.error;
  }

  /** @param before  where the store stood: it stands there again where there is nothing to take up */
  async #askAgain(before: Partial<ChatState>): Promise<ErrorEvent | undefined> {
    const conversation = this.#conversation;
    const cut = conversation.message(this.#messageId);
    const registry = conversation.tools();
    const begin = cut ? answerBegin(cut) : 0;
    const { messages } = conversation.state();
    const request = this.#request(
      "submit-message",
      messages.map((each) => (each === cut ? { ...cut, parts: cut.parts.slice(0, begin) } : each)),
    );
    const opening: StreamEvent[] = [];
    const events = resumeAnswer(conversation.options().connector, request, this.#book.recordIds.get(this.#messageId));
    const reader = await this.#read(events, (event) => {
      opening.push(event);
      if (isOpening(event)) return undefined; // what stands is kept until something comes in its place
      const start = opening.find((each) => each.type === "start");
      if (cut && start && isNextAnswer(cut, start.messageId, this.#book)) {
        this.#addMessage();
        return this.#createReader(request, opening.slice(0, -1));
      }
      for (const part of cut?.parts.slice(begin).filter(isToolPart) ?? []) {
        if (isSettled(part) && isOurs(part, registry)) this.#book.unsent.add(part.toolCallId); // the answer came first
      }
      const isAnew = opening.some((each) => each.type === "start") && !isEnd(event);
      conversation.edit(this.#messageId, (old) => (isAnew ? this.#empty(old, begin) : takeUpCut(old, event)));
      return this.#createReader(request, opening.slice(0, -1), isAnew);
    });
    if (reader === undefined && !this.isOver && this.#calls.isIdle && !this.#mayFollowUp()) {
      this.isOver = true;
      this.#close("ready");
      conversation.set(before);
    }
    return reader?.error;
  }

  #empty(message: ChatMessage, begin: number): ChatMessage {
    const parts = message.parts.slice(begin);
    setAside(this.#book, parts.filter(isToolPart));
    this.#book.emptied = { messageId: message.id, begin, parts };
    return { ...message, parts: message.parts.slice(0, begin) };
  }

  /** @param createReader  asked with each event until it gives a reader: that one reads this event and all others */
  async #read(
    events: AsyncIterable<StreamEvent>,
    createReader: (event: StreamEvent) => AnswerReader | undefined,
  ): Promise<AnswerReader | undefined> {
    const conversation = this.#conversation;
    const stopTakingUp = conversation.onFlush(() => {
      if (!this.isOver) this.#calls.takeUp(this.#messageId);
    });
    let reader: AnswerReader | undefined;
    try {
      for await (const event of events) {
        if (this.isOver) return reader;
        reader ??= createReader(event);
        reader?.push(event);
      }
      if (this.isOver || reader === undefined) return reader;
      reader.end();
      this.#isPaused = reader.isPaused;
      await nextFlush(conversation);
      return reader;
    } finally {
      stopTakingUp();
    }
  }

  /** @param opening  what it reads first */
  #createReader({ tools }: ChatRequest, opening: readonly StreamEvent[] = [], opensStep = true): AnswerReader {
    const options = { messageId: this.#messageId, tools: tools.length > 0 ? tools : this.#toldInPrompt(), opensStep };
    const reader = new AnswerReader(this.#conversation, this.#book, options);
    for (const event of opening) reader.push(event);
    return reader;
  }

  /** Calls in the text of a model that was told of no tool are read by the tools that there are. */
  #toldInPrompt(): ChatRequest["tools"] {
    try {
      return this.#conversation.tools().declarations();
    } catch {
      return []; // a schema that cannot say itself
    }
  }

  #request(trigger: ChatRequest["trigger"], messages: readonly ChatMessage[]): ChatRequest {
    const { settings, tools, toolDeclarations } = this.#conversation.options();
    return {
      chatId: this.#conversation.chatId,
      messages: messages.filter((message) => message.parts.length > 0),
      tools: toolDeclarations ?? createToolRegistry(tools).declarations(),
      trigger,
      threadId: this.#conversation.state().threadId,
      settings: typeof settings === "function" ? settings() : settings,
      signal: this.#abort.signal,
      onRecordId: (id) => this.#book.recordIds.set(this.#messageId, id),
    };
  }

  /** Nothing goes back for now: the turn has ended well, or waits for a person. */
  #rest(): void {
    this.isOver = true;
    this.#book.cut.delete(this.#messageId);
    this.#calls.endTurn(this.#messageId);
    this.#close("ready");
    const message = this.#conversation.message(this.#messageId);
    if (message) this.#conversation.tell("onFinish", ({ onFinish }) => onFinish?.(message));
  }

  #fail({ errorText, code, retryable, retryAfterMs }: ErrorEvent): void {
    const error = { message: errorText, code, retryable, retryAfterMs };
    this.isOver = true;
    this.#abort.abort();
    this.#book.cut.add(this.#messageId);
    this.#conversation.dispatch(this.#messageId, { type: "error", errorText });
    this.#calls.cancelRuns();
    this.#close("error");
    this.#conversation.set({ error });
    this.#conversation.tell("onError", ({ onError }) => onError?.(error));
  }

  /** A message in which nothing came goes. */
  #close(status: ChatState["status"]): void {
    const { messages } = this.#conversation.state();
    const isEmpty = ({ id, parts }: ChatMessage) =>
      id === this.#messageId && parts.every((part) => part.type === "step-start");
    const kept = messages.some(isEmpty) ? { messages: messages.filter((message) => !isEmpty(message)) } : {};
    this.#conversation.set({ ...kept, status });
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

function isOpening(event: StreamEvent): boolean {
  return event.type === "start" || event.type === "start-step" || event.type === "ping";
}

function isEnd(event: StreamEvent): boolean {
  return event.type === "finish" || event.type === "error" || event.type === "abort";
}
