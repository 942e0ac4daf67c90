import { expect } from "vitest";
import { isAwaited, isUnusable, lastStepCalls } from "../../src/chat/message.js";
import { isBusy } from "../../src/chat/state.js";
import { getToolName, isSettled, isToolPart, type ToolPart } from "../../src/stream/message.js";
import { outcomeOf, type RandomChat, type Run } from "./random-chat.js";

/** What must hold at every step of a walk, and what has to be known for that. */
export class WalkBook {
  readonly #chat: RandomChat;
  /** How often a call may run: once, and once more for each time a person or a reload said so. */
  readonly #permits = new Map<string, number>();
  readonly approved = new Set<string>();
  readonly allowedTools = new Set<string>();
  /** The arguments, as JSON, with which a call may run. */
  readonly #inputs = new Map<string, string[]>();
  /** Calls that a person changed so that they do not fit, and calls of steps that the back end took back. */
  readonly mayBeUnusable = new Set<string>();
  /** Results that tools and people gave in time, and those that must stand by the next check. */
  readonly #given = new Set<unknown>();
  readonly #anyones = new Set<unknown>();
  readonly #due: { toolCallId: string; value: unknown }[] = [];
  readonly #settled = new Map<string, string>();
  /** The person broke off: what was not sent yet stays so. */
  isBrokenOff = false;
  /** The person's move asks the model. */
  isAsking = false;
  /** Requests since the person asked. */
  automatic = 0;
  #requestsSeen = 0;
  /** The calls of the last request. */
  #sent = new Set<ToolPart>();
  #fault: Error | undefined;

  constructor(chat: RandomChat) {
    this.#chat = chat;
    chat.onRun = (run) => this.#guard(() => this.#checkRun(run));
    chat.onResult = (part, result) => this.#guard(() => this.#checkTold(part, result));
  }

  permit(toolCallId: string): void {
    this.#permits.set(toolCallId, this.permitsOf(toolCallId) + 1);
  }

  permitsOf(toolCallId: string): number {
    return this.#permits.get(toolCallId) ?? 1;
  }

  allowInput(toolCallId: string, input: unknown): void {
    this.#inputs.set(toolCallId, [...this.#inputsOf(toolCallId), JSON.stringify(input)]);
  }

  /** Calls that came in the text are always the same. */
  #inputsOf(toolCallId: string): string[] {
    return this.#inputs.get(toolCallId) ?? (toolCallId.startsWith("m") ? ['{"n":1}'] : []);
  }

  /** A result was given in time: it stands from the next check on. */
  give(toolCallId: string, value: unknown): void {
    this.#given.add(value);
    this.#due.push({ toolCallId, value });
  }

  /** A call may come out otherwise from here on. */
  reopen(toolCallId: string): void {
    for (const { id } of this.#chat.messages) this.#settled.delete(`${id}/${toolCallId}`);
  }

  /** What the back end tells anew may come out otherwise, where it did not run here. */
  forgetUnrun(): void {
    for (const key of this.#settled.keys()) {
      if (this.#chat.runsOf(key.slice(key.indexOf("/") + 1)).length === 0) this.#settled.delete(key);
    }
  }

  /** A stored answer to a call that no tool here is for may be anyone's. */
  disownUnknown(): void {
    for (const part of this.#chat.calls) {
      const isKnown = this.#chat.store.getState().getTool(getToolName(part)) !== undefined;
      if (!isKnown && part.state === "output-available") this.#anyones.add(part.output);
    }
  }

  get outputs(): Set<unknown> {
    const outputs = this.#chat.calls.map((part) => (part.state === "output-available" ? part.output : undefined));
    return new Set(outputs.filter((output) => this.#given.has(output)));
  }

  keysOf(isWanted: (part: ToolPart) => boolean): Set<string> {
    const keys = this.#chat.messages.flatMap(({ id, parts }) =>
      parts
        .filter(isToolPart)
        .filter(isWanted)
        .map((part) => `${id}/${part.toolCallId}`),
    );
    return new Set(keys);
  }

  check(): void {
    if (this.#fault !== undefined) throw this.#fault;
    for (const { toolCallId, value } of this.#due.splice(0)) {
      const outputs = this.#chat.calls.flatMap((part) =>
        part.toolCallId === toolCallId && part.state === "output-available" ? [part.output] : [],
      );
      expect(outputs, "a result was lost").toContain(value);
    }
    this.#checkCalls();
    this.#checkRequests();
    this.#checkRest();
  }

  /** What a tool or a callback throws stays with it: it is kept for the next check. */
  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  #checkRun({ toolCallId, name, input }: Run): void {
    const times = this.#chat.runsOf(toolCallId).length;
    expect(times, `${toolCallId} ran too often`).toBeLessThanOrEqual(this.permitsOf(toolCallId));
    expect(this.#inputsOf(toolCallId), `${toolCallId} ran with arguments that nobody gave`).toContain(
      JSON.stringify(input),
    );
    const isApproved = this.approved.has(toolCallId) || this.allowedTools.has(name);
    if (name === "asks") expect(isApproved, `${toolCallId} ran unasked`).toBe(true);
    const message = this.#chat.messages.find(({ parts }) =>
      parts.some((part) => isToolPart(part) && part.toolCallId === toolCallId),
    );
    const calls = message?.parts.filter(isToolPart) ?? [];
    const index = calls.findIndex((part) => part.toolCallId === toolCallId);
    const twoBefore = calls.slice(Math.max(index - 2, 0), index);
    const isThird = twoBefore.length === 2 && twoBefore.every((part) => isSame(part, calls[index]));
    const isAllowed = this.approved.has(toolCallId) || this.permitsOf(toolCallId) > 1;
    if (isThird) expect(isAllowed, `${toolCallId} is the third of its kind`).toBe(true);
  }

  /** A call of a step that the back end took back is told of too; it stands nowhere. */
  #checkTold(part: ToolPart | undefined, result: unknown): void {
    if (part === undefined) return;
    const isError = part.state !== "output-available" && typeof result === "object";
    const isTrue = part.state === "output-available" ? part.output === result : isError;
    expect(isSettled(part) && isTrue, `${part.toolCallId} came to something else than was told`).toBe(true);
  }

  #checkCalls(): void {
    const chat = this.#chat;
    if (chat.server.requests.length > this.#requestsSeen || !isBusy(chat.store.getState().status)) this.#forgetGone();
    for (const message of chat.messages) {
      const parts = message.parts.filter(isToolPart);
      const ids = parts.map((part) => part.toolCallId);
      expect(new Set(ids).size, "a call stands twice in its message").toBe(ids.length);
      for (const part of parts) {
        const key = `${message.id}/${part.toolCallId}`;
        const known = this.#settled.get(key);
        if (known !== undefined) expect(outcomeOf(part), `${key} changed after its end`).toBe(known);
        if (isSettled(part)) this.#settled.set(key, outcomeOf(part));
        const ranHere = chat.runsOf(part.toolCallId).some((run) => run.context.messages.at(-1)?.id === message.id);
        if (ranHere && !this.mayBeUnusable.has(part.toolCallId)) {
          expect(isUnusable(part), `${key} ran, and is told as unusable`).toBe(false);
        }
      }
    }
    const asked = chat.calls.filter((part) => part.state === "approval-requested").map((part) => part.approval.id);
    expect(new Set(asked).size, "two approvals bear one name").toBe(asked.length);
  }

  /** A step that the back end took back, and did not tell again, is gone with its answer. */
  #forgetGone(): void {
    const there = this.keysOf(() => true);
    for (const key of this.#settled.keys()) if (!there.has(key)) this.#settled.delete(key);
  }

  #checkRequests(): void {
    const { server, options, store } = this.#chat;
    for (const { messages } of server.requests.slice(this.#requestsSeen)) {
      this.isBrokenOff = false;
      const calls = messages.flatMap((message) => message.parts.filter(isToolPart));
      expect(calls.filter(isAwaited), "a request left with a call that has no answer").toEqual([]);
      const ours = calls.filter((part) => !isUnusable(part) && store.getState().getTool(getToolName(part)));
      const ids = ours.map((part) => part.toolCallId);
      expect(new Set(ids).size, "a request left with two answers to one call").toBe(ids.length);
      this.automatic = this.isAsking ? 0 : this.automatic + 1;
      const news = calls.filter((part) => !this.#sent.has(part));
      if (!this.isAsking) expect(news, "a request left with nothing new in it").not.toEqual([]);
      this.#sent = new Set(calls);
      this.isAsking = false;
    }
    this.#requestsSeen = server.requests.length;
    expect(this.automatic, "the turn went beyond maxSteps").toBeLessThan(options.maxSteps ?? 10);
  }

  #checkRest(): void {
    const chat = this.#chat;
    const { status, pause } = chat.store.getState();
    if (isBusy(status)) {
      const isAtWork = chat.server.isStreaming || chat.liveRuns.length > 0;
      expect(isAtWork, `the chat is ${status}, and nothing goes on`).toBe(true);
      return;
    }
    expect(chat.liveRuns, "a tool runs while the chat rests").toEqual([]);
    const open = chat.calls.filter(
      (part) => !isSettled(part) && !chat.waitsForAPerson(part) && !chat.waitsToBeSent(part),
    );
    expect(open, "a call is left open").toEqual([]);
    if (status === "error" || pause || this.isBrokenOff || chat.calls.some(isAwaited)) return;
    const last = chat.messages.at(-1);
    const owed = lastStepCalls(last?.role === "assistant" ? last : undefined).filter((part) => this.#isOwed(part));
    if (chat.options.followUp === "auto") expect(owed, "a result was not sent back").toEqual([]);
  }

  #isOwed(part: ToolPart): boolean {
    if (part.providerExecuted) return false;
    if (part.state !== "output-available") return isUnusable(part);
    return this.#given.has(part.output) && !this.#anyones.has(part.output);
  }
}

function isSame(part: ToolPart, other: ToolPart | undefined): boolean {
  if (other === undefined || getToolName(part) !== getToolName(other)) return false;
  return JSON.stringify(part.originalInput ?? part.input) === JSON.stringify(other.originalInput ?? other.input);
}
