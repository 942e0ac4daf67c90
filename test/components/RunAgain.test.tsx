import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import type { Tools } from "../../src/tools/definition.js";
import { outcomes } from "../../stories/scenes.js";
import { call, chat, text, untilRest } from "../chat/chat.js";
import { sendAndOpen } from "./send-and-open.js";

/** A chat whose one call has ended, with its entry open. */
async function ended(tools: Tools, events: StreamEvent[] = [call("c1", "pay", { amount: 40 })]) {
  const { store } = chat([events], { tools });
  await sendAndOpen(store);
  return store;
}

const runAgain = () => screen.queryByRole("button", { name: "Run again" });
const failsOnce = () => vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("paid");

describe("run again", () => {
  test("a tool that may have done its work warns first, and a second press of the key does nothing", async () => {
    const pay = failsOnce();
    const store = await ended({ pay });
    runAgain()?.focus();
    await userEvent.keyboard("{Enter}{Enter}");
    expect(pay).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/^pay may already have run/)).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(runAgain()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Run it again anyway" }));
    await act(() => untilRest(store));
    expect(pay).toHaveBeenCalledTimes(2);
    expect(await screen.findByRole("button", { name: "Used 1 tool · 🔧 Executed pay" })).toHaveFocus();
    expect(runAgain()).toBeNull();
  });

  test("a tool that is idempotent runs at once", async () => {
    const pay = failsOnce();
    const store = await ended({ pay: { execute: pay, idempotent: true } });
    await userEvent.click(runAgain() ?? document.body);
    await act(() => untilRest(store));
    expect(pay).toHaveBeenCalledTimes(2);
  });

  test("a call that nobody answered in time never ran: it is asked about again, without a warning", async () => {
    const pay = vi.fn();
    const tools = { pay: { execute: pay, needsApproval: true } };
    let approvalTimeoutMs = 20;
    const answers = [[call("c1", "pay")], text("Not paid.")];
    const connector = eventConnector(() => answers.shift() ?? []);
    const store = createChatStore(() => ({ connector, tools, approvalTimeoutMs }));
    render(
      <ChatProvider store={store}>
        <MessageList />
      </ChatProvider>,
    );
    await act(() => store.getState().send("go"));
    const line = await screen.findByRole("button", {
      name: "Used 1 tool · 1 not answered in time · Nobody answered in time: pay",
    });
    approvalTimeoutMs = 60_000;
    await userEvent.click(line);
    await userEvent.click(runAgain() ?? document.body);
    expect(await screen.findByRole("group", { name: "Allow pay?" })).toBeVisible();
    expect(pay).not.toHaveBeenCalled();
    act(() => store.getState().stop());
  });

  test.each<[what: string, tools: Tools, event: StreamEvent]>([
    ["that did not fail", { pay: () => "paid" }, call("c1", "pay")],
    [
      "whose arguments did not come whole",
      { pay: () => "paid" },
      {
        type: "tool-input-error",
        toolCallId: "c1",
        toolName: "pay",
        input: "{",
        errorText: "cut",
        reason: "malformed",
      },
    ],
    ["of a tool that is not here", {}, call("c1", "pay")],
    [
      "that the provider ran",
      { pay: () => "paid" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "pay", input: {}, providerExecuted: true },
    ],
  ])("is not offered for a call %s", async (_what, tools, event) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await ended(tools, [event]);
    expect(runAgain()).toBeNull();
  });

  test("is not offered for messages that no store holds", async () => {
    render(<MessageList messages={[outcomes.failed]} />);
    await userEvent.click(screen.getByRole("button", { name: /^Used 1 tool/ }));
    expect(runAgain()).toBeNull();
  });
});
