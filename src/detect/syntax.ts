import type { JsonSchema } from "../stream/tool.js";
import type { Reading, Source } from "./source.js";

/**
 * How one family of models writes a call in text: a row in a table. Array order is precedence; none knows another.
 *
 * Give it to `createToolDetector({ syntaxes: [mine, ...defaultSyntaxes] })`.
 */
export interface ToolSyntax {
  readonly name: string;
  /**
   * Literal strings that may begin a call. Text is held back only while its tail could still become one of them.
   * A function, where they depend on the tools that the app declared.
   */
  readonly openers: readonly string[] | ((tools: ToolShapes) => readonly string[]);
  /** `line`: counts only where nothing but white space stands before it on its line. */
  readonly at: "anywhere" | "line";
  /** Openers match without regard to case. */
  readonly ignoreCase?: boolean;
  /**
   * Reads what follows the opener. Returns true when it was a call (finished, cut off or unreadable, its events told to
   * the context), with the source just behind it; false when it is none: then its text goes to the next syntax, or back
   * into the answer. After `commit` or `start` there is no way back.
   */
  read(context: SyntaxContext): SyntaxReader;
}

export type SyntaxReader = Reading<boolean>;

export interface SyntaxContext {
  readonly source: Source;
  /** The opener as it stood in the text. */
  readonly opener: string;
  /** The character before the opener; empty at the beginning of the text. */
  readonly before: string;
  readonly tools: ToolShapes;
  /** The app's provider, for syntaxes that differ by it. */
  readonly provider: string | undefined;
  /** The wrappers around text (not calls) that this syntax has opened and not closed: its reader keeps their names. */
  readonly wrappers: Set<string>;
  /** The calls that came in this text, in their order. */
  readonly calls: readonly KnownCall[];
  /** From here on it is a call, and its text never goes back into the answer. */
  commit(): void;
  /** Begins a call; its name is certain. Commits. */
  start(call: NewCall): CallWriter;
  /** A call that failed before its name was known. Commits. */
  fail(reason: "incomplete" | "malformed", errorText: string): void;
  /** Text that stands inside the syntax and belongs to the answer. Commits. */
  text(text: string): void;
  /** A thought. Commits. */
  reasoning(text: string): void;
}

export interface NewCall {
  readonly name: string;
  /** The id in the text. One that an earlier call has is not used again. */
  readonly id?: string | undefined;
  /** False: it is not for the app to run. @default true */
  readonly runs?: boolean | undefined;
  /** What comes with the id of an earlier call is that call again, with more to say of it. @default false */
  readonly continues?: boolean | undefined;
}

/** Tells what becomes of one call. */
export interface CallWriter {
  readonly name: string;
  /** More of the arguments, as JSON text. */
  delta(jsonText: string): void;
  /** The arguments are whole. */
  finish(input: unknown, facts?: { repaired?: boolean | undefined }): void;
  /** The arguments cannot be used. The raw text of the call is kept. */
  fail(reason: "incomplete" | "malformed", errorText: string): void;
  /** The text carries the call's result. Without `finish` before it: the result of a call that came earlier. */
  output(output: unknown): void;
  outputError(errorText: string): void;
}

/** The tools that the app declared: own names only. */
export interface ToolShapes {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The schema of one argument. */
  parameter(toolName: string, parameter: string): JsonSchema | undefined;
  /** The names of a tool's arguments, in order; empty when unknown. */
  parameters(toolName: string): readonly string[];
}

/** A call that came in the text: what is kept of it. */
export interface KnownCall {
  readonly id: string;
  readonly name: string;
  hasResult: boolean;
}
