import { validateUIMessages } from "ai-v7";
import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { readStoredMessage } from "../../src/chat/stored/read-stored-message.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { anthropic } from "../../src/connectors/anthropic.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import { openaiResponses } from "../../src/connectors/openai-responses.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { bodyOf, requestOf } from "./conversation.js";

const url = "https://s.example/";
const source = { type: "source", sourceType: "url", id: "s1", url: "https://example.com/a", title: "A" };
const citations = [{ source, startIndex: 0, endIndex: 3, citedText: "So." }];
const question: ChatMessage = { id: "u", role: "user", parts: [{ type: "text", text: "Why?" }] };

/** The answer of an AI SDK 7 server, as a message. */
function answer(): ChatMessage {
  const chunks = [
    { type: "start", messageId: "a" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "So." },
    { type: "source-url", sourceId: "s1", url: "https://example.com/a", title: "A" },
    { type: "text-end", id: "t", citations },
    { type: "finish" },
  ];
  const decoder = createDecoder("ai-sdk");
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
  const events = [...decoder.push(`${body}data: [DONE]\n\n`), ...decoder.end()];
  return events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));
}

describe("what a text rests on", () => {
  it("stays with the text, and its source beside it, also where the message is stored", () => {
    const message = answer();
    expect(message.parts.filter(({ type }) => type !== "step-start")).toEqual([
      { type: "text", text: "So.", state: "done", citations },
      { type: "source-url", sourceId: "s1", url: "https://example.com/a", title: "A" },
    ]);
    const stored = readStoredMessage(JSON.parse(JSON.stringify(message)));
    expect(stored?.parts).toContainEqual({ type: "text", text: "So.", state: "done", citations });
  });

  it("goes back to an AI SDK server, which takes it", async () => {
    const { messages } = await bodyOf(aiSdk({ url }), requestOf([question, answer()]));
    const [, taken] = await validateUIMessages({ messages: messages });
    expect(taken?.parts).toContainEqual({ type: "text", text: "So.", state: "done", citations });
  });

  it("stays here where it has another back end's form, and never goes to a provider", async () => {
    const text = { type: "text" as const, text: "So.", state: "done" as const, citations: [{ page: "a page" }] };
    const said: ChatMessage[] = [question, { id: "a", role: "assistant", parts: [text] }];
    for (const connector of [aiSdk({ url }), anthropic({ url, apiKey: "k", model: "m" }), openaiResponses({ url })]) {
      const body = JSON.stringify(await bodyOf(connector, requestOf(said)));
      expect(body).toContain("So.");
      expect(body).not.toContain("a page");
    }
  });
});
