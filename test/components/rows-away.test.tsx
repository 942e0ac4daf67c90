import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ApprovalContext, type OnApprove } from "../../src/components/Approval/approval-context.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import type { ToolLayout } from "../../src/components/ChatProvider/chat-context.js";
import { Message } from "../../src/components/Message/Message.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, outcomes, returns, user, writes } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";
import { call, chat, lastMessage, until } from "../chat/chat.js";

interface Answers {
  onEdit?: (messageId: string, text: string) => void;
  onApprove?: OnApprove;
  toolLayout?: ToolLayout;
}

/** Draws one message, whose row may be away. */
type Page = (message: ChatMessage, isThere: boolean) => ReactNode;

const ofProps =
  ({ toolLayout, ...answers }: Answers = {}): Page =>
  (message, isThere) => (
    <ChatProvider toolLayout={toolLayout}>
      <button type="button">Elsewhere</button>
      <MessageList messages={isThere ? [message] : []} {...answers} />
    </ChatProvider>
  );

const ofStore = ({ onEdit, onApprove, toolLayout }: Answers = {}): Page => {
  const store = createChatStore({ connector: scripted([]) });
  return (message, isThere) => (
    <ChatProvider store={store} toolLayout={toolLayout}>
      <button type="button">Elsewhere</button>
      <ApprovalContext.Provider value={onApprove}>
        {isThere && <Message message={message} onEdit={onEdit} />}
      </ApprovalContext.Provider>
    </ChatProvider>
  );
};

const pages = { "by props": ofProps, "of a store": ofStore };

const elsewhere = () => screen.getByRole("button", { name: "Elsewhere" });

/** Draws the message, and gives what takes its row away, when the focus is elsewhere, and brings it back. */
function show(page: Page, message: ChatMessage) {
  const { rerender } = render(page(message, true));
  const draw = (next: ChatMessage, isThere: boolean) => act(async () => rerender(page(next, isThere)));
  return {
    becomes: (next: ChatMessage) => draw(next, true),
    goes: async () => {
      act(() => elsewhere().focus());
      await draw(message, false);
      expect(screen.queryByRole("article")).toBeNull();
    },
    comes: async (next = message) => {
      await draw(next, true);
      expect(screen.getByRole("article")).toBeInTheDocument();
    },
  };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
const time = () => document.querySelector(".tt-time")?.textContent.trim();

describe.each(Object.entries(pages))("the time of a call in a row %s that was away", (_, pageOf) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const pass = (seconds: number) => {
    act(() => {
      vi.advanceTimersByTime(seconds * 1000);
    });
  };
  const open = () => fireEvent.click(screen.getByRole("button", { expanded: false, name: /count|tool call/i }));

  const written = assistant(writes("c", "count"));
  const running = assistant(calls("c", "count"));
  const done = assistant([...calls("c", "count"), ...returns("c", 17)]);

  test.each<ToolLayout>(["widget", "groups"])("is what it took, in the layout %s", async (toolLayout) => {
    const row = show(pageOf({ toolLayout }), written);
    await row.becomes(running);
    pass(3);
    await row.becomes(done);
    open();
    expect(time()).toBe("3.0 s");
    await row.goes();
    pass(60);
    await row.comes(done);
    expect(time()).toBe("3.0 s");
  });

  test("counts from where it began, whether it runs on or ends then", async () => {
    const row = show(pageOf(), written);
    await row.becomes(running);
    pass(2);
    await row.goes();
    pass(5);
    await row.comes(running);
    expect(time()).toBe("7 s");
    pass(1);
    await row.becomes(done);
    open();
    expect(time()).toBe("8.0 s");
  });

  test("is not told where nobody saw the end, nor where nobody saw it begin anew", async () => {
    const row = show(pageOf(), written);
    await row.becomes(running);
    pass(3);
    await row.goes();
    pass(5);
    await row.comes(done);
    open();
    expect(screen.getByRole("listitem")).toBeVisible();
    expect(time()).toBeUndefined();
    await row.goes();
    pass(5);
    await row.comes(running);
    pass(5);
    expect(time()).toBeUndefined();
  });
});

describe.each(Object.entries(pages))("what was written in a row %s that was away", (_, pageOf) => {
  const question = user("Weather?", "q");
  const edited = () => field("Edited message");
  const reason = () => field(/^Why not\?/);

  test("stands in the message’s editor, which leaves the focus where it is, until it is sent", async () => {
    const onEdit = vi.fn();
    const row = show(pageOf({ onEdit }), question);
    await press("Edit");
    await userEvent.type(edited(), " In Oslo");
    await row.goes();
    await row.comes();
    expect(edited()).toHaveValue("Weather? In Oslo");
    expect(elsewhere()).toHaveFocus();
    await userEvent.type(edited(), "?{Enter}");
    expect(onEdit.mock.calls).toEqual([["q", "Weather? In Oslo?"]]);
    await row.goes();
    await row.comes();
    await press("Edit");
    expect(edited()).toHaveValue("Weather?");
    expect(edited()).toHaveFocus();
  });

  test("is forgotten when the editor is cancelled", async () => {
    const row = show(pageOf({ onEdit: vi.fn() }), question);
    await press("Edit");
    await userEvent.type(edited(), " In Oslo");
    await row.goes();
    await row.comes();
    await press("Cancel");
    expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
    await row.goes();
    await row.comes();
    await press("Edit");
    expect(edited()).toHaveValue("Weather?");
  });

  test("is the reason of a denial, until it is sent or cancelled", async () => {
    const onApprove = vi.fn();
    const row = show(pageOf({ onApprove }), outcomes.waiting);
    await press("Deny with a reason");
    await userEvent.type(reason(), "too");
    await row.goes();
    await row.comes();
    expect(reason()).toHaveValue("too");
    expect(elsewhere()).toHaveFocus();
    await userEvent.type(reason(), "{Escape}");
    await row.goes();
    await row.comes();
    await press("Deny with a reason");
    expect(reason()).toHaveValue("");
    await userEvent.type(reason(), "too many");
    await row.goes();
    await row.comes();
    await userEvent.type(reason(), "{Enter}");
    expect(onApprove.mock.calls).toEqual([[expect.objectContaining({ approved: false, reason: "too many" })]]);
    await row.goes();
    await row.comes();
    expect(screen.queryByDisplayValue("too many")).toBeNull();
  });
});

test("the reason of a denial stays where it could not be sent", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  show(ofProps({ onApprove: () => Promise.reject(new Error("offline")) }), outcomes.waiting);
  await press("Deny with a reason");
  await userEvent.keyboard("too many{Enter}");
  await until(() => said.mock.calls.length === 1);
  expect(screen.getByDisplayValue("too many")).toBeVisible();
  said.mockRestore();
});

describe("the arguments that were being changed in a row that was away", () => {
  const execute = vi.fn((_input: unknown) => 1);
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

  /** A call of `look` at Oslo that waits. */
  async function waiting() {
    execute.mockClear();
    const { store } = chat([[call("c", "look", { city: "Oslo" })]], {
      tools: { look: { execute, parameters, needsApproval: true } },
    });
    await store.getState().send("go");
    const page: Page = (message, isThere) => (
      <ChatProvider store={store}>
        <button type="button">Elsewhere</button>
        {isThere && <Message message={message} />}
      </ChatProvider>
    );
    const row = show(page, lastMessage(store));
    await press("Edit arguments");
    return { store, row };
  }

  test("stand in its form, which leaves the focus where it is", async () => {
    const { row } = await waiting();
    await userEvent.type(field("city"), " S");
    await row.goes();
    await row.comes();
    expect(field("city")).toHaveValue("Oslo S");
    expect(elsewhere()).toHaveFocus();
    await press("Allow with these arguments");
    await until(() => execute.mock.calls.length === 1);
    expect(execute.mock.calls[0]?.[0]).toEqual({ city: "Oslo S" });
  });

  test("stand there as JSON, where they were changed so; once cancelled they are the model’s", async () => {
    const { store, row } = await waiting();
    await press("Edit as JSON");
    const json = () => field("Arguments, as JSON");
    await userEvent.clear(json());
    await userEvent.type(json(), '{{"city": "Ber');
    await row.goes();
    await row.comes();
    expect(json()).toHaveValue('{"city": "Ber');
    await press("Cancel");
    expect(screen.getByRole("button", { name: "Edit arguments" })).toHaveFocus();
    await row.goes();
    await row.comes();
    await press("Edit arguments");
    expect(field("city")).toHaveValue("Oslo");
    act(() => store.getState().stop());
  });
});
