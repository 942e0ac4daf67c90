import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { reduceMessage } from "../../src/chat/reduce.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { Message } from "../../src/components/Message/Message.js";
import { createEventDetector } from "../../src/detect/event-detector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { assistant, calls, fails, returns, says, step, writes } from "../../stories/scenes.js";

const show = (events: readonly StreamEvent[], isActive = false) =>
  render(
    <ChatProvider toolLayout="groups">
      <Message message={assistant(events)} isActive={isActive} />
    </ChatProvider>,
  );

const blocks = () =>
  screen
    .getAllByRole("button")
    .filter((button) => button.hasAttribute("aria-expanded"))
    .map((button) => button.textContent);

const ran = (id: string, name = "look") => [...calls(id, name), ...returns(id, id)];

describe("calls that follow each other", () => {
  test("are one block that says how many, and what a press does", () => {
    show(["a", "b", "c", "d", "e"].flatMap((id) => ran(id)));
    expect(blocks()).toEqual(["🔧 5 tool calls (show details)"]);
    fireEvent.click(screen.getByRole("button", { name: "🔧 5 tool calls (show details)" }));
    expect(blocks()).toEqual(["🔧 5 tool calls (hide details)"]);
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
  });

  test("are one block across steps and thoughts", () => {
    show([
      step,
      ...ran("a"),
      step,
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Again." },
      { type: "reasoning-end", id: "r" },
      ...ran("b"),
    ]);
    expect(blocks()).toContain("🔧 2 tool calls (show details)");
  });

  test("grow while they start", () => {
    const { rerender } = show(ran("a"), true);
    const view = (events: readonly StreamEvent[]) =>
      rerender(
        <ChatProvider toolLayout="groups">
          <Message message={assistant(events)} isActive />
        </ChatProvider>,
      );
    expect(blocks()).toEqual(["🔧 Executed look (show details)"]);
    view([...ran("a"), ...writes("b", "look")]);
    expect(blocks()).toEqual(["🔧 2 tool calls (show details)"]);
    view([...ran("a"), ...ran("b"), ...calls("c", "look")]);
    expect(blocks()).toEqual(["🔧 3 tool calls (show details)"]);
  });

  test("say on the folded line what failed", () => {
    show([...ran("a"), ...calls("b", "look"), ...fails("b", "no")]);
    expect(blocks()).toEqual(["🔧 2 tool calls · 1 failed (show details)"]);
  });

  test("are each told once: glyph, name, arguments, and what came of it", () => {
    show(
      [
        ...calls("a", "look", { at: 1 }),
        ...returns("a", { found: 3, message: "three" }),
        ...calls("b", "look"),
        ...fails("b", "Nobody is there."),
        ...calls("c", "look"),
        { type: "tool-approval-request", approvalId: "x", toolCallId: "c" },
        { type: "tool-output-denied", toolCallId: "c" },
        ...calls("d", "look"),
        ...writes("e", "look"),
      ],
      true,
    );
    fireEvent.click(screen.getByRole("button", { name: "🔧 5 tool calls · 1 failed (show details)" }));
    expect(screen.getAllByRole("listitem").map((entry) => entry.textContent)).toEqual([
      'Donelook(at=1) → {"found": 3, "message": "three"}',
      "Failedlook()Nobody is there.",
      "Stoppedlook()Denied look",
      "look()Running",
      "look(Being written",
    ]);
  });

  test("are parted by words, which stand between them", () => {
    show([...ran("a"), ...says("The first one fits."), ...ran("b", "keep"), step, ...says("Done.", "u")]);
    expect(blocks()).toEqual(["🔧 Executed look (show details)", "🔧 Executed keep (show details)"]);
    expect(screen.getByRole("article").textContent).toMatch(/look.*The first one fits\..*keep.*Done\./);
  });
});

describe("blocks written in the text", () => {
  const read = (text: string) => {
    const detector = createEventDetector({});
    const events = [
      ...says(text).flatMap((event) => detector.push(event)),
      ...detector.end(),
      { type: "finish" } as const,
    ];
    return show(events);
  };

  test("a run of <tool> blocks is one block", () => {
    read(
      '<tool id="1" state="done">look(at=1)\none</tool>\n<tool id="2" state="done">look(at=2)\ntwo</tool>\n\nThat was all.',
    );
    expect(blocks()).toEqual(["🔧 2 tool calls (show details)"]);
    expect(screen.getByText("That was all.")).toBeInTheDocument();
  });

  test("a <validation> beside them is no call of its own", () => {
    read("<tool>look(at=1)</tool><validation>look\none</validation>\n\nThat was all.");
    expect(blocks()).toEqual(["🔧 Executed look (show details)"]);
  });
});

test("an event that reduces to nothing shows no block", () => {
  const message = reduceMessage(assistant([]), { type: "start-step" });
  render(
    <ChatProvider toolLayout="groups">
      <Message message={message} />
    </ChatProvider>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});
