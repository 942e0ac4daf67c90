/**
 * What back ends refuse, as their documentation and their error messages tell it. Each throws for a request that the real
 * one would answer with an error.
 */
import { expect } from "vitest";
import type { OllamaBody } from "../../src/connectors/ollama.js";
import type { OpenaiChatBody } from "../../src/connectors/openai-chat.js";
import type { OpenaiResponsesBody } from "../../src/connectors/openai-responses.js";

const maxResultLength = 256 * 1024 + 64;

/** As it arrives. */
function sent<Body>(body: Body): Body {
  return JSON.parse(JSON.stringify(body)) as Body;
}

function expectName(name: string): void {
  expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
}

function expectId(id: string, taken: Set<string>, maxLength: number): void {
  expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(id.length).toBeLessThanOrEqual(maxLength);
  expect(taken).not.toContain(id);
  taken.add(id);
}

function expectObjectText(text: string): void {
  const value: unknown = JSON.parse(text);
  expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
}

function expectText(text: string): void {
  expect(typeof text).toBe("string");
  expect(text.length).toBeLessThanOrEqual(maxResultLength);
}

/** OpenAI's chat completions: results follow the message that called, one for each call, before anything else. */
export function acceptOpenaiChat(body: OpenaiChatBody): void {
  const taken = new Set<string>();
  let open: string[] = [];
  for (const message of sent(body).messages) {
    if (message.role === "tool") {
      expect(open).toContain(message.tool_call_id);
      open = open.filter((id) => id !== message.tool_call_id);
      expectText(message.content);
      continue;
    }
    expect(open, "calls without a result").toEqual([]);
    if (message.role === "assistant") {
      const calls = message.tool_calls ?? [];
      expect(Object.keys(message).filter((key) => !["role", "content", "tool_calls"].includes(key))).toEqual([]);
      expect(message.content !== null || calls.length > 0).toBe(true);
      expect(message.content).not.toBe("");
      expect(message.tool_calls).not.toEqual([]);
      for (const call of calls) {
        expectId(call.id, taken, 40);
        expectName(call.function.name);
        expectObjectText(call.function.arguments);
      }
      open = calls.map(({ id }) => id);
    } else if (typeof message.content === "string") expect(message.content).not.toBe("");
    else {
      expect(message.content).not.toEqual([]);
      for (const part of message.content) {
        if (part.type === "image_url") expect(part.image_url.url).toMatch(/^(https?:|data:image\/)/);
        if (part.type === "file") expect(part.file.file_data).toMatch(/^data:[^;,]+\/[^;,]+;base64,/);
      }
    }
  }
  expect(open).toEqual([]);
}

/** OpenAI's Responses: each call has one output behind it, and reasoning leads to something. */
export function acceptOpenaiResponses(body: OpenaiResponsesBody): void {
  const taken = new Set<string>();
  const open = new Set<string>();
  const { input } = sent(body);
  for (const [index, item] of input.entries()) {
    switch (item.type) {
      case "message":
        expect(item.content).not.toBe("");
        expect(item.content).not.toEqual([]);
        break;
      case "function_call":
      case "custom_tool_call":
        expectId(item.call_id, taken, 64);
        expectName(item.name);
        if (item.type === "function_call") expectObjectText(item.arguments);
        open.add(item.call_id);
        break;
      case "mcp_approval_request":
        expectObjectText(item.arguments);
        open.add(item.id);
        break;
      case "mcp_approval_response":
        expect(open.delete(item.approval_request_id), "an answer to nothing").toBe(true);
        break;
      case "function_call_output":
      case "custom_tool_call_output":
        expect(open.delete(item.call_id), "a result of nothing").toBe(true);
        expectText(item.output);
        break;
      default: {
        expect(item.encrypted_content).not.toBe("");
        const next = input.slice(index + 1).find(({ type }) => type !== "reasoning");
        expect(next?.type === "function_call" || (next?.type === "message" && next.role === "assistant")).toBe(true);
      }
    }
  }
  expect([...open]).toEqual([]);
}

/** Ollama: arguments are objects, images are base64, and each result names its tool. */
export function acceptOllama(body: OllamaBody): void {
  let open: string[] = [];
  for (const message of sent(body).messages) {
    expectText(message.content);
    if (message.role === "tool") {
      expect(message.tool_name).toBe(open.shift());
      continue;
    }
    expect(open).toEqual([]);
    if (message.role === "user") for (const image of message.images ?? []) expect(image).toMatch(/^[A-Za-z0-9+/=]+$/);
    if (message.role !== "assistant") continue;
    open = (message.tool_calls ?? []).map((call) => call.function.name);
    for (const { function: called } of message.tool_calls ?? []) expectObjectText(JSON.stringify(called.arguments));
  }
  expect(open).toEqual([]);
}
