import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ToolDefinition } from "../../src/tools/definition.js";
import { toJsonResult } from "../../src/tools/result.js";
import { validateInput } from "../../src/tools/validate.js";
import { assistant, calls, fails, returns, writes } from "../../stories/scenes.js";
import { call, callsOf, chat, partsOf, text, until, untilRest } from "../chat/chat.js";
import * as page from "./tools-page.js";

const here = import.meta.dirname;
const written = readFileSync(join(here, "../../docs/tools.md"), "utf8");
const words = written.replace(/\s+/g, " ");
const blocks = [...written.matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = ""]) =>
  code.replace(/^import .*\n/gm, "").trim(),
);

/** A chat with one of the page's tools, which the model calls once. */
async function play(tool: ToolDefinition<never, unknown>, input: unknown) {
  const played = chat([[call("c1", tool.name, input)]], { tools: [tool] });
  await played.store.getState().send("go");
  return played;
}

afterEach(() => vi.restoreAllMocks());

describe("the page on tools", () => {
  test("shows code as it is run here, and all of it", () => {
    const run = readFileSync(join(here, "tools-page.tsx"), "utf8");
    expect(blocks.length).toBeGreaterThan(12);
    expect(run.slice(run.indexOf(blocks[0] ?? ""))).toBe(`${blocks.join("\n\n")}\n`);
  });

  test("says in what form a result without a word in JSON is shown and sent", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    let deep: unknown = 1;
    for (let level = 0; level < 33; level += 1) deep = [deep];
    const rows: [row: string, given: unknown, form: unknown][] = [
      ["| nothing, a function, a symbol | `null` ", [undefined, () => 1, Symbol("s")], [null, null, null]],
      ["| a BigInt | its digits, as text ", 10n, "10"],
      ['| `NaN`, `Infinity` | `"NaN"`, `"Infinity"` ', [Number.NaN, Infinity], ["NaN", "Infinity"]],
      ["| a Date | ISO 8601 ", new Date(0), "1970-01-01T00:00:00.000Z"],
      ["| an Error | `{ name, message }` ", new Error("a"), { name: "Error", message: "a" }],
      ["| a Map with texts as keys, a Set | an object, a list ", [new Map([["a", 1]]), new Set([1])], [{ a: 1 }, [1]]],
      ["| another Map | a list of pairs ", new Map([[1, 2]]), [[1, 2]]],
      [
        "| a Blob, bytes | `{ type, mediaType?, sizeBytes }` ",
        [new Blob(["abc"], { type: "text/plain" }), new Uint8Array(2)],
        [
          { type: "blob", mediaType: "text/plain", sizeBytes: 3 },
          { type: "bytes", sizeBytes: 2 },
        ],
      ],
    ];
    for (const [row, given, form] of rows) {
      expect(words).toContain(row);
      expect(toJsonResult(given)).toEqual(form);
    }
    expect(words).toContain(
      '| a circle, 33 levels, 100,001 values | `"[Circular]"`, `"[Too deep]"`, `"[Too many values]"` |',
    );
    expect(toJsonResult(circle)).toEqual(["[Circular]"]);
    expect(JSON.stringify(toJsonResult(deep))).toContain("[Too deep]");
    expect(JSON.stringify(toJsonResult((deep as unknown[])[0]))).not.toContain("[Too deep]");
    expect(toJsonResult(Array.from({ length: 100_000 }, () => 0))).toContain("[Too many values]");
    expect(toJsonResult(Array.from({ length: 99_999 }, () => 0))).not.toContain("[Too many values]");
  });

  test("quotes what the model is told of arguments that do not fit", async () => {
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const { errorText } = (await validateInput({ name: "a", parameters }, { city: 7 })) as { errorText: string };
    expect(words).toContain(`\`${errorText}\``);
  });
});

describe("its examples", () => {
  test("getWeather runs, with what it was called with", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("18"));
    const { store } = await play(page.getWeather, { city: "São Paulo" });
    expect(callsOf(store)).toMatchObject([{ status: "completed", result: { city: "São Paulo", celsius: 18 } }]);
    expect(fetched.mock.calls[0]?.[0]).toBe("/weather?city=S%C3%A3o%20Paulo");
  });

  test("findNotes has its default, and no other arguments", async () => {
    page.notes.add("kettle one");
    page.notes.add("kettle two");
    const { store } = await play(page.findNotes, { query: "kettle" });
    expect(callsOf(store)[0]?.result).toEqual(["kettle one", "kettle two"]);
    const wrong = await play(page.findNotes, { query: "kettle", order: "new" });
    expect(callsOf(wrong.store)[0]).toMatchObject({ status: "error" });
  });

  test("deleteNotes asks for more than one note, and readPage is tried three times", async () => {
    const one = await play(page.deleteNotes, { ids: ["a"] });
    expect(callsOf(one.store)[0]).toMatchObject({ status: "completed", result: 1 });
    const two = await play(page.deleteNotes, { ids: ["a", "b"] });
    expect(partsOf(two.store.getState().messages)[0]?.state).toBe("approval-requested");
    two.store.getState().stop();
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("offline"));
    const read = await play(page.readPage, { url: "https://example.com/" });
    expect(callsOf(read.store)[0]).toMatchObject({ status: "error", error: "offline" });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test("countWords runs again where the page went away, countStars ends with all stars", async () => {
    const part = {
      type: "dynamic-tool",
      toolName: "countWords",
      toolCallId: "c",
      state: "input-available",
      input: {},
    } as const;
    const { store } = chat([text("4 words")], {
      tools: [page.countWords],
      messages: [{ id: "a", role: "assistant", parts: [part] }],
    });
    store.subscribe(() => {});
    await until(() => callsOf(store)[0]?.status === "completed");
    await untilRest(store);
    const stars = await play(page.countStars, {});
    expect(callsOf(stars.store)[0]?.result).toBe(66);
  });

  test("appendNote keeps the order of its calls", async () => {
    const { store } = chat(
      [[call("1", "appendNote", { text: "first" }), call("2", "appendNote", { text: "second" })]],
      {
        tools: [page.appendNote],
      },
    );
    await store.getState().send("go");
    const [first, second] = callsOf(store).map(({ result }) => Number(result));
    expect(second).toBe((first ?? 0) + 1);
  });

  const widget = (tool: ToolDefinition<never, unknown>, events: StreamEvent[], isWriting = false) => (
    <ChatProvider tools={[tool]}>
      <MessageList messages={[assistant(events)]} status={isWriting ? "streaming" : "ready"} />
    </ChatProvider>
  );

  test("readFile is told in its own words", async () => {
    const { container, rerender } = render(widget(page.readFile, writes("a", "readFile", '{"path":"kettle.md"'), true));
    expect(container).toHaveTextContent("Reading kettle.md");
    const done = (id: string) => [...calls(id, "readFile", { path: `${id}.md` }), ...returns(id, "text")];
    rerender(widget(page.readFile, done("a")));
    await screen.findByText("Read 1 file");
    rerender(widget(page.readFile, ["a", "b", "c"].flatMap(done)));
    await screen.findByText("Read 3 files");
    rerender(widget(page.readFile, [...calls("d", "readFile", { path: "d.md" }), ...fails("d", "gone")]));
    expect(container).toHaveTextContent("Could not read d.md");
  });

  test("signIn shows no pin, and a card sees none", async () => {
    const secret = [...calls("a", "signIn", { user: "ada", pin: "4711" }), ...returns("a", "ada is signed in")];
    const { container } = render(widget(page.signIn, secret));
    await userEvent.click(screen.getByRole("button", { name: /^Used 1 tool/ }));
    expect(screen.getByRole("listitem")).toHaveTextContent('signIn(user="ada", pin="[redacted]") → ada is signed in');
    expect(container).not.toHaveTextContent("4711");
  });

  test("the cards draw their calls, and the person's pick answers", async () => {
    render(
      <ChatProvider toolRenderers={{ getWeather: page.WeatherCard }}>
        <MessageList
          messages={[
            assistant([...calls("a", "getWeather", { city: "Oslo" }), ...returns("a", { city: "Oslo", celsius: -3 })]),
          ]}
        />
      </ChatProvider>,
    );
    expect(screen.getByText("-3 °C in Oslo")).toBeVisible();
    page.willAnswer([call("p1", "pickColor")], text("Teal it is."));
    render(
      <ChatProvider store={page.store} toolRenderers={{ pickColor: page.PickColor }}>
        <MessageList />
      </ChatProvider>,
    );
    await act(() => page.store.getState().send("Which?"));
    await userEvent.click(await screen.findByRole("button", { name: "Teal" }));
    expect(await screen.findByText("Teal it is.")).toBeVisible();
  });

  test.each([
    ["xml", '<tool name="findNotes">\n<arguments>\n<arg name="query">24</arg>\n</arguments>\n</tool>'],
    ["json", '{"tool": {"function": "findNotes", "parameters": {"query": "24"}}}'],
    ["sentinel", '[[SEG_START {"type": "tool", "tool_name": "findNotes", "arguments": {"query": "24"}}]][[SEG_END]]'],
  ] as const)("a model that is told in %s calls in its text, by the tools' schemas", async (format, call) => {
    page.willAnswer(text(`I look.\n\n${call}\n`), text("Nothing."));
    const store = page.createPromptedStore("ollama", format);
    await store.getState().send("24?");
    expect(partsOf(store.getState().messages)).toMatchObject([{ state: "output-available", input: { query: "24" } }]);
    const [first] = page.requests;
    expect(first?.tools).toEqual([]);
    expect(first?.messages[0]?.role).toBe("system");
    expect(JSON.stringify(first?.messages[0])).toContain("## Accessible Tools");
  });

  test("a model with calls of its own is told of the tools by the request, and its text is text", async () => {
    page.willAnswer(text('###:{"toolName":"findNotes","parameters":{"query":"a"}}'));
    const store = page.createPromptedStore("openai");
    await store.getState().send("Find.");
    expect(page.requests[0]?.tools.map(({ name }) => name)).toEqual(["findNotes", "readFile"]);
    expect(JSON.stringify(page.requests[0]?.messages)).not.toContain("Accessible Tools");
    expect(partsOf(store.getState().messages)).toEqual([]);
  });

  test("a tool whose schema cannot say itself keeps no answer from coming", async () => {
    const parameters = {
      "~standard": { version: 1 as const, vendor: "own", validate: (value: unknown) => ({ value }) },
    };
    const own = { name: "own", parameters, execute: () => "ran" };
    const { store } = chat([[call("c1", "own", { a: 1 })], text("Done.")], { tools: [own], toolDeclarations: [] });
    await store.getState().send("go");
    expect(callsOf(store)).toMatchObject([{ status: "completed", result: "ran" }]);
  });

  test.each([
    ["Chat", page.Chat],
    ["Clock", page.Clock],
    ["Manual", page.Manual],
    ["Discreet", page.Discreet],
    ["Cards", page.Cards],
  ] as const)("the chat %s is drawn", (_name, Example) => {
    render(<Example />);
    expect(screen.getByRole("textbox")).toBeVisible();
  });
});
