import { act, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, oneTool, says, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

const log = () => screen.getByRole("log", { name: "Conversation" });

describe("by props", () => {
  test("draws the messages in order", () => {
    render(<MessageList messages={[user("Weather?"), oneTool.answered]} />);
    expect(screen.getAllByRole("article").map((row) => row.getAttribute("aria-label"))).toEqual(["You", "Assistant"]);
  });

  test("awaits an answer that has no message yet", () => {
    const { rerender } = render(<MessageList messages={[user("Weather?")]} status="submitted" />);
    expect(screen.getByText("Thinking…")).toBeInTheDocument();
    rerender(<MessageList messages={[user("Weather?"), oneTool.thinking]} status="submitted" />);
    expect(screen.getAllByText("Thinking…")).toHaveLength(1);
    rerender(<MessageList messages={[user("Weather?")]} status="ready" />);
    expect(screen.queryByText("Thinking…")).toBeNull();
  });

  test("only the last message is the one that is being written", () => {
    const old = { ...oneTool.thinking, id: "old" };
    render(<MessageList messages={[user("a", "1"), old, user("b", "2"), oneTool.thinking]} status="streaming" />);
    expect(screen.getAllByText("Thinking…")).toHaveLength(1);
  });

  test("a message of another shape does not take the list down", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    render(
      <MessageList messages={[user("Weather?"), { id: "x", role: "assistant" } as ChatMessage]} status="streaming" />,
    );
    expect(screen.getByText("Weather?")).toBeInTheDocument();
    vi.restoreAllMocks();
  });
});

describe("for a screen reader", () => {
  test("the log is silent and busy while it grows, and one polite and one urgent voice stand beside it", () => {
    const { container, rerender } = render(<MessageList messages={[user("Hi")]} status="submitted" />);
    expect(log()).toHaveAttribute("aria-live", "off");
    expect(log()).toHaveAttribute("aria-busy", "true");
    const [polite, urgent, ...others] = container.querySelectorAll("[aria-live]:not([aria-live=off])");
    expect(others).toEqual([]);
    expect(log()).not.toContainElement(polite as HTMLElement);
    rerender(<MessageList messages={[user("Hi"), assistant(says("Hello"))]} status="streaming" />);
    expect(polite).toHaveTextContent("");
    rerender(<MessageList messages={[user("Hi"), assistant(says("Hello there"))]} status="ready" />);
    expect(log()).toHaveAttribute("aria-busy", "false");
    expect(polite).toHaveTextContent("Answer ready");
    rerender(<MessageList messages={[user("Hi")]} status="error" error={{ message: "Too many requests" }} />);
    expect(urgent).toHaveTextContent("Too many requests");
  });
});

describe("from the store", () => {
  test("follows what happens in it", () => {
    const store = createChatStore({ connector: scripted([]) });
    render(
      <ChatProvider store={store}>
        <MessageList>Nothing yet.</MessageList>
      </ChatProvider>,
    );
    expect(log()).toHaveTextContent("Nothing yet.");
    act(() => store.getState().setMessages([user("Hi"), assistant(says("Hello"))]));
    expect(screen.getByText("Hello")).toBeInTheDocument();
  });

  test("rows that did not change are not drawn again", () => {
    const settled = assistant(says("Settled"), "settled");
    const reads = vi.fn(() => settled.parts);
    const watched: ChatMessage = Object.defineProperty({ ...settled }, "parts", { get: reads });
    const store = createChatStore({ connector: scripted([]), messages: [watched, user("Hi")] });
    render(
      <ChatProvider store={store}>
        <MessageList />
      </ChatProvider>,
    );
    const count = reads.mock.calls.length;
    act(() => store.setState({ messages: [watched, user("Hi"), assistant(says("Hel"))], status: "streaming" }));
    act(() => store.setState({ messages: [watched, user("Hi"), assistant(says("Hello"))] }));
    expect(screen.getByText("Hello")).toBeInTheDocument();
    expect(reads).toHaveBeenCalledTimes(count);
  });

  test("without a store and without messages it says what to do", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => render(<MessageList />)).toThrow(/tooltalk: .*<ChatProvider store=\{store\}>/);
    vi.restoreAllMocks();
  });
});
