import { stringAt, toJsonText } from "../stream/json-value.js";
import type { FilePart, ReasoningPart, TextPart, ToolPart } from "../stream/message.js";
import { isRemote, readFileContent, toFileNote } from "./file-content.js";
import type { Turn, TurnCall } from "./turns.js";
import { createWireIds, toWireArguments, toWireName, toWireResult } from "./wire-calls.js";

type ResponsesContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; filename: string; file_data: string }
  | { type: "input_file"; file_url: string };

export type ResponsesItem =
  | { type: "message"; role: "system"; content: string }
  | { type: "message"; role: "user"; content: ResponsesContent[] }
  | { type: "message"; role: "assistant"; content: string; phase?: "commentary" | "final_answer" }
  | {
      type: "reasoning";
      id: string;
      summary: { type: "summary_text"; text: string }[];
      encrypted_content: string;
    }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: string }
  | { type: "custom_tool_call"; call_id: string; name: string; input: string }
  | { type: "custom_tool_call_output"; call_id: string; output: string }
  | { type: "mcp_approval_request"; id: string; name: string; arguments: string; server_label: string }
  | { type: "mcp_approval_response"; approval_request_id: string; approve: boolean; reason?: string };

/** Characters that OpenAI allows in the id of a call. */
const maxIdLength = 64;

/**
 * The conversation as items, without ids of the back end's own: it need not have stored anything. Reasoning goes back only
 * encrypted, and only before what it led to.
 */
export function toResponsesInput(turns: readonly Turn[]): ResponsesItem[] {
  const toWireId = createWireIds(maxIdLength);
  return turns.flatMap((turn): ResponsesItem[] => {
    switch (turn.role) {
      case "system":
        return turn.text === "" ? [] : [{ type: "message", role: "system", content: turn.text }];
      case "user":
        return [{ type: "message", role: "user", content: turn.parts.map(toContent) }];
      default:
        return toAssistantItems(turn, toWireId);
    }
  });
}

function toAssistantItems({ parts, calls }: Turn & { role: "assistant" }, toWireId: (id: string) => string) {
  const items: ResponsesItem[] = [];
  let thoughts: ReasoningPart[] = [];
  for (const part of parts) {
    if (part.type === "reasoning") thoughts.push(part);
    if (part.type !== "text" && part.type !== "call") continue;
    items.push(...toReasoningItems(thoughts));
    thoughts = [];
    items.push(part.type === "text" ? toMessage(part) : toCallItem(part, toWireId));
  }
  return [...items, ...calls.map((call) => toOutputItem(call, toWireId))];
}

function toMessage({ text, kind }: TextPart): ResponsesItem {
  const phase = kind === "commentary" ? "commentary" : kind === "answer" ? "final_answer" : undefined;
  return { type: "message", role: "assistant", content: text, ...(phase === undefined ? {} : { phase }) };
}

/** Several blocks may be of one item. */
function toReasoningItems(thoughts: readonly ReasoningPart[]): ResponsesItem[] {
  const ids = new Set(thoughts.map(itemId));
  return [...ids].flatMap((id): ResponsesItem[] => {
    const blocks = thoughts.filter((part) => itemId(part) === id);
    const encrypted = blocks
      .map((part) => stringAt(part.providerMetadata?.openai, "reasoningEncryptedContent"))
      .findLast((content) => content !== undefined);
    if (id === undefined || encrypted === undefined) return [];
    const summaries = blocks.filter(({ text, kind }) => text !== "" && kind !== "raw");
    const summary = summaries.map(({ text }) => ({ type: "summary_text" as const, text }));
    return [{ type: "reasoning", id, summary, encrypted_content: encrypted }];
  });
}

function itemId(part: ReasoningPart): string | undefined {
  return stringAt(part.providerMetadata?.openai, "itemId");
}

function toCallItem({ toolCallId, toolName, input, part }: TurnCall, toWireId: (id: string) => string): ResponsesItem {
  const id = toWireId(toolCallId);
  const name = toWireName(toolName);
  if (isCustom(part))
    return {
      type: "custom_tool_call",
      call_id: id,
      name,
      input: typeof input === "string" ? input : toJsonText(input),
    };
  const serverLabel = approvalServer(part);
  const text = toWireArguments(input);
  return serverLabel === undefined
    ? { type: "function_call", call_id: id, name, arguments: text }
    : { type: "mcp_approval_request", id: toolCallId, name, arguments: text, server_label: serverLabel };
}

function toOutputItem({ toolCallId, outcome, part }: TurnCall, toWireId: (id: string) => string): ResponsesItem {
  if (approvalServer(part) !== undefined) {
    const approve = part.state === "approval-responded" && part.approval.approved;
    const reason = outcome.status === "denied" ? { reason: outcome.reason } : {};
    return { type: "mcp_approval_response", approval_request_id: toolCallId, approve, ...reason };
  }
  const type = isCustom(part) ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: toWireId(toolCallId), output: toWireResult(outcome) };
}

function isCustom(part: ToolPart): boolean {
  return stringAt(part.callProviderMetadata?.openaiResponses, "type") === "custom_tool_call";
}

/** The MCP server of a call that the provider runs once it is approved; undefined for one that has its result. */
function approvalServer(part: ToolPart): string | undefined {
  const isSettledCall = part.state === "output-available" || part.state === "output-error";
  return isSettledCall ? undefined : stringAt(part.callProviderMetadata?.openaiResponses, "serverLabel");
}

function toContent(part: TextPart | FilePart): ResponsesContent {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const file = readFileContent(part);
  switch (file.kind) {
    case "image":
      return { type: "input_image", image_url: file.url, detail: "auto" };
    case "text":
      return { type: "input_text", text: file.text };
    case "link":
      return isRemote(file.url)
        ? { type: "input_file", file_url: file.url }
        : { type: "input_text", text: toFileNote(file) };
    default:
      return file.mediaType.startsWith("audio/") || file.mediaType.startsWith("video/")
        ? { type: "input_text", text: toFileNote(file) } // Responses take neither
        : { type: "input_file", filename: file.filename, file_data: file.url };
  }
}
