import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ChatStatus } from "../../src/chat/state.js";
import { Composer } from "../../src/components/Composer/Composer.js";
import { InlineToolWidget } from "../../src/components/InlineToolWidget/InlineToolWidget.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, oneTool, returns, says, user } from "../../stories/scenes.js";

const words = Array.from({ length: 60 }, (_, index) => `word${index}`);

/** What a screen reader was given, in order: everything that was put into a live region. */
function listen(container: HTMLElement) {
  const heard: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest("[aria-live],[role=status]");
      if (region === null || region === undefined || region.getAttribute("aria-live") === "off") continue;
      heard.push(...[...addedNodes].map((node) => node.textContent ?? ""));
    }
  });
  observer.observe(container, { childList: true, characterData: true, subtree: true });
  return {
    heard,
    settle: () => act(() => Promise.resolve()),
  };
}

const page = (answer: ChatMessage | undefined, status: ChatStatus, error?: { message: string }) => (
  <MessageList messages={[user("Count"), ...(answer ? [answer] : [])]} status={status} error={error} />
);

test("a reader hears that the answer is ready, and none of its sixty words [B06-01]", async () => {
  const { container, rerender } = render(page(undefined, "submitted"));
  const { heard, settle } = listen(container);
  for (let count = 1; count <= words.length; count += 1) {
    rerender(page(assistant(says(words.slice(0, count).join(" "))), "streaming"));
  }
  rerender(page(assistant(says(words.join(" "))), "ready"));
  await settle();
  expect(heard).toEqual(["Answer ready"]);
});

test("the log is busy while an answer streams, and only then [B06-02]", async () => {
  const log = () => screen.getByRole("log").getAttribute("aria-busy");
  const answer = assistant(says("One."));
  const { container, rerender } = render(page(answer, "ready"));
  const { heard, settle } = listen(container);
  expect(log()).toBe("false");
  rerender(page(answer, "streaming"));
  expect(log()).toBe("true");
  rerender(page(answer, "ready"));
  expect(log()).toBe("false");
  await settle();
  expect(heard).toEqual(["Answer ready"]);
});

test("an end and an error are told, the error at once [B06-03]", async () => {
  const { container, rerender } = render(page(undefined, "ready"));
  const { heard, settle } = listen(container);
  rerender(page(oneTool.running, "running"));
  rerender(page(oneTool.answered, "ready"));
  rerender(page(oneTool.answered, "submitted"));
  rerender(page(oneTool.answered, "error", { message: "Too many requests" }));
  await settle();
  expect(heard).toContain("Answer ready");
  expect(heard.at(-1)).toBe("Too many requests");
  expect(container.querySelector("[aria-live=assertive]")).toHaveTextContent("Too many requests");
});

test("a call and an answer are told at their boundaries; no time and no token is [B06-04]", async () => {
  const { container, rerender } = render(page(undefined, "submitted"));
  const { heard, settle } = listen(container);
  rerender(page(oneTool.writing, "streaming"));
  rerender(page(oneTool.running, "running"));
  rerender(page(oneTool.done, "streaming"));
  rerender(page(oneTool.answered, "streaming"));
  rerender(page(oneTool.answered, "ready"));
  await settle();
  expect(heard).toEqual(["Running getWeather", "getWeather done", "Answer ready"]);
});

test("a new answer in a long conversation is told once, from one live region [B06-05]", async () => {
  const before = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0 ? user(`q${index}`, `u${index}`) : assistant(says(`a${index}`), `a${index}`),
  );
  const list = (answer: string, status: ChatStatus) => (
    <MessageList messages={[...before, assistant(says(answer), "new")]} status={status} />
  );
  const { container, rerender } = render(list("So", "streaming"));
  const { heard, settle } = listen(container);
  const rows = screen.getAllByRole("article");
  rerender(list("So it is.", "streaming"));
  rerender(list("So it is.", "ready"));
  await settle();
  expect(heard).toEqual(["Answer ready"]);
  expect(screen.getAllByRole("article")).toEqual(rows); // the rows before are the same elements
  expect(container.querySelectorAll("[aria-live=polite]")).toHaveLength(1);
  expect(container.querySelectorAll("[aria-live] [aria-live]")).toHaveLength(0);
});

test("a running call and a finished one differ in words, not in motion [B06-09]", () => {
  const { container, rerender } = render(<InlineToolWidget message={oneTool.running} isActive />);
  expect(container).toHaveTextContent("Executing tool: getWeather");
  rerender(<InlineToolWidget message={assistant([...calls("a", "getWeather"), ...returns("a", 1)])} />);
  expect(container).toHaveTextContent("Executed getWeather");
  expect(container).not.toHaveTextContent("Executing");
});

test("thinking is said in words, and its line is no live region [B06-10]", () => {
  const { container } = render(page(assistant([]), "submitted"));
  expect(screen.getByText("Thinking…")).toBeInTheDocument();
  expect(screen.getByText("Thinking…").closest("[aria-live]:not([aria-live=off])")).toBeNull();
  expect(container.querySelectorAll("[role=status],[role=alert]")).toHaveLength(0);
});

test("every button has a name, and that of sending and stopping says which it is [B06-16]", async () => {
  const nameOf = (button: HTMLElement) => button.getAttribute("aria-label") ?? button.textContent ?? "";
  const { rerender, unmount } = render(<Composer onSend={() => undefined} attachments />);
  expect(screen.getAllByRole("button").map(nameOf)).toEqual(["Attach files", "Send"]);
  rerender(<Composer onSend={() => undefined} attachments isBusy error={{ message: "" }} onRetry={() => undefined} />);
  expect(screen.getAllByRole("button").map(nameOf)).toEqual(["Try again", "Attach files", "Stop"]);
  unmount();
  render(
    <MessageList
      messages={[user("?"), assistant([...calls("a", "ask"), ...returns("a", 1), ...says("```js\n1\n```")])]}
      onEdit={() => undefined}
      onRegenerate={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: /Used 1 tool/ }));
  expect(
    screen
      .getAllByRole("button")
      .map(nameOf)
      .filter((name) => name.trim() === ""),
  ).toEqual([]);
  for (const button of screen.getAllByRole("button")) expect(button).toHaveAccessibleName();
});
