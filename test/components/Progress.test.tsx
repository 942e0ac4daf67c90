import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import type { ToolLayout } from "../../src/components/ChatProvider/chat-context.js";
import { createCallClock } from "../../src/components/InlineToolWidget/call-clock.js";
import { Message } from "../../src/components/Message/Message.js";
import { ToolCallEntry } from "../../src/components/ToolCallEntry/ToolCallEntry.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../../src/stream/message.js";
import { assistant, calls, fails, returns } from "../../stories/scenes.js";

function part(...events: StreamEvent[]): ToolPart {
  const found = assistant([...calls("c", "count"), ...events]).parts.find(isToolPart);
  if (found === undefined) throw new Error("no call");
  return found;
}

const reports = (output: unknown): StreamEvent => ({
  type: "tool-output-available",
  toolCallId: "c",
  output,
  preliminary: true,
});

describe("what a tool says of its progress", () => {
  test.each<[said: unknown, share: number | undefined, words: string]>([
    [0, 0, "0%"],
    [0.25, 0.25, "25%"],
    [1, 1, "100%"],
    [{ progress: 3, total: 12 }, 0.25, "25%"],
    [{ progress: 3, total: 12, message: "field 3" }, 0.25, "25%field 3"],
    ["field 3 of 12", undefined, "field 3 of 12"],
    [17, undefined, "17"],
    [{ progress: 17 }, undefined, "17"],
    [{ progress: 5, total: 0, message: "soon" }, undefined, "soon"],
    [{ progress: 13, total: 12, message: "nearly" }, undefined, "nearly"],
  ])("%j", (said, share, words) => {
    const { container } = render(<ToolCallEntry part={part(reports(said))} showOutcome={false} />);
    const bar = screen.queryByRole<HTMLProgressElement>("progressbar", { name: "Progress of count" });
    expect(bar?.value).toBe(share);
    expect(container.querySelector(".tt-progress")?.textContent).toBe(words);
    expect(container.querySelector(".tt-entry-arrow")).toBeNull();
  });

  test("is no longer there once the call has ended", () => {
    render(<ToolCallEntry part={part(reports(0.5), ...returns("c", 0.5))} />);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getByRole("listitem")).toHaveTextContent("count() → 0.5");
  });

  test("a result that grows is shown as a result", () => {
    render(<ToolCallEntry part={part(reports("line 1\nline 2"))} />);
    expect(screen.getByRole("figure", { name: "Result of count" })).toHaveTextContent("line 1 line 2");
  });
});

describe("the time of a call", () => {
  const running = part();
  const ended = part(...fails("c", "no"));

  test("is taken from where it begins to where it ends, and anew when it runs again", () => {
    const clock = createCallClock([]);
    clock.note([running], 1000);
    clock.note([part(reports(0.5))], 1500);
    expect(clock.read().get("c")).toEqual({ beganMs: 1000 });
    clock.note([ended], 3400);
    expect(clock.read().get("c")).toEqual({ beganMs: 1000, tookMs: 2400 });
    const known = clock.read();
    clock.note([ended], 9000);
    expect(clock.read()).toBe(known);
    clock.note([running], 10_000);
    expect(clock.read().get("c")).toEqual({ beganMs: 10_000 });
  });

  test("is not known where the beginning was not seen", () => {
    const clock = createCallClock([running]);
    clock.note([running], 1000);
    clock.note([ended], 2000);
    expect(clock.read().size).toBe(0);
  });

  describe.each<ToolLayout>(["widget", "groups"])("in the layout %s", (toolLayout) => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());
    const at = (message: ChatMessage) => (
      <ChatProvider toolLayout={toolLayout}>
        <Message message={message} isActive />
      </ChatProvider>
    );
    const pass = (seconds: number) => {
      act(() => {
        vi.advanceTimersByTime(seconds * 1000);
      });
    };
    const open = () => fireEvent.click(screen.getByRole("button", { expanded: false, name: /count|tool/i }));
    const time = () => document.querySelector(".tt-time")?.textContent.trim();
    const thinks: StreamEvent[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Seventeen?" },
    ];

    test("is told of one that came whole, behind thoughts", () => {
      const { rerender } = render(at(assistant(thinks)));
      pass(9);
      rerender(at(assistant([...thinks, ...calls("c", "count")])));
      pass(4);
      rerender(at(assistant([...thinks, ...calls("c", "count"), ...returns("c", 17)])));
      open();
      expect(time()).toBe("4.0 s");
    });

    test("is not told of one that ran when the conversation was opened, whatever comes of it", () => {
      const { rerender } = render(at(assistant(calls("c", "count"))));
      pass(4);
      rerender(at(assistant([...calls("c", "count"), reports(0.5)])));
      pass(4);
      expect(time()).toBeUndefined();
      rerender(at(assistant([...calls("c", "count"), reports(0.5), ...returns("c", 17)])));
      open();
      expect(screen.getByRole("listitem")).toBeVisible();
      expect(time()).toBeUndefined();
    });
  });
});
