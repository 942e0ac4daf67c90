import type { StreamEvent } from "../stream/events.js";
import { Attempt, type Candidate } from "./attempt.js";
import { CallEvents } from "./call-events.js";
import { CallIds } from "./call-ids.js";
import { MarkdownContext } from "./markdown-context.js";
import { type FoundOpener, type OpenerTable, openerTables, PARTIAL } from "./opener-table.js";
import type { ToolShapes, ToolSyntax } from "./syntax.js";
import { type DetectorTools, toToolShapes } from "./tool-shapes.js";

/**
 * The most text (UTF-16 units) that is held back while it is undecided whether it is a call: an opener with what its
 * syntax must see to be certain, or an opener behind a backtick that may still turn out to begin a code span.
 * Longer than that, a syntax has lost its claim, and an open backtick is only a backtick.
 */
export const HOLD_LIMIT = 8192;

/** A longer delta is read in pieces, so that going back in one costs no more than a piece. */
const MAX_PIECE = 4096;

export interface SyntaxDetectorOptions {
  /** In order of precedence. */
  syntaxes: readonly ToolSyntax[];
  /** The tools that the app declared; some syntaxes need their names, some their arguments' types. */
  tools?: DetectorTools | undefined;
  /** An id for a call whose text carries none. @default `tool-call-1`, `tool-call-2`, … */
  generateId?: (() => string) | undefined;
  /** The app's provider, such as `openai` or `gemini`. */
  provider?: string | undefined;
  /** The id of the text and reasoning blocks that come out. @default "text" */
  textId?: string | undefined;
}

/** `text`: nothing is held back. `maybe`: what may begin a call is. `call`: a call is being read. */
export type DetectorPhase = "text" | "maybe" | "call";

export interface ToolDetector {
  /** The next piece of the text, cut anywhere. Text that cannot begin a call comes out at once. */
  push(delta: string): StreamEvent[];
  /** The text is over: what was held back is released, and a call that is open ends as incomplete. */
  end(): StreamEvent[];
  readonly phase: DetectorPhase;
}

/**
 * Finds the calls that a model wrote inside its text, by the syntaxes that it is given and no others.
 *
 * @param ids  shared by the texts of one message
 * @throws RangeError from `push` after `end`: create a new detector
 * Cost: linear in the text, whatever the size of the deltas. Holds back at most `HOLD_LIMIT` characters.
 */
export function createSyntaxDetector(options: SyntaxDetectorOptions, ids = new CallIds(options)): ToolDetector {
  return new Detector(options, ids);
}

class Detector implements ToolDetector {
  readonly #events: CallEvents;
  readonly #syntaxes: readonly ToolSyntax[];
  readonly #tools: ToolShapes;
  readonly #provider: string | undefined;
  /** Openers that count in the middle of a line. */
  readonly #anywhere: OpenerTable;
  /** Openers that count at the beginning of one: all. */
  readonly #atLine: OpenerTable;
  readonly #markdown = new MarkdownContext();
  /** The syntax that owns the text now. */
  #attempt: Attempt | undefined;
  /** The wrappers that stand open, by the syntax that opened them. */
  readonly #wrappers = new Map<ToolSyntax, Set<string>>();
  /** The tail that may become an opener. */
  #carry = "";
  /** Text from an opener on that stands behind an open backtick: code, if the span closes. */
  #doubt: Doubt | undefined;
  /** Text whose last character stands before the text that is read next. */
  #before = "";
  #isEnding = false;
  #isEnded = false;

  constructor(options: SyntaxDetectorOptions, ids: CallIds) {
    this.#syntaxes = options.syntaxes;
    this.#tools = toToolShapes(options.tools);
    this.#provider = options.provider;
    const tables = openerTables(options.syntaxes, this.#tools);
    this.#atLine = tables.atLine;
    this.#anywhere = tables.anywhere;
    this.#events = new CallEvents(options.textId ?? "text", ids);
  }

  get phase(): DetectorPhase {
    if (this.#attempt?.isCommitted) return "call";
    return this.#attempt !== undefined || this.#carry !== "" || this.#doubt !== undefined ? "maybe" : "text";
  }

  push(delta: string): StreamEvent[] {
    if (this.#isEnded) {
      throw new RangeError(
        "tooltalk: push() came after end(). A detector reads one text: create a new one for the next.",
      );
    }
    if (delta === "") return [];
    if (this.#isPlain(delta)) {
      this.#before = delta;
      return this.#events.writeAlone(delta);
    }
    if (delta.length <= MAX_PIECE) this.#read(delta);
    else for (let at = 0; at < delta.length; at += MAX_PIECE) this.#read(delta.slice(at, at + MAX_PIECE));
    return this.#events.take();
  }

  #read(piece: string): void {
    let text = piece;
    while (text !== "") text = this.#attempt ? this.#feed(this.#attempt, text) : this.#scan(text);
  }

  end(): StreamEvent[] {
    this.#isEnding = true;
    let text = "";
    for (;;) {
      if (this.#attempt) text = this.#feed(this.#attempt, text);
      else if (text !== "" || this.#carry !== "") text = this.#scan(text);
      else if (this.#doubt) text = this.#endDoubt(this.#doubt);
      else break;
    }
    this.#isEnded = true;
    this.#events.endBlock();
    return this.#events.take();
  }

  /** Most deltas are words in the middle of a line, in which nothing begins. */
  #isPlain(delta: string): boolean {
    return (
      this.#attempt === undefined &&
      this.#carry === "" &&
      this.#doubt === undefined &&
      this.#markdown.isIdle &&
      this.#anywhere.skipPlain(delta, 0) === delta.length
    );
  }

  /** Reads plain text up to an opener. Returns what is to be read next: the text behind the opener, or nothing. */
  #scan(delta: string): string {
    const text = this.#carry === "" ? delta : this.#carry + delta;
    const markdown = this.#markdown;
    this.#carry = "";
    let from = 0; // the text before it is out
    let at = 0;
    for (; ; at += 1) {
      if (markdown.isIdle && this.#doubt === undefined) at = this.#anywhere.skipPlain(text, at);
      if (at >= text.length) break;
      const code = text.charCodeAt(at);
      markdown.settle(code);
      const doubt = this.#doubt;
      if (doubt) {
        const length = doubt.text.length + at - from;
        if (markdown.spansClosed > doubt.spansClosed) {
          this.#release(doubt.text + text.slice(from, at));
          this.#doubt = undefined;
          from = at;
        } else if (!markdown.isSpanOpen || length > HOLD_LIMIT) return this.#takeUp(doubt, text.slice(from));
      }
      const openers = markdown.isLineBlank ? this.#atLine : this.#anywhere;
      if (this.#doubt === undefined && openers.first[code] === 1 && !markdown.isFenced) {
        const found = openers.match(text, at, this.#isEnding);
        if (found === PARTIAL || found.length > 0) {
          this.#release(text.slice(from, at));
          from = at;
        }
        if (found === PARTIAL) {
          this.#carry = text.slice(at);
          return "";
        }
        if (found.length > 0) {
          if (!markdown.isSpanOpen) return this.#begin(this.#candidates(found), 0, text.slice(at));
          const snapshot = markdown.saveWithoutSpan();
          this.#doubt = { text: "", snapshot, spansClosed: markdown.spansClosed, before: this.#before };
        }
      }
      markdown.read(code);
    }
    const rest = from === 0 ? text : text.slice(from);
    if (this.#doubt) this.#doubt.text += rest;
    else this.#release(rest);
    return "";
  }

  #release(text: string): void {
    if (text === "") return;
    this.#events.write("text", text);
    this.#before = text;
  }

  /** The open backtick was only a backtick: reads the text behind it again, now as text. */
  #takeUp(doubt: Doubt, rest: string): string {
    this.#markdown.restore(doubt.snapshot);
    this.#before = doubt.before;
    this.#doubt = undefined;
    return doubt.text + rest;
  }

  #endDoubt(doubt: Doubt): string {
    this.#markdown.settle(0);
    if (this.#markdown.spansClosed === doubt.spansClosed) return this.#takeUp(doubt, "");
    this.#doubt = undefined;
    this.#release(doubt.text);
    return "";
  }

  #candidates(found: readonly FoundOpener[]): Candidate[] {
    return found.map(({ place, length }) => ({ syntax: this.#syntaxes[place] as ToolSyntax, length }));
  }

  /** Lets a syntax read. Returns the text behind its opener. */
  #begin(candidates: readonly Candidate[], index: number, text: string): string {
    const candidate = candidates[index];
    if (candidate === undefined) return this.#passOne(text);
    const opener = text.slice(0, candidate.length);
    this.#attempt = new Attempt(candidates, index, opener, this.#before.slice(-1), {
      events: this.#events,
      tools: this.#tools,
      provider: this.#provider,
      wrappers: this.#wrappersOf(candidate.syntax),
    });
    return text.slice(candidate.length);
  }

  #wrappersOf(syntax: ToolSyntax): Set<string> {
    const open = this.#wrappers.get(syntax) ?? new Set();
    this.#wrappers.set(syntax, open);
    return open;
  }

  /** Gives text to the syntax at work. Returns what it leaves, or what is to be read anew if it was no call. */
  #feed(attempt: Attempt, text: string): string {
    // Undecided, it sees just so much text as may be held back, so that where the text is cut does not matter.
    const room = attempt.isCommitted ? text.length : HOLD_LIMIT - attempt.source.rawLength;
    const over = text.slice(room);
    const isTooLong = room <= 0 && text !== "";
    const finding = isTooLong ? "none" : attempt.feed(text.slice(0, room), this.#isEnding && over === "");
    if (finding === "more") return over;
    this.#attempt = undefined;
    if (finding === "call") {
      const { last, rest } = attempt.source;
      this.#markdown.skipCall();
      this.#before = last;
      return rest + over;
    }
    return this.#begin(attempt.candidates, attempt.index + 1, attempt.source.raw + attempt.source.rest + over);
  }

  /** No syntax wanted the text: its first character is text, and the rest is looked at again. */
  #passOne(text: string): string {
    this.#markdown.settle(text.charCodeAt(0));
    this.#markdown.read(text.charCodeAt(0));
    this.#release(text.slice(0, 1));
    return text.slice(1);
  }
}

interface Doubt {
  text: string;
  readonly snapshot: ReturnType<MarkdownContext["saveWithoutSpan"]>;
  readonly spansClosed: number;
  readonly before: string;
}
