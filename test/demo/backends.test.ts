import { beforeEach, describe, expect, it, vi } from "vitest";
import { type BackEnd, backEnds } from "../../demo/connectors.js";
import type { Backend } from "../../demo/server/backend.js";
import { backends } from "../../demo/server/backends.js";
import { scripts } from "../../demo/server/scripts.js";
import { tools } from "../../demo/tools.js";
import {
  type ChatMessage,
  createChatStore,
  getMessageText,
  getToolCalls,
  type OutgoingMessage,
  type Tools,
} from "../../src/core.js";

const setTimeoutItself = globalThis.setTimeout;
/** A picture of one dot, in base64. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const atOnce = { thinkMs: 0, deltaMs: 0 };

interface Protocol {
  name: string;
  backend: Backend;
  connect: BackEnd["connect"];
}

const protocols = [...backEnds].map(([name, { connect }]): Protocol => {
  const backend = backends.get(name);
  if (backend === undefined) throw new Error(`the demo's server does not speak ${name}`);
  return { name, backend, connect };
});

function protocol(name: string): Protocol {
  const found = protocols.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no back end ${name}`);
  return found;
}

/** The demo's page without the page: its store, its tools, and its back end behind `fetch`. */
function open({ name, backend, connect }: Protocol, pageTools: Tools = tools, messages: readonly ChatMessage[] = []) {
  const bodies: string[] = [];
  const store = createChatStore({
    connector: connect(`http://demo.test/api/${name}`, async (request, init) => {
      const sent = new Request(request, init);
      bodies.push(await sent.clone().text());
      return backend(sent, atOnce);
    }),
    tools: pageTools,
    messages,
  });
  const ask = async (question: string | OutgoingMessage) => {
    await store.getState().send(question);
    const answer = store.getState().messages.at(-1);
    if (answer?.role !== "assistant") throw new Error("no answer came");
    return { text: getMessageText(answer), calls: getToolCalls(answer), message: answer };
  };
  return { store, ask, bodies };
}

/** As it reads where a result is a string inside of JSON. */
function plain(body: string | undefined): string {
  return (body ?? "").replaceAll("\\", "");
}

describe.each(protocols)("the demo's $name back end", (spoken) => {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.stubGlobal("setTimeout", (run: () => void, delayMs = 0) => setTimeoutItself(run, delayMs / 100)); // tools take their time
    for (const name of ["OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"]) vi.stubEnv(name, "");
    return () => {
      vi.unstubAllEnvs();
      vi.unstubAllGlobals();
    };
  });

  it("answers the weather question with the numbers that the tool gave", async () => {
    const { ask, bodies } = open(spoken);
    const { text, calls } = await ask("What's the weather in San Francisco?");
    expect(calls).toMatchObject([{ name: "getWeather", args: { city: "San Francisco" }, status: "completed" }]);
    expect(calls[0]?.commentary).toContain("I'll check the weather.");
    expect(text).toContain("14 °C");
    expect(text).toContain("23 km/h");
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).not.toContain("temperatureC");
    expect(plain(bodies[1])).toContain('"temperatureC":14');
  });

  it("answers words that a picture and a text come with", async () => {
    const { ask, bodies } = open(spoken);
    const { text } = await ask({
      text: "What's the weather in San Francisco?",
      files: [
        { type: "file", mediaType: "image/png", filename: "sky.png", url: `data:image/png;base64,${pixel}` },
        { type: "file", mediaType: "text/csv", filename: "a.csv", url: "data:text/csv,a%2Cb" },
      ],
    });
    expect(text).toContain("14 °C");
    expect(bodies[0]).toContain(pixel);
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
    const { text } = await open(spoken, { getWeather: () => weather }).ask("What's the weather in Nowhere?");
    expect(text).toContain("71.5 °C");
    expect(text).toContain("333 km/h");
    expect(text).toContain("4 %");
  });

  it("asks for several cities side by side, and tells of them in their order", async () => {
    const { text, calls } = await open(spoken).ask("weather in Oslo, Lima and Atlantis?");
    expect(calls.map(({ args, status }) => [args, status])).toEqual([
      [{ city: "Oslo" }, "completed"],
      [{ city: "Lima" }, "completed"],
      [{ city: "Atlantis" }, "error"],
    ]);
    expect(text).toMatch(/Oslo:\*\* -3 °C.*Lima:\*\* 19 °C.*No weather for Atlantis/su);
  });

  it("reads every note that the search finds", async () => {
    const { text, calls } = await open(spoken).ask("What do my notes say about sourdough?");
    expect(calls.map(({ name }) => name)).toEqual(["searchNotes", "readNote", "readNote"]);
    expect(text).toContain("75 % ran off the board");
    expect(text).toContain("Two sourdough loaves");
  });

  it("tells how a command ended, out of what it wrote", async () => {
    const { text, calls } = await open(spoken).ask("Run `npm test`");
    expect(calls).toMatchObject([{ name: "runShell", args: { command: "npm test" }, status: "completed" }]);
    expect(text).toContain("wrote 242 lines and ended with **exit code 0**");
    expect(text).toContain("Test files: 240 passed");
  });

  it("goes on after a tool that fails, and after one that nobody has", async () => {
    const { store, ask } = open(spoken);
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
    const { text } = await open(spoken).ask("help");
    for (const { example } of scripts) expect(text).toContain(example);
    for (const name of Object.keys(tools)) expect(text).toContain(name);
  });

  it("leaves code alone: a marker in a fence runs nothing", async () => {
    const { text, calls } = await open(spoken).ask("Show me some Markdown");
    expect(calls).toEqual([]);
    expect(text).toContain('###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}');
  });

  it("shows what the assistant thinks", async () => {
    const { message } = await open(spoken).ask("What do my notes say about sourdough?");
    const thoughts = message.parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : []));
    expect(thoughts.join("").trim()).toBe(
      "The search names 2 of them by their titles, and the titles do not say it. I have to read.",
    );
  });

  it("refuses what is no request of its protocol, in words that are shown", async () => {
    const init = { method: "POST", body: '{"messages":7}', headers: { "content-type": "application/json" } };
    const refused = await spoken.backend(new Request("http://demo.test/api", init), atOnce);
    expect(refused.status).toBe(400);
    const { store } = open({ ...spoken, backend: async () => refused });
    await store.getState().send("Hello");
    expect(store.getState().status).toBe("error");
    expect(store.getState().error?.message).toMatch(/messages|model|anthropic-version|required|expected|invalid/iu);
  });
});

it("each example is heard by its own script first", () => {
  for (const script of scripts) expect(scripts.find(({ hears }) => hears.test(script.example))).toBe(script);
});

it("Latitude's conversation keeps its uuid", async () => {
  const { store, ask, bodies } = open(protocol("latitude"));
  await ask("Hello");
  const { threadId } = store.getState();
  expect(threadId).toMatch(/^[\da-f-]{36}$/u);
  await ask("Hello again");
  expect(JSON.parse(bodies[1] ?? "")).toMatchObject({ conversationUuid: threadId });
  expect(store.getState().threadId).toBe(threadId);
});

it("a conversation goes on over each back end in turn, with what the others made of it", async () => {
  let messages: readonly ChatMessage[] = [];
  for (const spoken of [...protocols, ...protocols.toReversed()]) {
    const { ask, store } = open(
      spoken,
      { ...tools, getWeather: () => ({ city: spoken.name, message: "fog" }) },
      messages,
    );
    const { text, calls } = await ask("weather in Oslo and Lima?");
    expect(calls.map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(text).toContain(spoken.name);
    expect((await ask("Launch the rocket")).text).toContain("the rocket stays where it is");
    messages = store.getState().messages;
  }
  expect(messages).toHaveLength(protocols.length * 8);
});
