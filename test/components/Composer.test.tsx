import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Composer } from "../../src/components/Composer/Composer.js";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

function setUp(props: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn();
  const onStop = vi.fn();
  const view = render(<Composer onSend={onSend} onStop={onStop} {...props} />);
  return { onSend, onStop, ...view };
}

describe("sending", () => {
  test("Enter sends the trimmed text and empties the field", async () => {
    const { onSend } = setUp();
    await userEvent.type(field(), "  hello  {Enter}");
    expect(onSend.mock.calls).toEqual([["hello"]]);
    expect(field()).toHaveValue("");
  });

  test("Shift+Enter breaks the line", async () => {
    const { onSend } = setUp();
    await userEvent.type(field(), "one{Shift>}{Enter}{/Shift}two");
    expect(onSend).not.toHaveBeenCalled();
    expect(field()).toHaveValue("one\ntwo");
  });

  test("an empty field sends nothing, and its button says so", async () => {
    const { onSend } = setUp();
    const button = screen.getByRole("button", { name: "Send" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.type(field(), "   {Enter}");
    await userEvent.click(button);
    expect(onSend).not.toHaveBeenCalled();
  });

  test("the button sends, and the focus goes back to the field", async () => {
    const { onSend } = setUp();
    await userEvent.type(field(), "hello");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(onSend.mock.calls).toEqual([["hello"]]);
    expect(field()).toHaveFocus();
  });
});

describe("composing", () => {
  test.each([
    ["the browser says it composes", { isComposing: true, keyCode: 229 }],
    ["it says so only by the code of the key", { isComposing: false, keyCode: 229 }],
    ["it says so only by the flag", { isComposing: true, keyCode: 13 }],
  ])("Enter does not send while %s", (_name, flags) => {
    const { onSend } = setUp();
    fireEvent.change(field(), { target: { value: "にほ" } });
    fireEvent.keyDown(field(), { key: "Enter", ...flags });
    expect(onSend).not.toHaveBeenCalled();
    expect(field()).toHaveValue("にほ");
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 13 });
    expect(onSend.mock.calls).toEqual([["にほ"]]);
  });

  test("nor where the composition ends before its key comes", () => {
    const { onSend } = setUp();
    fireEvent.compositionStart(field());
    fireEvent.change(field(), { target: { value: "日本" } });
    fireEvent.compositionEnd(field());
    const key = createEvent.keyDown(field(), { key: "Enter", keyCode: 229, isComposing: false });
    fireEvent(field(), key);
    expect(onSend).not.toHaveBeenCalled();
    expect(key.defaultPrevented).toBe(false);
  });
});

describe("while a turn goes on", () => {
  test("Enter keeps the text and sends nothing", async () => {
    const { onSend, onStop } = setUp({ isBusy: true });
    await userEvent.type(field(), "next{Enter}");
    expect(onSend).not.toHaveBeenCalled();
    expect(onStop).not.toHaveBeenCalled();
    expect(field()).toHaveValue("next");
  });

  test("the button stops it, and the text is still there", async () => {
    const { onStop } = setUp({ isBusy: true });
    await userEvent.type(field(), "next");
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(onStop).toHaveBeenCalledOnce();
    expect(field()).toHaveValue("next");
  });

  test("the button stays the same element, so that the focus on it stays", () => {
    const { rerender } = setUp();
    const button = screen.getByRole("button", { name: "Send" });
    button.focus();
    rerender(<Composer onSend={vi.fn()} isBusy />);
    expect(screen.getByRole("button", { name: "Stop" })).toBe(button);
    expect(button).toHaveFocus();
  });

  test("a double click on Send does not stop what it sent", () => {
    const { onStop } = setUp({ isBusy: true });
    fireEvent.click(screen.getByRole("button", { name: "Stop" }), { detail: 2 });
    expect(onStop).not.toHaveBeenCalled();
  });
});

describe("after an error", () => {
  test("it says what happened, tries again, and gives the focus to the field", async () => {
    const onRetry = vi.fn();
    setUp({ error: { message: "Too many requests" }, onRetry });
    expect(screen.getByText("Too many requests")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(field()).toHaveFocus();
  });

  test("an error without words has some all the same", () => {
    setUp({ error: { message: "" } });
    expect(screen.getByText("Something went wrong. What you see is kept.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});
