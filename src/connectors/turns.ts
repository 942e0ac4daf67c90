import { isRecord } from "../stream/json-value.js";
import { readMcpError } from "../stream/mcp.js";
import {
  type ChatMessage,
  type CustomPart,
  type FilePart,
  getToolName,
  isToolPart,
  type MessagePart,
  type ReasoningPart,
  type TextPart,
  type ToolPart,
} from "../stream/message.js";

/** The conversation as providers read it: what one side says in one go. Every call has one result, and an id of its own. */
export type Turn =
  | { role: "system"; messageId: string; text: string }
  | { role: "user"; messageId: string; parts: (TextPart | FilePart)[] }
  | { role: "assistant"; messageId: string; parts: AssistantPart[]; calls: TurnCall[] };

export type AssistantPart = TextPart | ReasoningPart | FilePart | CustomPart | TurnCall;

export interface TurnCall {
  type: "call";
  toolCallId: string;
  toolName: string;
  /** Empty where the arguments could not be read. */
  input: unknown;
  outcome: Outcome;
  part: ToolPart;
}

/** What came of a call. */
export type Outcome =
  | { status: "output"; output: unknown }
  | { status: "error"; errorText: string; output?: unknown }
  | { status: "denied"; reason: string };

/** Splits each message into turns: one a step, and a new one wherever words follow calls, since results stand between. */
export function toTurns(messages: readonly ChatMessage[]): Turn[] {
  const taken = new Set<string>();
  return messages.flatMap((message): Turn[] => {
    switch (message.role) {
      case "system":
        return [{ role: "system", messageId: message.id, text: textOf(message.parts) }];
      case "user": {
        const parts = message.parts.filter((part) => isText(part) || part.type === "file");
        return parts.length === 0 ? [] : [{ role: "user", messageId: message.id, parts }];
      }
      default:
        return assistantTurns(message, taken);
    }
  });
}

function assistantTurns({ id: messageId, parts }: ChatMessage, taken: Set<string>): Turn[] {
  const turns: (Turn & { role: "assistant" })[] = [];
  let turn = newTurn();

  function newTurn() {
    return { role: "assistant" as const, messageId, parts: [] as AssistantPart[], calls: [] as TurnCall[] };
  }
  function close() {
    if (turn.parts.length > 0) turns.push(turn);
    turn = newTurn();
  }

  for (const part of parts) {
    if (part.type === "step-start") close();
    else if (isToolPart(part)) {
      const call = toCall(part, taken);
      turn.parts.push(call);
      turn.calls.push(call);
    } else if (isText(part) || part.type === "reasoning" || part.type === "file" || part.type === "custom") {
      if (turn.calls.some((call) => call.part.providerExecuted !== true)) close();
      turn.parts.push(part);
    }
  }
  close();
  return turns;
}

/** The same for back ends that know no call of their own: words that follow one wait for its result too. */
export function splitAtResults(turn: Turn): Turn[] {
  if (turn.role !== "assistant") return [turn];
  const turns: (Turn & { role: "assistant" })[] = [];
  for (const part of turn.parts) {
    const last = turns.at(-1);
    const open = last === undefined || (part.type !== "call" && last.calls.length > 0) ? undefined : last;
    const next = open ?? { ...turn, parts: [], calls: [] };
    if (open === undefined) turns.push(next);
    next.parts.push(part);
    if (part.type === "call") next.calls.push(part);
  }
  return turns;
}

function toCall(part: ToolPart, taken: Set<string>): TurnCall {
  let toolCallId = part.toolCallId;
  for (let count = 2; taken.has(toolCallId); count += 1) toolCallId = `${part.toolCallId}-${count}`;
  taken.add(toolCallId);
  const input = part.input ?? (part.state === "output-error" && isRecord(part.rawInput) ? part.rawInput : {});
  return { type: "call", toolCallId, toolName: getToolName(part), input, outcome: outcomeOf(part), part };
}

/** A call that nobody answered is told as an error: a provider refuses a call without a result. */
export function outcomeOf(part: ToolPart): Outcome {
  switch (part.state) {
    case "output-available":
      return toOutcome(part.output ?? null);
    case "output-error":
      return {
        status: "error",
        errorText: part.errorText,
        ...(part.output === undefined ? {} : { output: part.output }),
      };
    case "output-denied":
      return { status: "denied", reason: part.approval.reason ?? denied };
    case "approval-requested":
      return { status: "denied", reason: "The call was not approved." };
    case "approval-responded":
      return part.approval.approved ? unanswered : { status: "denied", reason: part.approval.reason ?? denied };
    default:
      return unanswered;
  }
}

/** An MCP result may say that the tool failed. */
function toOutcome(output: unknown): Outcome {
  const errorText = readMcpError(output);
  return errorText === undefined ? { status: "output", output } : { status: "error", errorText, output };
}

const denied = "The call was denied.";
const unanswered: Outcome = { status: "error", errorText: "The call was not answered." };

function isText(part: MessagePart): part is TextPart {
  return part.type === "text" && part.text !== "";
}

function textOf(parts: readonly MessagePart[]): string {
  return parts
    .filter(isText)
    .map((part) => part.text)
    .join("");
}
