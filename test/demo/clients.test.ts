/** The providers' own clients against the demo's server: it speaks as the real ones do. */
import { HttpAgent } from "@ag-ui/client";
import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama/browser";
import OpenAI from "openai";
import { expect, it } from "vitest";
import { backends } from "../../demo/server/backends.js";

const question = "What's the weather in San Francisco?";
const parameters = { type: "object" as const, properties: { city: { type: "string" } } };
const description = "The weather in a city, now.";
const input = { city: "San Francisco" };
const atOnce = { thinkMs: 0, deltaMs: 0 };

/** A `fetch` that knows one of the demo's back ends alone. */
function fetchOf(name: string): typeof fetch {
  const backend = backends.get(name);
  if (backend === undefined) throw new Error(`the demo's server does not speak ${name}`);
  return (request, init) => backend(new Request(request, init), atOnce);
}

const openai = (name: string) => new OpenAI({ apiKey: "none", baseURL: "http://demo.test", fetch: fetchOf(name) });

it("OpenAI's client reads the chat completions", async () => {
  const completion = await openai("openai-chat")
    .chat.completions.stream({
      model: "script",
      messages: [{ role: "user", content: question }],
      tools: [{ type: "function", function: { name: "getWeather", description, parameters } }],
    })
    .finalChatCompletion();
  const { message, finish_reason } = completion.choices[0] ?? {};
  expect(finish_reason).toBe("tool_calls");
  expect(message?.content?.trim()).toBe("I'll check the weather.");
  expect(message?.tool_calls).toMatchObject([{ function: { name: "getWeather", arguments: JSON.stringify(input) } }]);
});

it("OpenAI's client reads the responses", async () => {
  const response = await openai("openai-responses")
    .responses.stream({
      model: "script",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: question }] }],
      tools: [{ type: "function", name: "getWeather", description, parameters, strict: false }],
    })
    .finalResponse();
  expect(response.status).toBe("completed");
  expect(response.output_text.trim()).toBe("I'll check the weather.");
  expect(response.output.at(-1)).toMatchObject({ type: "function_call", arguments: JSON.stringify(input) });
});

it("Anthropic's client reads the messages", async () => {
  const client = new Anthropic({ apiKey: "none", baseURL: "http://demo.test", fetch: fetchOf("anthropic") });
  const message = await client.messages
    .stream({
      model: "script",
      max_tokens: 1000,
      messages: [{ role: "user", content: [{ type: "text", text: question }] }],
      tools: [{ name: "getWeather", description, input_schema: parameters }],
    })
    .finalMessage();
  expect(message.stop_reason).toBe("tool_use");
  expect(message.content).toMatchObject([{ type: "text" }, { type: "tool_use", name: "getWeather", input }]);
});

it("Ollama's client reads the chat", async () => {
  const client = new Ollama({ host: "http://demo.test", fetch: fetchOf("ollama") });
  const chunks = await client.chat({ model: "script", messages: [{ role: "user", content: question }], stream: true });
  const calls: unknown[] = [];
  for await (const { message } of chunks) calls.push(...(message.tool_calls ?? []));
  expect(calls).toEqual([{ function: { name: "getWeather", arguments: input } }]);
});

it("AG-UI's client reads the run, and finds nothing in it that breaks the rules", async () => {
  const agent = new HttpAgent({ url: "http://demo.test/agent", fetch: fetchOf("ag-ui") });
  agent.addMessage({ id: "1", role: "user", content: question });
  await agent.runAgent({ tools: [{ name: "getWeather", description, parameters }] });
  const called = agent.messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  expect(called).toMatchObject([{ function: { name: "getWeather", arguments: JSON.stringify(input) } }]);
});
