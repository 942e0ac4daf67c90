import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { judgeFile } from "../../src/components/Attachments/judge-file.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import type { ToolLayout } from "../../src/components/ChatProvider/chat-context.js";
import { Message } from "../../src/components/Message/Message.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, oneTool, returns, says, user } from "../../stories/scenes.js";

const thinks = (text: string, id = "r"): StreamEvent[] => [
  { type: "reasoning-start", id },
  { type: "reasoning-delta", id, delta: text },
];
const thought = (text: string, id = "r"): StreamEvent[] => [...thinks(text, id), { type: "reasoning-end", id }];

describe("reasoning", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("is one line while it goes on, and says how long it took", () => {
    const { rerender } = render(<Message message={assistant(thinks("Which city?"))} isActive />);
    expect(screen.getAllByText("Thinking…")).toHaveLength(1);
    expect(screen.queryByText("Which city?")).toBeNull();
    act(() => {
      vi.advanceTimersByTime(3200);
    });
    rerender(<Message message={assistant([...thought("Which city?"), ...says("Oslo.")])} isActive />);
    fireEvent.click(screen.getByRole("button", { name: "Thought for 3 s" }));
    expect(screen.getByText("Which city?")).toBeInTheDocument();
    expect(screen.getByText("Oslo.")).toBeInTheDocument();
  });

  test("that was over before it was seen says no time", () => {
    render(<Message message={assistant([...thought("Hm."), ...says("Yes.")])} />);
    expect(screen.getByRole("button", { name: "Thought" })).toBeInTheDocument();
  });

  test("counts the time of several thoughts together", () => {
    const events = [...thought("One.", "a"), ...calls("c", "ask"), ...returns("c", 1)];
    const { rerender } = render(<Message message={assistant(thinks("One.", "a"))} isActive />);
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    rerender(<Message message={assistant(events)} isActive />);
    act(() => {
      vi.advanceTimersByTime(9000);
    });
    rerender(<Message message={assistant([...events, ...thinks("Two.", "b")])} isActive />);
    act(() => {
      vi.advanceTimersByTime(3000);
    });
    rerender(<Message message={assistant([...events, ...thought("Two.", "b"), ...says("Done.")])} />);
    expect(screen.getByRole("button", { name: "Thought for 5 s" })).toBeInTheDocument();
  });

  test("without a word, as providers send that keep it, is no line", () => {
    render(<Message message={assistant([...thought(""), ...says("Yes.")])} />);
    expect(screen.queryByRole("button", { name: /Thought/ })).toBeNull();
  });
});

describe("thoughts and calls", () => {
  const ask = [...calls("c1", "ask"), ...returns("c1", 1)];
  const again = [...calls("c2", "ask"), ...returns("c2", 2)];

  test.each<[string, StreamEvent[], ToolLayout, string[]]>([
    ["thoughts first", [...thought("Hm."), ...ask, ...says("Yes.")], "widget", ["Thought", "Used 1 tool"]],
    ["calls first", [...ask, ...thought("Hm."), ...says("Yes.")], "widget", ["Used 1 tool", "Thought"]],
    ["thoughts first", [...thought("Hm."), ...ask, ...says("Yes.")], "groups", ["Thought", "🔧 Executed ask"]],
    ["calls first", [...ask, ...thought("Hm."), ...says("Yes.")], "groups", ["🔧 Executed ask", "Thought"]],
    [
      "thoughts between calls",
      [...ask, ...thought("Hm."), ...again, ...says("Yes.")],
      "groups",
      ["🔧 2 tool calls", "Thought"],
    ],
  ])("stand as they began, %s", (_what, events, toolLayout, names) => {
    render(
      <ChatProvider toolLayout={toolLayout}>
        <Message message={assistant(events)} />
      </ChatProvider>,
    );
    const lines = screen.getAllByRole("button", { expanded: false }).map((line) => line.textContent ?? "");
    expect(lines.map((line, index) => line.startsWith(names[index] ?? "?"))).toEqual(names.map(() => true));
  });

  test("a thought behind a call moves nothing that stands there", () => {
    const { rerender } = render(<Message message={assistant(ask)} isActive />);
    const line = screen.getByRole("button", { name: /^Used 1 tool/ });
    rerender(<Message message={assistant([...ask, ...thinks("Hm.")])} isActive />);
    const thinking = screen.getByRole("button", { name: /^Thought/ });
    expect(line.compareDocumentPosition(thinking)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole("button", { name: /^Used 1 tool/ })).toBe(line);
  });
});

describe("sources", () => {
  test("are links where they may be followed, and text where not", () => {
    render(
      <Message
        message={assistant([
          { type: "source-url", sourceId: "1", url: "https://kettle.example/manual?page=2", title: "The manual" },
          { type: "source-url", sourceId: "2", url: "javascript:alert(1)", title: "A trap" },
          { type: "source-url", sourceId: "3", url: "https://tea.example" },
          { type: "source-document", sourceId: "4", mediaType: "application/pdf", title: "Tea", filename: "tea.pdf" },
          ...says("So."),
        ])}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "4 sources" }));
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "The manual kettle.example",
      "A trap · javascript:alert(1)",
      "tea.example",
      "Tea tea.pdf",
    ]);
    expect(screen.getAllByRole<HTMLAnchorElement>("link").map((link) => [link.href, link.rel])).toEqual([
      ["https://kettle.example/manual?page=2", "noopener noreferrer"],
      ["https://tea.example/", "noopener noreferrer"],
    ]);
  });
});

const png = "data:image/png;base64,iVBORw0KGgo=";

describe("files", () => {
  test("a picture in the message is drawn with its name; nothing else is fetched by being shown", () => {
    const { container } = render(
      <Message
        message={assistant([
          { type: "file", mediaType: "image/png", url: png },
          { type: "file", mediaType: "image/png", url: "https://tracker.example/p.png" },
          { type: "file", mediaType: "image/svg+xml", url: "data:image/svg+xml,<svg onload=alert(1)>" },
          { type: "file", mediaType: "application/pdf", url: "javascript:alert(1)" },
        ])}
      />,
    );
    expect([...container.querySelectorAll("img")].map((image) => [image.src, image.alt])).toEqual([[png, "Image"]]);
    const links = screen.getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.textContent, link.hasAttribute("download")])).toEqual([
      ["Open at tracker.example", false],
      ["Image", true],
    ]);
    expect(container.querySelectorAll("svg[onload], [href^=javascript]")).toHaveLength(0);
  });

  test("a picture that cannot be drawn can be saved", () => {
    const { container } = render(
      <Message
        message={{ ...user("Look"), parts: [{ type: "file", mediaType: "image/png", url: png, filename: "a.png" }] }}
      />,
    );
    const image = container.querySelector("img");
    expect(image?.alt).toBe("Image: a.png");
    if (image) fireEvent.error(image);
    expect(screen.getByRole("link", { name: "Save Image: a.png" })).toHaveAttribute("download", "a.png");
  });

  test.each([
    ["data:text/html;base64,PGI+", "image/png", "data"],
    ["data:image/png,raw", "image/png", "data"],
    ["blob:https://chat.example/1", "image/webp", "image"],
    ["blob:https://chat.example/1", "text/html", "data"],
    ["//cdn.example/a.png", "image/png", "link"],
    ["/files/a.png", "image/png", "none"],
    ["file:///etc/passwd", "text/plain", "none"],
    ["ftp://files.example/a", "text/plain", "none"],
  ])("%s of type %s is %s", (url, mediaType, kind) => {
    expect(judgeFile({ url, mediaType }).kind).toBe(kind);
  });
});

describe("what may be done with a message", () => {
  test("an answer can be asked for again, where it is the last", async () => {
    const onRegenerate = vi.fn();
    render(
      <MessageList
        messages={[user("?", "u1"), assistant(says("One."), "a1"), user("?", "u2"), { ...oneTool.answered, id: "a2" }]}
        onRegenerate={onRegenerate}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Answer again" }));
    expect(onRegenerate.mock.calls).toEqual([["a2"]]);
  });

  test("the person's words can be changed and sent anew", async () => {
    const onEdit = vi.fn();
    render(<MessageList messages={[user("Wether?", "u1"), assistant(says("Fog."))]} onEdit={onEdit} />);
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const field = screen.getByRole("textbox", { name: "Edited message" });
    expect(field).toHaveFocus();
    expect(field).toHaveValue("Wether?");
    await userEvent.clear(field);
    await userEvent.type(field, "Weather?{Shift>}{Enter}{/Shift}Today.{Enter}");
    expect(onEdit.mock.calls).toEqual([["u1", "Weather?\nToday."]]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("Escape leaves the words as they were, and gives the focus back; one that ends a composition does not", async () => {
    const onEdit = vi.fn();
    render(<MessageList messages={[user("Weather?")]} onEdit={onEdit} />);
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const field = screen.getByRole("textbox");
    fireEvent.keyDown(field, { key: "Escape", isComposing: true, keyCode: 229 });
    expect(field).toBeInTheDocument();
    await userEvent.type(field, " Or not?{Escape}");
    expect(screen.getByText("Weather?")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
    expect(onEdit).not.toHaveBeenCalled();
  });

  test("words without an app that takes them can only be copied, and an answer that is being written not at all", () => {
    render(<MessageList messages={[user("?"), assistant(says("So"))]} status="streaming" />);
    expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["Copy"]);
  });
});

describe("a conversation that has not begun", () => {
  test("says what could be asked, and takes it at a press", async () => {
    const onSuggestion = vi.fn();
    const suggestions = ["Weather in Oslo?", { label: "Tea", text: "What did I write about tea?" }];
    const { rerender } = render(<MessageList messages={[]} suggestions={suggestions} onSuggestion={onSuggestion} />);
    for (const button of screen.getAllByRole("button")) await userEvent.click(button);
    expect(onSuggestion.mock.calls).toEqual([["Weather in Oslo?"], ["What did I write about tea?"]]);
    rerender(<MessageList messages={[user("Hello")]} suggestions={suggestions} onSuggestion={onSuggestion} />);
    expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull();
  });
});
