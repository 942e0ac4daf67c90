import { describe, expect, it } from "vitest";
import { createDecoder } from "../../src/connectors/decoder.js";
import { encodeOllama, ollama } from "../../src/connectors/ollama.js";
import { decodeAll, toOutcome } from "../recordings.js";
import { conversation, requestOf } from "./conversation.js";

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const said = (message: object) => ({ message: { role: "assistant", content: "", ...message }, done: false });
const done = (more: object = {}) => ({
  message: { role: "assistant", content: "" },
  done: true,
  done_reason: "stop",
  ...more,
});
const decode = (...records: object[]) => decodeAll(createDecoder("ollama"), [lines(...records)]);
const call = (args: unknown, more: object = {}) => ({ function: { name: "t", arguments: args }, ...more });

describe("an Ollama request", () => {
  it("goes to the machine itself, with the model, the tools and the settings", async () => {
    const tools = [{ name: "t", description: "T", parameters: { type: "object" } }];
    const sent = await ollama({ model: "qwen3" }).encode(
      requestOf([], { tools, settings: { think: true, stream: false } }),
    );
    expect(sent.url).toBe("http://localhost:11434/api/chat");
    expect(await sent.json()).toEqual({
      model: "qwen3",
      messages: [],
      think: true,
      stream: true,
      tools: [{ type: "function", function: { name: "t", description: "T", parameters: { type: "object" } } }],
    });
  });

  it("tells arguments as objects, results as text with their tool's name, and images as base64", () => {
    expect(encodeOllama({}, requestOf(conversation)).messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather here and in Oslo?", images: ["iVBORw0KGgo="] },
      {
        role: "assistant",
        content: "I look.",
        thinking: "Two places.",
        tool_calls: [
          { id: "c1", function: { name: "getWeather", arguments: { city: "Oslo" } } },
          { id: "c2", function: { name: "locate", arguments: {} } },
          { id: "c3", function: { name: "call112", arguments: { why: "cold" } } },
        ],
      },
      { role: "tool", content: '{"celsius":3}', tool_name: "getWeather", tool_call_id: "c1" },
      { role: "tool", content: "Error: No GPS.", tool_name: "locate", tool_call_id: "c2" },
      { role: "tool", content: "The call was denied: Not now.", tool_name: "call112", tool_call_id: "c3" },
      { role: "assistant", content: "3 degrees in Oslo." },
      { role: "user", content: "Thanks." },
    ]);
  });
});

describe("an Ollama answer", () => {
  it("thinks, speaks, calls, and says what it cost", () => {
    const events = decode(
      said({ thinking: "Hm" }),
      said({ content: "I look." }),
      said({ tool_calls: [call({ k: 1 })] }),
      done({ prompt_eval_count: 3, eval_count: 2 }),
    );
    expect(toOutcome(events)).toMatchObject({
      reasoning: "Hm",
      text: "I look.",
      calls: [{ id: "call-1", name: "t", arguments: { k: 1 } }],
      errors: [],
    });
    expect(events.at(-1)).toEqual({
      type: "finish",
      finishReason: "tool-calls",
      rawFinishReason: "stop",
      usage: { inputTokens: 3, outputTokens: 2 },
      pendingToolCallIds: ["call-1"],
    });
  });

  it.each([
    ["an object", {}],
    ["empty text", ""],
    ["text", "{}"],
    ["null", null],
    ["absent", undefined],
  ])("takes arguments that are %s", (_, args) => {
    expect(toOutcome(decode(said({ tool_calls: [call(args)] }), done())).calls).toMatchObject([{ arguments: {} }]);
  });

  it("keeps the ids that newer servers give, and takes two calls of one id as two", () => {
    const calls = [call({ k: 1 }, { id: "x" }), call({ k: 2 }, { id: "x" })];
    expect(toOutcome(decode(said({ tool_calls: calls }), done())).calls).toEqual([
      { id: "x", name: "t", arguments: { k: 1 } },
      { id: "x-2", name: "t", arguments: { k: 2 } },
    ]);
  });

  it("is an error where it says so, and where it ends without its last line", () => {
    expect(toOutcome(decode(said({ content: "Half" }), { error: "model not found" }))).toMatchObject({
      text: "Half",
      errors: ["model not found"],
    });
    expect(toOutcome(decode(said({ content: "Half" }))).errors).toEqual([
      "The connection ended before the answer did.",
    ]);
  });
});
