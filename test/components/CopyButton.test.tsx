import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CopyButton } from "../../src/components/CopyButton/CopyButton.js";

const command = vi.fn<(command: string) => boolean>();

/** What the page would have put on the clipboard by the older way. */
let selected = "";

beforeEach(() => {
  vi.useFakeTimers();
  selected = "";
  Object.defineProperty(document, "execCommand", { configurable: true, value: command });
  command.mockImplementation(() => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement) selected = field.value;
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  Reflect.deleteProperty(document, "execCommand");
  Reflect.deleteProperty(navigator, "clipboard");
});

function provideClipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
}

async function press() {
  const button = screen.getByRole("button");
  button.focus();
  await act(async () => {
    fireEvent.click(button);
    await Promise.resolve();
  });
  return button;
}

describe("copying", () => {
  test("puts the text on the clipboard, says so for a while, and keeps the focus", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    provideClipboard(writeText);
    render(<CopyButton text={() => "70 °C"} label="Copy code" />);
    const button = await press();
    expect(writeText.mock.calls).toEqual([["70 °C"]]);
    expect(button).toHaveAccessibleName("Copied");
    expect(button).toHaveFocus();
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    expect(button).toHaveAccessibleName("Copy code");
    expect(command).not.toHaveBeenCalled();
  });

  test("works where the page has no clipboard", async () => {
    render(<CopyButton text={() => "on plain http"} />);
    const button = await press();
    expect(selected).toBe("on plain http");
    expect(button).toHaveAccessibleName("Copied");
    expect(button).toHaveFocus();
    expect(document.querySelector("textarea")).toBeNull();
  });

  test("tries the older way where the clipboard is not allowed", async () => {
    provideClipboard(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    render(<CopyButton text={() => "text"} />);
    expect(await press()).toHaveAccessibleName("Copied");
    expect(selected).toBe("text");
  });

  test.each([
    ["says no", () => false],
    [
      "throws",
      () => {
        throw new Error("not supported");
      },
    ],
  ])("never says that it copied when the older way %s", async (_name, outcome) => {
    command.mockImplementation(outcome);
    render(<CopyButton text={() => "text"} />);
    const button = await press();
    expect(button).toHaveAccessibleName("Could not copy. Select the text and copy it yourself.");
    expect(button).toHaveAttribute("data-state", "error");
  });
});
