import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { getMessageText } from "../../src/chat/message.js";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { Composer } from "../../src/components/Composer/Composer.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import { scripted } from "../../stories/scripted.js";
import { text } from "../chat/chat.js";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

test("an Escape that closes the list of candidates neither stops the answer nor moves the focus [B07-05]", () => {
  const onStop = vi.fn();
  render(<Composer onSend={vi.fn()} onStop={onStop} isBusy />);
  field().focus();
  fireEvent.compositionStart(field());
  fireEvent.keyDown(field(), { key: "Escape", isComposing: true, keyCode: 229 });
  expect(onStop).not.toHaveBeenCalled();
  expect(field()).toHaveFocus();
});

test.each([
  ["from the middle of a draft [B07-06]", "north\nsouth", 8],
  ["from a draft with an empty first line [B07-07]", "\ntext", 3],
])("an arrow up recalls nothing and leaves the draft to the caret, %s", (_name, draft, caret) => {
  render(<Composer onSend={vi.fn()} />);
  fireEvent.change(field(), { target: { value: draft } });
  field().setSelectionRange(caret, caret);
  for (let press = 0; press < 2; press += 1) {
    expect(fireEvent.keyDown(field(), { key: "ArrowUp" })).toBe(true); // the browser moves the caret itself
  }
  expect(field()).toHaveValue(draft);
});

test("words whose request is refused are in the conversation, with a way to send them again [B07-08]", async () => {
  const words = "long ".repeat(400).trim();
  render(<ChatWrapper connector={scripted([new Error("Too many requests"), ["Here."]], 1)} />);
  fireEvent.change(field(), { target: { value: words } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  expect(screen.getByRole("article", { name: "You" })).toHaveTextContent(words);
});

test("words that failed are in one place, and sent once [B07-09]", async () => {
  const requests: string[][] = [];
  const connector = eventConnector(({ messages }) => {
    requests.push(messages.map((message) => getMessageText(message)));
    return requests.length === 1 ? [{ type: "error", errorText: "lost" }] : text("Here.");
  });
  render(<ChatWrapper connector={connector} />);
  await userEvent.type(field(), "hello{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("Here.");
  expect(field()).toHaveValue("");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(requests).toEqual([["hello"], ["hello"]]);
  expect(screen.getAllByText("hello")).toHaveLength(1);
});

test("words that were sent do not come back when the chat is mounted again [B07-10]", async () => {
  const store = createChatStore({ connector: eventConnector(() => text("Hello.")) });
  const { unmount } = render(<ChatWrapper store={store} />);
  await userEvent.type(field(), "  hi  {Enter}");
  expect(field()).toHaveValue("");
  unmount();
  render(<ChatWrapper store={store} />);
  expect(field()).toHaveValue("");
  expect(screen.getByRole("article", { name: "You" })).toHaveTextContent("hi");
});

test("what is sent while an answer is awaited waits in the field, and each answer stands under its words [B07-11]", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  const connector = scripted([["to a"], ["to b"]], 1);
  const slow = {
    ...connector,
    fetch: async (...request: Parameters<NonNullable<typeof connector.fetch>>) => {
      count += 1;
      if (count === 1) await held;
      if (connector.fetch === undefined) throw new Error("no back end");
      return connector.fetch(...request);
    },
  };
  render(<ChatWrapper connector={slow} />);
  fireEvent.change(field(), { target: { value: "a" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  fireEvent.change(field(), { target: { value: "b" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(field()).toHaveValue("b");
  await act(async () => {
    release();
    await held;
  });
  await screen.findByText("to a");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeInTheDocument());
  fireEvent.keyDown(field(), { key: "Enter" });
  await screen.findByText("to b");
  expect(screen.getAllByRole("article").map((row) => row.textContent)).toEqual(["a", "to a", "b", "to b"]);
});
