import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { InlineToolWidget } from "../../src/components/InlineToolWidget/InlineToolWidget.js";
import { assistant, calls, oneTool, outcomes, returns, says, step, threeTools, writes } from "../../stories/scenes.js";

describe("the one line", () => {
  test.each([
    ["thinking", oneTool.thinking, true, "Thinking…"],
    ["a call is being written", oneTool.writing, true, "🔧 Waiting for tool call completion..."],
    ["a call runs", oneTool.running, true, "🔧 Executing tool: getWeather..."],
    ["one call, done", oneTool.answered, false, "Used 1 tool · 🔧 Executed getWeather: 18 °C and fog in San Francisco"],
    ["one call, done, without a message in its result", outcomes.plain, false, "Used 1 tool · 🔧 Executed ping"],
    ["an unknown tool", outcomes.unknownTool, false, "Used 1 tool · 1 failed · ❌ Tool bookFlight not available"],
    ["an unreadable call", outcomes.invalid, false, "Used 1 tool · 1 failed · ❌ Invalid tool call format"],
    ["a call that failed", outcomes.failed, false, "Used 1 tool · 1 failed · ❌ Error processing tool call"],
    ["a call that was stopped", outcomes.stopped, false, "Used 1 tool · 1 stopped · Stopped fetchPage"],
    ["a call that was denied", outcomes.denied, false, "Used 1 tool · 1 denied · Denied deleteNotes"],
    ["a call that waits", outcomes.waiting, true, "Waiting for approval: deleteNotes"],
    ["three calls", threeTools, false, "Used 3 tools · 1 failed"],
    [
      "between the last call and the answer",
      oneTool.done,
      true,
      "Used 1 tool · 🔧 Executed getWeather: 18 °C and fog in San Francisco · Thinking…",
    ],
  ])("%s", (_name, message, isActive, line) => {
    const { container } = render(<InlineToolWidget message={message} isActive={isActive} />);
    expect(container.querySelector(".tt-collapsible-line")?.textContent).toBe(line);
  });

  test("is not there for an answer alone", () => {
    const { container } = render(<InlineToolWidget message={assistant(says("Hello"))} isActive />);
    expect(container).toBeEmptyDOMElement();
  });

  test("is not there when nothing came and nothing is awaited", () => {
    const { container } = render(<InlineToolWidget message={oneTool.thinking} />);
    expect(container).toBeEmptyDOMElement();
  });

  test("speaks of the call that runs while another is written", () => {
    const message = assistant([...calls("a", "first"), ...writes("b", "second")]);
    const { container } = render(<InlineToolWidget message={message} isActive />);
    expect(container).toHaveTextContent("🔧 Executing tool: first...");
  });

  test("reads a message of a result only when it is the result's own text", () => {
    const inherited = Object.create({ message: "inherited" }) as object;
    for (const output of [
      inherited,
      { message: 3 },
      {
        get message() {
          return "run";
        },
      },
      "message",
      null,
    ]) {
      const { container, unmount } = render(
        <InlineToolWidget message={assistant([...calls("a", "ask"), ...returns("a", output)])} />,
      );
      expect(container).toHaveTextContent(/^Used 1 tool · 🔧 Executed ask$/);
      unmount();
    }
  });

  test("has nothing hidden in the name of a tool", () => {
    const { container } = render(
      <InlineToolWidget message={assistant(calls("a", `read_file\u2066 (safe)\u2069${"x".repeat(1000)}`))} isActive />,
    );
    expect(container).toHaveTextContent("🔧 Executing tool: read_file\\u2066 (safe)\\u2069xxx");
    expect(container.textContent?.length).toBeLessThan(150);
  });
});

describe("opened", () => {
  test("it shows each call with its words, and says it is open", async () => {
    render(<InlineToolWidget message={threeTools} />);
    const line = screen.getByRole("button", { name: "Used 3 tools · 1 failed" });
    expect(line).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("list")).toBeNull();
    await userEvent.click(line);
    expect(line).toHaveAttribute("aria-expanded", "true");
    const [first, second, third] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent("I’ll look through your notes first.");
    expect(first).toHaveTextContent('search_notes(query="tea", limit=5)');
    expect(first).toHaveTextContent(/Shopping$/);
    expect(second).toHaveTextContent('read_note(id="n-17") → Green tea wants 70 °C and two minutes.');
    expect(second).not.toHaveTextContent("Now the kettle page.");
    expect(third).toHaveTextContent("Now the kettle page.");
    expect(third).toHaveTextContent(/manual"\)Timed out after 2 s$/);
  });

  test("it stays open while calls come in and the answer is written", async () => {
    const { rerender } = render(<InlineToolWidget message={oneTool.running} isActive />);
    await userEvent.click(screen.getByRole("button"));
    const item = screen.getByRole("listitem");
    rerender(<InlineToolWidget message={oneTool.done} isActive />);
    const more = assistant([
      ...calls("weather-1", "getWeather"),
      ...returns("weather-1", 1),
      step,
      ...calls("b", "next"),
    ]);
    rerender(<InlineToolWidget message={more} isActive />);
    expect(screen.getAllByRole("listitem")[0]).toBe(item);
    rerender(<InlineToolWidget message={oneTool.answered} />);
    expect(screen.getByRole("button", { expanded: true })).toHaveClass("tt-collapsible-line");
  });

  test("the caller may keep it open or closed", async () => {
    const asked: boolean[] = [];
    render(<InlineToolWidget message={threeTools} open={false} onOpenChange={(open) => asked.push(open)} />);
    await userEvent.click(screen.getByRole("button"));
    expect(asked).toEqual([true]);
    expect(screen.getByRole("button")).toHaveAttribute("aria-expanded", "false");
  });
});
