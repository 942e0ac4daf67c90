import { readFile } from "node:fs/promises";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Fragment, type ReactNode, type RefObject, useRef } from "react";
import { describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import type { ToolLayout } from "../../src/components/ChatProvider/chat-context.js";
import { Message } from "../../src/components/Message/Message.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, outcomes, returns, says, step, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";
import { LongChat } from "./windowed/LongChat.js";
import { rowPx, Virtualizer } from "./windowed/virtualizer.js";

// Nothing has a height here: rows that need one are in the browser's tests.
vi.mock("virtua", () => import("./windowed/virtualizer.js"));

const log = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");

const told = assistant(
  [
    step,
    ...says("I’ll read the log first.", "t"),
    ...calls("a", "read_log", { file: "x".repeat(600) }),
    ...returns("a", log),
    ...calls("b", "look"),
    ...returns("b", 1),
    step,
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "Sixty lines, then." },
    { type: "reasoning-end", id: "r" },
    { type: "source-url", sourceId: "s", url: "https://kettle.example/log", title: "The kettle’s log" },
    ...says("It has sixty lines.", "u"),
  ],
  "told",
);
const filler = Array.from({ length: 30 }, (_, index) => user(`Question ${index}`, `q-${index}`));
const messages: ChatMessage[] = [user("Read the log.", "first"), told, ...filler];

const scroller = () => screen.getByRole("log");

/** Only the rows from this one on are there then. */
function scrollTo(row: number): void {
  scroller().scrollTop = row * rowPx;
  fireEvent.scroll(scroller());
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

/** Every disclosure that is there, by its words, and whether it is open. */
const disclosures = () =>
  screen
    .getAllByRole("button")
    .filter((button) => button.hasAttribute("aria-expanded"))
    .map((button) => `${button.textContent}: ${button.getAttribute("aria-expanded")}`);

interface ListProps {
  toolLayout?: ToolLayout;
  /** What is around the rows. */
  around?: (rows: ReactNode, ref: RefObject<HTMLDivElement | null>) => ReactNode;
  /** What is around each. */
  row?: (message: ReactNode) => ReactNode;
}

const asLog: NonNullable<ListProps["around"]> = (rows, ref) => (
  <div role="log" tabIndex={0} ref={ref}>
    {rows}
  </div>
);

/** Of messages that an app holds itself. */
function List({ toolLayout = "widget", around = asLog, row = (message) => message }: ListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const rows = (
    <Virtualizer scrollRef={ref}>
      {messages.map((message) => (
        <Fragment key={message.id}>{row(<Message message={message} />)}</Fragment>
      ))}
    </Virtualizer>
  );
  return <ChatProvider toolLayout={toolLayout}>{around(rows, ref)}</ChatProvider>;
}

describe("rows that are taken away and come back", () => {
  test.each(["widget", "groups"] as const)("are as the reader left them, in the layout %s", async (toolLayout) => {
    render(<List toolLayout={toolLayout} />);
    await press(toolLayout === "groups" ? /^🔧 2 tool calls/ : /^Used 2 tools/);
    await press(/^Thought/);
    await press(/^1 source/);
    await press("… show more (40 more lines)");
    await press("… show more"); // of the arguments
    const before = disclosures();
    const shown = screen.getByRole("article", { name: "Assistant" }).textContent;
    expect(shown).toContain("line 60");
    scrollTo(12);
    expect(screen.queryByText("Read the log.")).toBeNull();
    expect(document.body).not.toHaveTextContent("line 60");
    scrollTo(0);
    expect(screen.getByText("Read the log.")).toBeVisible();
    expect(disclosures()).toEqual(before);
    expect(screen.getByRole("article", { name: "Assistant" }).textContent).toBe(shown);
    expect(screen.getByText("I’ll read the log first.")).toBeVisible();
    expect(screen.getByText("Sixty lines, then.")).toBeVisible();
  });

  test("stay closed where the reader closed them again", async () => {
    render(<List />);
    await press(/^Used 2 tools/);
    await press("… show more (40 more lines)");
    const less = screen.getByRole("button", { name: "Show less" });
    await userEvent.click(less);
    await press(/^Used 2 tools/);
    scrollTo(12);
    scrollTo(0);
    expect(screen.getByRole("button", { name: /^Used 2 tools/ })).toHaveAttribute("aria-expanded", "false");
    await press(/^Used 2 tools/);
    expect(screen.getByRole("button", { name: "… show more (40 more lines)" })).toBeVisible();
    expect(screen.queryByText(/line 60/)).toBeNull();
  });

  test("ask again for a call that waits, with the words that led to it", () => {
    const words = "Two notes say the same. I’ll delete them.";
    const waiting = assistant(
      [
        ...says(words),
        ...calls("w", "deleteNotes", { ids: ["n-17"] }),
        { type: "tool-approval-request", approvalId: "x", toolCallId: "w" },
      ],
      "waiting",
    );
    const store = createChatStore({
      connector: scripted([]),
      tools: { deleteNotes: { execute: () => 1, needsApproval: true } },
      messages: [user("Tidy up.", "first"), ...filler.slice(0, 20), waiting],
    });
    render(<LongChat store={store} />);
    const card = () => screen.getByRole("group", { name: "Allow deleteNotes?" });
    expect(within(card()).getByText(words)).toBeVisible(); // the last row is always there
    scrollTo(15);
    scrollTo(0);
    expect(within(card()).getByText(words)).toBeVisible();
    expect(screen.getAllByText(words)).toHaveLength(1);
    act(() => store.getState().stop());
  });
});

describe("the focus in a row that is taken away", () => {
  const focusInRow = async () => {
    await press(/^Used 2 tools/);
    act(() => screen.getAllByRole("button", { name: "Copy as JSON" })[0]?.focus());
    expect(document.activeElement).toHaveAccessibleName("Copy as JSON");
  };

  test("goes to the log, and Tab goes on into the rows that are there", async () => {
    render(<List />);
    await focusInRow();
    await act(async () => scrollTo(12));
    expect(scroller()).toHaveFocus();
  });

  test("goes to the log when the elements around the row could have taken it, but go as well", async () => {
    render(<List row={(message) => <div tabIndex={-1}>{message}</div>} />);
    await focusInRow();
    await act(async () => scrollTo(12));
    expect(scroller()).toHaveFocus();
  });

  test("goes to what holds the rows where that takes no focus by itself, and leaves it as it was", async () => {
    render(
      <List
        around={(rows, ref) => (
          <main>
            <div role="log" ref={ref}>
              {rows}
            </div>
            <button type="button">Behind the list</button>
          </main>
        )}
      />,
    );
    await focusInRow();
    await act(async () => scrollTo(12));
    expect(document.activeElement).not.toBe(document.body);
    expect(scroller()).toContainElement(document.activeElement as HTMLElement);
    await userEvent.tab();
    expect(screen.getByRole("main")).toContainElement(document.activeElement as HTMLElement);
    expect(document.querySelector("[tabindex='-1']")).toBeNull();
  });

  test("is left alone when it is elsewhere", async () => {
    const store = createChatStore({ connector: scripted([]), messages });
    render(<LongChat store={store} />);
    scrollTo(0);
    await focusInRow();
    act(() => screen.getByRole("textbox").focus());
    await act(async () => scrollTo(12));
    expect(screen.getByRole("textbox")).toHaveFocus();
  });
});

test("Alt+A goes to a call that waits in a list of one’s own", async () => {
  const store = createChatStore({
    connector: scripted([]),
    tools: { deleteNotes: { execute: () => 1, needsApproval: true } },
    messages: [...filler, outcomes.waiting],
  });
  render(<LongChat store={store} />);
  await userEvent.keyboard("{Alt>}[KeyA]{/Alt}");
  expect(screen.getByRole("group", { name: "Allow deleteNotes?" })).toHaveFocus();
  act(() => store.getState().stop());
});

test("the example of the documentation is the one that is tested here", async () => {
  const page = await readFile("docs/message-list.md", "utf8");
  const file = await readFile("test/components/windowed/LongChat.tsx", "utf8");
  const [, example = ""] = /```tsx\n(.*?)```/su.exec(page) ?? [];
  expect(example).toBe(file);
});
