import type { ChatMessage } from "../stream/message.js";
import type { JsonSchema } from "../stream/tool.js";

/** What a tool is given beside its input. */
export interface ToolContext {
  toolCallId: string;
  /** The conversation up to and with the message that holds the call. */
  messages: readonly ChatMessage[];
  /** Fires when the person stops the answer, or when the tool's time is over. */
  signal: AbortSignal;
  /** Shows in the entry while the tool runs. */
  reportProgress: (progress: unknown) => void;
}

/** The part of the Standard Schema interface (version 1) that this kit uses. Source: standardschema.dev. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

export type ToolParameters<Input = unknown> = JsonSchema | StandardSchema<Input>;

export interface ToolDefinition<Input = unknown, Output = unknown> {
  name: string;
  /** Told to the model. */
  description?: string | (() => string) | undefined;
  /** A JSON Schema object, or a zod, valibot or arktype schema. Absent: the tool takes no arguments, or any. */
  parameters?: ToolParameters<Input> | undefined;
  /** Runs in the browser. Absent: someone else answers the call. */
  execute?: ((input: Input, context: ToolContext) => Output | Promise<Output>) | undefined;
  /** True, or a function of the input: the person is asked first. */
  needsApproval?: boolean | ((input: Input) => boolean | Promise<boolean>) | undefined;
  /** @default none */
  timeoutMs?: number | undefined;
}

/** A plain function works as a tool too. */
export type ToolFunction = (input: never, context: ToolContext) => unknown;

/** What an app hands over: definitions in a list, or definitions and plain functions by name. */
export type Tools =
  | readonly ToolDefinition<never, unknown>[]
  | Readonly<
      Record<string, ToolDefinition<never, unknown> | Omit<ToolDefinition<never, unknown>, "name"> | ToolFunction>
    >;
