import { defined, recordAt, stringAt } from "../stream/json-value.js";
import {
  type ChatMessage,
  isSettled,
  isToolPart,
  type MessagePart,
  type ToolApproval,
  type ToolPart,
} from "../stream/message.js";
import { outcomeOf } from "./turns.js";

/** A message with nothing in it that an AI SDK server does not know. */
export interface UiMessage {
  id: string;
  role: ChatMessage["role"];
  parts: UiPart[];
  metadata?: unknown;
}

export type UiPart = { type: string; [field: string]: unknown };

/**
 * The conversation as AI SDK servers validate it: our own fields stay here, and a call that nobody answered is told as
 * failed or denied, since a model refuses a call without a result. A call that was approved and not run goes out as it
 * stands: the server runs it.
 */
export function toUiMessages(messages: readonly ChatMessage[]): UiMessage[] {
  return messages.flatMap(({ id, role, parts, metadata }) => {
    const uiParts = parts.map(toUiPart);
    return uiParts.length === 0 ? [] : [defined({ id, role, parts: uiParts, metadata })];
  });
}

function toUiPart(part: MessagePart): UiPart {
  if (isToolPart(part)) return toUiToolPart(part);
  switch (part.type) {
    case "text":
    case "reasoning": {
      const { type, text, state, providerMetadata } = part;
      const citations = part.type === "text" ? toCitations(part.citations) : undefined;
      return defined({ type, text, state: state && ("done" as const), citations, providerMetadata });
    }
    default:
      return defined({ ...part });
  }
}

/** Those in the AI SDK's own form (version 7): another back end's would not be let in. */
function toCitations(citations: unknown): unknown[] | undefined {
  if (!Array.isArray(citations)) return undefined;
  const own = citations.filter((each) => stringAt(recordAt(each, "source"), "sourceType") !== undefined);
  return own.length === 0 ? undefined : own;
}

function toUiToolPart(part: ToolPart): UiPart {
  const { type, toolName, toolCallId, title, providerExecuted, callProviderMetadata, toolMetadata } = part;
  const facts = defined({
    type,
    ...(type === "dynamic-tool" ? { toolName } : {}),
    toolCallId,
    title,
    providerExecuted,
    callProviderMetadata,
    toolMetadata,
  });
  return defined({ ...facts, ...toUiState(part) });
}

function toUiState(part: ToolPart): Record<string, unknown> {
  const input = part.input ?? {};
  if (part.state === "output-available" && isSettled(part)) {
    const { state, output, resultProviderMetadata, approval } = part;
    return { state, input, output: output ?? null, resultProviderMetadata, ...approvalFields(approval, true) };
  }
  if (part.state === "approval-responded" && part.approval.approved) {
    return { state: part.state, input, ...approvalFields(part.approval, true) };
  }
  const approval = "approval" in part ? part.approval : undefined;
  const outcome = outcomeOf(part);
  switch (outcome.status) {
    case "output":
      return { state: "output-available", input, output: outcome.output, ...approvalFields(approval, true) };
    case "error": {
      const rawInput = part.state === "output-error" ? part.rawInput : undefined;
      return {
        state: "output-error",
        ...(part.input === undefined ? { rawInput: rawInput ?? {} } : { input: part.input }),
        errorText: outcome.errorText,
        resultProviderMetadata: part.resultProviderMetadata,
        ...approvalFields(approval, true),
      };
    }
    default:
      return {
        state: "output-denied",
        input,
        ...approvalFields({ id: part.toolCallId, ...approval, reason: outcome.reason }, false),
      };
  }
}

/** A decision as it stands beside a result: one that was not made is made by what came of the call. */
function approvalFields(approval: ToolApproval | undefined, approved: boolean): { approval?: Record<string, unknown> } {
  if (approval === undefined) return {};
  const { id, reason, isAutomatic, signature, inputSchemaInput, descriptor } = approval;
  return { approval: defined({ id, approved, reason, isAutomatic, signature, inputSchemaInput, descriptor }) };
}
