import { describe, expect, it } from "vitest";
import { agUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { anthropic } from "../../src/connectors/anthropic.js";
import type { Connector } from "../../src/connectors/connector.js";
import { gemini } from "../../src/connectors/gemini.js";
import { latitude } from "../../src/connectors/latitude.js";
import { ollama } from "../../src/connectors/ollama.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import { openaiResponses } from "../../src/connectors/openai-responses.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { gave } from "../chat/chat.js";
import { bodyOf, requestOf } from "./conversation.js";

const key = { apiKey: "k" };
const connectors: [string, Connector][] = [
  ["latitude", latitude({ url: "https://s.example/" })],
  ["aiSdk", aiSdk({ url: "https://s.example/" })],
  ["openaiChat", openaiChat({ url: "https://s.example/" })],
  ["openaiResponses", openaiResponses({ url: "https://s.example/" })],
  ["anthropic", anthropic({ ...key, url: "https://s.example/", model: "m" })],
  ["gemini", gemini({ ...key, url: "https://s.example/", model: "m" })],
  ["agUi", agUi({ url: "https://s.example/" })],
  ["ollama", ollama({ url: "https://s.example/", model: "m" })],
];

/** A conversation with one call, and what the tool gave. */
function conversation(output: unknown): ChatMessage[] {
  return [
    { id: "u", role: "user", parts: [{ type: "text", text: "How is it in Ooslo?" }] },
    { id: "a", role: "assistant", parts: [gave(output, { city: "Ooslo" })] },
  ];
}

const failure = { content: [{ type: "text", text: "No such city" }], isError: true };

/** Where each back end hears that a call failed. */
const signs: Record<string, string> = {
  latitude: '"result":"No such city","isError":true',
  openaiChat: '"content":"Error: No such city"',
  openaiResponses: '"output":"Error: No such city"',
  anthropic: '"content":"No such city","is_error":true',
  gemini: '"response":{"error":"No such city"}',
  agUi: '"content":"No such city","error":"No such city"',
  ollama: '"content":"Error: No such city"',
};

describe("an MCP result with isError, also one that was stored as any other output", () => {
  it.each(connectors.filter(([name]) => name in signs))("is told as an error by %s", async (name, connector) => {
    const body = JSON.stringify(await bodyOf(connector, requestOf(conversation(failure))));
    expect(body).toContain(signs[name]);
    expect(body).not.toContain("isError\\");
  });

  it("goes whole to an AI SDK server, as it came", async () => {
    const body = await bodyOf(aiSdk({ url: "https://s.example/" }), requestOf(conversation(failure)));
    expect(JSON.stringify(body)).toContain(JSON.stringify(failure));
  });
});

describe("a result of ten megabytes", () => {
  const long = "x".repeat(10 * 1024 * 1024);

  it.each(connectors.filter(([name]) => name !== "aiSdk"))("is cut at 256 KiB by %s", async (_, connector) => {
    const body = JSON.stringify(await bodyOf(connector, requestOf(conversation(long))));
    expect(body).toContain(`${"x".repeat(256 * 1024)}… (truncated, 10MB)`);
    expect(body.length).toBeLessThan(300 * 1024);
  });

  it("goes whole to an AI SDK server, which keeps the conversation", async () => {
    const body = await bodyOf(aiSdk({ url: "https://s.example/" }), requestOf(conversation(long)));
    expect(JSON.stringify(body).includes(long)).toBe(true);
  });
});
