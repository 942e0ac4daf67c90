import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import type { Pace } from "./backend.js";
import { cutUnevenly, type Line, type Piece, toWords } from "./conversation.js";
import { answer } from "./script.js";

type StreamOptions = Parameters<MockLanguageModelV3["doStream"]>[0];
type Prompt = StreamOptions["prompt"];
type ToolResult = Extract<Extract<Prompt[number], { role: "tool" }>["content"][number], { type: "tool-result" }>;
type StreamResult = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** The scripted assistant as a model of the AI SDK, with calls of its own in JSON. */
export function createScriptedModel({ thinkMs, deltaMs }: Pace): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    modelId: "script",
    doStream: ({ prompt, tools = [] }) => {
      const pieces = answer(
        prompt.flatMap(toLines),
        tools.map(({ name }) => name),
      );
      const chunks = toStreamParts(pieces, prompt.length);
      const stream = simulateReadableStream({ chunks, initialDelayInMs: thinkMs, chunkDelayInMs: deltaMs });
      return Promise.resolve({ stream });
    },
  });
}

function toLines(message: Prompt[number]): Line[] {
  if (message.role === "system") return [];
  return message.content.flatMap((part): Line[] => {
    if (part.type === "text" && message.role !== "tool") return [{ role: message.role, text: part.text }];
    return part.type === "tool-result" ? [{ role: "tool", toolName: part.toolName, ...toResult(part.output) }] : [];
  });
}

function toResult(output: ToolResult["output"]): { result: unknown; isError: boolean } {
  switch (output.type) {
    case "execution-denied":
      return { result: output.reason ?? "It was not allowed.", isError: true };
    case "error-text":
    case "error-json":
      return { result: output.value, isError: true };
    default:
      return { result: output.value, isError: false };
  }
}

/** @param step  counts the model calls of the conversation, so that no id comes twice in it */
function toStreamParts(pieces: readonly Piece[], step: number): StreamPart[] {
  const isCalling = pieces.some((piece) => piece.type === "call");
  return [
    { type: "stream-start", warnings: [] },
    ...pieces.flatMap((piece, index) => toPieceParts(piece, `${piece.type}-${step}-${index}`)),
    {
      type: "finish",
      finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined },
      usage: {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
    },
  ];
}

function toPieceParts(piece: Piece, id: string): StreamPart[] {
  if (piece.type !== "call") {
    const { type } = piece;
    return [
      { type: `${type}-start`, id },
      ...toWords(piece.text).map((delta) => ({ type: `${type}-delta` as const, id, delta })),
      { type: `${type}-end`, id },
    ];
  }
  const { toolName } = piece;
  const input = JSON.stringify(piece.input);
  return [
    { type: "tool-input-start", id, toolName },
    ...cutUnevenly(input).map((delta) => ({ type: "tool-input-delta" as const, id, delta })),
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName, input },
  ];
}
