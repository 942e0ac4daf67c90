import { type AGUIEvent, EventType } from "@ag-ui/core";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import type { z } from "zod";
import { createId, cutUnevenly, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { OpenCalls } from "./open-calls.js";
import { createWireBackend, toSse } from "./wire-backend.js";

type Body = z.infer<typeof RunAgentInputSchema>;

/** An agent that speaks AG-UI 1.0. The browser's tools are its own: a run that calls one ends there. */
export const agUiBackend = createWireBackend<Body>({
  body: RunAgentInputSchema,
  read: ({ messages, tools }) => ({ lines: readMessages(messages), tools: tools.map((tool) => tool.name) }),
  write,
  contentType: "text/event-stream",
  refuse: (message) => ({ type: EventType.RUN_ERROR, message, code: "INVALID_INPUT" }),
});

function readMessages(messages: Body["messages"]): Line[] {
  const calls = new OpenCalls({
    unanswered: (ids) => `No tool message answers the tool calls ${ids.join(", ")}.`,
    orphan: (id) => `A tool message answers ${id}, which no message before it called.`,
    taken: (id) => `Two tool calls have the id ${id}.`,
  });
  const lines = messages.flatMap((message): Line[] => {
    if (message.role === "tool") {
      const toolName = calls.result(message.toolCallId);
      const said = textOf(message.content);
      if (message.error !== undefined) return [{ role: "tool", toolName, result: message.error, isError: true }];
      return [{ role: "tool", toolName, ...readResultText(said), isError: false }];
    }
    calls.close();
    if (message.role === "user") return [{ role: "user", text: textOf(message.content) }];
    if (message.role !== "assistant") return [];
    for (const { id, function: called } of message.toolCalls ?? []) calls.call(id, called.name);
    const text = textOf(message.content ?? "");
    return text === "" ? [] : [{ role: "assistant", text }];
  });
  calls.close();
  return lines;
}

function textOf(content: string | readonly { type: string; text?: unknown }[]): string {
  if (typeof content === "string") return content;
  return content.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n\n");
}

function* write(pieces: readonly Piece[], { threadId, runId }: Body): Generator<string> {
  const messageId = createId("msg_");
  yield toSse({ type: EventType.RUN_STARTED, threadId, runId } satisfies AGUIEvent);
  for (const event of pieces.flatMap((piece) => toEvents(piece, messageId))) yield toSse(event);
  yield toSse({ type: EventType.RUN_FINISHED, threadId, runId } satisfies AGUIEvent);
}

function toEvents(piece: Piece, messageId: string): AGUIEvent[] {
  switch (piece.type) {
    case "text":
      return [
        { type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" },
        ...toWords(piece.text).map((delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }) as const),
        { type: EventType.TEXT_MESSAGE_END, messageId },
      ];
    case "reasoning":
      return toReasoning(piece.text, createId("thought_"));
    default:
      return toCall(piece, createId("call_"), messageId);
  }
}

function toReasoning(text: string, messageId: string): AGUIEvent[] {
  return [
    { type: EventType.REASONING_START, messageId },
    { type: EventType.REASONING_MESSAGE_START, messageId, role: "reasoning" },
    ...toWords(text).map((delta) => ({ type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta }) as const),
    { type: EventType.REASONING_MESSAGE_END, messageId },
    { type: EventType.REASONING_END, messageId },
  ];
}

function toCall(
  { toolName, input }: Piece & { type: "call" },
  toolCallId: string,
  parentMessageId: string,
): AGUIEvent[] {
  const deltas = cutUnevenly(JSON.stringify(input));
  return [
    { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: toolName, parentMessageId },
    ...deltas.map((delta) => ({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta }) as const),
    { type: EventType.TOOL_CALL_END, toolCallId },
  ];
}
