import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { createKept } from "../../src/components/ChatProvider/kept.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, returns, says, step, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

describe("what a reader decided", () => {
  test("holds for all that was shown together, and for what joins it", () => {
    const opened = createKept<boolean>();
    expect(opened.get(["a"])).toBeUndefined();
    opened.set(["a", "b"], true);
    expect(opened.get(["a", "b", "c"])).toBe(true);
    expect(opened.get(["b"])).toBe(true);
    expect(opened.get(["c"])).toBeUndefined();
  });

  test("is the later decision where two groups become one", () => {
    const opened = createKept<boolean>();
    opened.set(["a"], true);
    opened.set(["b"], false);
    expect(opened.get(["a", "b"])).toBe(false);
    opened.set(["a"], true);
    expect(opened.get(["b", "a"])).toBe(true);
  });
});

const one: StreamEvent[] = [...calls("a", "look", { at: 1 }), ...returns("a", 1)];
const two: StreamEvent[] = [...one, ...calls("b", "look", { at: 2 })];
const three: StreamEvent[] = [...two, ...returns("b", 2), ...calls("c", "look", { at: 3 }), ...returns("c", 3)];
const whole: StreamEvent[] = [...three, step, ...says("Found it.")];

describe.each(["widget", "groups"] as const)("in the layout %s", (toolLayout) => {
  const page = (events: readonly StreamEvent[], isOver = false, id = "local") => (
    <ChatProvider toolLayout={toolLayout}>
      <MessageList messages={[user("?"), assistant(events, id)]} status={isOver ? "ready" : "running"} />
    </ChatProvider>
  );
  const isOpen = () => screen.queryByRole("list") !== null;
  const toggle = () => {
    const [button] = screen.getAllByRole("button").filter((each) => each.hasAttribute("aria-expanded"));
    if (button === undefined) throw new Error("nothing to open");
    fireEvent.click(button);
  };

  test("what was opened stays open while calls join it, when it is done, and under another message id", () => {
    const { rerender } = render(page(two));
    expect(isOpen()).toBe(false);
    toggle();
    expect(isOpen()).toBe(true);
    for (const [events, isOver, id] of [
      [three, false, "local"],
      [whole, false, "local"],
      [whole, true, "local"],
      [whole, true, "server-17"],
    ] as const) {
      rerender(page(events, isOver, id));
      expect(isOpen()).toBe(true);
    }
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
  });

  test("what was closed by hand stays closed", () => {
    const { rerender } = render(page(one));
    toggle();
    toggle();
    rerender(page(three));
    expect(isOpen()).toBe(false);
    rerender(page(whole, true, "server-17"));
    expect(isOpen()).toBe(false);
  });

  test("what was opened is open when its row is mounted again", () => {
    const store = createChatStore({ connector: scripted([]), messages: [user("?"), assistant(whole)] });
    const chat = (isShown: boolean) => (
      <ChatProvider store={store} toolLayout={toolLayout}>
        {isShown && <MessageList />}
      </ChatProvider>
    );
    const { rerender, unmount } = render(chat(true));
    toggle();
    rerender(chat(false));
    expect(isOpen()).toBe(false);
    rerender(chat(true));
    expect(isOpen()).toBe(true);
    unmount();
    render(chat(true));
    expect(isOpen()).toBe(true);
    act(() => toggle());
    expect(isOpen()).toBe(false);
  });
});
