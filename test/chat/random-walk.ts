import fc from "fast-check";
import { expect } from "vitest";
import { isAwaited, isRetryable, isUnusable, lastStepCalls } from "../../src/chat/message.js";
import { isBusy } from "../../src/chat/state.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { getToolName, isSettled, isToolPart, type ToolPart } from "../../src/stream/message.js";
import { outcomeOf, RandomChat, type Run } from "./random-chat.js";

const moves = [
  ...["send", "stop", "retry", "resume", "follow up", "allow", "allow always", "deny", "edit", "answer", "run again"],
  ...["call", "call", "call", "marker", "cut call", "broken call", "repeat", "server result", "server asks"],
  ...["server allows", "text", "step", "reset step", "end", "end", "error", "break", "resolve", "resolve", "resolve"],
  ...["reject", "progress", "wait", "reload"],
] as const;

export interface Move {
  what: (typeof moves)[number];
  /** Picks one of what is there. */
  pick: number;
  n: number;
}

export const anyMove: fc.Arbitrary<Move> = fc.record({
  what: fc.constantFrom(...moves),
  pick: fc.nat(1000),
  n: fc.nat(3),
});

const toolNames = ["plain", "again", "gone", "line", "asks", "person", "ghost", "lookup", "web"];

/** A random walk through a conversation, and a book of its own of what must hold on the way. */
export class RandomWalk {
  readonly chat: RandomChat;
  #calls = 0;
  #values = 0;
  /** Every event that told of a call. */
  #history: StreamEvent[] = [];
  /** How often a call may run: once, and once more for each time a person said so. */
  readonly #permits = new Map<string, number>();
  readonly #approved = new Set<string>();
  readonly #always = new Set<string>();
  readonly #wholeInputs = new Map<string, string[]>();
  readonly #settled = new Map<string, string>();
  /** Results that tools and people gave in time. */
  readonly #given = new Set<unknown>();
  #expected: { toolCallId: string; value: unknown }[] = [];
  /** The person broke off: what was not sent yet stays so. */
  #isBrokenOff = false;
  #requestsSeen = 0;
  #fault: unknown;
  /** Requests since the person acted. */
  #automatic = 0;

  constructor(options: ConstructorParameters<typeof RandomChat>[0]) {
    this.chat = new RandomChat(options);
    this.chat.onRun = (run) => {
      try {
        this.#checkRun(run);
      } catch (error) {
        this.#fault ??= error; // what a tool throws is the tool's
      }
    };
  }

  async go(move: Move): Promise<void> {
    const { chat } = this;
    const before = chat.server.requests.length;
    this.#do(move);
    await chat.settle(move.what === "wait" ? 6000 : 16);
    if (move.what === "send" || move.what === "retry" || move.what === "follow up") this.#automatic = 0;
    else this.#automatic += chat.server.requests.length - before;
    this.#check();
  }

  /** Everything ends that can end by itself. */
  async finish(): Promise<void> {
    const { chat } = this;
    for (let round = 0; isBusy(chat.store.getState().status); round += 1) {
      expect(round, "the chat is stuck").toBeLessThan(60);
      if (chat.server.isStreaming) chat.server.close();
      else this.#resolve(chat.liveRuns[0]);
      await chat.settle();
      this.#check();
    }
    this.#isBrokenOff = true;
    chat.store.getState().stop();
    await chat.settle();
    this.#check();
    expect(chat.calls.filter((part) => !isSettled(part))).toEqual([]);
  }

  // Moves

  #do({ what, pick, n }: Move): void {
    const { chat } = this;
    const { server } = chat;
    const state = chat.store.getState();
    const one = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(list.length, 1)];
    const asked = chat.calls.filter((part) => part.state === "approval-requested");
    switch (what) {
      case "send":
        void state.send("go");
        return;
      case "stop":
        this.#isBrokenOff = true;
        state.stop();
        return;
      case "retry":
        if (chat.messages.length > 0) void state.retry();
        return;
      case "resume":
        if (isBusy(state.status) || chat.messages.length === 0) return;
        server.resumeMode = one(["nothing", "from the start", "where it was cut"] as const) ?? "nothing";
        this.#forgetUnrun();
        void state.resume();
        return;
      case "follow up":
        if (chat.messages.at(-1)?.role === "assistant") void state.sendFollowUp();
        return;
      case "allow":
      case "allow always":
      case "deny":
      case "edit":
        this.#decide(what, one(asked), n);
        return;
      case "answer":
        this.#answer(one(chat.calls));
        return;
      case "run again":
        this.#runAgain(one(chat.calls.filter(isRetryable)));
        return;
      case "call":
      case "cut call":
      case "broken call":
        if (server.isStreaming) this.#call(what, toolNames[pick % toolNames.length] ?? "plain", n);
        return;
      case "repeat":
        this.#put(one(this.#history));
        return;
      case "server result":
        this.#putFor(one(chat.calls), (toolCallId) => ({
          type: "tool-output-available",
          toolCallId,
          output: "server's",
        }));
        return;
      case "server asks": {
        const approvalId = n === 0 ? `${one(chat.calls)?.toolCallId}-approval` : `server-${pick}`;
        this.#putFor(one(chat.calls.toReversed()), (toolCallId) => ({
          type: "tool-approval-request",
          toolCallId,
          approvalId,
        }));
        return;
      }
      case "server allows": {
        const part = one(asked);
        if (part?.state === "approval-requested") {
          this.#put({ type: "tool-approval-response", approvalId: part.approval.id, approved: true });
        }
        return;
      }
      default:
        this.#doOnLine(what, one(chat.runs));
    }
  }

  #doOnLine(what: Move["what"], run: Run | undefined): void {
    const { server } = this.chat;
    switch (what) {
      case "marker":
        this.#text('###:{"toolName":"plain","parameters":{"n":1}}\n\n');
        return;
      case "text":
        this.#text("words ");
        return;
      case "step":
        this.#put({ type: "finish-step" }, { type: "start-step" });
        return;
      case "reset step":
        this.#forgetUnrun();
        this.#put({ type: "reset-step" });
        return;
      case "end":
        server.close();
        return;
      case "error":
        this.#put({ type: "error", errorText: "overloaded" });
        server.close();
        return;
      case "break":
        server.close("broken");
        return;
      case "resolve":
        this.#resolve(run);
        return;
      case "reject":
        if (run) run.isDone = true;
        run?.reject(new Error("the tool failed"));
        return;
      case "progress":
        run?.context.reportProgress("half");
        return;
      case "reload":
        this.#reload();
        return;
      default:
    }
  }

  #put(...events: (StreamEvent | undefined)[]): void {
    if (this.chat.server.isStreaming) this.chat.server.put(...events.filter((event) => event !== undefined));
  }

  #putFor(part: ToolPart | undefined, event: (toolCallId: string) => StreamEvent): void {
    if (part) this.#put(event(part.toolCallId));
  }

  #text(delta: string): void {
    this.#put({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta }, { type: "text-end", id: "t" });
  }

  #call(what: "call" | "cut call" | "broken call", toolName: string, n: number): void {
    this.#calls += 1;
    const toolCallId = `c${this.#calls}`;
    const isWeb = toolName === "web" ? { providerExecuted: true } : {};
    const begin = { type: "tool-input-start", toolCallId, toolName, ...isWeb } as const;
    const delta = { type: "tool-input-delta", toolCallId, inputTextDelta: '{"n":1' } as const;
    if (what === "cut call") {
      this.#put(begin, delta);
      return;
    }
    if (what === "broken call") {
      const errorText = "The arguments of the call are not valid JSON.";
      this.#put({ ...begin, type: "tool-input-error", input: "{n", errorText, reason: "malformed" });
      return;
    }
    const input = { n: n === 3 ? "three" : 1 + (n % 2) };
    if (n < 3) this.#wholeInputs.set(toolCallId, [JSON.stringify(input)]);
    const available: StreamEvent = { ...begin, type: "tool-input-available", input };
    this.#history.push(available);
    this.#put(...(n === 2 ? [begin, delta] : []), available);
  }

  #decide(what: "allow" | "allow always" | "deny" | "edit", part: ToolPart | undefined, n: number): void {
    if (part?.state !== "approval-requested") return;
    const { toolCallId } = part;
    if (what !== "deny") {
      this.#approved.add(toolCallId);
      if (part.approval.reason === "interrupted-by-reload") this.#permit(toolCallId);
    }
    if (what === "allow always") this.#always.add(getToolName(part));
    const input = { n: n === 3 ? "seven" : 7 };
    if (n < 3) this.#wholeInputs.set(toolCallId, [...this.#inputsOf(toolCallId), JSON.stringify(input)]);
    this.chat.store.getState().respondToApproval(part.approval.id, {
      approved: what !== "deny",
      scope: what === "allow always" ? "always" : "once",
      ...(what === "edit" ? { input } : {}),
    });
  }

  #answer(part: ToolPart | undefined): void {
    if (part === undefined) return;
    const value = this.#newValue();
    const isTaken = part.state === "input-available" && !part.providerExecuted;
    this.chat.store.getState().addToolResult(part.toolCallId, value);
    if (!isTaken) return;
    this.#given.add(value);
    expect(this.#outputs(part.toolCallId)).toContain(value);
  }

  #runAgain(part: ToolPart | undefined): void {
    if (part === undefined) return;
    this.#permit(part.toolCallId);
    for (const message of this.chat.messages) this.#settled.delete(`${message.id}/${part.toolCallId}`);
    void this.chat.store.getState().retryToolCall(part.toolCallId);
  }

  #resolve(run: Run | undefined): void {
    if (run === undefined) return;
    const value = this.#newValue();
    const isLive = this.chat.liveRuns.includes(run) && this.chat.find(run.toolCallId) !== undefined;
    run.isDone = true;
    run.resolve(value);
    if (isLive) this.#given.add(value);
    if (isLive) this.#expected.push({ toolCallId: run.toolCallId, value });
  }

  #reload(): void {
    for (const part of this.chat.calls) if (!isSettled(part)) this.#permit(part.toolCallId, 0);
    const open = this.chat.calls.filter((part) => !isSettled(part) && this.chat.runsOf(part.toolCallId).length > 0);
    this.#isBrokenOff = true;
    this.chat.reload();
    this.#always.clear();
    for (const part of open) if (getToolName(part) === "again") this.#permit(part.toolCallId);
    this.#history = this.#history.filter((event) => "toolCallId" in event && this.chat.find(event.toolCallId ?? ""));
    for (const run of this.chat.runs) if (!this.chat.find(run.toolCallId)) this.#permit(run.toolCallId);
  }

  #permit(toolCallId: string, more = 1): void {
    this.#permits.set(toolCallId, (this.#permits.get(toolCallId) ?? 1) + more);
  }

  /** The arguments with which a call may run; those that came in the text are always the same. */
  #inputsOf(toolCallId: string): string[] {
    return this.#wholeInputs.get(toolCallId) ?? (toolCallId.startsWith("m") ? ['{"n":1}'] : []);
  }

  #newValue(): string {
    this.#values += 1;
    return `value ${this.#values}`;
  }

  #outputs(toolCallId: string): unknown[] {
    return this.chat.calls.flatMap((part) =>
      part.toolCallId === toolCallId && part.state === "output-available" ? [part.output] : [],
    );
  }

  /** What the back end tells anew may come out otherwise, where it did not run here. */
  #forgetUnrun(): void {
    for (const key of this.#settled.keys()) {
      if (this.chat.runsOf(key.slice(key.indexOf("/") + 1)).length === 0) this.#settled.delete(key);
    }
  }

  // What must hold

  #checkRun({ toolCallId, name, input }: Run): void {
    const times = this.chat.runsOf(toolCallId).length;
    expect(times, `${toolCallId} ran too often`).toBeLessThanOrEqual(this.#permits.get(toolCallId) ?? 1);
    expect(this.#inputsOf(toolCallId), `${toolCallId} ran with arguments that nobody gave`).toContain(
      JSON.stringify(input),
    );
    const isApproved = this.#approved.has(toolCallId) || this.#always.has(name);
    if (name === "asks") expect(isApproved, `${toolCallId} ran unasked`).toBe(true);
    const message = this.chat.messages.find(({ parts }) =>
      parts.some((part) => isToolPart(part) && part.toolCallId === toolCallId),
    );
    const calls = message?.parts.filter(isToolPart) ?? [];
    const index = calls.findIndex((part) => part.toolCallId === toolCallId);
    const twoBefore = calls.slice(Math.max(index - 2, 0), index);
    const isThird = twoBefore.length === 2 && twoBefore.every((part) => isSame(part, calls[index]));
    const isAllowed = this.#approved.has(toolCallId) || (this.#permits.get(toolCallId) ?? 1) > 1;
    if (isThird) expect(isAllowed, `${toolCallId} is the third of its kind`).toBe(true);
  }

  #check(): void {
    const { chat } = this;
    if (this.#fault !== undefined) throw this.#fault;
    for (const { toolCallId, value } of this.#expected.splice(0)) expect(this.#outputs(toolCallId)).toContain(value);
    for (const message of chat.messages) {
      const ids = message.parts.filter(isToolPart).map((part) => part.toolCallId);
      expect(new Set(ids).size, "a call stands twice in its message").toBe(ids.length);
      for (const part of message.parts.filter(isToolPart)) {
        const key = `${message.id}/${part.toolCallId}`;
        const known = this.#settled.get(key);
        if (known !== undefined) expect(outcomeOf(part), `${key} changed after its end`).toBe(known);
        if (isSettled(part)) this.#settled.set(key, outcomeOf(part));
      }
    }
    this.#checkRequests();
    this.#checkRest();
  }

  #checkRequests(): void {
    const { server, options } = this.chat;
    for (const { messages } of server.requests.slice(this.#requestsSeen)) {
      this.#isBrokenOff = false;
      const calls = messages.flatMap((message) => message.parts.filter(isToolPart));
      expect(calls.filter(isAwaited), "a request left with a call that has no answer").toEqual([]);
      const ours = calls.filter((part) => !isUnusable(part) && this.chat.store.getState().getTool(getToolName(part)));
      const ids = ours.map((part) => part.toolCallId);
      expect(new Set(ids).size, "a request left with two answers to one call").toBe(ids.length);
    }
    this.#requestsSeen = server.requests.length;
    expect(this.#automatic, "the turn went beyond maxSteps").toBeLessThan(options.maxSteps ?? 10);
  }

  #checkRest(): void {
    const { chat } = this;
    const { status, pause } = chat.store.getState();
    if (isBusy(status)) {
      const isAtWork = chat.server.isStreaming || chat.liveRuns.length > 0;
      expect(isAtWork, `the chat is ${status}, and nothing goes on`).toBe(true);
      return;
    }
    expect(chat.liveRuns, "a tool runs while the chat rests").toEqual([]);
    const open = chat.calls.filter((part) => !isSettled(part) && !this.#waitsForAPerson(part));
    expect(open, "a call is left open").toEqual([]);
    const last = chat.messages.at(-1);
    const parts = last?.role === "assistant" ? last.parts.filter(isToolPart) : [];
    if (status === "error" || pause || this.#isBrokenOff || parts.some(isAwaited)) return;
    const owed = lastStepCalls(last).filter((part) => this.#isOwed(part));
    if (chat.options.followUp === "auto") expect(owed, "a result was not sent back").toEqual([]);
  }

  #waitsForAPerson(part: ToolPart): boolean {
    if (part.state === "approval-requested") return true;
    if (part.state === "approval-responded") return true; // the back end's call: the decision goes with the next request
    return part.state === "input-available" && getToolName(part) === "person";
  }

  #isOwed(part: ToolPart): boolean {
    if (part.providerExecuted) return false;
    return isUnusable(part) || (part.state === "output-available" && this.#given.has(part.output));
  }
}

function isSame(part: ToolPart, other: ToolPart | undefined): boolean {
  if (other === undefined || getToolName(part) !== getToolName(other)) return false;
  return JSON.stringify(part.input) === JSON.stringify(other.input);
}
