import type { CallEvents, OpenCall } from "./call-events.js";
import { Source } from "./source.js";
import type { CallWriter, KnownCall, NewCall, SyntaxContext, ToolShapes, ToolSyntax } from "./syntax.js";

/** A syntax whose opener stands at the place where the text is read. */
export interface Candidate {
  readonly syntax: ToolSyntax;
  /** The opener's length. */
  readonly length: number;
}

interface Surroundings {
  readonly events: CallEvents;
  readonly tools: ToolShapes;
  readonly provider: string | undefined;
  readonly wrappers: Set<string>;
}

/** One syntax at work on the text behind its opener, and what it may do there. */
export class Attempt implements SyntaxContext {
  readonly candidates: readonly Candidate[];
  readonly index: number;
  readonly source: Source;
  readonly opener: string;
  readonly before: string;
  readonly tools: ToolShapes;
  readonly provider: string | undefined;
  readonly wrappers: Set<string>;
  readonly #events: CallEvents;
  #reader: Iterator<undefined, boolean, undefined> | undefined;
  readonly #calls: OpenCall[] = [];
  isCommitted = false;

  constructor(candidates: readonly Candidate[], index: number, opener: string, before: string, around: Surroundings) {
    this.candidates = candidates;
    this.index = index;
    this.source = new Source(opener);
    this.opener = opener;
    this.before = before;
    this.tools = around.tools;
    this.provider = around.provider;
    this.wrappers = around.wrappers;
    this.#events = around.events;
  }

  /** @returns `more`: all was read, and it goes on; `call`: it is done; `none`: it was no call */
  feed(text: string, isLast: boolean): "more" | "call" | "none" {
    this.source.feed(text);
    this.source.ended = isLast;
    if (!isLast && this.source.readAtRest()) return "more";
    this.#reader ??= (this.candidates[this.index] as Candidate).syntax.read(this)[Symbol.iterator]();
    const step = this.#reader.next();
    if (step.done !== true && !isLast) return "more";
    if (!this.isCommitted) return step.done === true && step.value ? "call" : "none";
    for (const call of this.#calls) call.fail("incomplete", cutOff);
    return "call";
  }

  get calls(): readonly KnownCall[] {
    return this.#events.calls;
  }

  commit(): void {
    this.isCommitted = true;
  }

  start(call: NewCall): CallWriter {
    this.commit();
    const open = this.#events.start(call, () => this.source.raw);
    this.#calls.push(open);
    return open;
  }

  fail(reason: "incomplete" | "malformed", errorText: string): void {
    this.start({ name: unknownName, runs: false }).fail(reason, errorText);
  }

  text(text: string): void {
    this.commit();
    this.#events.write("text", text);
  }

  reasoning(text: string): void {
    this.commit();
    this.#events.write("reasoning", text);
  }
}

/** The name of a call that failed before its own name was known. */
export const unknownName = "unknown";

export const cutOff = "The text ended in the middle of the call.";
