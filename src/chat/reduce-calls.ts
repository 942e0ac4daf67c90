import type {
  StreamEvent,
  ToolApprovalRequestEvent,
  ToolInputAvailableEvent,
  ToolInputDeltaEvent,
  ToolInputErrorEvent,
  ToolInputStartEvent,
} from "../stream/events.js";
import { readMcpError } from "../stream/mcp.js";
import {
  type ChatMessage,
  type DynamicToolPart,
  isSettled,
  isToolPart,
  type MessagePart,
  type ToolApproval,
  type ToolPart,
  type ToolPartState,
} from "../stream/message.js";
import { createPartialJson } from "../stream/partial-json.js";
import { readToolInput } from "../stream/tool-input.js";
import { addPart, editPart } from "./edit-parts.js";

type InputEvent = ToolInputStartEvent | ToolInputDeltaEvent | ToolInputAvailableEvent | ToolInputErrorEvent;

/** The arguments of a call: announced, growing, whole, or of no use. A call that is further along is only repeated. */
export function reduceInput(message: ChatMessage, event: InputEvent): ChatMessage {
  switch (event.type) {
    case "tool-input-start":
      if (message.parts.some(isCall(event.toolCallId))) return message;
      return addPart(message, { ...newCall(event), state: "input-streaming", input: undefined });
    case "tool-input-delta":
      return editPart(message, isCall(event.toolCallId), (part) =>
        part.state === "input-streaming" ? growInput(part, event.inputTextDelta) : part,
      );
    case "tool-input-available":
      return putCall(message, event, { state: "input-available", input: event.input });
    case "tool-input-error":
      return putCall(message, event, {
        state: "output-error",
        input: undefined,
        rawInput: event.input,
        errorText: event.errorText,
        reason: event.reason ?? "invalid",
      });
    default:
      return event satisfies never;
  }
}

type OutputEvent = Extract<StreamEvent, { type: `tool-output-${string}` }>;

/** What comes of a call. What ended stays as it ended: a late or repeated result changes nothing. */
export function reduceOutput(message: ChatMessage, event: OutputEvent): ChatMessage {
  return editPart(message, isCall(event.toolCallId), (part) => {
    if (isSettled(part)) return part;
    const next = toState(part, { input: part.input, ...keepApproval(part), ...outputState(part, event) });
    const metadata = "providerMetadata" in event ? event.providerMetadata : undefined;
    return metadata === undefined ? next : { ...next, resultProviderMetadata: metadata };
  });
}

type OutputState = ToolPartState extends infer State ? (State extends unknown ? Omit<State, "input"> : never) : never;

function outputState(part: ToolPart, event: OutputEvent): OutputState {
  switch (event.type) {
    case "tool-output-available": {
      const { output, preliminary } = event;
      if (preliminary) return { state: "output-available", output, preliminary };
      // Whoever ran it: an MCP result may say that the tool failed.
      const errorText = readMcpError(output);
      if (errorText !== undefined) return { state: "output-error", errorText, reason: "failed", output };
      return { state: "output-available", output };
    }
    case "tool-output-delta": {
      const soFar = part.state === "output-available" && typeof part.output === "string" ? part.output : "";
      return { state: "output-available", output: soFar + event.delta, preliminary: true };
    }
    case "tool-output-error": {
      const { errorText, reason = "failed", output } = event;
      return { state: "output-error", errorText, reason, ...(output === undefined ? {} : { output }) };
    }
    case "tool-output-denied":
      return {
        state: "output-denied",
        approval: { ...approvalOf(part, event.toolCallId), approved: false, ...reasonOf(event) },
      };
    default:
      return event satisfies never;
  }
}

/** A call whose arguments are still being written may wait too, where what came of them is whole. */
export function requestApproval(message: ChatMessage, event: ToolApprovalRequestEvent): ChatMessage {
  return editPart(message, isCall(event.toolCallId), (part) => {
    if (isSettled(part)) return part;
    const reading = part.state === "input-streaming" ? readToolInput(part.inputText ?? "") : { input: part.input };
    if ("errorText" in reading) return part;
    return toState(part, { state: "approval-requested", input: reading.input, approval: newApproval(event) });
  });
}

function newApproval(event: ToolApprovalRequestEvent): ToolApproval {
  return {
    id: event.approvalId,
    ...reasonOf(event),
    ...(event.isAutomatic === undefined ? {} : { isAutomatic: event.isAutomatic }),
    ...(event.expiresAt === undefined ? {} : { expiresAt: event.expiresAt }),
    ...(event.signature === undefined ? {} : { signature: event.signature }),
    ...(event.inputSchemaInput === undefined ? {} : { inputSchemaInput: event.inputSchemaInput }),
    ...(event.approvalDescriptor === undefined ? {} : { descriptor: event.approvalDescriptor }),
  };
}

export function respondToApproval(
  message: ChatMessage,
  event: Extract<StreamEvent, { type: "tool-approval-response" }>,
): ChatMessage {
  const isAsked = (part: MessagePart): part is ToolPart =>
    isToolPart(part) && part.state === "approval-requested" && part.approval.id === event.approvalId;
  return editPart(message, isAsked, (part) =>
    toState(part, {
      state: "approval-responded",
      input: part.input,
      approval: { ...approvalOf(part, event.approvalId), approved: event.approved, ...reasonOf(event) },
    }),
  );
}

/** Why a stream's end ends a call. `incomplete`: the stream went well, and the call was not whole. */
export type CutReason = "incomplete" | "interrupted" | "cancelled";

const cutTexts: Record<CutReason, string> = {
  incomplete: "The call was cut off before its input was whole.",
  interrupted: "The connection ended before the tool did.",
  cancelled: "Cancelled.",
};

/**
 * A call at the end of its stream. One whose arguments did not come whole can never run: what came of them is kept as
 * text alone. One that is whole may still be answered after a good end.
 */
export function cutCall(part: ToolPart, why: CutReason): ToolPart {
  if (isSettled(part)) return part;
  if (part.state !== "input-streaming") {
    return why === "incomplete" ? part : toState(part, { ...cut(why), input: part.input, ...keepApproval(part) });
  }
  const rawInput = part.inputText === undefined ? {} : { rawInput: part.inputText };
  return toState(part, { ...cut(why === "cancelled" ? why : "incomplete"), input: undefined, ...rawInput });
}

function cut(reason: CutReason) {
  return { state: "output-error", errorText: cutTexts[reason], reason } as const;
}

function isCall(toolCallId: string) {
  return (part: MessagePart): part is ToolPart => isToolPart(part) && part.toolCallId === toolCallId;
}

type CallEvent = Exclude<InputEvent, ToolInputDeltaEvent>;

function newCall(event: CallEvent): Omit<DynamicToolPart, "state" | "input"> {
  return { type: "dynamic-tool", toolName: event.toolName, toolCallId: event.toolCallId, ...callFacts(event) };
}

function callFacts(event: CallEvent) {
  return {
    ...(event.title === undefined ? {} : { title: event.title }),
    ...(event.providerExecuted === undefined ? {} : { providerExecuted: event.providerExecuted }),
    ...(event.providerMetadata === undefined ? {} : { callProviderMetadata: event.providerMetadata }),
    ...(event.toolMetadata === undefined ? {} : { toolMetadata: event.toolMetadata }),
    ...(event.origin === undefined ? {} : { origin: event.origin }),
    ...(event.parentToolCallId === undefined ? {} : { parentToolCallId: event.parentToolCallId }),
    ...("repaired" in event && event.repaired ? { repaired: true } : {}),
  };
}

/** Adds the call, or moves one that is still being written on. */
function putCall(message: ChatMessage, event: CallEvent, state: ToolPartState): ChatMessage {
  if (!message.parts.some(isCall(event.toolCallId))) {
    return addPart(message, { ...newCall(event), ...state });
  }
  return editPart(message, isCall(event.toolCallId), (part) =>
    part.state === "input-streaming" ? toState({ ...part, ...callFacts(event) }, state) : part,
  );
}

/** The reader of a call's arguments, kept beside the part that it has come to. */
const readers = new WeakMap<ToolPart, ReturnType<typeof createPartialJson>>();

/**
 * Cost: the delta's length. The reader moves on from part to part; where it is not at hand (a part that was stored, or
 * folded twice) the text so far is read again.
 */
function growInput(part: ToolPart, delta: string): ToolPart {
  const { inputText = "" } = part;
  const reader = readers.get(part) ?? createPartialJson();
  if (!readers.has(part)) reader.push(inputText);
  readers.delete(part);
  const value = reader.push(delta);
  const next = { ...part, inputText: inputText + delta, input: value ?? part.input } as ToolPart;
  readers.set(next, reader);
  return next;
}

/** The same call in another state: the fields of the state that it leaves do not stay behind. */
function toState(part: ToolPart, state: ToolPartState): ToolPart {
  const { toolCallId, title, providerExecuted, callProviderMetadata, toolMetadata, origin, repaired } = part;
  const { parentToolCallId, originalInput } = part;
  const facts = { toolCallId, title, providerExecuted, callProviderMetadata, toolMetadata, origin, repaired };
  const more = { ...facts, parentToolCallId, originalInput };
  const known = Object.entries(more).filter(([, value]) => value !== undefined);
  return { type: part.type, toolName: part.toolName, ...Object.fromEntries(known), ...state } as ToolPart;
}

function keepApproval(part: ToolPart): { approval?: ToolApproval } {
  return "approval" in part && part.approval ? { approval: part.approval } : {};
}

function approvalOf(part: ToolPart, id: string): ToolApproval {
  return keepApproval(part).approval ?? { id };
}

function reasonOf(event: { reason?: string | undefined }) {
  return event.reason === undefined ? {} : { reason: event.reason };
}
