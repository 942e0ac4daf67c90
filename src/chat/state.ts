import type { ChatMessage, FilePart } from "../stream/message.js";
import type { ToolDefinition } from "../tools/definition.js";

/**
 * Where the turn stands. `submitted`: the request is out, nothing came back. `streaming`: the answer comes in.
 * `running`: the answer is in, and tools are still at work. `error`: the turn ended badly; what came is kept.
 */
export type ChatStatus = "ready" | "submitted" | "streaming" | "running" | "error";

export interface ChatError {
  /** In words, for a person. */
  message: string;
  /** The provider's code, or an HTTP status. */
  code?: string | undefined;
  /** Trying again may help. */
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
}

/** A person's answer to a call that waits. */
export interface ApprovalDecision {
  approved: boolean;
  /** Told to the model when the call is denied. */
  reason?: string | undefined;
  /** `always`: later calls of this tool are not asked about, as long as this conversation stands. @default "once" */
  scope?: "once" | "always" | undefined;
  /** The arguments as the person changed them. Absent: as the model wrote them. */
  input?: unknown;
}

/** Why the turn rests though the model was not done. */
export interface ChatPause {
  reason: "max-steps";
  /** Model calls in this turn. */
  steps: number;
}

/** What a conversation is called. */
export interface ConversationIds {
  chatId?: string | undefined;
  /** By the back end. */
  threadId?: string | undefined;
}

/** What a person sends. */
export interface OutgoingMessage {
  text: string;
  files?: readonly FilePart[] | undefined;
}

export interface ChatState {
  readonly messages: readonly ChatMessage[];
  readonly status: ChatStatus;
  readonly error: ChatError | undefined;
  readonly pause: ChatPause | undefined;
  /** The person ended the last turn, or what it left waiting. False again with the next one. */
  readonly isStopped: boolean;
  /** The back end's name for the conversation. */
  readonly threadId: string | undefined;
  /** Another number with each conversation that `setMessages` puts in the place of one. */
  readonly conversationKey: number;

  /** Sends the person's words; resolves when the whole turn, tools and follow-ups included, has ended. Never rejects. */
  readonly send: (message: string | OutgoingMessage) => Promise<void>;
  /**
   * Ends the turn now, and all that waits or rests: the answer so far stays, open calls end as cancelled, late results are dropped.
   */
  readonly stop: () => void;
  /** Asks for the last answer again. A call that ran stays with its result, and what was said behind it is asked for anew. */
  readonly retry: () => Promise<void>;
  /**
   * Asks for an answer again, as `retry` does; what stands behind it goes. A call that ran stays with its result.
   * @param messageId  of the answer, or of the person's words that are to be answered; an id that is not there does nothing
   */
  readonly regenerate: (messageId: string) => Promise<void>;
  /**
   * Sends the person's words anew: the old ones, and everything behind them, go; calls that run end.
   * @param message  the new words; a string keeps the files of the old
   */
  readonly editMessage: (messageId: string, message: string | OutgoingMessage) => Promise<void>;
  /**
   * Takes up an answer that was cut off, after an error or a reload. Nothing happens while a turn goes on, where the back
   * end has nothing to go on with, or where the connector has no `resume`.
   */
  readonly resume: () => Promise<void>;
  /**
   * Sends the conversation as it stands, for apps that decide themselves; behind a pause, goes on. Calls that still run or
   * wait are waited for.
   */
  readonly sendFollowUp: () => Promise<void>;
  /** Answers a call that no `execute` answers. The first answer counts: a call that has one, or cannot take one, stays as it is. */
  readonly addToolResult: (toolCallId: string, result: unknown) => void;
  /**
   * Runs a call that failed once more; `isRetryable` tells which can be. Ask the person first where its tool is not
   * `idempotent`: it may have run.
   */
  readonly retryToolCall: (toolCallId: string) => Promise<void>;
  /** The person's answer to a call that waits. Nothing else answers it. */
  readonly respondToApproval: (approvalId: string, decision: ApprovalDecision) => void;
  /**
   * Puts messages in the place of these, as after a reload. Those that have one of these among them (the same object), or
   * begin with the same words of the person's (id and text), go on with this conversation; others are another one, and
   * nothing of this one stays: no permission, no name at the back end, nothing that a reader opened or wrote in it.
   * @param ids  what the conversation is called. @default as before; for another one the `chatId` of the options or a new
   *   one, and their `threadId` if it is not what they began with
   */
  readonly setMessages: (messages: readonly ChatMessage[], ids?: ConversationIds) => void;
  /** A tool that runs here, as the app defines it now. Own names only. */
  readonly getTool: (toolName: string) => ToolDefinition | undefined;
}

/** A turn is under way: the composer offers Stop. */
export function isBusy(status: ChatStatus): boolean {
  return status === "submitted" || status === "streaming" || status === "running";
}
