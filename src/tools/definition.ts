import type { ChatMessage } from "../stream/message.js";
import type { StandardSchema } from "../stream/standard-schema.js";
import type { JsonSchema } from "../stream/tool.js";
import type { ToolVerbs } from "../stream/tool-verbs.js";

/** What a tool is given beside its input. */
export interface ToolContext {
  toolCallId: string;
  /** The conversation up to and with the message that holds the call. */
  messages: readonly ChatMessage[];
  /** Fires when the person stops the answer, or when the tool's time is over. */
  signal: AbortSignal;
  /**
   * Shows in the entry while the tool runs: a number from 0 to 1, or `{ progress, total, message? }`, as a bar; a line of
   * text as itself; anything else as a result that grows.
   */
  reportProgress: (progress: unknown) => void;
}

export type ToolParameters = JsonSchema | StandardSchema;

/** How often, and after what pause, a call that failed is run again by itself. */
export interface ToolRetry {
  /** Runs beside the first. */
  times: number;
  /** @default 0 */
  delayMs?: number | undefined;
}

/** How much of a call is shown: nothing, its line, its line and what came of it, or all. */
export type ToolDetail = "silent" | "line" | "summary" | "full";

/** What becomes of a call that was open when the page went away. */
export type ReloadRule = "ask" | "rerun" | "fail";

export interface ToolDefinition<Input = unknown, Output = unknown> {
  /** Letters, digits and `_`, `-`, `.`, `:`, `/`; many providers take `_` and `-` only. */
  name: string;
  /** Told to the model. A function is asked each time the tools are told. */
  description?: string | (() => string) | undefined;
  /** A JSON Schema object, or a zod, valibot or arktype schema. Absent: the tool takes no arguments, or any. */
  parameters?: ToolParameters | undefined;
  /** Runs in the browser. Absent: someone else answers the call. */
  execute?: ((input: Input, context: ToolContext) => Output | Promise<Output>) | undefined;
  /** True, or a function of the input: the person is asked first. */
  needsApproval?: boolean | ((input: Input) => boolean | Promise<boolean>) | undefined;
  /** @default none */
  timeoutMs?: number | undefined;
  /** For idempotent tools only. @default none: a failed call runs again only when the person says so */
  retry?: ToolRetry | undefined;
  /** Running it twice does no more than running it once. @default false */
  idempotent?: boolean | undefined;
  /** @default "ask" */
  onReload?: ReloadRule | undefined;
  /** Names a group whose calls run one after the other, in their order. @default none: calls run side by side */
  serial?: string | undefined;
  /** @default none: the line says the tool's name */
  verbs?: ToolVerbs<Input> | undefined;
  /** Keys, in arguments and results, whose values are never shown, copied or exported. */
  redact?: readonly (string | RegExp | ((key: string, value: unknown) => boolean))[] | undefined;
  /** @default the chat's own */
  detail?: ToolDetail | undefined;
}

/** A plain function works as a tool too. */
export type ToolFunction = (input: never, context: ToolContext) => unknown;

/** What an app hands over: definitions in a list, or definitions and plain functions by name. */
export type Tools =
  | readonly ToolDefinition<never, unknown>[]
  | Readonly<
      Record<string, ToolDefinition<never, unknown> | Omit<ToolDefinition<never, unknown>, "name"> | ToolFunction>
    >;
