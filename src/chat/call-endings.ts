import type { StreamEvent, ToolErrorReason } from "../stream/events.js";
import { getToolName, isSettled, isToolPart, type ToolPart } from "../stream/message.js";
import { type CallBook, tellAside } from "./call-book.js";
import type { Conversation } from "./conversation.js";

export type Ending = Extract<
  StreamEvent,
  { type: "tool-output-available" | "tool-output-error" | "tool-output-denied" }
>;

/** How calls end on this side: in the message, in the book, and in the app's ear. */
export class CallEndings {
  readonly #conversation: Conversation;
  readonly #book: CallBook;

  constructor(conversation: Conversation, book: CallBook) {
    this.#conversation = conversation;
    this.#book = book;
  }

  /**
   * A call ends, and the model does not know of it yet. One that has ended already stays as it is.
   * @param result  what the app is told
   */
  end(messageId: string, part: ToolPart, event: Ending, result: unknown): void {
    const conversation = this.#conversation;
    const { toolCallId } = part;
    const isSame = (each: ToolPart) => each.toolCallId === toolCallId;
    const now = conversation.message(messageId)?.parts.filter(isToolPart).find(isSame);
    if (now && isSettled(now)) return;
    this.#book.unsent.add(toolCallId);
    tellAside(this.#book, event);
    conversation.dispatch(messageId, event);
    conversation.flush();
    this.#tell(messageId, part, result);
  }

  fail(messageId: string, part: ToolPart, reason: ToolErrorReason, errorText: string): void {
    const { toolCallId } = part;
    this.end(messageId, part, { type: "tool-output-error", toolCallId, errorText, reason }, { error: errorText });
  }

  /** Nobody answered the request for approval. */
  timeOut(messageId: string, part: ToolPart): void {
    this.fail(messageId, part, "timed-out", "Nobody answered the request for approval in time.");
  }

  /** The model called a tool that there is not. */
  refuse(messageId: string, part: ToolPart): void {
    const { names } = this.#conversation.tools();
    const name = getToolName(part);
    const known = names.length > 0 ? names.join(", ") : "none";
    console.warn(
      `tooltalk: the model called the tool "${name}", which is not among the tools that there are: ${known}.`,
    );
    this.fail(messageId, part, "unknown-tool", `Tool ${name} not available. Tools that there are: ${known}.`);
  }

  refuseId(messageId: string, part: ToolPart): void {
    this.fail(messageId, part, "invalid", `The id "${part.toolCallId}" was given to another call before.`);
  }

  /** The back end was to answer, and did not: that is no news to it. */
  interrupt(messageId: string, part: ToolPart): void {
    const { toolCallId } = part;
    const errorText = "The answer ended without a result of the call.";
    const output = part.state === "output-available" ? part.output : undefined;
    const event = { type: "tool-output-error", toolCallId, errorText, reason: "interrupted", output } as const;
    this.#conversation.dispatch(messageId, event);
  }

  /** Tells the app what came of a call that runs here. */
  #tell(messageId: string, part: ToolPart, result: unknown): void {
    const conversation = this.#conversation;
    const name = getToolName(part);
    const message = conversation.message(messageId);
    if (message === undefined || conversation.tools().get(name)?.execute === undefined) return;
    const sendFollowUp = () => void conversation.state().sendFollowUp();
    const { toolCallId } = part;
    conversation.tell("onToolResult", ({ onToolResult }) =>
      onToolResult?.(name, result, { toolCallId, message, sendFollowUp }),
    );
  }
}
