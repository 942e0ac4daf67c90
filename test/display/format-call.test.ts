import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { formatCall } from "../../src/display/format-call.js";
import { formatMessage } from "../../src/display/format-message.js";
import type { ChatMessage } from "../../src/stream/message.js";

const output = (value: unknown) => ({ state: "output", output: value }) as const;

describe("the line of a call", () => {
  test("a short result stands on it", () => {
    expect(formatCall("run_shell_command", { args: ["pwd"] }, output("/app"))).toBe(
      'run_shell_command(args=["pwd"]) → /app',
    );
  });

  test("a call that runs has an hourglass", () => {
    expect(formatCall("run_shell_command", { args: ["pwd"] }, { state: "running" })).toBe(
      'run_shell_command(args=["pwd"]) ⏳',
    );
  });

  test("79 characters stand on the line, 80 below", () => {
    expect(formatCall("a", {}, output("x".repeat(79)))).toBe(`a() → ${"x".repeat(79)}`);
    expect(formatCall("a", {}, output("x".repeat(80)))).toBe(`a()\n  ${"x".repeat(80)}`);
  });

  test("lines stand below it, indented, the first of them", () => {
    const lines = Array.from({ length: 15 }, (_, index) => `line ${index + 1}`);
    expect(formatCall("list", {}, output(lines.join("\n")), { maxLines: 3 })).toBe(
      "list()\n  line 1\n  line 2\n  line 3\n  ... (12 more lines)",
    );
    expect(formatCall("list", {}, output("a\nb\n"), { maxLines: 1 })).toBe("list()\n  a\n  ... (1 more line)");
  });

  test("an error stands where a result would", () => {
    expect(formatCall("list", { path: "/" }, { state: "error", errorText: "no such file" })).toBe(
      'list(path="/") → no such file',
    );
  });

  test("a trailing line break is none, and an empty result leaves the arrow", () => {
    expect(formatCall("pwd", {}, output("/app\n"))).toBe("pwd() → /app");
    expect(formatCall("touch", {}, output(""))).toBe("touch() →");
  });

  test("it holds no secret, and no code of a terminal", () => {
    const line = formatCall("get", { authorization: "Bearer abc" }, output("\u001b[32mfine\u001b[0m"));
    expect(line).toBe('get(authorization="[redacted]") → fine');
  });

  test("never throws, whatever is called", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (name, args, value) => {
        expect(typeof formatCall(name, args, output(value))).toBe("string");
      }),
    );
  });
});

test("a message as text: its words and its calls, each as its line", () => {
  const message = createMessage({
    id: "m",
    role: "assistant",
    parts: [
      { type: "text", text: "Looking." },
      { type: "dynamic-tool", toolName: "pwd", toolCallId: "1", state: "output-available", input: {}, output: "/app" },
      {
        type: "dynamic-tool",
        toolName: "rm",
        toolCallId: "2",
        state: "output-denied",
        input: {},
        approval: { id: "p" },
      },
      { type: "dynamic-tool", toolName: "ls", toolCallId: "3", state: "input-available", input: { api_key: "k3y" } },
      { type: "text", text: "Done." },
    ],
  });
  expect(formatMessage(message)).toBe(
    'Looking.\n\npwd() → /app\n\nrm() → Denied.\n\nls(api_key="[redacted]") ⏳\n\nDone.',
  );
  expect(formatMessage({ ...message, parts: "none" } as unknown as ChatMessage)).toContain('"none"');
});
