import fc from "fast-check";
import { expect } from "vitest";
import { isRetryable } from "../../src/chat/message.js";
import { isBusy } from "../../src/chat/state.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { getToolName, isSettled, type ToolPart } from "../../src/stream/message.js";
import { RandomChat, type Run } from "./random-chat.js";
import { WalkBook } from "./walk-book.js";

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

/** A random walk through a conversation: persons, tools, the server and the page make their moves. */
export class RandomWalk {
  readonly chat: RandomChat;
  readonly #book: WalkBook;
  #calls = 0;
  #values = 0;
  /** Every event that told of a call. */
  #history: StreamEvent[] = [];

  constructor(options: ConstructorParameters<typeof RandomChat>[0]) {
    this.chat = new RandomChat(options);
    this.#book = new WalkBook(this.chat);
  }

  async go(move: Move): Promise<void> {
    const { chat } = this;
    const book = this.#book;
    const waiting = book.keysOf((part) => chat.waitsForAPerson(part));
    const outputs = book.outputs;
    book.isAsking = move.what === "send" || move.what === "retry" || move.what === "follow up";
    this.#do(move);
    await chat.settle(move.what === "wait" ? 6000 : 16);
    book.check();
    const isKept = ["send", "stop", "retry", "reload"].includes(move.what);
    if (isKept || (move.what === "resume" && !chat.server.hasTakenBack)) {
      expect(missing(outputs, book.outputs), "a result that stood is gone").toEqual([]);
    }
    if (isKept) return;
    const cancelled = book.keysOf((part) => part.state === "output-error" && part.reason === "cancelled");
    expect(
      [...waiting].filter((key) => cancelled.has(key)),
      "a call that waited for a person was cancelled",
    ).toEqual([]);
  }

  /** Everything ends that can end by itself, and then all. */
  async finish(): Promise<void> {
    const { chat } = this;
    for (let round = 0; isBusy(chat.store.getState().status); round += 1) {
      expect(round, "the chat is stuck").toBeLessThan(60);
      if (chat.server.isStreaming) chat.server.close();
      else this.#resolve(chat.liveRuns[0]);
      await chat.settle();
      this.#book.check();
    }
    this.#book.isBrokenOff = true;
    chat.store.getState().stop();
    await chat.settle();
    this.#book.check();
    expect(chat.calls.filter((part) => !isSettled(part))).toEqual([]);
  }

  #do(move: Move): void {
    this.#person(move);
    this.#server(move);
    this.#page(move);
  }

  #person({ what, pick, n }: Move): void {
    const { chat } = this;
    const state = chat.store.getState();
    const asked = chat.calls.filter((part) => part.state === "approval-requested");
    switch (what) {
      case "send":
        void state.send("go");
        return;
      case "stop":
        this.#book.isBrokenOff = true;
        state.stop();
        return;
      case "retry":
        if (chat.messages.length > 0) void state.retry();
        return;
      case "resume":
        if (isBusy(state.status) || chat.messages.length === 0) return;
        chat.server.resumeMode = one(["nothing", "from the start", "where it was cut"] as const, pick) ?? "nothing";
        if (chat.server.resumeMode === "from the start" && chat.server.hasTold) this.#book.isBrokenOff = false;
        this.#book.forgetUnrun();
        void state.resume();
        return;
      case "follow up":
        if (chat.messages.at(-1)?.role === "assistant") void state.sendFollowUp();
        return;
      case "allow":
      case "allow always":
      case "deny":
      case "edit":
        this.#decide(what, one(asked, pick), n);
        return;
      case "answer":
        this.#answer(one(chat.calls, pick));
        return;
      case "run again":
        this.#runAgain(one(chat.calls.filter(isRetryable), pick));
        return;
      default:
    }
  }

  #decide(what: "allow" | "allow always" | "deny" | "edit", part: ToolPart | undefined, n: number): void {
    if (part?.state !== "approval-requested") return;
    const { toolCallId } = part;
    if (what !== "deny") {
      this.#book.approved.add(toolCallId);
      if (part.approval.reason === "interrupted-by-reload") this.#book.permit(toolCallId);
    }
    if (what === "allow always") this.#book.allowedTools.add(getToolName(part));
    const input = { n: n === 3 ? "seven" : 7 };
    if (what === "edit" && n < 3) this.#book.allowInput(toolCallId, input);
    if (what === "edit" && n === 3) this.#book.mayBeUnusable.add(toolCallId);
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
    if (isTaken) this.#book.give(part.toolCallId, value);
  }

  #runAgain(part: ToolPart | undefined): void {
    if (part === undefined) return;
    this.#book.permit(part.toolCallId);
    this.#book.reopen(part.toolCallId);
    void this.chat.store.getState().retryToolCall(part.toolCallId);
  }

  #server({ what, pick, n }: Move): void {
    const { server, calls } = this.chat;
    if (!server.isStreaming) return;
    switch (what) {
      case "call":
      case "cut call":
      case "broken call":
        this.#call(what, one(toolNames, pick) ?? "plain", n);
        return;
      case "repeat":
        server.put(...some(this.#history, pick));
        return;
      case "server result":
        for (const { toolCallId } of some(calls, pick)) {
          server.put({ type: "tool-output-available", toolCallId, output: "server's" });
        }
        return;
      case "server asks":
        for (const { toolCallId } of some(calls.toReversed(), pick)) {
          const approvalId = n === 0 ? `${one(calls, pick)?.toolCallId}-approval` : `server-${pick}`;
          server.put({ type: "tool-approval-request", toolCallId, approvalId });
        }
        return;
      case "server allows":
        for (const part of calls) {
          if (part.state !== "approval-requested") continue;
          server.put({ type: "tool-approval-response", approvalId: part.approval.id, approved: true });
        }
        return;
      case "marker":
        this.#text('###:{"toolName":"plain","parameters":{"n":1}}\n\n');
        return;
      case "text":
        this.#text("words ");
        return;
      case "step":
        server.put({ type: "finish-step" }, { type: "start-step" });
        return;
      case "reset step":
        this.#book.forgetUnrun();
        for (const { toolCallId } of calls) this.#book.mayBeUnusable.add(toolCallId);
        server.put({ type: "reset-step" });
        return;
      case "end":
        server.close();
        return;
      case "error":
        server.put({ type: "error", errorText: "overloaded" });
        server.close();
        return;
      case "break":
        server.close("broken");
        return;
      default:
    }
  }

  #text(delta: string): void {
    const id = "t";
    this.chat.server.put({ type: "text-start", id }, { type: "text-delta", id, delta }, { type: "text-end", id });
  }

  #call(what: "call" | "cut call" | "broken call", toolName: string, n: number): void {
    const { server } = this.chat;
    this.#calls += 1;
    const toolCallId = `c${this.#calls}`;
    const isWeb = toolName === "web" ? { providerExecuted: true } : {};
    const begin = { type: "tool-input-start", toolCallId, toolName, ...isWeb } as const;
    const delta = { type: "tool-input-delta", toolCallId, inputTextDelta: '{"n":1' } as const;
    if (what === "cut call") {
      server.put(begin, delta);
      return;
    }
    if (what === "broken call") {
      const errorText = "The arguments of the call are not valid JSON.";
      server.put({ ...begin, type: "tool-input-error", input: "{n", errorText, reason: "malformed" });
      return;
    }
    const input = { n: n === 3 ? "three" : 1 + (n % 2) };
    if (n < 3) this.#book.allowInput(toolCallId, input);
    const available: StreamEvent = { ...begin, type: "tool-input-available", input };
    this.#history.push(available);
    server.put(...(n === 2 ? [begin, delta] : []), available);
  }

  #page({ what, pick }: Move): void {
    const run = one(this.chat.runs, pick);
    switch (what) {
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

  #resolve(run: Run | undefined): void {
    if (run === undefined) return;
    const value = this.#newValue();
    const isLive = this.chat.liveRuns.includes(run) && this.chat.find(run.toolCallId) !== undefined;
    run.isDone = true;
    run.resolve(value);
    if (isLive) this.#book.give(run.toolCallId, value);
  }

  #reload(): void {
    const { chat } = this;
    const open = chat.calls.filter((part) => !isSettled(part) && chat.runsOf(part.toolCallId).length > 0);
    chat.reload();
    const book = this.#book;
    book.isBrokenOff = true;
    book.automatic = -1; // the count begins anew
    book.allowedTools.clear();
    book.disownUnknown();
    for (const part of open) if (getToolName(part) === "again") book.permit(part.toolCallId);
    this.#history = this.#history.filter((event) => "toolCallId" in event && chat.find(event.toolCallId ?? ""));
    // What was stored does not tell of a run whose step the back end took back.
    const stored = new Set(chat.calls.filter((part) => isRetryable(part) || part.state !== "output-error"));
    for (const { toolCallId } of chat.runs) {
      if (![...stored].some((part) => part.toolCallId === toolCallId)) book.permit(toolCallId);
    }
  }

  #newValue(): string {
    this.#values += 1;
    return `value ${this.#values}`;
  }
}

function one<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(list.length, 1)];
}

function some<T>(list: readonly T[], pick: number): T[] {
  return list.slice(pick % Math.max(list.length, 1)).slice(0, 1);
}

function missing<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): T[] {
  return [...before].filter((value) => !after.has(value));
}
