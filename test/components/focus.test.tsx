import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { ChatWrapper, type ChatWrapperProps } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { call, chat, heldTool, text, untilRest } from "../chat/chat.js";
import { whenDrawn } from "./when-drawn.js";

type Look = Pick<ChatWrapperProps, "toolLayout">;

/** A chat whose first answer makes two calls of `wipe`, by the ids "a" and "b"; its second is "Done.". */
function open(options: Partial<ChatStoreOptions>, look: Look = {}) {
  const answers = [[...text("I’ll look."), call("a", "wipe", { at: 1 }), call("b", "wipe", { at: 2 })], text("Done.")];
  const { store } = chat(answers, options);
  render(
    <>
      <button type="button">Elsewhere on the page</button>
      <ChatWrapper store={store} {...look} />
    </>,
  );
  return store;
}

const ask = () => userEvent.type(screen.getByRole("textbox"), "Go on.{Enter}");
const cards = () => screen.queryAllByRole("group", { name: "Allow wipe?" });
const asked = () => whenDrawn(() => cards().length === 2);
const altA = () => userEvent.keyboard("{Alt>}[KeyA]{/Alt}");
const wipe = () => ({ execute: vi.fn(() => "wiped"), needsApproval: true });

/** The focus is on something that stands in the page, and is not the page itself. */
function expectFocusKept(): void {
  expect(document.activeElement).not.toBe(document.body);
  expect(document.body).toContainElement(document.activeElement as HTMLElement);
}

describe("Alt+A", () => {
  test("goes to the first call that waits, then to the next, then to the first again; what was written stays", async () => {
    open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    const field = screen.getByRole("textbox");
    await userEvent.type(field, "and a draft");
    await altA();
    expect(cards()[0]).toHaveFocus();
    await userEvent.tab();
    await altA();
    expect(cards()[1]).toHaveFocus();
    await altA();
    expect(cards()[0]).toHaveFocus();
    expect(field).toHaveValue("and a draft");
  });

  test("goes there from outside of the chat, and the answers are one Tab away", async () => {
    const tool = wipe();
    open({ tools: { wipe: tool } });
    await ask();
    await asked();
    act(() => screen.getByRole("button", { name: "Elsewhere on the page" }).focus());
    await altA();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await whenDrawn(() => tool.execute.mock.calls.length === 1);
    expect(cards()).toHaveLength(1);
    expect(cards()[0]).toHaveFocus();
  });

  test("is told where the call is announced, and by each card", async () => {
    open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    for (const card of cards()) expect(card).toHaveAttribute("aria-keyshortcuts", "Alt+A");
    expect(document.querySelector("[aria-live=assertive]")).toHaveTextContent("Alt+A goes to it.");
  });

  test("does nothing, and is left to the page, while no call waits", () => {
    open({});
    const field = screen.getByRole("textbox");
    field.focus();
    const isLeft = fireEvent.keyDown(field, { code: "KeyA", key: "a", altKey: true });
    expect(isLeft).toBe(true);
    expect(field).toHaveFocus();
  });

  const mac = () => vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document, init);

  test.each<[string, KeyboardEventInit, boolean]>([
    ["a plain letter", { code: "KeyA", key: "a" }, false],
    ["a capital", { code: "KeyA", key: "A", shiftKey: true }, false],
    ["all that is selected", { code: "KeyA", key: "a", ctrlKey: true }, false],
    ["a letter with AltGr", { code: "KeyA", key: "ą", altKey: true, ctrlKey: true, modifierAltGraph: true }, false],
    ["a letter that Option writes", { code: "KeyA", key: "å", altKey: true }, true],
    ["a composition", { code: "KeyA", key: "a", altKey: true, isComposing: true }, false],
  ])("is none of what a person writes: %s", async (_what, init, isMac) => {
    open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    const platform = isMac ? mac() : undefined;
    const field = screen.getByRole("textbox");
    field.focus();
    expect(press(init)).toBe(true);
    expect(field).toHaveFocus();
    platform?.mockRestore();
  });

  test.each<[string, KeyboardEventInit, boolean]>([
    ["a Cyrillic layout", { code: "KeyA", key: "ф", altKey: true }, false],
    ["Apple’s keyboards, with Control in a field", { code: "KeyA", key: "å", altKey: true, ctrlKey: true }, true],
  ])("is the key, whatever it writes: %s", async (_what, init, isMac) => {
    open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    const platform = isMac ? mac() : undefined;
    screen.getByRole("textbox").focus();
    expect(press(init)).toBe(false);
    expect(cards()[0]).toHaveFocus();
    platform?.mockRestore();
  });
});

describe("the focus is not lost", () => {
  test.each(["Allow once", "Deny"])("when the card that it is in is answered: %s", async (name) => {
    const store = open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    for (let left = 2; left > 0; left -= 1) {
      const [button] = screen.getAllByRole("button", { name });
      act(() => button?.focus());
      await userEvent.keyboard("{Enter}");
      await whenDrawn(() => cards().length === left - 1);
      expectFocusKept();
    }
    await act(() => untilRest(store));
    await whenDrawn(() => screen.queryByText("Done.") !== null);
    expectFocusKept();
    expect(document.activeElement).toHaveAttribute("aria-expanded");
  });

  test("when the turn is stopped around the card that it is in", async () => {
    const store = open({ tools: { wipe: wipe() } });
    await ask();
    await asked();
    await altA();
    act(() => store.getState().stop());
    await whenDrawn(() => cards().length === 0);
    expectFocusKept();
  });

  test.each<[Look["toolLayout"], boolean]>([
    ["widget", false],
    ["widget", true],
    ["groups", false],
    ["groups", true],
  ])("on a line whose calls end: %s, open: %s", async (toolLayout, isOpen) => {
    const tool = heldTool();
    const store = open({ tools: { wipe: tool } }, { toolLayout });
    await ask();
    await whenDrawn(() => tool.execute.mock.calls.length === 2);
    const line = screen.getByRole("button", { expanded: false });
    act(() => line.focus());
    if (isOpen) await userEvent.keyboard("{Enter}");
    act(() => tool.finish("one", 0));
    act(() => tool.finish("two", 1));
    await act(() => untilRest(store));
    await whenDrawn(() => screen.queryByText("Done.") !== null);
    expect(line).toBeInTheDocument();
    expect(line).toHaveFocus();
    expect(line).toHaveAttribute("aria-expanded", String(isOpen));
  });

  test("on a line that is folded and opened", async () => {
    const store = open({ tools: { wipe: () => "wiped" } });
    await ask();
    await whenDrawn(() => screen.queryByText("Done.") !== null);
    await act(() => untilRest(store));
    const line = await screen.findByRole("button", { name: /^Used 2 tools/ });
    act(() => line.focus());
    for (const isOpen of [true, false]) {
      await userEvent.keyboard("{Enter}");
      expect(line).toHaveAttribute("aria-expanded", String(isOpen));
      expect(line).toHaveFocus();
    }
  });

  test("when the answer that it is in is asked for again", async () => {
    const { store } = chat([text("One."), text("Two.")]);
    render(<ChatWrapper store={store} />);
    await ask();
    await whenDrawn(() => screen.queryByText("One.") !== null);
    await act(() => untilRest(store));
    act(() => screen.getByRole("button", { name: "Answer again" }).focus());
    await userEvent.keyboard("{Enter}");
    await whenDrawn(() => screen.queryByText("Two.") !== null);
    expectFocusKept();
  });
});
