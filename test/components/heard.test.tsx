import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { getToolCalls } from "../../src/chat/message.js";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, fails, oneTool, returns, says, step, user } from "../../stories/scenes.js";
import { heldTool, untilRest } from "../chat/chat.js";
import { ScriptedServer } from "../chat/scripted-server.js";
import { whenDrawn } from "./when-drawn.js";

/** All that the live regions of a page were given from now on, in order: `polite: Answer ready`. */
function listen(page: HTMLElement): string[] {
  const heard: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest("[aria-live],[role=status],[role=alert]");
      const voice = region?.getAttribute("aria-live") ?? region?.getAttribute("role");
      if (voice === null || voice === undefined || voice === "off") continue;
      const spoken = type === "characterData" ? [target] : [...addedNodes];
      heard.push(...spoken.map((node) => `${voice}: ${node.textContent}`));
    }
  });
  observer.observe(page, { childList: true, characterData: true, subtree: true });
  return heard;
}

function open(options: Partial<ChatStoreOptions> = {}) {
  const server = new ScriptedServer();
  const store = createChatStore({ connector: server.connector, ...options });
  const { container } = render(<ChatWrapper store={store} />);
  return { server, store, heard: listen(container) };
}

/** The page as it is once this is so, and all that was on its way has been drawn and heard. */
async function when(condition: () => boolean): Promise<void> {
  await whenDrawn(condition);
  await act(() => new Promise((resolve) => setTimeout(resolve, 40)));
}

const rested = async (store: ChatStore) => {
  await act(() => untilRest(store));
  await when(() => true);
};
const ask = (words = "Weather?") => userEvent.type(screen.getByRole("textbox"), `${words}{Enter}`);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** One answer a request. */
function answers(server: ScriptedServer, ...each: readonly StreamEvent[][]): void {
  let count = 0;
  server.script = () => each[count++] ?? [];
}

const weatherCall = calls("w", "getWeather", { city: "Oslo" });
const running = (heard: readonly string[], count = 1) =>
  when(() => heard.filter((each) => each.startsWith("polite: Running")).length === count);

test("a plain answer, that streams: that it is ready, and none of its words", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  server.put({ type: "text-start", id: "t" });
  for (const delta of ["It ", "is ", "18 °C", ".\n\n", "# And ", "so ", "on."]) {
    server.put({ type: "text-delta", id: "t", delta });
    await when(() => !server.isBehind);
  }
  server.put({ type: "text-end", id: "t" });
  server.close();
  await rested(store);
  expect(screen.getByRole("heading", { name: "And so on." })).toBeInTheDocument();
  expect(heard).toEqual(["polite: Answer ready"]);
});

test("one tool, and the words that led to it: that it runs, is done, and the answer is ready", async () => {
  const getWeather = heldTool();
  const { server, store, heard } = open({ tools: { getWeather } });
  answers(server, [...says("I’ll look."), ...weatherCall], says("It is 18 °C."));
  await ask();
  await running(heard);
  getWeather.finish("18 °C");
  await rested(store);
  expect(heard).toEqual(["polite: Running getWeather", "polite: getWeather done", "polite: Answer ready"]);
});

test("five tools in one step: each begins and ends once, in the order in which it does", async () => {
  const names = ["one", "two", "three", "four", "five"];
  const held = names.map((name) => ({ name, ...heldTool() }));
  const { server, store, heard } = open({ tools: held });
  answers(
    server,
    names.flatMap((name) => calls(name, name)),
    says("All five are done."),
  );
  await ask();
  await running(heard, 5);
  for (const { name, finish } of held.toReversed()) {
    finish(name);
    await when(() => heard.includes(`polite: ${name} done`));
  }
  await rested(store);
  expect(heard).toEqual([
    "polite: Running one",
    "polite: Running two",
    "polite: Running three",
    "polite: Running four",
    "polite: Running five",
    "polite: five done",
    "polite: four done",
    "polite: three done",
    "polite: two done",
    "polite: one done",
    "polite: Answer ready",
  ]);
});

test("nine tools that end in one moment: none of them is passed over", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `tool${index}`);
  const { server, store, heard } = open();
  answers(server, [...names.flatMap((name) => [...calls(name, name), ...returns(name, 1)]), step, ...says("Done.")]);
  await ask();
  await rested(store);
  expect(heard).toEqual([...names.map((name) => `polite: ${name} done`), "polite: Answer ready"]);
});

test("a tool that fails: that it failed; the answer goes on", async () => {
  let fail = () => {};
  const getWeather = () => new Promise((_resolve, reject) => (fail = () => reject(new Error("No such place."))));
  const { server, store, heard } = open({ tools: { getWeather } });
  answers(server, weatherCall, says("I could not find out."));
  await ask();
  await running(heard);
  fail();
  await rested(store);
  expect(heard).toEqual(["polite: Running getWeather", "polite: getWeather failed", "polite: Answer ready"]);
});

test("a stop in the middle of a call: that it is stopped, once, and no answer", async () => {
  const { server, store, heard } = open({ tools: { getWeather: heldTool() } });
  answers(server, [...says("I’ll look."), ...weatherCall]);
  await ask();
  await running(heard);
  await press("Stop");
  await rested(store);
  expect(heard).toEqual(["polite: Running getWeather", "polite: Stopped"]);
});

test("a stop in the middle of an answer: that it is stopped, not that it is ready", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  server.put({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "It is so that " });
  await when(() => !server.isBehind);
  await press("Stop");
  await rested(store);
  expect(heard).toEqual(["polite: Stopped"]);
});

test("an error in the stream, and another try: the error at once, then the answer", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  server.put({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "It is" });
  server.put({ type: "error", errorText: "Too many requests" });
  server.close();
  await when(() => store.getState().status === "error");
  answers(server, says("It is 18 °C."));
  await press("Try again");
  await rested(store);
  expect(heard).toEqual(["assertive: Too many requests", "polite: Answer ready"]);
});

const deleteNotes = () => ({ ...heldTool(), needsApproval: true });

test("an approval, allowed: at once that it is needed, then the call as any other", async () => {
  const tool = deleteNotes();
  const { server, store, heard } = open({ tools: { deleteNotes: tool } });
  answers(server, calls("d", "deleteNotes"), says("They are gone."));
  await ask();
  await when(() => screen.queryByRole("group") !== null);
  expect(heard).toEqual(["assertive: Approval needed: deleteNotes. Alt+A goes to it."]);
  await press("Allow once");
  await running(heard);
  tool.finish("2 notes deleted");
  await rested(store);
  expect(heard).toEqual([
    "assertive: Approval needed: deleteNotes. Alt+A goes to it.",
    "polite: Running deleteNotes",
    "polite: deleteNotes done",
    "polite: Answer ready",
  ]);
});

test("while it is not known whether a person is asked, nothing says that the call runs, however long that takes", async () => {
  let decide = (_isNeeded: boolean) => {};
  const tool = { ...heldTool(), needsApproval: () => new Promise<boolean>((resolve) => (decide = resolve)) };
  const { server, store, heard } = open({ tools: { deleteNotes: tool } });
  answers(server, calls("d", "deleteNotes"), says("They are gone."));
  await ask();
  await when(() => store.getState().status === "running");
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(heard).toEqual([]);
  expect(screen.queryByText(/Executing/)).toBeNull();
  expect(getToolCalls(store.getState().messages.at(-1) ?? user(""))).toMatchObject([{ status: "pending" }]);
  decide(false);
  await running(heard);
  expect(screen.getByText("🔧 Executing tool: deleteNotes...")).toBeInTheDocument();
  tool.finish("2 notes deleted");
  await rested(store);
  expect(heard).toEqual(["polite: Running deleteNotes", "polite: deleteNotes done", "polite: Answer ready"]);
});

test("an approval, denied: what comes of it is the answer", async () => {
  const { server, store, heard } = open({ tools: { deleteNotes: deleteNotes() } });
  answers(server, calls("d", "deleteNotes"), says("I leave them."));
  await ask();
  await when(() => screen.queryByRole("group") !== null);
  await press("Deny");
  await rested(store);
  await when(() => screen.queryByText("I leave them.") !== null);
  expect(heard).toEqual(["assertive: Approval needed: deleteNotes. Alt+A goes to it.", "polite: Answer ready"]);
});

test("a pause after as many steps as may be: the pause, and neither an end nor a stop", async () => {
  const getWeather = heldTool();
  const { server, store, heard } = open({ tools: { getWeather }, maxSteps: 1 });
  answers(server, weatherCall, says("It is 18 °C."));
  await ask();
  await running(heard);
  getWeather.finish("18 °C");
  await rested(store);
  const paused = [
    "polite: Running getWeather",
    "polite: getWeather done",
    "polite: Paused: the assistant has taken 1 step, which is as many as it may take at once.",
  ];
  expect(heard).toEqual(paused);
  await press("Continue");
  await rested(store);
  expect(heard).toEqual([...paused, "polite: Answer ready"]);
});

test("a tool that asks only sometimes, and does not: that it runs, is done, and the answer is ready", async () => {
  const tool = { ...heldTool(), needsApproval: () => false };
  const { server, store, heard } = open({ tools: { deleteNotes: tool } });
  answers(server, calls("d", "deleteNotes"), says("They are gone."));
  await ask();
  await running(heard);
  tool.finish("2 notes deleted");
  await rested(store);
  expect(heard).toEqual(["polite: Running deleteNotes", "polite: deleteNotes done", "polite: Answer ready"]);
});

const stored = [user("Weather?", "u1"), { ...oneTool.answered, id: "a1" }];
const storedFailure = [user("And the page?", "u2"), assistant([...calls("p", "fetchPage"), ...fails("p", "no")], "a2")];

test("a conversation that was stored: nothing, whether it is there at first, comes later or takes another’s place", async () => {
  const { store, heard } = open({ messages: stored });
  act(() => store.getState().setMessages([...stored, ...storedFailure]));
  act(() => store.getState().setMessages([]));
  act(() => store.getState().setMessages(stored));
  act(() => store.getState().setMessages(storedFailure));
  await when(() => screen.queryByText("And the page?") !== null);
  expect(heard).toEqual([]);
});

test("a stored conversation that takes the place of one that goes on: nothing of either", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  act(() => store.getState().setMessages(stored));
  await when(() => screen.queryByText(/fog over the bay/) !== null);
  expect(heard).toEqual([]);
});

test("two answers, one after the other: each that it is ready", async () => {
  const getWeather = heldTool();
  const { server, store, heard } = open({ tools: { getWeather } });
  answers(server, says("Good morning."), weatherCall, says("It is 18 °C."));
  await ask("Hello");
  await rested(store);
  await ask();
  await running(heard);
  getWeather.finish("18 °C");
  await rested(store);
  expect(heard).toEqual([
    "polite: Answer ready",
    "polite: Running getWeather",
    "polite: getWeather done",
    "polite: Answer ready",
  ]);
});

test("words of the app that are made anew at each render: nothing is told twice", async () => {
  const server = new ScriptedServer();
  const store = createChatStore({ connector: server.connector, tools: { look: () => "x" }, maxSteps: 1 });
  const page = () => <ChatWrapper store={store} labels={{ paused: () => "A rest." }} />;
  const { container, rerender } = render(page());
  answers(server, calls("l", "look"));
  const heard = listen(container);
  await ask();
  await rested(store);
  rerender(page());
  rerender(page());
  await when(() => true);
  expect(heard.filter((each) => each === "polite: A rest.")).toHaveLength(1);
});
