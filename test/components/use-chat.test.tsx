import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ChatAddToolApproveResponseFunction, ChatStatus as ChatStatus6, UIMessage as UIMessage6 } from "ai";
import type { ChatStatus as ChatStatus7, UIMessage as UIMessage7 } from "ai-v7";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { MessageList, type MessageListProps } from "../../src/components/MessageList/MessageList.js";

const question: UIMessage6 = { id: "1", role: "user", parts: [{ type: "text", text: "Weather?" }] };

/** As servers of the AI SDK write it: a part named like its tool. */
function answer(part: object, text = ""): UIMessage6 {
  const call = { type: "tool-getWeather", toolCallId: "call-1", input: { city: "Oslo" }, ...part };
  const parts = [
    { type: "step-start" },
    call,
    ...(text === "" ? [] : [{ type: "step-start" }, { type: "text", text }]),
  ];
  return { id: "2", role: "assistant", parts: parts as UIMessage6["parts"] };
}

describe("messages of useChat", () => {
  test("are what the list takes, in versions 6 and 7, and so is their status", () => {
    type Messages = NonNullable<MessageListProps["messages"]>;
    expectTypeOf<UIMessage6[]>().toExtend<Messages>();
    expectTypeOf<UIMessage7[]>().toExtend<Messages>();
    expectTypeOf<ChatStatus6>().toExtend<NonNullable<MessageListProps["status"]>>();
    expectTypeOf<ChatStatus7>().toExtend<NonNullable<MessageListProps["status"]>>();
  });

  test("are drawn as they are, without a provider, from the question to the answer", async () => {
    const { rerender } = render(<MessageList messages={[question]} status="submitted" />);
    screen.getByText("Thinking…");
    const show = (message: UIMessage6, status: ChatStatus6) =>
      rerender(<MessageList messages={[question, message]} status={status} />);
    show(answer({ state: "input-streaming", input: { ci: "" } }), "streaming");
    screen.getByText("🔧 Waiting for tool call completion...");
    show(answer({ state: "input-available" }), "ready"); // useChat is ready while a tool of the page runs
    screen.getByText("🔧 Executing tool: getWeather...");
    show(answer({ state: "output-available", output: { temperatureC: -3, message: "-3 °C" } }), "submitted");
    await screen.findByText("🔧 Executed getWeather: -3 °C"); // what it said before stays long enough to be read
    show(answer({ state: "output-available", output: { temperatureC: -3 } }, "It is -3 °C in Oslo."), "ready");
    screen.getByText("It is -3 °C in Oslo.");
    screen.getByRole("button", { name: /^Used 1 tool/ });
  });

  test("are told as they go on, and a tool of the page that runs ends nothing", () => {
    const { container, rerender } = render(<MessageList messages={[question]} status="submitted" />);
    const show = (message: UIMessage6, status: ChatStatus6) =>
      rerender(<MessageList messages={[question, message]} status={status} />);
    const running = answer({ state: "input-available" });
    const output = { temperatureC: -3 };
    show(running, "streaming");
    show(running, "ready");
    show(answer({ state: "output-available", output }), "submitted");
    show(answer({ state: "output-available", output }, "It is -3 °C in Oslo."), "streaming");
    show(answer({ state: "output-available", output }, "It is -3 °C in Oslo."), "ready");
    const told = [...container.querySelectorAll("[aria-live=polite] p")].map((each) => each.textContent);
    expect(told).toEqual(["Running getWeather", "getWeather done", expect.stringContaining("Answer ready")]);
  });

  test("that failed or were denied say so", () => {
    const { rerender } = render(
      <MessageList messages={[question, answer({ state: "output-error", errorText: "No weather for Oslo" })]} />,
    );
    screen.getByRole("button", { name: /^Used 1 tool · 1 failed/ });
    const approval = { id: "approval-1", approved: false };
    rerender(<MessageList messages={[question, answer({ state: "output-denied", approval })]} />);
    screen.getByRole("button", { name: /^Used 1 tool · 1 denied/ });
  });
});

describe("an approval of useChat", () => {
  const waiting = answer({ state: "approval-requested", approval: { id: "approval-1" } });

  /** As an app hands it on. */
  function open() {
    const addToolApprovalResponse = vi.fn<ChatAddToolApproveResponseFunction>();
    render(
      <MessageList
        messages={[question, waiting]}
        status="ready"
        onApprove={({ approvalId: id, ...given }) => addToolApprovalResponse({ id, ...given })}
      />,
    );
    return addToolApprovalResponse;
  }

  test("is given by a button, under its id", async () => {
    const respond = open();
    await userEvent.click(screen.getByRole("button", { name: "Allow once" }));
    expect(respond.mock.calls).toMatchObject([[{ id: "approval-1", approved: true }]]);
  });

  test("is refused by a button, and asked for once", async () => {
    const respond = open();
    const deny = screen.getByRole("button", { name: "Deny" });
    await userEvent.dblClick(deny);
    expect(respond.mock.calls).toMatchObject([[{ id: "approval-1", approved: false }]]);
  });

  test("is only shown where nobody takes the answer", () => {
    render(<MessageList messages={[question, waiting]} />);
    expect(screen.queryByRole("button", { name: "Allow once" })).toBeNull();
  });
});
