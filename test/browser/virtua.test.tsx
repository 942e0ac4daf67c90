import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { createChatStore } from "../../src/chat/store.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, returns, says, step, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";
import { LongChat } from "../components/windowed/LongChat.js";
import "../../src/styles.css";

/** A question and an answer with one call, a hundred times: rows of many heights. */
const messages = Array.from({ length: 100 }, (_, index) => [
  user(`Question ${index}`, `q-${index}`),
  assistant(
    [
      ...calls(`c-${index}`, "read_log", { at: index }),
      ...returns(`c-${index}`, "one line\nanother line"),
      step,
      ...says(`Answer ${index}. ${"It goes on. ".repeat((index % 7) * 30)}`),
    ],
    `a-${index}`,
  ),
]).flat();

async function draw(messages: readonly ChatMessage[]) {
  const store = createChatStore({ connector: scripted([["It is ", "so."]], 1), messages });
  await render(
    <div style={{ height: "30rem" }}>
      <LongChat store={store} />
    </div>,
  );
  return store;
}

/** Waits for what the page comes to; a busy machine is no fault. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

const log = () => page.getByRole("log").element();
const rows = () => [...document.querySelectorAll(".tt-message")];
const row = (words: string) => rows().find((each) => each.textContent.includes(words));
const toBottomPx = () => log().scrollHeight - log().scrollTop - log().clientHeight;

function expectEnd(words: string): void {
  expect(toBottomPx()).toBeLessThan(2);
  expect(row(words)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(log().getBoundingClientRect().bottom);
  expect(row("Question 0")).toBeUndefined();
}

/** Rows are measured as they come, and the place moves with them. */
const scrollToStart = () =>
  soon(() => {
    log().scrollTop = 0;
    expect(row("Question 0")).toBeDefined();
    expect(row("Question 98")).toBeUndefined();
  });
const scrollToEnd = () =>
  soon(() => {
    log().scrollTop = log().scrollHeight;
    expectEnd("Answer 99.");
  });

const firstCall = () => page.getByRole("button", { name: /^Used 1 tool/ }).first();

afterEach(cleanup);

describe("the example for a list of one’s own, over virtua", () => {
  test("holds a window of the rows, and stands at its end at first", async () => {
    await draw(messages);
    await soon(() => expectEnd("Answer 99."));
    expect(rows().length).toBeGreaterThan(1);
    expect(rows().length).toBeLessThan(50);
    await scrollToStart();
    expect(rows().length).toBeLessThan(50);
    expect(row("Answer 99.")).toBeDefined(); // the last one stays
  });

  test("a call that was opened is open when its row comes back", async () => {
    await draw(messages);
    await soon(() => expectEnd("Answer 99."));
    await scrollToStart();
    await userEvent.click(firstCall());
    await expect.element(page.getByText("another line")).toBeVisible();
    await scrollToEnd();
    expect(page.getByText("another line").query()).toBeNull();
    await scrollToStart();
    await expect.element(page.getByText("another line")).toBeVisible();
    await expect.element(firstCall()).toHaveAttribute("aria-expanded", "true");
  });

  test("the focus in a row that goes away stays in the list", async () => {
    await draw(messages);
    await soon(() => expectEnd("Answer 99."));
    await scrollToStart();
    const button = firstCall().element();
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    expect(document.activeElement).toBe(button);
    await scrollToEnd();
    expect(button.isConnected).toBe(false);
    await soon(() => expect(document.activeElement).toBe(log()));
  });

  test("goes to its end with a message that is sent", async () => {
    const store = await draw(messages);
    await soon(() => expectEnd("Answer 99."));
    await scrollToStart();
    await store.getState().send("Is it so?");
    await soon(() => expectEnd("It is so."));
  });

  test("begins with an empty conversation", async () => {
    const store = await draw([]);
    expect(rows()).toEqual([]);
    await store.getState().send("Is it so?");
    await soon(() => expect(rows().map((each) => each.textContent)).toEqual(["Is it so?", "It is so."]));
  });
});
