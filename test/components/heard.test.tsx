import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, fails, oneTool, returns, says, step, user } from "../../stories/scenes.js";
import { heldTool, until, untilRest } from "../chat/chat.js";
import { ScriptedServer } from "../chat/scripted-server.js";

/** A chat on the page, and all that its live regions were given, in order: `polite: Answer ready`. */
function open(options: Partial<ChatStoreOptions> = {}) {
  const server = new ScriptedServer();
  const store = createChatStore({ connector: server.connector, ...options });
  const { container } = render(<ChatWrapper store={store} />);
  const heard: string[] = [];
  const regionOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest("[aria-live],[role=status],[role=alert]");
  const listen = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const region = regionOf(target);
      const voice = region?.getAttribute("aria-live") ?? region?.getAttribute("role");
      if (voice === undefined || voice === "off") continue;
      const spoken = type === "characterData" ? [target] : [...addedNodes];
      heard.push(...spoken.map((node) => `${voice}: ${node.textContent}`));
    }
  });
  listen.observe(container, { childList: true, characterData: true, subtree: true });
  return { server, store, heard };
}

/** The page as it is once this is so, and all that was on its way has been drawn and heard. */
async function when(condition: () => boolean): Promise<void> {
  await act(() => until(condition));
  await act(() => new Promise((resolve) => setTimeout(resolve, 40)));
}

const rested = (store: ChatStore) => act(() => untilRest(store));
const ask = (words = "Weather?") => userEvent.type(screen.getByRole("textbox"), `${words}{Enter}`);
const shows = (words: string | RegExp) => when(() => screen.queryAllByText(words).length > 0);
/** One answer a request; the last one is given again. */
function answers(server: ScriptedServer, ...each: readonly StreamEvent[][]): void {
  let count = 0;
  server.script = () => each[Math.min(count++, each.length - 1)] ?? [];
}

test("a plain answer", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  server.put({ type: "text-start", id: "t" });
  for (const word of ["It ", "is ", "18 °C", ".\n\n", "# And ", "so ", "on."]) {
    server.put({ type: "text-delta", id: "t", delta: word });
    await when(() => !server.isBehind);
  }
  server.put({ type: "text-end", id: "t" });
  server.close();
  await rested(store);
  await when(() => true);
  expect(heard).toEqual(["polite: Answer ready"]);
});

test("debug partial stop", async () => {
  const { server, store, heard } = open();
  await ask();
  await when(() => server.requests.length === 1);
  server.put({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "It is so that " });
  await when(() => !server.isBehind);
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  await rested(store);
  await when(() => true);
  console.log(JSON.stringify(store.getState().messages), heard);
});

test("debug pause", async () => {
  const { server, store, heard } = open({ maxSteps: 1, tools: { look: () => "x" } });
  answers(server, calls("a", "look"));
  await ask();
  await when(() => server.requests.length === 1);
  await rested(store);
  await when(() => true);
  console.log(JSON.stringify(store.getState().messages), heard);
});
