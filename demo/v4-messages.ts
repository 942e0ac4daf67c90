import { type ChatMessage, getToolName, isToolPart, type MessagePart, type ToolPart } from "tooltalk/core";

/** A message as the AI SDK 4 has it, as far as this page makes it. */
interface V4Message {
  id: string;
  role: string;
  /** The text of all parts. */
  content: string;
  parts: object[];
  /** The person's files. */
  experimental_attachments: { name: string | undefined; contentType: string; url: string }[];
}

/** The conversation as `useChat` of the AI SDK 4 sends it. */
export function toV4Messages(messages: readonly ChatMessage[]): V4Message[] {
  return messages.map(({ id, role, parts }) => ({
    id,
    role,
    content: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    parts: parts.flatMap(toV4Parts),
    experimental_attachments: parts.flatMap((part) =>
      part.type === "file" ? [{ name: part.filename, contentType: part.mediaType, url: part.url }] : [],
    ),
  }));
}

function toV4Parts(part: MessagePart): object[] {
  if (isToolPart(part)) return [{ type: "tool-invocation", toolInvocation: toInvocation(part) }];
  if (part.type === "text") return [{ type: "text", text: part.text }];
  return part.type === "step-start" ? [{ type: "step-start" }] : [];
}

/** Version 4 knows no call that failed: what it says of it is its result. */
function toInvocation(part: ToolPart): object {
  const facts = { toolCallId: part.toolCallId, toolName: getToolName(part), args: part.input ?? {} };
  const result = part.state === "output-available" ? part.output : `Error: ${reasonOf(part)}`;
  return { state: "result", ...facts, result };
}

function reasonOf(part: ToolPart): string {
  if (part.state === "output-error") return part.errorText;
  return ("approval" in part ? part.approval?.reason : undefined) ?? "The call was not answered.";
}
