import {
  type DocumentBlock,
  type ImageBlock,
  isBlank,
  type KeptBlock,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  toKept,
  toServerBlocks,
  toThinking,
  toToolResult,
  toUserBlocks,
} from "./anthropic-content.js";
import { type AssistantPart, splitAtResults, type Turn } from "./turns.js";
import { createWireIds, toWireInput, toWireName } from "./wire-calls.js";

export type AnthropicContent = TextBlock | ImageBlock | DocumentBlock | ToolUseBlock | ToolResultBlock | ThinkingBlock;

export interface AnthropicMessage {
  role: "user" | "assistant";
  content: (AnthropicContent | KeptBlock)[];
}

/** Characters in the id of a call. */
const maxIdLength = 64;

/**
 * The conversation as Anthropic takes it: the person and the assistant take turns, the person begins, and what the person
 * says next has the results of all calls first.
 */
export function toAnthropicMessages(turns: readonly Turn[]): AnthropicMessage[] {
  const toWireId = createWireIds(maxIdLength);
  const messages: AnthropicMessage[] = [];
  const say = (role: AnthropicMessage["role"], content: AnthropicMessage["content"]) => {
    const last = messages.at(-1);
    if (content.length === 0) return;
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content: [...content] });
  };
  const paused = pausedCalls(turns.at(-1));
  for (const turn of turns.flatMap(splitAtResults)) {
    if (turn.role === "user") say("user", turn.parts.flatMap(toUserBlocks));
    if (turn.role !== "assistant") continue;
    say("assistant", endingInWords(joinSpace(toAssistantBlocks(turn, toWireId, paused))));
    const own = turn.calls.filter((call) => toServerBlocks(call) === undefined);
    say(
      "user",
      own.map((call) => toToolResult(toWireId(call.toolCallId), call)),
    );
  }
  return withoutTrailingSpace(messages[0]?.role === "assistant" ? [opening, ...messages] : messages);
}

/** A conversation may not begin with the assistant's words. */
const opening: AnthropicMessage = { role: "user", content: [{ type: "text", text: "(The assistant speaks first.)" }] };

/** The provider's own calls that a conversation ends in: their results are to come. */
function pausedCalls(last: Turn | undefined): ReadonlySet<AssistantPart> {
  if (last?.role !== "assistant" || last.calls.some((call) => toServerBlocks(call) === undefined)) return new Set();
  const isOpen = (part: AssistantPart) => part.type === "call" && part.part.state === "input-available";
  return new Set(last.parts.slice(last.parts.findLastIndex((part) => !isOpen(part)) + 1));
}

function toAssistantBlocks(
  { parts }: Turn & { role: "assistant" },
  toWireId: (id: string) => string,
  paused: ReadonlySet<AssistantPart>,
): (AnthropicContent | KeptBlock)[] {
  return parts.flatMap((part): (AnthropicContent | KeptBlock)[] => {
    switch (part.type) {
      case "text":
        return [{ type: "text", text: part.text }];
      case "reasoning":
        return toThinking(part);
      case "custom":
        return toKept(part);
      case "file":
        return []; // the assistant has no pictures of its own here
      default: {
        const { toolCallId, toolName, input } = part;
        const call = {
          type: "tool_use" as const,
          id: toWireId(toolCallId),
          name: toWireName(toolName),
          input: toWireInput(input),
        };
        return toServerBlocks(part, paused.has(part)) ?? [call];
      }
    }
  });
}

/** White space between cited texts is a block of its own, and goes back with the text before it. */
function joinSpace(content: AnthropicMessage["content"]): AnthropicMessage["content"] {
  const joined: AnthropicMessage["content"] = [];
  for (const block of content) {
    const last = joined.at(-1);
    if (block.type !== "text" || !isBlank(String(block.text))) joined.push(block);
    else if (last?.type === "text")
      joined[joined.length - 1] = { type: "text", text: String(last.text) + String(block.text) };
  }
  return joined;
}

/** Thoughts that led to nothing, since the answer was cut off: a message may not end with them. */
function endingInWords(content: AnthropicMessage["content"]): AnthropicMessage["content"] {
  const isThought = ({ type }: AnthropicMessage["content"][number]) =>
    type === "thinking" || type === "redacted_thinking";
  return content.slice(0, content.findLastIndex((block) => !isThought(block)) + 1);
}

/** Words of the assistant that stand last are taken as the beginning of its answer, and may not end in white space. */
function withoutTrailingSpace(messages: AnthropicMessage[]): AnthropicMessage[] {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== "assistant" || block === undefined || block.type !== "text") return messages;
  const text = String(block.text).trimEnd();
  const content: AnthropicMessage["content"] = [
    ...last.content.slice(0, -1),
    ...(isBlank(text) ? [] : [{ type: "text" as const, text }]),
  ];
  return [...messages.slice(0, -1), { role: "assistant", content }];
}
