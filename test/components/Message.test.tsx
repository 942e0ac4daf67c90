import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { Message } from "../../src/components/Message/Message.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, oneTool, outcomes, returns, says, threeTools, user } from "../../stories/scenes.js";

afterEach(() => vi.restoreAllMocks());

test("the person's words stand as they were typed", () => {
  render(<Message message={user("**no** Markdown\nhere")} />);
  expect(screen.getByRole("article", { name: "You" }).textContent).toBe("**no** Markdown\nhere");
});

test("the assistant's answer is Markdown, its activity above it, its commentary not in it", () => {
  render(<Message message={threeTools} />);
  const article = screen.getByRole("article", { name: "Assistant" });
  expect(article).toHaveTextContent(/^Used 3 tools · 1 failedYou noted that green tea wants 70 °C/);
  expect(article).not.toHaveTextContent("I’ll look through your notes first.");
  expect(screen.getByText("green tea wants 70 °C and two minutes").localName).toBe("strong");
});

describe("what may be done with an answer", () => {
  const actions = () => screen.queryAllByRole("button", { name: /^(?:Copy|Answer)/ });
  const ask = vi.fn();

  test("stands below it once it is finished", () => {
    const { rerender } = render(<Message message={threeTools} isActive onRegenerate={ask} />);
    expect(actions()).toEqual([]);
    rerender(<Message message={threeTools} onRegenerate={ask} />);
    expect(actions().map((button) => button.title)).toEqual(["Copy", "Copy with tools", "Answer again"]);
  });

  test.each(["widget", "groups"] as const)("is not there while a call waits for a person: %s", (toolLayout) => {
    const show = (message: ChatMessage) => (
      <ChatProvider toolLayout={toolLayout}>
        <Message message={message} onRegenerate={ask} />
      </ChatProvider>
    );
    const { rerender } = render(show(outcomes.waiting));
    expect(screen.getByRole("group", { name: "Allow deleteNotes?" })).toBeVisible();
    expect(actions()).toEqual([]);
    rerender(show(outcomes.denied));
    expect(actions().map((button) => button.title)).toEqual(["Copy with tools", "Answer again"]);
  });
});

test("a system message is not drawn", () => {
  const { container } = render(<Message message={{ ...user("secret"), role: "system" }} />);
  expect(container).toBeEmptyDOMElement();
});

test("a message that is the same object is not drawn again", () => {
  const reads = vi.fn(() => oneTool.answered.parts);
  const message: ChatMessage = Object.defineProperty({ ...oneTool.answered }, "parts", { get: reads });
  const { rerender } = render(<Message message={message} />);
  const count = reads.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  rerender(<Message message={message} />);
  expect(reads).toHaveBeenCalledTimes(count);
  rerender(<Message message={message} isActive />);
  expect(reads.mock.calls.length).toBeGreaterThan(count);
});

describe("a message that cannot be drawn", () => {
  test("is its plain text, calls and results too, and its neighbours are as they were", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const whole = assistant([
      ...says("All of **this** is kept."),
      ...calls("a", "ask", { q: 1 }),
      ...returns("a", "yes"),
    ]);
    const broken = { ...whole, parts: [...whole.parts, null] } as unknown as ChatMessage;
    render(
      <>
        <Message message={broken} />
        <Message message={assistant(says("Next."))} />
      </>,
    );
    const [first, second] = screen.getAllByRole("article");
    expect(first).toHaveTextContent("All of **this** is kept. ask(q=1) → yes null");
    expect(second).toHaveTextContent("Next.");
  });

  test("a call in a state of another age is there, and nothing goes on in it", () => {
    const part = { type: "dynamic-tool", toolName: "ask", toolCallId: "a", state: "output-telepathic", input: {} };
    const { container } = render(<Message message={{ ...assistant([]), parts: [part] } as unknown as ChatMessage} />);
    expect(container).toHaveTextContent("Used 1 tool · 1 stopped · Stopped ask");
  });

  test.each<[string, unknown]>([
    ["no parts", { id: "x", role: "assistant" }],
    ["parts that are none", { id: "x", role: "assistant", parts: [null, 3, "text"] }],
    ["a part without text", { id: "x", role: "assistant", parts: [{ type: "text" }] }],
    [
      "a name that is no text",
      {
        id: "x",
        role: "assistant",
        parts: [{ type: "dynamic-tool", toolName: { a: 1 }, toolCallId: "c", state: "input-available", input: {} }],
      },
    ],
  ])("%s", (_name, message) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    render(<Message message={message as ChatMessage} />);
    expect(screen.getByRole("article")).toBeInTheDocument();
  });
});
