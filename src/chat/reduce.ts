import type {
  StreamEvent,
  ToolApprovalRequestEvent,
  ToolErrorReason,
  ToolInputAvailableEvent,
  ToolInputErrorEvent,
  ToolInputStartEvent,
} from "../stream/events.js";
import {
  type ChatMessage,
  type DataPart,
  type DynamicToolPart,
  type FilePart,
  isSettled,
  isToolPart,
  type MessagePart,
  type ReasoningPart,
  type TextPart,
  type ToolApproval,
  type ToolPart,
  type ToolPartState,
} from "../stream/message.js";
import { createPartialJson } from "../stream/partial-json.js";

/**
 * One event in, the next message out. Total: no event in any order throws, and an event whose start was missed makes its
 * part. Parts that the event does not name keep their identity; an event that changes nothing returns the same message.
 */
export function reduceMessage(message: ChatMessage, event: StreamEvent): ChatMessage {
  switch (event.type) {
    case "start":
      return start(message, event.messageId, event.messageMetadata);
    case "start-step":
      return addPart(message, { type: "step-start" });
    case "reset-step":
      return resetStep(message);
    case "text-start":
    case "reasoning-start":
      return startBlock(message, event);
    case "text-delta":
    case "reasoning-delta":
      return extendBlock(message, event);
    case "text-end":
    case "reasoning-end":
      return endBlock(message, event);
    case "tool-input-start":
      return startCall(message, event);
    case "tool-input-delta":
      return editCall(message, event.toolCallId, (part) =>
        part.state === "input-streaming" ? growInput(part, event.inputTextDelta) : part,
      );
    case "tool-input-available":
      return inputAvailable(message, event);
    case "tool-input-error":
      return inputError(message, event);
    case "tool-approval-request":
      return requestApproval(message, event);
    case "tool-approval-response":
      return editPart(message, isAwaiting(event.approvalId), (part) =>
        toState(part, {
          state: "approval-responded",
          input: part.input,
          approval: { ...approvalOf(part, event.approvalId), approved: event.approved, ...reasonOf(event) },
        }),
      );
    case "tool-output-available":
      return editOpenCall(message, event.toolCallId, (part) =>
        withResultMetadata(
          toState(part, {
            state: "output-available",
            input: part.input,
            output: event.output,
            ...(event.preliminary ? { preliminary: true } : {}),
            ...keepApproval(part),
          }),
          event.providerMetadata,
        ),
      );
    case "tool-output-delta":
      return editOpenCall(message, event.toolCallId, (part) =>
        toState(part, {
          state: "output-available",
          input: part.input,
          output:
            (part.state === "output-available" && typeof part.output === "string" ? part.output : "") + event.delta,
          preliminary: true,
          ...keepApproval(part),
        }),
      );
    case "tool-output-error":
      return editOpenCall(message, event.toolCallId, (part) =>
        withResultMetadata(
          toState(part, {
            state: "output-error",
            input: part.input,
            errorText: event.errorText,
            reason: event.reason ?? "failed",
            ...(event.output === undefined ? {} : { output: event.output }),
            ...keepApproval(part),
          }),
          event.providerMetadata,
        ),
      );
    case "tool-output-denied":
      return editOpenCall(message, event.toolCallId, (part) =>
        toState(part, {
          state: "output-denied",
          input: part.input,
          approval: { ...approvalOf(part, event.toolCallId), approved: false, ...reasonOf(event) },
        }),
      );
    case "source-url":
    case "source-document":
      return message.parts.some((part) => part.type === event.type && part.sourceId === event.sourceId)
        ? message
        : addPart(message, event);
    case "file":
    case "reasoning-file":
    case "custom":
      return addPart(message, event);
    case "message-metadata":
      return mergeMetadata(message, event.messageMetadata);
    case "finish":
      return settle(mergeMetadata(message, event.messageMetadata), "incomplete");
    case "error":
      return settle(message, "interrupted");
    case "abort":
      return settle(message, "cancelled");
    case "steering-message":
      return addPart(message, { type: event.type, id: event.id, parts: event.parts.filter(isTextOrFile) });
    case "finish-step":
    case "messages-snapshot":
    case "state-snapshot":
    case "state-delta":
    case "interrupt":
    case "subagent":
    case "ping":
      return message;
    default:
      return reduceData(message, event);
  }
}

// The message as a whole

function start(message: ChatMessage, messageId: string | undefined, metadata: unknown): ChatMessage {
  // A message that already shows something keeps its id: rows on the screen are keyed by it.
  const named = messageId !== undefined && message.parts.length === 0 ? { ...message, id: messageId } : message;
  return mergeMetadata(named, metadata);
}

/** Objects merge deeply, own keys only; anything else replaces. */
function mergeMetadata(message: ChatMessage, metadata: unknown): ChatMessage {
  return metadata === undefined || metadata === null
    ? message
    : { ...message, metadata: merge(message.metadata, metadata) };
}

function merge(target: unknown, source: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(source)) return source;
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(source)) {
    if (key !== "__proto__" && value !== undefined) merged.set(key, merge(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function resetStep(message: ChatMessage): ChatMessage {
  const begin = message.parts.findLastIndex((part) => part.type === "step-start");
  return begin === message.parts.length - 1 ? message : { ...message, parts: message.parts.slice(0, begin + 1) };
}

/**
 * The stream ended. Blocks that are open are done as far as they came; a call whose input did not come whole can never
 * run, and one that is cut off or stopped ends too, so that nothing spins for ever.
 */
function settle(message: ChatMessage, reason: "incomplete" | "interrupted" | "cancelled"): ChatMessage {
  const parts = message.parts.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return part.state === "streaming" ? closed(part) : part;
    if (!isToolPart(part) || isSettled(part)) return part;
    if (part.state === "input-streaming") return failed(part, reason === "cancelled" ? "cancelled" : "incomplete");
    return reason === "incomplete" ? part : failed(part, reason); // after a good end the app may still answer it
  });
  return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
}

const errorTexts = {
  incomplete: "The call was cut off before its input was whole.",
  interrupted: "The connection ended before the tool did.",
  cancelled: "Cancelled.",
} as const;

function failed(part: ToolPart, reason: keyof typeof errorTexts): ToolPart {
  return toState(part, {
    state: "output-error",
    input: part.input,
    errorText: errorTexts[reason],
    reason: reason satisfies ToolErrorReason,
    ...(part.inputText === undefined ? {} : { rawInput: part.inputText }),
    ...keepApproval(part),
  });
}

// Parts

function addPart(message: ChatMessage, part: MessagePart): ChatMessage {
  return { ...message, parts: [...message.parts, part] };
}

function replacePart(message: ChatMessage, index: number, part: MessagePart): ChatMessage {
  return part === message.parts[index] ? message : { ...message, parts: message.parts.with(index, part) };
}

function editPart(
  message: ChatMessage,
  isWanted: (part: MessagePart) => part is ToolPart,
  edit: (part: ToolPart) => ToolPart,
): ChatMessage {
  const index = message.parts.findLastIndex(isWanted);
  const part = message.parts[index];
  return part !== undefined && isWanted(part) ? replacePart(message, index, edit(part)) : message;
}

// Text and reasoning

type BlockEvent = Extract<StreamEvent, { type: `${"text" | "reasoning"}-${"start" | "delta" | "end"}` }>;
type Block = TextPart | ReasoningPart;

function blockType(event: BlockEvent): Block["type"] {
  return event.type.startsWith("text") ? "text" : "reasoning";
}

function openBlockIndex(message: ChatMessage, event: BlockEvent): number {
  const type = blockType(event);
  return message.parts.findLastIndex(
    (part) => part.type === type && part.state === "streaming" && part.id === event.id,
  );
}

function startBlock(message: ChatMessage, event: Extract<BlockEvent, { type: `${string}-start` }>): ChatMessage {
  if (openBlockIndex(message, event) >= 0) return message;
  return addPart(message, {
    type: blockType(event),
    text: "",
    state: "streaming",
    id: event.id,
    ...(event.kind === undefined ? {} : { kind: event.kind }),
    ...(event.providerMetadata === undefined ? {} : { providerMetadata: event.providerMetadata }),
  } as Block);
}

function extendBlock(message: ChatMessage, event: Extract<BlockEvent, { type: `${string}-delta` }>): ChatMessage {
  const index = openBlockIndex(message, event);
  const metadata = event.providerMetadata === undefined ? {} : { providerMetadata: event.providerMetadata };
  if (index < 0) {
    return addPart(message, {
      type: blockType(event),
      text: event.delta,
      state: "streaming",
      id: event.id,
      ...metadata,
    });
  }
  const block = message.parts[index] as Block;
  return replacePart(message, index, { ...block, text: block.text + event.delta, ...metadata });
}

function endBlock(message: ChatMessage, event: Extract<BlockEvent, { type: `${string}-end` }>): ChatMessage {
  const index = openBlockIndex(message, event);
  if (index < 0) return message;
  const block = message.parts[index] as Block;
  const metadata = event.providerMetadata === undefined ? {} : { providerMetadata: event.providerMetadata };
  const whole = event.text === undefined ? {} : { text: event.text };
  return replacePart(message, index, { ...closed(block), ...whole, ...metadata });
}

function closed<B extends Block>({ id: _free, ...block }: B): B {
  return { ...block, state: "done" } as B;
}

// Calls

function isCall(toolCallId: string) {
  return (part: MessagePart): part is ToolPart => isToolPart(part) && part.toolCallId === toolCallId;
}

function isAwaiting(approvalId: string) {
  return (part: MessagePart): part is ToolPart =>
    isToolPart(part) && part.state === "approval-requested" && part.approval.id === approvalId;
}

function editCall(message: ChatMessage, toolCallId: string, edit: (part: ToolPart) => ToolPart): ChatMessage {
  return editPart(message, isCall(toolCallId), edit);
}

/** What ended stays as it ended: a late or repeated result changes nothing. */
function editOpenCall(message: ChatMessage, toolCallId: string, edit: (part: ToolPart) => ToolPart): ChatMessage {
  return editCall(message, toolCallId, (part) => (isSettled(part) ? part : edit(part)));
}

type CallEvent = ToolInputStartEvent | ToolInputAvailableEvent | ToolInputErrorEvent;

function newCall(event: CallEvent): Omit<DynamicToolPart, "state" | "input"> {
  return {
    type: "dynamic-tool",
    toolName: event.toolName,
    toolCallId: event.toolCallId,
    ...callFacts(event),
  };
}

function callFacts(event: CallEvent) {
  return {
    ...(event.title === undefined ? {} : { title: event.title }),
    ...(event.providerExecuted === undefined ? {} : { providerExecuted: event.providerExecuted }),
    ...(event.providerMetadata === undefined ? {} : { callProviderMetadata: event.providerMetadata }),
    ...(event.toolMetadata === undefined ? {} : { toolMetadata: event.toolMetadata }),
    ...(event.origin === undefined ? {} : { origin: event.origin }),
    ...(event.parentToolCallId === undefined ? {} : { parentToolCallId: event.parentToolCallId }),
  };
}

function startCall(message: ChatMessage, event: ToolInputStartEvent): ChatMessage {
  if (message.parts.some(isCall(event.toolCallId))) return message;
  return addPart(message, { ...newCall(event), state: "input-streaming", input: undefined } as DynamicToolPart);
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

/** Adds the call, or moves one that is still being written on; one that is further along is only repeated. */
function putCall(message: ChatMessage, event: CallEvent, state: ToolPartState): ChatMessage {
  if (!message.parts.some(isCall(event.toolCallId))) {
    return addPart(message, { ...newCall(event), ...state } as DynamicToolPart);
  }
  return editCall(message, event.toolCallId, (part) =>
    part.state === "input-streaming" ? toState({ ...part, ...callFacts(event) }, state) : part,
  );
}

function inputAvailable(message: ChatMessage, event: ToolInputAvailableEvent): ChatMessage {
  const next = putCall(message, event, { state: "input-available", input: event.input });
  return event.repaired ? editCall(next, event.toolCallId, (part) => ({ ...part, repaired: true })) : next;
}

function inputError(message: ChatMessage, event: ToolInputErrorEvent): ChatMessage {
  return putCall(message, event, {
    state: "output-error",
    input: undefined,
    rawInput: event.input,
    errorText: event.errorText,
    reason: event.reason ?? "invalid",
  });
}

function requestApproval(message: ChatMessage, event: ToolApprovalRequestEvent): ChatMessage {
  return editOpenCall(message, event.toolCallId, (part) =>
    toState(part, {
      state: "approval-requested",
      input: part.input,
      approval: {
        id: event.approvalId,
        ...reasonOf(event),
        ...(event.isAutomatic === undefined ? {} : { isAutomatic: event.isAutomatic }),
        ...(event.expiresAt === undefined ? {} : { expiresAt: event.expiresAt }),
        ...(event.signature === undefined ? {} : { signature: event.signature }),
        ...(event.inputSchemaInput === undefined ? {} : { inputSchemaInput: event.inputSchemaInput }),
        ...(event.approvalDescriptor === undefined ? {} : { descriptor: event.approvalDescriptor }),
      },
    }),
  );
}

/** The same call in another state: the fields of the state that it leaves do not stay behind. */
function toState(part: ToolPart, state: ToolPartState): ToolPart {
  const {
    toolCallId,
    title,
    providerExecuted,
    callProviderMetadata,
    toolMetadata,
    origin,
    repaired,
    parentToolCallId,
  } = part;
  const facts = {
    toolCallId,
    title,
    providerExecuted,
    callProviderMetadata,
    toolMetadata,
    origin,
    repaired,
    parentToolCallId,
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { type: part.type, toolName: part.toolName, ...known, ...state } as ToolPart;
}

function withResultMetadata(part: ToolPart, metadata: ToolPart["resultProviderMetadata"]): ToolPart {
  return metadata === undefined ? part : { ...part, resultProviderMetadata: metadata };
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

/** What the person put in between. */
function isTextOrFile(part: unknown): part is TextPart | FilePart {
  if (typeof part !== "object" || part === null || !("type" in part)) return false;
  if (part.type === "text") return "text" in part && typeof part.text === "string";
  return part.type === "file" && "url" in part && typeof part.url === "string" && "mediaType" in part;
}

// App data

function reduceData(message: ChatMessage, event: Extract<StreamEvent, { type: `data-${string}` }>): ChatMessage {
  if (!event.type.startsWith("data-") || event.transient) return message; // an event of another age is not ours to judge
  const part: DataPart = { type: event.type, data: event.data, ...(event.id === undefined ? {} : { id: event.id }) };
  const index =
    event.id === undefined
      ? -1
      : message.parts.findLastIndex((old) => old.type === event.type && "id" in old && old.id === event.id);
  return index < 0 ? addPart(message, part) : replacePart(message, index, part);
}
