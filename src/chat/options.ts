import type { Connector } from "../connectors/connector.js";
import type { ToolSyntax } from "../detect/syntax.js";
import type { StreamEvent } from "../stream/events.js";
import type { ChatMessage } from "../stream/message.js";
import type { ToolDeclaration } from "../stream/tool.js";
import type { Tools } from "../tools/definition.js";
import type { ChatError } from "./state.js";

/** What `onToolResult` is given beside the result. */
export interface ToolResultContext {
  toolCallId: string;
  /** The message that holds the call, with its result in it. */
  message: ChatMessage;
  /** Sends the results back to the model, once every call of the turn has one. */
  sendFollowUp: () => void;
}

export interface ChatStoreOptions {
  connector: Connector;
  /** The tools that run here. */
  tools?: Tools | undefined;
  /** What a request tells of them, where the app says it itself; `[]` where a prompt does. @default made from `tools` */
  toolDeclarations?: readonly ToolDeclaration[] | undefined;
  /** Called once for every call that ran here and ended; a call that failed has `{ error: string }` as its result. */
  onToolResult?: ((toolName: string, result: unknown, context: ToolResultContext) => unknown) | undefined;
  /**
   * `auto`: the results go back to the model as soon as every call of the turn has one. `manual`: `onToolResult` decides.
   * @default "auto"
   */
  followUp?: "auto" | "manual" | undefined;
  /** Model calls in one turn at most. @default 10 */
  maxSteps?: number | undefined;
  /** A request for approval that nobody answers ends after so long. @default never */
  approvalTimeoutMs?: number | undefined;
  /** Sent with each request; the connector says which keys it reads. A function is asked afresh each time. */
  settings?: Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>) | undefined;
  /** How calls are found in text. @default defaultSyntaxes; `[]` turns detection off */
  syntaxes?: readonly ToolSyntax[] | undefined;
  /** The provider, for syntaxes that differ by it. */
  provider?: string | undefined;
  /** The conversation so far. */
  messages?: readonly ChatMessage[] | undefined;
  /** @default generated */
  chatId?: string | undefined;
  /** The back end's name for a conversation that goes on. */
  threadId?: string | undefined;
  /** Ids for messages. @default random */
  generateId?: (() => string) | undefined;
  /** Every event, as it comes out of the detector. */
  onEvent?: ((event: StreamEvent) => void) | undefined;
  onError?: ((error: ChatError) => void) | undefined;
  /** A turn has ended well. */
  onFinish?: ((message: ChatMessage) => void) | undefined;
}
