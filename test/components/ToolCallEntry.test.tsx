import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { ToolCallEntry } from "../../src/components/ToolCallEntry/ToolCallEntry.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { isToolPart, type ToolPart } from "../../src/stream/message.js";
import { assistant, calls, fails, returns, writes } from "../../stories/scenes.js";

function call(...events: StreamEvent[]): ToolPart {
  const part = assistant(events).parts.find(isToolPart);
  if (part === undefined) throw new Error("no call in these events");
  return part;
}

function entry(part: ToolPart) {
  render(<ToolCallEntry part={part} showOutcome={false} />);
  return screen.getByRole("listitem");
}

describe("a result", () => {
  test.each<[string, unknown, string]>([
    ["undefined", undefined, "ask() → undefined"],
    ["null", null, "ask() → null"],
    ["zero", 0, "ask() → 0"],
    ["false", false, "ask() → false"],
    ["a BigInt", 10n, "ask() → 10n"],
    ["one line", "/app", "ask() → /app"],
    ["a symbol", Symbol("x"), "ask() → Symbol(x)"],
    ["a small object", { rows: [1] }, 'ask() → {"rows": [1]}'],
    ["an Error", new TypeError("no such file"), "TypeError: no such file"],
    ["an element-shaped object", { $$typeof: "Symbol(react.element)", type: "script", props: {} }, '"type": "script"'],
    ["markup", "<script>alert(1)</script>\n<img src=x>", "<script>alert(1)</script> <img src=x>"],
  ])("%s", (_name, output, text) => {
    const item = entry(call(...calls("a", "ask"), ...returns("a", output)));
    expect(item).toHaveTextContent(text);
    expect(item).toHaveAttribute("data-state", "done");
  });

  test("a circle does not throw", () => {
    const output: Record<string, unknown> = { a: 1 };
    output.self = output;
    expect(entry(call(...calls("a", "ask"), ...returns("a", output)))).toHaveTextContent("[circular]");
  });

  test("one of 5 MB shows its head with its size, and more of it on demand, never all at once", async () => {
    const item = entry(call(...calls("a", "dump"), ...returns("a", "x".repeat(5 * 1024 * 1024))));
    const more = screen.getByRole("button", { name: "… show more (5MB)" });
    expect(item.textContent?.length).toBeLessThan(3_000);
    await userEvent.click(more);
    expect(item.textContent?.length).toBeLessThan(70_000);
    expect(item.textContent?.length).toBeGreaterThan(65_000);
    await userEvent.click(more);
    expect(item.textContent?.length).toBeLessThan(140_000);
    expect(more).toHaveFocus();
  });
});

describe("a long result that is no text says how much more there is", () => {
  const more = () => screen.getByRole("button", { name: /show more/ }).textContent;

  test.each<[string, unknown, RegExp]>([
    ["a list", Array.from({ length: 100_000 }, () => "xxxxxxxxxx"), /\(1\.\dMB\)$/],
    [
      "an object",
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key-${at}`, { at }])),
      /\((?:7\d\d|8\d\d)(?:\.\d)?KB\)$/,
    ],
    ["one that is cut nowhere else", Array.from({ length: 60 }, (_, at) => at), /\(42 more lines\)$/],
  ])("%s", (_name, output, size) => {
    entry(call(...calls("a", "dump"), ...returns("a", output)));
    expect(more()).toMatch(size);
  });

  test("one that runs in a circle", () => {
    const rows: unknown[] = Array.from({ length: 10_000 }, () => "xxxxxxxxxx");
    rows.push(rows);
    entry(call(...calls("a", "dump"), ...returns("a", rows)));
    expect(more()).toMatch(/\(1\d\d(?:\.\d)?KB\)$/);
  });

  test("one that cannot be counted does not throw", () => {
    const rows = Array.from({ length: 9000 }, (_, at) => ({
      at,
      get text(): string {
        throw new Error("no");
      },
    }));
    entry(call(...calls("a", "dump"), ...returns("a", rows)));
    expect(more()).toBe("… show more");
  });
});

describe("arguments", () => {
  test("are written as a call", () => {
    expect(entry(call(...calls("a", "run", { args: ["pwd"], cwd: "/app" })))).toHaveTextContent(
      'run(args=["pwd"], cwd="/app")',
    );
  });

  test("long ones are cut, and there on demand", async () => {
    const item = entry(call(...calls("a", "write", { text: `${"x".repeat(2000)}end` })));
    expect(item).not.toHaveTextContent("end");
    await userEvent.click(screen.getByRole("button", { name: "… show more" }));
    expect(item).toHaveTextContent(/xend"\)/);
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(item).not.toHaveTextContent("end");
  });

  test("show while they are written, as far as they are certain", () => {
    expect(entry(call(...writes("a", "run", '{"city":"San')))).toHaveTextContent(/run\(city="San"$/);
  });

  test("that could not be read are shown as they came", () => {
    const part = call({
      type: "tool-input-error",
      toolCallId: "a",
      toolName: "getWeather",
      input: '{"city":',
      errorText: "not JSON",
      reason: "malformed",
    });
    expect(entry(part)).toHaveTextContent('getWeather("{\\"city\\":")');
  });

  test("bidi controls in them are spelled out", () => {
    expect(entry(call(...calls("a", "open", { file: "invoice\u202efdp.exe" })))).toHaveTextContent(
      'open(file="invoice\\u202efdp.exe")',
    );
  });
});

test("an error is shown, with what the tool gave beside it", () => {
  const part = call(...calls("a", "fetch"), {
    type: "tool-output-error",
    toolCallId: "a",
    errorText: "HTTP 500",
    output: { retryAfter: 3 },
  });
  const item = entry(part);
  expect(item).toHaveTextContent("HTTP 500");
  expect(item).toHaveTextContent('"retryAfter": 3');
  expect(item).toHaveTextContent(/^Failed/); // said in words, not by colour alone
});

test("commentary stands before the call, its Markdown drawn", () => {
  render(<ToolCallEntry part={call(...calls("a", "ask"), ...fails("a", "no"))} commentary="I will **ask**." />);
  expect(screen.getByText("ask", { selector: "strong" })).toBeInTheDocument();
  expect(screen.getByRole("listitem")).toHaveTextContent(/I will ask\.ask\(\)❌ Error processing tool callno$/);
});
