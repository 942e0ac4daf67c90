/**
 * The one vocabulary. A connector writes it, the detector rewrites it, the reducer reads it.
 *
 * Names and fields are those of the AI SDK's UI message stream, so that its connector is the identity. Fields and events
 * that it lacks are marked `+`; they never leave for an AI SDK back end, whose reader refuses what it does not know.
 */

/** Provider data that must survive a round trip: provider name → anything that is JSON. */
export type ProviderMetadata = Record<string, Record<string, unknown>>;

export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "error" | "interrupted" | "other";

/** Counts of tokens; absent where the provider did not say. */
export interface Usage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  totalTokens?: number | undefined;
  reasoningTokens?: number | undefined;
  cachedInputTokens?: number | undefined;
}

/** Why the input of a call cannot be used. */
export type ToolInputErrorReason = "incomplete" | "malformed" | "invalid" | "unknown-tool";

/** Why a call ended without an output. `failed`: the tool itself threw or said so. */
export type ToolOutputErrorReason = "failed" | "cancelled" | "timed-out" | "interrupted";

/** Why a call has no output: its input could not be used, or the tool did not give one. */
export type ToolErrorReason = ToolInputErrorReason | ToolOutputErrorReason;

/** Where a call was found: on the wire, or inside the model's text. */
export type ToolCallOrigin = "native" | "text";

interface WithProviderMetadata {
  providerMetadata?: ProviderMetadata | undefined;
}

/** What every event that announces a call may say of it. */
interface ToolCallFacts extends WithProviderMetadata {
  providerExecuted?: boolean | undefined;
  dynamic?: boolean | undefined;
  title?: string | undefined;
  toolMetadata?: unknown;
  /** + */
  origin?: ToolCallOrigin | undefined;
  /** + The call that this one runs inside of. */
  parentToolCallId?: string | undefined;
  /** + The MCP server that holds the tool. */
  serverName?: string | undefined;
}

interface ToolOutputFacts extends WithProviderMetadata {
  providerExecuted?: boolean | undefined;
  dynamic?: boolean | undefined;
  toolMetadata?: unknown;
}

/** + What a text block is: the answer, a refusal, or the words before a call. */
export type TextKind = "answer" | "refusal" | "commentary";
export type ReasoningKind = "summary" | "raw" | "redacted";

export interface StartEvent {
  type: "start";
  messageId?: string | undefined;
  messageMetadata?: unknown;
  /** + The back end's name for the conversation, sent back with the next request. */
  threadId?: string | undefined;
  /** + */
  runId?: string | undefined;
}
export interface StartStepEvent {
  type: "start-step";
  /** + */
  stepId?: string | undefined;
  /** + */
  name?: string | undefined;
}
export interface FinishStepEvent {
  type: "finish-step";
  /** + */
  finishReason?: FinishReason | undefined;
  /** + The provider's own word for it. */
  rawFinishReason?: string | undefined;
  /** + */
  usage?: Usage | undefined;
}
/** Drops the parts of the current step: the back end tries it again. */
export interface ResetStepEvent {
  type: "reset-step";
}
export interface FinishEvent {
  type: "finish";
  finishReason?: FinishReason | undefined;
  messageMetadata?: unknown;
  /** + The provider's own word for it. */
  rawFinishReason?: string | undefined;
  /** + */
  usage?: Usage | undefined;
  /** + Calls that the back end waits for. */
  pendingToolCallIds?: string[] | undefined;
  /** + The answer is not over: it goes on as soon as the conversation is sent again, as it stands. */
  isPaused?: true | undefined;
}
export interface AbortEvent {
  type: "abort";
  reason?: string | undefined;
}
export interface ErrorEvent {
  type: "error";
  errorText: string;
  /** + The provider's own code, such as `rate_limit_exceeded` or an HTTP status. */
  code?: string | undefined;
  /** + What failed: the run, one step of it, or the way between. */
  scope?: "run" | "step" | "transport" | undefined;
  /** + */
  retryable?: boolean | undefined;
  /** + Milliseconds that the back end asks to wait before the next try. */
  retryAfterMs?: number | undefined;
}
export interface MessageMetadataEvent {
  type: "message-metadata";
  messageMetadata: unknown;
}

export interface TextStartEvent extends WithProviderMetadata {
  type: "text-start";
  id: string;
  /** + */
  kind?: TextKind | undefined;
}
export interface TextDeltaEvent extends WithProviderMetadata {
  type: "text-delta";
  id: string;
  delta: string;
}
export interface TextEndEvent extends WithProviderMetadata {
  type: "text-end";
  id: string;
  citations?: unknown;
  /** + The whole text of the block, where it is not what the deltas gave: it replaces them. */
  text?: string | undefined;
}
export interface ReasoningStartEvent extends WithProviderMetadata {
  type: "reasoning-start";
  id: string;
  /** + */
  kind?: ReasoningKind | undefined;
}
export interface ReasoningDeltaEvent extends WithProviderMetadata {
  type: "reasoning-delta";
  id: string;
  delta: string;
}
export interface ReasoningEndEvent extends WithProviderMetadata {
  type: "reasoning-end";
  id: string;
  /** + As for text. */
  text?: string | undefined;
}

/** A call is announced: its name is certain, its input is not. */
export interface ToolInputStartEvent extends ToolCallFacts {
  type: "tool-input-start";
  toolCallId: string;
  toolName: string;
  inputEncoding?: "json" | "text" | undefined;
}
export interface ToolInputDeltaEvent {
  type: "tool-input-delta";
  toolCallId: string;
  inputTextDelta: string;
}
/** The input is whole. */
export interface ToolInputAvailableEvent extends ToolCallFacts {
  type: "tool-input-available";
  toolCallId: string;
  toolName: string;
  input: unknown;
  inputEncoding?: "json" | "text" | undefined;
  /** + The text was not strict JSON, and only one reading of it was possible. */
  repaired?: boolean | undefined;
}
export interface ToolInputErrorEvent extends ToolCallFacts {
  type: "tool-input-error";
  toolCallId: string;
  toolName: string;
  /** What was read, or the raw text. */
  input: unknown;
  errorText: string;
  inputEncoding?: "json" | "text" | undefined;
  /** + */
  reason?: ToolInputErrorReason | undefined;
}
export interface ToolApprovalRequestEvent extends WithProviderMetadata {
  type: "tool-approval-request";
  approvalId: string;
  toolCallId: string;
  reason?: string | undefined;
  isAutomatic?: boolean | undefined;
  signature?: string | undefined;
  approvalDescriptor?: unknown;
  inputSchemaInput?: unknown;
  /** + */
  responseSchema?: unknown;
  /** + */
  allowedDecisions?: string[] | undefined;
  /** + ISO 8601. */
  expiresAt?: string | undefined;
}
export interface ToolApprovalResponseEvent extends WithProviderMetadata {
  type: "tool-approval-response";
  approvalId: string;
  approved: boolean;
  reason?: string | undefined;
  providerExecuted?: boolean | undefined;
}
export interface ToolOutputAvailableEvent extends ToolOutputFacts {
  type: "tool-output-available";
  toolCallId: string;
  output: unknown;
  /** Replaced by the next output of the same call. */
  preliminary?: boolean | undefined;
  /** + MCP content blocks. */
  content?: unknown[] | undefined;
  /** + MCP structured content. */
  structured?: unknown;
}
/** + A piece of an output that streams, such as a shell's. */
export interface ToolOutputDeltaEvent {
  type: "tool-output-delta";
  toolCallId: string;
  delta: string;
}
export interface ToolOutputErrorEvent extends ToolOutputFacts {
  type: "tool-output-error";
  toolCallId: string;
  errorText: string;
  /** + What the tool gave beside the error. */
  output?: unknown;
  /** + Default `failed`. */
  reason?: ToolErrorReason | undefined;
}
export interface ToolOutputDeniedEvent {
  type: "tool-output-denied";
  toolCallId: string;
  /** + */
  reason?: string | undefined;
}

export interface SourceUrlEvent extends WithProviderMetadata {
  type: "source-url";
  sourceId: string;
  url: string;
  title?: string | undefined;
}
export interface SourceDocumentEvent extends WithProviderMetadata {
  type: "source-document";
  sourceId: string;
  mediaType: string;
  title: string;
  filename?: string | undefined;
}
export interface FileEvent extends WithProviderMetadata {
  type: "file";
  url: string;
  mediaType: string;
}
export interface ReasoningFileEvent extends WithProviderMetadata {
  type: "reasoning-file";
  url: string;
  mediaType: string;
}
/** App data. The same type and id replace; `transient` data is never kept in the message. */
export interface DataEvent {
  type: `data-${string}`;
  id?: string | undefined;
  data: unknown;
  transient?: boolean | undefined;
}
/** Opaque provider part, `kind` is `provider.thing`. */
export interface CustomEvent extends WithProviderMetadata {
  type: "custom";
  kind: string;
}
/** The person steers the run while it goes on (AI SDK 7, experimental). */
export interface SteeringMessageEvent {
  type: "steering-message";
  id: string;
  parts: unknown[];
}

/** + The back end's own view of the conversation, authoritative. `messages` in the connector's wire shape. */
export interface MessagesSnapshotEvent {
  type: "messages-snapshot";
  messages: unknown[];
}
/** + */
export interface StateSnapshotEvent {
  type: "state-snapshot";
  snapshot: unknown;
}
/** + `delta`: JSON Patch, RFC 6902. */
export interface StateDeltaEvent {
  type: "state-delta";
  delta: unknown[];
}
/** + A pause that is not the approval of a call. */
export interface InterruptEvent {
  type: "interrupt";
  interruptId: string;
  reason?: string | undefined;
  message?: string | undefined;
  toolCallId?: string | undefined;
  responseSchema?: unknown;
}
/** + A nested agent. */
export interface SubagentEvent {
  type: "subagent";
  subagentRunId: string;
  status: "started" | "finished" | "failed";
  name?: string | undefined;
  parentToolCallId?: string | undefined;
  message?: string | undefined;
}
/** + Keep-alive. */
export interface PingEvent {
  type: "ping";
}

export type StreamEvent =
  | StartEvent
  | StartStepEvent
  | FinishStepEvent
  | ResetStepEvent
  | FinishEvent
  | AbortEvent
  | ErrorEvent
  | MessageMetadataEvent
  | TextStartEvent
  | TextDeltaEvent
  | TextEndEvent
  | ReasoningStartEvent
  | ReasoningDeltaEvent
  | ReasoningEndEvent
  | ToolInputStartEvent
  | ToolInputDeltaEvent
  | ToolInputAvailableEvent
  | ToolInputErrorEvent
  | ToolApprovalRequestEvent
  | ToolApprovalResponseEvent
  | ToolOutputAvailableEvent
  | ToolOutputDeltaEvent
  | ToolOutputErrorEvent
  | ToolOutputDeniedEvent
  | SourceUrlEvent
  | SourceDocumentEvent
  | FileEvent
  | ReasoningFileEvent
  | DataEvent
  | CustomEvent
  | SteeringMessageEvent
  | MessagesSnapshotEvent
  | StateSnapshotEvent
  | StateDeltaEvent
  | InterruptEvent
  | SubagentEvent
  | PingEvent;
