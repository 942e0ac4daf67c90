import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { type Announced, announce } from "../../src/components/Announcer/announce.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { createToolManners } from "../../src/components/ChatProvider/tool-manners.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { InlineToolWidget } from "../../src/components/InlineToolWidget/InlineToolWidget.js";
import { MessageActions } from "../../src/components/MessageActions/MessageActions.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import { ToolCallEntry } from "../../src/components/ToolCallEntry/ToolCallEntry.js";
import { ToolCallGroup } from "../../src/components/ToolCallGroup/ToolCallGroup.js";
import { ValueText } from "../../src/components/ValueText/ValueText.js";
import { labels } from "../../src/labels.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { isToolPart, type ToolPart } from "../../src/stream/message.js";
import { transcriptConnector } from "../../src/testing.js";
import type { ToolDefinition, ToolDetail } from "../../src/tools/definition.js";
import { createToolRegistry } from "../../src/tools/registry.js";
import { assistant, calls, fails, readFile, returns, user, writes } from "../../stories/scenes.js";

const run: ToolDefinition<never, unknown> = {
  name: "run",
  verbs: { running: "Running", done: "Ran", objects: { one: "# command", other: "# commands" } },
};
const tools = [readFile, run];

function partsOf(...events: StreamEvent[]): ToolPart[] {
  return assistant(events).parts.filter(isToolPart);
}

const read = (id: string, path: string) => [...calls(id, "read_file", { path }), ...returns(id, "text")];
const line = (container: HTMLElement) => container.querySelector(".tt-collapsible-line")?.textContent;

describe("a tool's own words", () => {
  test("stand in the widget's line, as the arguments come in", () => {
    const widget = (...events: StreamEvent[]) => (
      <ChatProvider tools={tools}>
        <InlineToolWidget message={assistant(events)} isActive />
      </ChatProvider>
    );
    const { container, rerender } = render(widget(...writes("a", "read_file", "{")));
    expect(line(container)).toBe("Reading");
    rerender(widget(...writes("a", "read_file", '{"path":"notes.md"')));
    expect(line(container)).toBe("Reading notes.md");
    rerender(widget(...calls("a", "read_file", { path: "notes.md" })));
    expect(line(container)).toBe("Reading notes.md");
    rerender(widget(...calls("a", "read_file", { path: "notes.md" }), ...fails("a", "gone")));
    expect(line(container)).toContain("1 failed · Could not read notes.md");
  });

  test("sum up what was done", () => {
    const events = [...read("a", "a.md"), ...read("b", "b.md"), ...read("c", "c.md"), ...calls("d", "run")];
    const done = [...events, ...returns("d", "ok")];
    const { container, rerender } = render(
      <ChatProvider tools={tools}>
        <InlineToolWidget message={assistant(done)} />
      </ChatProvider>,
    );
    expect(line(container)).toBe("Read 3 files, ran 1 command");
    const group = (...some: StreamEvent[]) => (
      <ChatProvider tools={tools}>
        <ToolCallGroup calls={partsOf(...some).map((part) => ({ part }))} />
      </ChatProvider>
    );
    rerender(group(...done));
    expect(screen.getByRole("button", { name: "Read 3 files, ran 1 command (show details)" })).toBeInTheDocument();
    rerender(group(...events));
    expect(screen.getByRole("button", { name: "Read 3 files · Running (show details)" })).toBeInTheDocument();
  });

  test("of one call are said once", () => {
    const { container } = render(
      <ChatProvider tools={tools}>
        <InlineToolWidget message={assistant(read("a", "a.md"))} />
      </ChatProvider>,
    );
    expect(line(container)).toBe("Read 1 file");
  });

  test("are what a screen reader hears", () => {
    const manners = createToolManners({ getTool: createToolRegistry(tools).get });
    const asked = user("Read it.");
    let now: Announced = { messages: [asked], status: "submitted", said: [], count: 0 };
    for (const events of [calls("a", "read_file", { path: "a.md" }), read("a", "a.md")]) {
      now = announce(now, { messages: [asked, assistant(events)], status: "streaming" }, labels, manners);
    }
    expect(now.said.map(({ text }) => text)).toEqual(["Reading a.md", "Read a.md"]);
  });

  test("are looked up by own names only", () => {
    const { container } = render(
      <ChatProvider tools={tools}>
        <InlineToolWidget message={assistant(calls("a", "constructor"))} isActive />
      </ChatProvider>,
    );
    expect(line(container)).toBe("🔧 Executing tool: constructor...");
  });
});

describe("detail", () => {
  const events = [...calls("a", "ask", { city: "Oslo" }), ...returns("a", "one\ntwo")];
  const entry = (detail: ToolDetail | undefined, tool?: ToolDetail) => {
    const [part] = partsOf(...events);
    if (part === undefined) throw new Error("no call in these events");
    return render(
      <ChatProvider detail={detail} tools={[{ name: "ask", detail: tool }]}>
        <ul>
          <ToolCallEntry part={part} commentary="I will ask." />
        </ul>
      </ChatProvider>,
    );
  };

  test("line: one line, without arguments, result or commentary", () => {
    entry("line");
    expect(screen.getByRole("listitem")).toHaveTextContent(/^Done🔧 Executed ask$/);
  });

  test("summary: arguments, and the result on one line", () => {
    entry("summary");
    expect(screen.getByRole("listitem")).toHaveTextContent(/^Doneask\(city="Oslo"\) → one two🔧 Executed ask$/);
    expect(screen.queryByRole("figure")).toBeNull();
  });

  test("full, which is the default: all of it", () => {
    entry(undefined);
    expect(screen.getByRole("figure", { name: "Result of ask" })).toHaveTextContent("one two");
    expect(screen.getByText("I will ask.")).toBeInTheDocument();
  });

  test("a tool's own word goes before the chat's", () => {
    entry("silent", "line");
    expect(screen.getByRole("listitem")).toHaveTextContent(/^Done🔧 Executed ask$/);
  });

  test.each(["widget", "groups"] as const)(
    "silent: nothing is drawn in the layout %s, but what failed or waits",
    (layout) => {
      const list = (...some: StreamEvent[]) => (
        <ChatProvider detail="silent" toolLayout={layout} toolRenderers={{ card: () => <p>card</p> }}>
          <MessageList messages={[assistant(some)]} />
        </ChatProvider>
      );
      const { container, rerender } = render(list(...events, ...calls("c", "card")));
      expect(container.querySelector(".tt-message")).not.toHaveTextContent(/ask|card|Used/);
      rerender(list(...events, ...calls("b", "pay"), ...fails("b", "broken")));
      expect(container).toHaveTextContent("❌ Error processing tool call");
      rerender(list(...calls("b", "pay"), { type: "tool-approval-request", toolCallId: "b", approvalId: "x" }));
      expect(screen.getByText("Allow pay?")).toBeInTheDocument();
    },
  );

  test("silent calls at work read as thinking", () => {
    const { container } = render(
      <ChatProvider detail="silent" toolLayout="groups">
        <MessageList messages={[assistant(calls("a", "ask"))]} status="streaming" />
      </ChatProvider>,
    );
    expect(container.querySelector(".tt-message")).toHaveTextContent(/^Thinking…$/);
  });

  test("a line that has no more to show does not open", () => {
    render(
      <ChatProvider detail="line">
        <InlineToolWidget message={assistant(events)} />
      </ChatProvider>,
    );
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("redact", () => {
  const rules = ["ssn", /^pin\d$/, (key: string) => key === "diary"];
  const secret = { ssn: "s-111", pin4: "s-222", diary: "s-333", token: "s-444", blood: "s-555" };
  const tool: ToolDefinition<never, unknown> = { name: "ask", redact: ["blood"] };
  const hidden = /s-\d\d\d/;
  const events = [
    ...calls("a", "ask", { ...secret, city: "Oslo" }),
    ...returns("a", { ...secret, message: "token: s-444", note: "kept" }),
    ...calls("b", "ask", secret),
    ...fails("b", JSON.stringify(secret)),
    ...writes("c", "ask", `{"city":"Bergen",${JSON.stringify(secret).slice(1, -1)}`),
    ...calls("d", "ask", { ...secret, city: "Turku" }),
    { type: "tool-approval-request", toolCallId: "d", approvalId: "x" } as const,
  ];
  const page = (children: ReactNode) => (
    <ChatProvider redact={rules} tools={[tool]}>
      {children}
    </ChatProvider>
  );
  let copied: string[] = [];

  beforeEach(() => {
    copied = [];
  });

  const press = async (name: string) => {
    const person = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    for (const button of screen.getAllByRole("button", { name })) await person.click(button);
  };

  test.each(["widget", "groups"] as const)(
    "no secret is in the page or the clipboard, in the layout %s",
    async (layout) => {
      const { container } = render(
        page(
          <ChatProvider toolLayout={layout}>
            <MessageList messages={[assistant(events)]} />
            <MessageActions message={assistant(events)} />
          </ChatProvider>,
        ),
      );
      const folded = container.querySelector<HTMLElement>("button.tt-collapsible-line, .tt-group button");
      if (folded === null) throw new Error("nothing to open");
      fireEvent.click(folded);
      expect(container).toHaveTextContent('city="Oslo"');
      expect(container).toHaveTextContent('"note": "kept"');
      expect(container).toHaveTextContent("Turku");
      expect(document.documentElement.outerHTML).not.toMatch(hidden);
      expect(screen.queryByRole("button", { name: "Edit arguments" })).toBeNull();
      await press("Copy with tools");
      await press("Copy as JSON");
      expect(copied).toHaveLength(5);
      expect(copied[0]).toContain("Bergen");
      expect(copied[1]).toContain('"city": "Oslo"');
      expect(copied.join()).not.toMatch(hidden);
    },
  );

  test("a tool's own card sees no secret", () => {
    const { container } = render(
      page(
        <ChatProvider toolRenderers={{ ask: (props: object) => <pre>{JSON.stringify(props)}</pre> }}>
          <MessageList messages={[assistant(events)]} />
        </ChatProvider>,
      ),
    );
    expect(container).toHaveTextContent("kept");
    expect(document.documentElement.outerHTML).not.toMatch(hidden);
  });

  test("a tool's rules are its own", () => {
    const other = partsOf(...calls("z", "other", secret));
    render(
      page(
        <ul>
          {other.map((part) => (
            <ToolCallEntry key={part.toolCallId} part={part} />
          ))}
        </ul>,
      ),
    );
    expect(screen.getByRole("listitem")).toHaveTextContent(/\(ssn="\[redacted\]".*blood="s-555"\)/);
  });

  test("the rules of ChatWrapper's config count for the tools of its store", () => {
    const store = createChatStore({ connector: transcriptConnector([]), tools: [tool] });
    store.getState().setMessages([user("Ask."), assistant(events)]);
    const { container } = render(<ChatWrapper store={store} config={{ redact: rules, detail: "summary" }} />);
    for (const button of container.querySelectorAll<HTMLElement>("button.tt-collapsible-line")) fireEvent.click(button);
    expect(container).toHaveTextContent("Oslo");
    expect(document.documentElement.outerHTML).not.toMatch(hidden);
  });

  test("terminal codes are spelled out in what a person decides on, and gone from results", () => {
    const text = "ls\u001b[8m; rm -rf /";
    const { container, rerender } = render(<ValueText value={text} exact />);
    expect(container).toHaveTextContent("ls\\u001b[8m; rm -rf /");
    rerender(<ValueText value={text} />);
    expect(container).toHaveTextContent(/^ls; rm -rf \/$/);
  });
});

describe("a fast call", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const widget = (...events: StreamEvent[]) => <InlineToolWidget message={assistant(events)} isActive />;
  const running = "🔧 Executing tool: ask...";

  test("reads as running for long enough to be read", () => {
    const { container, rerender } = render(widget(...calls("a", "ask")));
    act(() => void vi.advanceTimersByTime(50));
    rerender(widget(...calls("a", "ask"), ...returns("a", 1)));
    expect(line(container)).toBe(running);
    act(() => void vi.advanceTimersByTime(340));
    expect(line(container)).toBe(running);
    act(() => void vi.advanceTimersByTime(20));
    expect(line(container)).toMatch(/^Used 1 tool/);
  });

  test("that ran for longer is done at once", () => {
    const { container, rerender } = render(widget(...calls("a", "ask")));
    act(() => void vi.advanceTimersByTime(500));
    rerender(widget(...calls("a", "ask"), ...returns("a", 1)));
    expect(line(container)).toMatch(/^Used 1 tool/);
  });

  test("that fails, and one that waits, are told at once", () => {
    const { container, rerender } = render(widget(...calls("a", "ask")));
    rerender(widget(...calls("a", "ask"), ...fails("a", "no")));
    expect(line(container)).toContain("1 failed");
    rerender(widget(...calls("b", "ask")));
    rerender(widget(...calls("b", "ask"), { type: "tool-approval-request", toolCallId: "b", approvalId: "x" }));
    expect(line(container)).toBe("Waiting for approval: ask");
  });

  test("that was never seen to run is done at once", () => {
    const { container } = render(widget(...calls("a", "ask"), ...returns("a", 1)));
    expect(line(container)).toMatch(/^Used 1 tool/);
  });
});

describe("a result of 5 MB", () => {
  test.each([
    ["text", "x".repeat(5 * 1024 * 1024)],
    ["a list", Array.from({ length: 80_000 }, (_, index) => `row ${index} ${"x".repeat(50)}`)],
  ])("of %s shows its head, and adds a bounded piece on demand", (_kind, value) => {
    const { container } = render(<ValueText value={value} />);
    const length = () => container.textContent?.length ?? 0;
    expect(length()).toBeLessThan(20_000);
    let before = length();
    for (let press = 0; press < 5; press += 1) {
      fireEvent.click(screen.getByRole("button"));
      expect(length()).toBeGreaterThan(before);
      expect(length() - before).toBeLessThanOrEqual(256 * 1024 + 100);
      before = length();
    }
  });

  test("keeps the text that is there when more comes", () => {
    const { container } = render(<ValueText value={"x".repeat(5 * 1024 * 1024)} />);
    for (let press = 0; press < 2; press += 1) fireEvent.click(screen.getByRole("button"));
    const first = container.querySelector("pre span")?.firstChild;
    fireEvent.click(screen.getByRole("button"));
    expect(first).toBeInstanceOf(Text);
    expect(container.querySelector("pre span")?.firstChild).toBe(first);
  });
});
