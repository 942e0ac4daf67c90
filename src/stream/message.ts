/**
 * The shape of a conversation. Structurally an AI SDK `UIMessage`: messages of `useChat` can be drawn as they are, and
 * messages made here can be stored and read again by AI SDK servers. Fields marked `+` are ours.
 */
import type { ProviderMetadata, ReasoningKind, TextKind, ToolCallOrigin, ToolErrorReason } from "./events.js";

export type ChatRole = "system" | "user" | "assistant";

export interface ChatMessage {
  id: string;
  role: ChatRole;
  parts: MessagePart[];
  metadata?: unknown;
}

export interface TextPart {
  type: "text";
  text: string;
  state?: "streaming" | "done" | undefined;
  providerMetadata?: ProviderMetadata | undefined;
  /** + The block's id on the wire; only while it streams, an id is free again after its end. */
  id?: string | undefined;
  /** + */
  kind?: TextKind | undefined;
  /** Which words rest on which source, in the back end's own form. */
  citations?: unknown;
}

export interface ReasoningPart {
  type: "reasoning";
  text: string;
  state?: "streaming" | "done" | undefined;
  providerMetadata?: ProviderMetadata | undefined;
  /** + As for text. */
  id?: string | undefined;
  /** + */
  kind?: ReasoningKind | undefined;
}

/** Marks where a step, one model call, begins. */
export interface StepStartPart {
  type: "step-start";
  /** + The model was asked here: another answer of the message begins. */
  isAnswerStart?: true | undefined;
}

export interface SourceUrlPart {
  type: "source-url";
  sourceId: string;
  url: string;
  title?: string | undefined;
  providerMetadata?: ProviderMetadata | undefined;
}

export interface SourceDocumentPart {
  type: "source-document";
  sourceId: string;
  mediaType: string;
  title: string;
  filename?: string | undefined;
  providerMetadata?: ProviderMetadata | undefined;
}

export interface FilePart {
  type: "file";
  mediaType: string;
  url: string;
  filename?: string | undefined;
  providerMetadata?: ProviderMetadata | undefined;
}

export interface ReasoningFilePart {
  type: "reasoning-file";
  mediaType: string;
  url: string;
  providerMetadata?: ProviderMetadata | undefined;
}

export interface DataPart {
  type: `data-${string}`;
  id?: string | undefined;
  data: unknown;
}

export interface CustomPart {
  type: "custom";
  kind: string;
  providerMetadata?: ProviderMetadata | undefined;
}

/** What the person said into a run that was going on (AI SDK 7, experimental). */
export interface SteeringMessagePart {
  type: "steering-message";
  id: string;
  parts: (TextPart | FilePart)[];
}

/** A person's decision on a call. */
export interface ToolApproval {
  id: string;
  approved?: boolean | undefined;
  reason?: string | undefined;
  isAutomatic?: boolean | undefined;
  /** What an AI SDK server signed the request with; it wants these back unchanged. */
  signature?: string | undefined;
  inputSchemaInput?: unknown;
  descriptor?: unknown;
  /** + */
  expiresAt?: string | undefined;
}

/** A field exists in the states that have it. */
export type ToolPartState =
  | {
      state: "input-streaming";
      /** As far as it is certain; for showing only. */
      input?: unknown;
    }
  | {
      state: "input-available";
      input: unknown;
      /** + What the tool says of its progress. */
      progress?: unknown;
      /** + It does not run yet: a person may have to be asked. */
      isUndecided?: true | undefined;
    }
  | { state: "approval-requested"; input: unknown; approval: ToolApproval }
  | { state: "approval-responded"; input: unknown; approval: ToolApproval & { approved: boolean } }
  | {
      state: "output-available";
      input: unknown;
      output: unknown;
      preliminary?: boolean | undefined;
      approval?: ToolApproval | undefined;
    }
  | {
      state: "output-error";
      input: unknown;
      errorText: string;
      rawInput?: unknown;
      approval?: ToolApproval | undefined;
      /** + Default `failed`. */
      reason?: ToolErrorReason | undefined;
      /** + What the tool gave beside the error. */
      output?: unknown;
    }
  | { state: "output-denied"; input: unknown; approval: ToolApproval };

interface ToolPartFacts {
  toolCallId: string;
  title?: string | undefined;
  providerExecuted?: boolean | undefined;
  callProviderMetadata?: ProviderMetadata | undefined;
  resultProviderMetadata?: ProviderMetadata | undefined;
  toolMetadata?: unknown;
  /** + */
  origin?: ToolCallOrigin | undefined;
  /** + */
  repaired?: boolean | undefined;
  /** + The input as the model wrote it, where a person changed it before the call ran. */
  originalInput?: unknown;
  /** + The input as it was written, while it streams. */
  inputText?: string | undefined;
  /** + */
  parentToolCallId?: string | undefined;
}

/** What this kit makes of every call. */
export type DynamicToolPart = { type: "dynamic-tool"; toolName: string } & ToolPartFacts & ToolPartState;

/** What AI SDK servers make of a call to a tool that they know: the name stands in the type. */
export type StaticToolPart = { type: `tool-${string}`; toolName?: string | undefined } & ToolPartFacts & ToolPartState;

export type ToolPart = DynamicToolPart | StaticToolPart;

export type MessagePart =
  | TextPart
  | ReasoningPart
  | StepStartPart
  | ToolPart
  | SourceUrlPart
  | SourceDocumentPart
  | FilePart
  | ReasoningFilePart
  | DataPart
  | CustomPart
  | SteeringMessagePart;

export function isToolPart(part: MessagePart): part is ToolPart {
  return part.type === "dynamic-tool" || part.type.startsWith("tool-");
}

export function isDataPart(part: MessagePart): part is DataPart {
  return part.type.startsWith("data-");
}

export function getToolName(part: ToolPart): string {
  return part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
}

/** True once a call can change no more: it has an output, failed or was denied. */
export function isSettled(part: ToolPart): boolean {
  return (
    part.state === "output-error" ||
    part.state === "output-denied" ||
    (part.state === "output-available" && part.preliminary !== true)
  );
}
