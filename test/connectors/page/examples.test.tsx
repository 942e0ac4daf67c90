import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { Connector } from "tooltalk/core";
import * as core from "tooltalk/core";
import { describe, expect, test } from "vitest";
import { conversation, requestOf } from "../conversation.js";
import { hear, question, textOf } from "./exchange.js";
import * as page from "./page.js";
import { said, toSse } from "./said.js";
import { wires } from "./wire.js";

const here = import.meta.dirname;
const written = readFileSync(join(here, "../../../docs/connectors.md"), "utf8");
const shown = [...written.matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
const blocks = shown.map((code) => code.replace(/^import .*\n/gm, "").trim()).filter((code) => code !== "");

const { told, Answers, ...connectors } = page;

interface Example {
  url: string;
  headers?: Record<string, string>;
  /** What the request says beside the conversation. */
  says?: object;
  answer: string | undefined;
}

const message = { type: "AIMessageChunk", id: "m1", content: said.text };
const examples: Readonly<Record<keyof typeof connectors, Example>> = {
  planner: {
    url: "/api/chat",
    says: { promptPath: "briefPlanner", todos: ["Buy bread"] },
    answer: wires.latitude?.text,
  },
  server: { url: "/api/chat", says: { id: "chat-1", trigger: "submit-message" }, answer: wires.aiSdk?.text },
  chat: { url: "/api/openai", says: { model: "gpt-5-mini", stream: true }, answer: wires.openaiChat?.text },
  responses: { url: "/api/openai", says: { model: "gpt-5-mini", stream: true }, answer: wires.openaiResponses?.text },
  claude: {
    url: "/api/anthropic",
    says: { model: "claude-sonnet-4-5", max_tokens: 8192 },
    answer: wires.anthropic?.text,
  },
  flash: {
    url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse",
    headers: { "x-goog-api-key": "key-of-today" },
    answer: wires.gemini?.text,
  },
  agent: {
    url: "https://example.com/agent",
    headers: { "x-tenant": "a" },
    says: { threadId: "chat-1" },
    answer: wires.agUi?.text,
  },
  local: { url: "http://localhost:11434/api/chat", says: { model: "qwen3" }, answer: wires.ollama?.text },
  graph: {
    url: "https://example.com/threads/t1/runs/stream",
    says: { assistant_id: "agent", stream_mode: ["messages-tuple", "updates"] },
    answer: toSse([[message, { langgraph_node: "agent" }]], () => "messages"),
  },
  own: { url: "/chat", answer: said.text },
};

describe("the page on connectors", () => {
  test("shows code as it is run here, and all of it", () => {
    const run = readFileSync(join(here, "page.tsx"), "utf8");
    expect(blocks.length).toBeGreaterThan(10);
    expect(run.slice(run.indexOf(blocks[0] ?? ""))).toBe(`${blocks.join("\n\n")}\n`);
  });

  test("imports what the entry has", () => {
    const imports = [...shown.join("").matchAll(/^import \{ (.*) \} from "tooltalk\/core";$/gm)];
    const names = imports.flatMap(([, list = ""]) => list.split(", "));
    expect(names).toContain("createDecoder");
    expect(Object.keys(core)).toEqual(expect.arrayContaining(names));
  });
});

describe("its examples", () => {
  test("a decoder alone tells the events of an answer as it comes, and its end", () => {
    const events = told.flat();
    expect(events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("")).toBe(said.text);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
    expect(told.at(-1)).toBeInstanceOf(Array);
  });

  test.each(Object.entries(examples))("%s asks as it is told to", async (name, { url, headers = {}, says = {} }) => {
    const connector: Connector = connectors[name as keyof typeof connectors];
    const messages = [...conversation, question];
    const { signal } = new AbortController();
    const request = await connector.encode(requestOf(messages, { signal }));
    expect(request.method).toBe("POST");
    expect(request.url).toBe(new URL(url, location.href).href);
    expect(Object.fromEntries(request.headers)).toMatchObject(headers);
    const body: unknown = await request.json();
    expect(body).toMatchObject(says);
    expect(JSON.stringify(body)).toContain(said.question);
  });

  test("the server of an AI SDK is asked with the page's cookies", async () => {
    expect((await page.server.encode(requestOf([question]))).credentials).toBe("include");
  });

  test.each(Object.entries(examples))("%s reads an answer of its back end", async (name, { answer }) => {
    const connector: Connector = connectors[name as keyof typeof connectors];
    const heard = await hear({ connector }, answer ?? "There is none.");
    expect(textOf(heard, "text-delta")).toBe(said.text);
    expect(heard.events.map(({ type }) => type)).not.toContain("error");
    expect(heard.events.at(-1)?.type).toBe("finish");
    expect(core.getMessageText(heard.message)).toBe(said.text);
  });

  test("a list draws the messages of useChat, and answers what they ask", async () => {
    render(<Answers />);
    const log = screen.getByRole("log");
    expect(within(log).getByText("Delete the note.")).toBeVisible();
    await userEvent.click(within(log).getByRole("button", { name: "Allow once" }));
    expect(within(log).queryByRole("button", { name: "Allow once" })).toBeNull();
  });
});
