/**
 * What back ends refuse, as their documentation and their error messages tell it. Each throws for a request that the real
 * one would answer with an error.
 */
import { enforceOutgoingInput } from "@ag-ui/client";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { expect } from "vitest";
import type { AgUiBody } from "../../src/connectors/ag-ui.js";
import type { AnthropicBody } from "../../src/connectors/anthropic.js";
import type { GeminiBody } from "../../src/connectors/gemini.js";
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

/** Anthropic: both sides take turns, results stand first in the next message, and nothing is empty. */
export function acceptAnthropic(body: AnthropicBody): void {
  const { tools = [], ...rest } = sent(body);
  const messages = rest.messages as { role: string; content: Record<string, unknown>[] }[];
  const taken = new Set<string>();
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    expect(role, "roles alternate, the user begins").toBe(index % 2 === 0 ? "user" : "assistant");
    expect(content).not.toEqual([]);
    const results = content.filter(({ type }) => type === "tool_result");
    expect(content.slice(0, results.length), "results first").toEqual(results);
    expect(results.map((block) => block.tool_use_id)).toEqual(open);
    open = [];
    for (const [at, block] of content.entries()) {
      if (block.type === "text") expect(String(block.text).trim()).not.toBe("");
      if (block.type === "image" || block.type === "document") expectAnthropicSource(block.source);
      if (block.type === "tool_result") expectAnthropicResult(block);
      if (block.type === "server_tool_use" || block.type === "mcp_tool_use") {
        // The server goes on with calls of its own in which the conversation ends.
        const isPaused =
          index === messages.length - 1 &&
          content.slice(at).every(({ type }) => type === "server_tool_use" || type === "mcp_tool_use");
        if (!isPaused) expect(content[at + 1]?.tool_use_id, "a server's call without its result").toBe(block.id);
      }
      if (block.type !== "tool_use") continue;
      expect(role).toBe("assistant");
      expectId(String(block.id), taken, 64);
      expectName(String(block.name));
      expectObjectText(JSON.stringify(block.input));
      open.push(String(block.id));
    }
    if (role === "assistant") expect(content.at(-1)?.type).not.toMatch(/thinking/);
  }
  expect(open, "calls without a result").toEqual([]);
  if (taken.size > 0) expect(tools).not.toEqual([]);
  const last = messages.at(-1);
  const text = last?.content.at(-1)?.text;
  if (last?.role === "assistant" && typeof text === "string") expect(text).toBe(text.trimEnd());
}

function expectAnthropicSource(given: unknown): void {
  const source = given as { type: string; media_type?: string; data?: string; url?: string };
  if (source.type === "url") expect(source.url).toMatch(/^https?:/);
  else {
    expect(source.media_type).toMatch(/^(image\/(jpeg|png|gif|webp)|application\/pdf)$/);
    expect(source.data).toMatch(/^[A-Za-z0-9+/=]+$/);
  }
}

function expectAnthropicResult({ content, is_error }: { content?: unknown; is_error?: unknown }): void {
  if (typeof content === "string") expectText(content);
  if (is_error === true) expect(content).toBeTruthy();
  for (const block of Array.isArray(content) ? (content as { text?: string }[]) : []) {
    if (block.text !== undefined) expect(block.text.trim()).not.toBe("");
  }
}

/** Gemini: a call follows the user or a result, and as many results as calls follow it at once, in the same order. */
export function acceptGemini(body: GeminiBody): void {
  const { contents } = sent(body);
  for (const [index, { role, parts }] of contents.entries()) {
    expect(parts).not.toEqual([]);
    for (const part of parts) expect(Object.keys(part)).not.toEqual([]);
    const calls = parts.flatMap((part) => (part.functionCall === undefined ? [] : [part.functionCall]));
    const answers = (contents[index + 1]?.parts ?? []).flatMap((part) =>
      part.functionResponse === undefined ? [] : [part.functionResponse],
    );
    if (index === 0) expect(role).toBe("user");
    if (role === "user") expect(calls).toEqual([]);
    else expect(contents[index - 1]?.role, "a call after the model's own words").toBe("user");
    expect(answers.map(({ name, id }) => [name, id])).toEqual(calls.map(({ name, id }) => [name, id]));
    for (const { name, args } of calls) {
      expect(name).toMatch(/^[a-zA-Z_][\w.:-]{0,63}$/);
      expectObjectText(JSON.stringify(args));
    }
    for (const { response } of answers) expectObjectText(JSON.stringify(response));
    for (const { inlineData, fileData } of parts) {
      if (inlineData) expect(inlineData.mimeType).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
      if (fileData) expect(fileData.fileUri).toMatch(/^https?:/);
    }
  }
}

/** AG-UI, by its own packages; beyond that each call has one result, or an answer to its interrupt. */
export function acceptAgUi(body: AgUiBody): void {
  const input = sent(body);
  RunAgentInputSchema.parse(input);
  expect(enforceOutgoingInput(input)).toEqual(input); // nothing in it that the package takes out
  const ids = input.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const calls = input.messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  const results = input.messages.flatMap((message) => (message.role === "tool" ? [message] : []));
  for (const call of calls) expectObjectText(call.function.arguments);
  for (const result of results) expectText(String(result.content));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  const answered = results.map(({ toolCallId }) => toolCallId);
  const unanswered = calls.filter(({ id }) => !answered.includes(id));
  expect(new Set(answered).size).toBe(answered.length);
  expect(unanswered.length).toBe(input.resume?.length ?? 0);
  for (const [index, message] of input.messages.entries()) {
    if (message.role !== "tool") continue;
    const before = input.messages.slice(0, index).findLast(({ role }) => role !== "tool");
    const called = before?.role === "assistant" ? (before.toolCalls ?? []).map(({ id }) => id) : [];
    expect(called, "a result behind its call").toContain(message.toolCallId);
  }
}
