import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { useChatStore } from "../../src/components/ChatProvider/use-chat-store.js";
import { Notice } from "../../src/components/Notice/Notice.js";
import { user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

function Count({ onRender }: { onRender: () => void }) {
  onRender();
  return <p>{useChatStore((state) => state.messages.length)} messages</p>;
}

function Status() {
  return <p>{useChatStore((state) => state.status)}</p>;
}

test("a component renders when its slice changes, and not when another does", () => {
  const store = createChatStore({ connector: scripted([]) });
  const renders = vi.fn();
  render(
    <ChatProvider store={store}>
      <Count onRender={renders} />
    </ChatProvider>,
  );
  expect(screen.getByText("0 messages")).toBeInTheDocument();
  act(() => store.setState({ status: "streaming" }));
  expect(renders).toHaveBeenCalledTimes(1);
  act(() => store.getState().setMessages([user("Hi")]));
  expect(screen.getByText("1 messages")).toBeInTheDocument();
});

test("words are replaced one by one, the nearest provider's first, and the store comes through", () => {
  const store = createChatStore({ connector: scripted([]) });
  render(
    <ChatProvider store={store} labels={{ retry: "Nochmal", send: "Senden" }}>
      <ChatProvider labels={{ send: "Ab" }}>
        <Status />
        <Notice onRetry={() => undefined}>Oh</Notice>
      </ChatProvider>
    </ChatProvider>,
  );
  expect(screen.getByText("ready")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Nochmal" })).toBeInTheDocument();
});
