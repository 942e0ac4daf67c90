import { beforeEach, describe, expect, it, vi } from "vitest";
import { aiSdkBackend } from "../../demo/server/ai-sdk.js";
import type { Backend } from "../../demo/server/backend.js";
import { latitudeBackend } from "../../demo/server/latitude.js";
import { scripts } from "../../demo/server/scripts.js";
import { tools } from "../../demo/tools.js";
import {
  aiSdk,
  type Connector,
  type ConnectorOptions,
  createChatStore,
  getMessageText,
  getToolCalls,
  latitude,
  type Tools,
} from "../../src/core.js";

const protocols: readonly [string, Backend, (options: ConnectorOptions) => Connector][] = [
  ["latitude", latitudeBackend, latitude],
  ["ai-sdk", aiSdkBackend, aiSdk],
];

/** The demo's page without the page: its store, its tools, and its back end behind `fetch`. */
function open(backend: Backend, connect: (options: ConnectorOptions) => Connector, pageTools: Tools = tools) {
  const bodies: string[] = [];
  const store = createChatStore({
    connector: connect({
      url: "http://demo.test/api",
      fetch: async (request) => {
        const sent = new Request(request);
        bodies.push(await sent.clone().text());
        return backend(sent, { thinkMs: 0, deltaMs: 0 });
      },
    }),
    tools: pageTools,
  });
  const ask = async (question: string) => {
    await store.getState().send(question);
    const answer = store.getState().messages.at(-1);
    if (answer?.role !== "assistant") throw new Error("no answer came");
    return { text: getMessageText(answer), calls: getToolCalls(answer) };
  };
  return { store, ask, bodies };
}

describe.each(protocols)("the demo's %s back end", (_name, backend, connect) => {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const name of ["OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"]) vi.stubEnv(name, "");
    return () => vi.unstubAllEnvs();
  });

  it("answers the weather question with the numbers that the tool gave", async () => {
    const { ask, bodies } = open(backend, connect);
    const { text, calls } = await ask("What's the weather in San Francisco?");
    expect(calls).toMatchObject([{ name: "getWeather", args: { city: "San Francisco" }, status: "completed" }]);
    expect(calls[0]?.commentary).toContain("I'll check the weather.");
    expect(text).toContain("14 °C");
    expect(text).toContain("23 km/h");
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).not.toContain("temperatureC");
    expect(bodies[1]).toContain('"temperatureC":14');
  });

  it("has no numbers of its own", async () => {
    const weather = {
      city: "Nowhere",
      temperatureC: 71.5,
      windKmh: 333,
      windFrom: "above",
      humidityPercent: 4,
      sky: "stars",
    };
    const { text } = await open(backend, connect, { getWeather: () => weather }).ask("What's the weather in Nowhere?");
    expect(text).toContain("71.5 °C");
    expect(text).toContain("333 km/h");
    expect(text).toContain("4 %");
  });

  it("asks for several cities side by side, and tells of them in their order", async () => {
    const { text, calls } = await open(backend, connect).ask("weather in Oslo, Lima and Atlantis?");
    expect(calls.map(({ args, status }) => [args, status])).toEqual([
      [{ city: "Oslo" }, "completed"],
      [{ city: "Lima" }, "completed"],
      [{ city: "Atlantis" }, "error"],
    ]);
    expect(text).toMatch(/Oslo:\*\* -3 °C.*Lima:\*\* 19 °C.*No weather for Atlantis/su);
  });

  it("reads every note that the search finds", async () => {
    const { text, calls } = await open(backend, connect).ask("What do my notes say about sourdough?");
    expect(calls.map(({ name }) => name)).toEqual(["searchNotes", "readNote", "readNote"]);
    expect(text).toContain("75 % ran off the board");
    expect(text).toContain("Two sourdough loaves");
  });

  it("tells how a command ended, out of what it wrote", async () => {
    const { text, calls } = await open(backend, connect).ask("Run `npm test`");
    expect(calls).toMatchObject([{ name: "runShell", args: { command: "npm test" }, status: "completed" }]);
    expect(text).toContain("wrote 242 lines and ended with **exit code 0**");
    expect(text).toContain("Test files: 240 passed");
  });

  it("goes on after a tool that fails, and after one that nobody has", async () => {
    const { store, ask } = open(backend, connect);
    const failed = await ask("Send an email to Ada");
    expect(failed.calls).toMatchObject([{ name: "sendEmail", status: "error" }]);
    expect(failed.text).toContain("mailbox full (552)");
    const unknown = await ask("Launch the rocket");
    expect(unknown.calls).toMatchObject([{ name: "launchRocket", status: "error" }]);
    expect(unknown.text).toContain("the rocket stays where it is");
    expect(store.getState().status).toBe("ready");
    expect((await ask("hello")).text).toContain("Hello!");
  });

  it("lists what can be asked, and the tools that the page has", async () => {
    const { text } = await open(backend, connect).ask("help");
    for (const { example } of scripts) expect(text).toContain(example);
    for (const name of Object.keys(tools)) expect(text).toContain(name);
  });

  it("leaves code alone: a marker in a fence runs nothing", async () => {
    const { text, calls } = await open(backend, connect).ask("Show me some Markdown");
    expect(calls).toEqual([]);
    expect(text).toContain('###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}');
  });

  it("refuses what is no request of its protocol", async () => {
    const request = new Request("http://demo.test/api", { method: "POST", body: '{"messages":7}' });
    await expect(backend(request, { thinkMs: 0, deltaMs: 0 })).rejects.toThrow();
  });
});

it("each example is heard by its own script first", () => {
  for (const script of scripts) expect(scripts.find(({ hears }) => hears.test(script.example))).toBe(script);
});

it("Latitude's conversation keeps its uuid", async () => {
  const { store, ask, bodies } = open(latitudeBackend, latitude);
  await ask("Hello");
  const { threadId } = store.getState();
  expect(threadId).toMatch(/^[\da-f-]{36}$/u);
  await ask("Hello again");
  expect(JSON.parse(bodies[1] ?? "")).toMatchObject({ conversationUuid: threadId });
  expect(store.getState().threadId).toBe(threadId);
});
