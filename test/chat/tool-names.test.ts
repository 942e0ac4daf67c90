import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamEvent } from "../../src/stream/events.js";
import { call, callsOf, chat, partsOf, text, untilRest } from "./chat.js";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "__defineGetter__"];

it.each(inherited)("a call named %s is an unknown tool, natively and in the text", async (name) => {
  const getWeather = vi.fn(() => "sunny");
  const native: StreamEvent[] = [call("c1", name, { city: "Oslo" })];
  const marked = text(`###:{"toolName":"${name}","parameters":{"city":"Oslo"}}`);
  for (const answer of [native, marked]) {
    const { store, requests } = chat([answer, text("Sorry.")], { tools: { getWeather } });
    await store.getState().send("go");
    expect(requests).toHaveLength(2);
    expect(partsOf(requests[1]?.messages ?? [])).toMatchObject([
      {
        toolName: name,
        state: "output-error",
        reason: "unknown-tool",
        errorText: `Tool ${name} not available. Tools that there are: getWeather.`,
      },
    ]);
    expect(store.getState().getTool(name)).toBeUndefined();
  }
  expect(getWeather).not.toHaveBeenCalled();
});

it.each(inherited)("a call whose id is %s is a call like any other", async (id) => {
  const getWeather = vi.fn(() => "sunny");
  const ask = { execute: vi.fn(() => "yes"), needsApproval: true };
  const { store } = chat([[call(id, "getWeather")], [call(`${id}2`, "ask")]], { tools: { getWeather, ask } });
  await store.getState().send("go");
  expect(callsOf(store).map(({ id: callId, status }) => [callId, status])).toEqual([
    [id, "completed"],
    [`${id}2`, "pending"],
  ]);
  store.getState().respondToApproval(`${id}2-approval`, { approved: true });
  await untilRest(store);
  expect(callsOf(store).map(({ result }) => result)).toEqual(["sunny", "yes"]);
  expect(getWeather).toHaveBeenCalledTimes(1);
});

it("a tool of the app's own may bear such a name", async () => {
  const tools = Object.fromEntries(inherited.map((name) => [name, vi.fn(() => name)]));
  const calls = inherited.map((name, index) => call(`c${index}`, name));
  const { store } = chat([calls], { tools });
  await store.getState().send("go");
  expect(callsOf(store).map(({ result }) => result)).toEqual(inherited);
});

it("arguments that reach for a prototype never come to a tool", async () => {
  const save = vi.fn();
  const inputs = ['{"__proto__":{"isAdmin":true}}', '{"a":{"constructor":{"prototype":{"isAdmin":true}}}}'];
  const calls = inputs.map((input, index) => call(`c${index}`, "save", JSON.parse(input)));
  const { store, requests } = chat([calls], { tools: { save } });
  await store.getState().send("go");
  expect(save).not.toHaveBeenCalled();
  expect(partsOf(requests[1]?.messages ?? []).map((part) => part.state)).toEqual(["output-error", "output-error"]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

it("a stored conversation with such names is read like any other", () => {
  const part = {
    type: "dynamic-tool",
    toolName: "constructor",
    toolCallId: "__proto__",
    state: "input-available",
    input: {},
  } as const;
  const { store } = chat([], {
    tools: { save: () => 1 },
    messages: [{ id: "a", role: "assistant", parts: [part] }],
  });
  expect(callsOf(store)).toMatchObject([{ id: "__proto__", status: "error" }]);
});
