import { render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Message } from "../../src/components/Message/Message.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, oneTool, says, threeTools, user } from "../../stories/scenes.js";

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

test("a system message is not drawn", () => {
  const { container } = render(<Message message={{ ...user("secret"), role: "system" }} />);
  expect(container).toBeEmptyDOMElement();
});

test("a message that is the same object is not drawn again", () => {
  const renders = vi.fn();
  const tree = (message: ChatMessage) => (
    <Profiler id="row" onRender={renders}>
      <Message message={message} />
    </Profiler>
  );
  const { rerender } = render(tree(oneTool.answered));
  expect(renders).toHaveBeenCalledTimes(1);
  rerender(tree(oneTool.answered));
  expect(renders).toHaveBeenCalledTimes(1);
  rerender(tree({ ...oneTool.answered }));
  expect(renders).toHaveBeenCalledTimes(2);
});

describe("a message that cannot be drawn", () => {
  test("is its plain text, calls and results too, and its neighbours are as they were", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = assistant([...says("All of **this** is kept.")]);
    const parts: unknown[] = [
      ...broken.parts,
      { type: "dynamic-tool", toolName: "ask", toolCallId: "a", state: "of another age", input: { q: 1 } },
      {
        type: "dynamic-tool",
        toolName: "ask",
        toolCallId: "b",
        state: "output-available",
        input: {},
        get output() {
          throw new Error("no");
        },
      },
    ];
    render(
      <>
        <Message message={{ ...broken, parts } as ChatMessage} />
        <Message message={assistant(says("Next."))} />
      </>,
    );
    const [first, second] = screen.getAllByRole("article");
    expect(first).toHaveTextContent("All of");
    expect(second).toHaveTextContent("Next.");
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
