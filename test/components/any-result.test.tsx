import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { agUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { anthropic } from "../../src/connectors/anthropic.js";
import type { ChatRequest, Connector } from "../../src/connectors/connector.js";
import { gemini } from "../../src/connectors/gemini.js";
import { latitude } from "../../src/connectors/latitude.js";
import { ollama } from "../../src/connectors/ollama.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import { openaiResponses } from "../../src/connectors/openai-responses.js";
import type { ToolFunction } from "../../src/tools/definition.js";
import { call, chat } from "../chat/chat.js";
import { sendAndOpen } from "./send-and-open.js";

// What a tool gave, from its return to the screen and to each back end's wire.

/** A tool's one call: what is on the screen of it when its line is open, and the request that carries its result. */
async function played(give: ToolFunction) {
  const { store, requests } = chat([[call("c1", "give")]], { tools: { give } });
  await sendAndOpen(store);
  const [, request] = requests;
  if (request === undefined) throw new Error("nothing was sent");
  return { item: screen.getByRole("listitem"), request };
}

const at = { url: "https://example.com/chat", model: "m" };
/** Back ends whose results are text. */
const asText: readonly Connector[] = [anthropic(at), ollama(at), openaiChat(at), openaiResponses(at), agUi(at)];
const anthropicName = anthropic(at).name;
const saysItself = new Set([ollama(at), openaiChat(at), openaiResponses(at)].map(({ name }) => name));

/** The text that a request gives for the call `c1`, wherever its protocol has it. */
async function textSent(connector: Connector, request: ChatRequest): Promise<unknown> {
  const body: unknown = await (await connector.encode(request)).json();
  const result =
    findRecord(body, (record) => record.tool_use_id ?? record.tool_call_id ?? record.toolCallId) ??
    findRecord(body, (record) => record.type === "function_call_output");
  return result?.content ?? result?.output;
}

function findRecord(
  value: unknown,
  isWanted: (record: Record<string, unknown>) => unknown,
): Record<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Record<string, unknown>;
  if (isWanted(record)) return record;
  for (const inner of Object.values(record)) {
    const found = findRecord(inner, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value that a request gives for it, for back ends whose results are values; Gemini's are objects. */
async function valuesSent(request: ChatRequest): Promise<unknown[]> {
  const bodies = await Promise.all(
    [aiSdk(at), latitude(at), gemini(at)].map(async (each) => (await each.encode(request)).json() as Promise<unknown>),
  );
  const [ui, prompt, contents] = bodies;
  return [
    findRecord(ui, (record) => Object.hasOwn(record, "output"))?.output,
    findRecord(prompt, (record) => record.type === "tool-result")?.result,
    findRecord(contents, (record) => Object.hasOwn(record, "response"))?.response,
  ];
}

const circle: Record<string, unknown> = { name: "loop" };
circle.self = circle;

describe("what a tool gives", () => {
  test.each<[what: string, given: unknown, shown: string | RegExp, text: string, value: unknown]>([
    ["undefined", undefined, "→ null", "null", null],
    ["null", null, "→ null", "null", null],
    ["0", 0, "→ 0", "0", 0],
    ["false", false, "→ false", "false", false],
    ["an empty text", "", '→ ""', "", ""],
    ["not a number", Number.NaN, "→ NaN", "NaN", "NaN"],
    ["a BigInt", 12345678901234567890n, "→ 12345678901234567890", "12345678901234567890", "12345678901234567890"],
    [
      "a Date",
      new Date("2026-01-02T03:04:05Z"),
      "→ 2026-01-02T03:04:05.000Z",
      "2026-01-02T03:04:05.000Z",
      "2026-01-02T03:04:05.000Z",
    ],
    [
      "an Error",
      new TypeError("no such file"),
      /TypeError.*no such file/,
      '{"name":"TypeError","message":"no such file"}',
      { name: "TypeError", message: "no such file" },
    ],
    [
      "a circle",
      circle,
      /loop.*\[Circular\]/,
      '{"name":"loop","self":"[Circular]"}',
      { name: "loop", self: "[Circular]" },
    ],
    [
      "a Blob",
      new Blob(["abc"], { type: "text/plain" }),
      /blob.*text\/plain.*3/,
      '{"type":"blob","mediaType":"text/plain","sizeBytes":3}',
      { type: "blob", mediaType: "text/plain", sizeBytes: 3 },
    ],
    ["a Map", new Map([["Oslo", 18n]]), /Oslo.*18/, '{"Oslo":"18"}', { Oslo: "18" }],
    ["a list of nothings", [null, undefined, 0, ""], /null.*null.*0.*""/, '[null,null,0,""]', [null, null, 0, ""]],
  ])("is shown and sent in its stated form when it is %s", async (_what, given, shown, text, value) => {
    const { item, request } = await played(() => given);
    expect(item).toHaveAttribute("data-state", "done");
    expect(item).toHaveTextContent(shown);
    for (const connector of asText) {
      // Anthropic has no empty text: a result without content is an empty one.
      const wanted = text === "" && connector.name === anthropicName ? undefined : text;
      expect([connector.name, await textSent(connector, request)]).toEqual([connector.name, wanted]);
    }
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    expect(await valuesSent(request)).toEqual([value, value, isRecord ? value : { output: value }]);
  });

  test("is cut where it is shown, and where it is told to a model, when it is ten megabytes of text", async () => {
    const { item, request } = await played(() => "x".repeat(10 * 1024 * 1024));
    expect(item.textContent?.length).toBeLessThan(3000);
    expect(screen.getByRole("button", { name: "… show more (10MB)" })).toBeVisible();
    const told = `${"x".repeat(256 * 1024)}… (truncated, 10MB)`;
    for (const connector of asText) expect((await textSent(connector, request)) === told).toBe(true);
    const [ui, prompt, response] = await valuesSent(request);
    expect(prompt === told).toBe(true);
    expect((response as { output: unknown }).output === told).toBe(true);
    expect((ui as string).length).toBe(10 * 1024 * 1024); // the server of the AI SDK holds the conversation itself
  });
});

describe("what a tool rejects with", () => {
  test.each<[what: string, thrown: unknown, words: string]>([
    ["an Error", new Error("No GPS."), "No GPS."],
    ["a text", "offline", "offline"],
    ["an object", { code: 7 }, '{"code":7}'],
    ["nothing", undefined, "undefined"],
    ["a BigInt", 7n, "7"],
    ["a circle", circle, '{"name":"loop","self":"[Circular]"}'],
  ])("is shown and sent in words when it is %s", async (_what, thrown, words) => {
    const { item, request } = await played(() => Promise.reject(thrown));
    expect(item).toHaveAttribute("data-state", "error");
    expect(item).toHaveTextContent(words);
    for (const connector of asText) {
      // Where a protocol has no other way to say that a call failed, its text says so.
      const told = await textSent(connector, request);
      expect([connector.name, told]).toEqual([
        connector.name,
        saysItself.has(connector.name) ? `Error: ${words}` : words,
      ]);
    }
    const [, , response] = await valuesSent(request);
    expect(response).toEqual({ error: words });
  });
});
