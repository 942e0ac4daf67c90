import type { RunAgentInput } from "@ag-ui/core";
import type { MessageCreateParamsStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { Content } from "@google/genai";
import fc from "fast-check";
import type { ChatRequest as OllamaRequest } from "ollama";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { ResponseCreateParamsStreaming } from "openai/resources/responses/responses";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type AgUiBody, encodeAgUi } from "../../src/connectors/ag-ui.js";
import { type AnthropicBody, encodeAnthropic } from "../../src/connectors/anthropic.js";
import type { AnthropicContent, AnthropicMessage } from "../../src/connectors/anthropic-messages.js";
import { encodeGemini } from "../../src/connectors/gemini.js";
import type { GeminiPart } from "../../src/connectors/gemini-contents.js";
import { encodeOllama, type OllamaBody } from "../../src/connectors/ollama.js";
import { encodeOpenaiChat, type OpenaiChatBody } from "../../src/connectors/openai-chat.js";
import { encodeOpenaiResponses, type OpenaiResponsesBody } from "../../src/connectors/openai-responses.js";
import { isToolPart } from "../../src/stream/message.js";
import { requestOf } from "./conversation.js";
import { conversations } from "./generated-conversation.js";
import {
  acceptAgUi,
  acceptAnthropic,
  acceptGemini,
  acceptOllama,
  acceptOpenaiChat,
  acceptOpenaiResponses,
} from "./strict-servers.js";

type WithModel<Body> = Body & { model: string };

describe("a request", () => {
  it("is one that the provider's own package could send", () => {
    expectTypeOf<WithModel<OpenaiChatBody>>().toExtend<ChatCompletionCreateParamsStreaming>();
    expectTypeOf<WithModel<OpenaiResponsesBody>>().toExtend<ResponseCreateParamsStreaming>();
    expectTypeOf<AgUiBody>().toExtend<RunAgentInput>();
    // Blocks and parts that a provider made itself go back as they came, whatever they are.
    type Message = Omit<AnthropicMessage, "content"> & { content: AnthropicContent[] };
    type Body = Omit<WithModel<AnthropicBody>, "messages" | "tools"> & { messages: Message[] };
    expectTypeOf<Body>().toExtend<MessageCreateParamsStreaming>();
    type Kept = "executableCode" | "codeExecutionResult" | "toolCall" | "toolResponse";
    expectTypeOf<{ role: "user" | "model"; parts: Omit<GeminiPart, Kept>[] }>().toExtend<Content>();
    // A package's type of a schema has less in it than a schema may have.
    expectTypeOf<Omit<WithModel<OllamaBody>, "tools">>().toExtend<OllamaRequest>();
  });

  it.each([
    [
      "OpenAI's chat completions",
      (request: ReturnType<typeof requestOf>) => acceptOpenaiChat(encodeOpenaiChat({}, request)),
    ],
    ["OpenAI's Responses", (request) => acceptOpenaiResponses(encodeOpenaiResponses({}, request))],
    ["Ollama", (request) => acceptOllama(encodeOllama({}, request))],
    ["Anthropic", (request) => acceptAnthropic(encodeAnthropic({}, request))],
    ["Gemini", (request) => acceptGemini(encodeGemini({ model: "gemini-2.5-flash" }, request))],
    ["Gemini 3", (request) => acceptGemini(encodeGemini({ model: "gemini-3-flash" }, request))],
    ["an AG-UI agent", (request) => acceptAgUi(encodeAgUi({}, request))],
  ] satisfies [string, (request: ReturnType<typeof requestOf>) => void][])(
    "is accepted by %s, whatever the conversation holds",
    (_, send) => {
      fc.assert(
        fc.property(conversations, (messages) => send(requestOf(messages))),
        { numRuns: 500 },
      );
    },
  );

  it("loses no word of the assistant, and no call", () => {
    fc.assert(
      fc.property(conversations, (messages) => {
        const parts = messages.filter(({ role }) => role === "assistant").flatMap((message) => message.parts);
        const said = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
        const calls = parts.filter(isToolPart).length;
        const request = requestOf(messages);

        const chat = encodeOpenaiChat({}, request).messages.filter((message) => message.role === "assistant");
        expect(chat.map((message) => message.content ?? "").join("")).toBe(said);
        expect(chat.flatMap((message) => message.tool_calls ?? [])).toHaveLength(calls);

        const { input } = encodeOpenaiResponses({}, request);
        const spoken = input.flatMap((item) =>
          item.type === "message" && item.role === "assistant" ? [item.content] : [],
        );
        expect(spoken.join("")).toBe(said);
        expect(input.filter((item) => item.type === "function_call")).toHaveLength(calls);

        const ollama = encodeOllama({}, request).messages.filter((message) => message.role === "assistant");
        expect(ollama.map((message) => message.content).join("")).toBe(said);
        expect(ollama.flatMap((message) => message.tool_calls ?? [])).toHaveLength(calls);
      }),
    );
  });
});
