import { useChat as useAiSdkChat } from "@ai-sdk/react";
import type { UIMessage } from "ai";
import { MessageList } from "tooltalk";
import {
  agUi,
  aiSdk,
  anthropic,
  createDecoder,
  custom,
  gemini,
  latitude,
  ollama,
  openaiChat,
  openaiResponses,
  type StreamEvent,
} from "tooltalk/core";
import { anthropicWire } from "./wire-providers.js";

/** What the first example is given, and what it tells. */
const response = new Response(anthropicWire.text);
export const told: (StreamEvent | StreamEvent[])[] = [];
const console = { log: (event: StreamEvent | StreamEvent[]) => told.push(event) };

const currentTodos = () => ["Buy bread"];
const currentKey = async () => "key-of-today";

/** Relative to the page, as in a browser. */
class Request extends globalThis.Request {
  constructor(url: string, init: RequestInit) {
    super(new URL(url, location.href), init);
  }
}

/** As an app would have it, in the middle of a conversation. */
const approval = { id: "p1" };
const call = { toolCallId: "c1", toolName: "deleteNotes", state: "approval-requested", input: { ids: [1] }, approval };
const messages = [
  { id: "u1", role: "user", parts: [{ type: "text", text: "Delete the note." }] },
  { id: "a1", role: "assistant", parts: [{ type: "dynamic-tool", ...call }] },
] as UIMessage[];
const useChat = () => useAiSdkChat({ messages });

// The examples of docs/connectors.md, as they stand there.

const decoder = createDecoder("anthropic"); // or "auto": the first records decide
for await (const chunk of response.body ?? []) for (const event of decoder.push(chunk)) console.log(event);
console.log(decoder.end());

export const planner = latitude({ url: "/api/chat", promptPath: "briefPlanner", todos: () => currentTodos() });

export const server = aiSdk({ url: "/api/chat", credentials: "include" });

export function Answers() {
  const { messages, status, error, addToolApprovalResponse } = useChat();
  return (
    <div className="tt-chat">
      <MessageList
        messages={messages}
        status={status}
        error={error}
        onApprove={({ approvalId: id, ...answer }) => addToolApprovalResponse({ id, ...answer })}
      />
    </div>
  );
}

export const chat = openaiChat({ url: "/api/openai", model: "gpt-5-mini" });
export const responses = openaiResponses({ url: "/api/openai", model: "gpt-5-mini" });

export const claude = anthropic({ url: "/api/anthropic", model: "claude-sonnet-4-5", maxTokens: 8192 });

export const flash = gemini({ apiKey: () => currentKey(), model: "gemini-3-flash" });

export const agent = agUi({ url: "https://example.com/agent", headers: { "x-tenant": "a" } });

export const local = ollama({ model: "qwen3" });

export const graph = custom({
  decode: "langgraph",
  encode: ({ messages, signal }) => {
    const last = messages
      .at(-1)
      ?.parts.map((part) => (part.type === "text" ? part.text : ""))
      .join("");
    const input = { messages: [{ role: "user", content: last }] };
    const body = JSON.stringify({ assistant_id: "agent", input, stream_mode: ["messages-tuple", "updates"] });
    const headers = { "content-type": "application/json" };
    return new Request("https://example.com/threads/t1/runs/stream", {
      method: "POST",
      headers,
      body,
      signal: signal ?? null,
    });
  },
});

export const own = custom({
  encode: ({ messages, signal }) => {
    return new Request("/chat", { method: "POST", body: JSON.stringify(messages), signal: signal ?? null });
  },
  decode: async function* (body) {
    const reader = body.getReader();
    const text = new TextDecoder();
    yield { type: "text-start", id: "0" };
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield { type: "text-delta", id: "0", delta: text.decode(next.value, { stream: true }) };
    }
    yield { type: "text-end", id: "0" };
    yield { type: "finish" };
  },
});
