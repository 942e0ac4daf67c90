import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChatWrapper, type Connector } from "../../src/index.js";
import "../../src/styles.css";

const marker = '###:{"toolName":"weigh","parameters":{"thing":"}zebra{","deep":{"a":["\\"###",1]}}}';

/** One UTF-16 unit a frame, as slow as a model can be. */
function trickle(text: string): Connector {
  return {
    name: "trickle",
    encode: () => new Request("https://trickle.invalid/", { method: "POST" }),
    fetch: () => Promise.resolve(new Response("")),
    decode: async function* () {
      yield { type: "text-start", id: "text" };
      for (let at = 0; at < text.length; at += 1) {
        await nextFrame();
        yield { type: "text-delta", id: "text", delta: text.charAt(at) };
      }
      yield { type: "text-end", id: "text" };
      yield { type: "finish" };
    },
  };
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** What the conversation shows, in every frame and behind every change between two frames. */
function recordConversation(): { texts: string[]; stop: () => void } {
  const texts: string[] = [];
  const look = () => texts.push(document.querySelector("[role=log]")?.textContent ?? "");
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  let frame = requestAnimationFrame(function again() {
    look();
    frame = requestAnimationFrame(again);
  });
  return {
    texts,
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

const words = [
  "Thinking…",
  "🔧 Waiting for tool call completion...",
  "🔧 Executing tool: weigh...",
  "🔧 Executed weigh: 42 kg",
  "Used 1 tool",
  "Used 2 tools",
  "·",
];

/** What is left of a text when the question and the activity's own words are taken out. */
function remainder(text: string): string {
  return words
    .reduce((left, word) => left.replaceAll(word, ""), text)
    .replace("Go", "")
    .trim();
}

const beginnings = (text: string) => Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end).trim());

it.each([
  ["a marker in one line", `Before ${marker} After`],
  ["a marker with a line break behind its colon", `Before ${marker.replace(":", ":\n  ")} After`],
  ["two markers", `Before ${marker}\n${marker} After`],
])("no frame shows any part of %s", async (_name, text) => {
  const screen = await render(
    <ChatWrapper
      connector={trickle(text)}
      tools={{ weigh: () => ({ message: "42 kg" }) }}
      config={{ followUp: "manual" }}
    />,
  );
  await userEvent.fill(page.getByLabelText("Message", { exact: true }), "Go");
  const recording = recordConversation();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("After"), { timeout: 30_000 }).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send" })).toBeVisible();
  recording.stop();

  // The words before a call count as its commentary as soon as it begins, and are folded away with it.
  const allowed = new Set([...beginnings("Before"), ...beginnings("After")]);
  expect(recording.texts.length).toBeGreaterThan(text.length);
  expect(recording.texts.map(remainder).filter((left) => !allowed.has(left))).toEqual([]);
  expect(recording.texts.some((shown) => shown.includes("🔧 Waiting for tool call completion..."))).toBe(true);
  await screen.unmount();
});

it("a heading that begins like a marker is shown as it comes", async () => {
  const screen = await render(<ChatWrapper connector={trickle("### Title\n\nAfter")} />);
  await userEvent.fill(page.getByLabelText("Message", { exact: true }), "Go");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Title", level: 3 })).toBeVisible();
  await expect.element(page.getByText("After")).toBeVisible();
  await screen.unmount();
});
