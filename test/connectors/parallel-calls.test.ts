import { expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createDecoder } from "../../src/connectors/decoder.js";
import { isToolPart } from "../../src/stream/message.js";
import { byteByByte, decodeAll } from "../recordings.js";

const uses = [
  { recipient_name: "functions.getWeather", parameters: { city: "Oslo" } },
  { recipient_name: "functions.getWeather", parameters: { city: "Turku" } },
];

/** An answer of the chat completions with one call, its arguments in pieces. */
function answer(name: string, text: string): string {
  const fragments = [
    { index: 0, id: "c1", type: "function", function: { name, arguments: "" } },
    ...(text.match(/.{1,9}/g) ?? []).map((piece) => ({ index: 0, function: { arguments: piece } })),
  ];
  const chunks = [
    ...fragments.map((fragment) => ({ choices: [{ index: 0, delta: { tool_calls: [fragment] } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}

function callsIn(body: string) {
  const events = decodeAll(createDecoder("openai-chat"), byteByByte(new TextEncoder().encode(body)));
  return events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" })).parts.filter(isToolPart);
}

it.each(["multi_tool_use.parallel", "parallel"])("a call of %s is the calls that it wraps", (name) => {
  expect(callsIn(answer(name, JSON.stringify({ tool_uses: uses })))).toMatchObject([
    { toolName: "getWeather", toolCallId: "c1-1", state: "input-available", input: { city: "Oslo" } },
    { toolName: "getWeather", toolCallId: "c1-2", state: "input-available", input: { city: "Turku" } },
  ]);
});

it("so it is where the provider writes it as an item of a response", () => {
  const item = { type: "function_call", id: "fc_1", call_id: "c1", name: "multi_tool_use.parallel", arguments: "" };
  const whole = { ...item, arguments: JSON.stringify({ tool_uses: uses }) };
  const body = [
    { type: "response.created", response: { id: "r1" } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item: whole },
    { type: "response.completed", response: { id: "r1", output: [whole] } },
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join("");
  const events = decodeAll(createDecoder("openai-responses"), [body]);
  const available = events.flatMap((event) => (event.type === "tool-input-available" ? [event.input] : []));
  expect(available).toEqual([{ city: "Oslo" }, { city: "Turku" }]);
  expect(events.find(({ type }) => type === "finish")).toMatchObject({ pendingToolCallIds: ["c1-1", "c1-2"] });
});

it.each([
  ["arguments of another shape", "parallel", { lanes: 2 }],
  ["an empty list", "multi_tool_use.parallel", { tool_uses: [] }],
  ["one that names no tool", "multi_tool_use.parallel", { tool_uses: [...uses, { parameters: {} }] }],
  ["another tool", "getWeather", { tool_uses: uses }],
])("it stays one call with %s", (_what, toolName, input) => {
  expect(callsIn(answer(toolName, JSON.stringify(input)))).toMatchObject([{ toolName, toolCallId: "c1", input }]);
});

it("one that was cut off is one call that failed, and nothing in it runs", () => {
  const [body = ""] = answer("multi_tool_use.parallel", JSON.stringify({ tool_uses: uses }).slice(0, -5)).split(
    "data: [",
  );
  expect(callsIn(body)).toMatchObject([{ toolCallId: "c1", state: "output-error" }]);
});
