import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Message } from "../../src/components/Message/Message.js";
import { decodeChunks, readGroups, sse } from "./shown.js";

const read = (protocol: "ai-sdk" | "ag-ui", records: readonly unknown[]) =>
  readGroups(decodeChunks(protocol, sse(...records)), {});

test("the widget says which call is at work, and no more which is done (B02-07)", () => {
  const { steps } = read("ag-ui", [
    { type: "TOOL_CALL_START", toolCallId: "a", toolCallName: "n1" },
    { type: "TOOL_CALL_END", toolCallId: "a" },
    { type: "TOOL_CALL_RESULT", toolCallId: "a", content: "1" },
    { type: "TOOL_CALL_START", toolCallId: "b", toolCallName: "n2" },
    { type: "TOOL_CALL_ARGS", toolCallId: "b", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "b" },
  ]);
  const message = steps[5];
  if (message === undefined) throw new Error("no message");
  render(<Message message={message} isActive />);
  expect(screen.getByRole("article")).toHaveTextContent("n2");
  expect(screen.getByRole("article")).not.toHaveTextContent("Executing tool: n1");
});

test("a call that is told twice is drawn once, without a word about keys (B02-15)", () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const told = { type: "tool-input-available", toolCallId: "a", toolName: "n1", input: {} };
  const { message } = read("ai-sdk", [told, told, { type: "tool-output-available", toolCallId: "a", output: 1 }]);
  render(<Message message={message} />);
  expect(screen.getByRole("article")).toHaveTextContent(/Used 1 tool|Executed n1/);
  expect(complaint).not.toHaveBeenCalled();
  complaint.mockRestore();
});
