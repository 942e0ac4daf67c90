import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";

/** Draws a conversation, sends a message, and opens the line of the one call that was made. */
export async function sendAndOpen(store: ChatStore): Promise<void> {
  render(
    <ChatProvider store={store}>
      <MessageList />
    </ChatProvider>,
  );
  await act(() => store.getState().send("go"));
  await userEvent.click(await screen.findByRole("button", { name: /^Used 1 tool/ }));
}
