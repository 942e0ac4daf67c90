import { act, render, screen } from "@testing-library/react";
import { StrictMode, useEffect, useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { getToolCalls } from "../../src/chat/message.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { useChatStore } from "../../src/components/ChatProvider/use-chat-store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { ChatRequest } from "../../src/connectors/connector.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";

const call: StreamEvent = { type: "tool-input-available", toolCallId: "c1", toolName: "save", input: { n: 1 } };
const words: StreamEvent = { type: "text-delta", id: "t", delta: "Saved." };

/** A back end that calls `save` once, then says that it is done; and the requests that it got. */
function backEnd() {
  const requests: ChatRequest[] = [];
  const connector = eventConnector((request) => {
    requests.push(request);
    return requests.length === 1 ? [call] : [words];
  });
  return { requests, connector };
}

/** A tool that ends when the test says so. */
function heldTool() {
  let finish: (value: unknown) => void = () => {};
  const save = vi.fn(
    (_input: unknown, _context: { signal: AbortSignal }) =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  return { save, finish: (value: unknown) => finish(value) };
}

/** Sends once, when it is mounted. */
function SendsOnMount() {
  const send = useChatStore((state) => state.send);
  const hasSent = useRef(false);
  useEffect(() => {
    if (hasSent.current) return;
    hasSent.current = true;
    void send("Save it");
  }, [send]);
  return null;
}

function MakesItsStore({ make }: { make: () => ChatStore }) {
  const [store] = useState(make);
  return <ChatWrapper store={store} />;
}

const outputsOf = (store: ChatStore) =>
  store.getState().messages.flatMap((message) => getToolCalls(message).map((each) => each.result));

test("a tool runs once when React mounts the chat twice, and the turn that began in between goes on", async () => {
  const { connector, requests } = backEnd();
  const { save, finish } = heldTool();
  render(
    <StrictMode>
      <ChatWrapper connector={connector} tools={{ save }}>
        <SendsOnMount />
      </ChatWrapper>
    </StrictMode>,
  );
  await vi.waitFor(() => expect(save).toHaveBeenCalled(), { timeout: 10_000 });
  finish("ok");
  await screen.findByText("Saved.");
  expect(save).toHaveBeenCalledTimes(1);
  expect(requests).toHaveLength(2);
});

test("a tool runs once however often the chat is drawn again while it runs", async () => {
  const { connector, requests } = backEnd();
  const { save, finish } = heldTool();
  const draw = () => (
    <ChatWrapper connector={connector} tools={{ save: (input, context) => save(input, context) }} config={{}}>
      <SendsOnMount />
    </ChatWrapper>
  );
  const { rerender } = render(draw());
  await vi.waitFor(() => expect(save).toHaveBeenCalled(), { timeout: 10_000 });
  for (let count = 0; count < 10; count += 1) rerender(draw());
  finish("ok");
  await screen.findByText("Saved.");
  expect(save).toHaveBeenCalledTimes(1);
  expect(requests).toHaveLength(2);
});

test("a tool runs once when its chat goes and comes back with the same store, and its result is kept", async () => {
  const { connector, requests } = backEnd();
  const { save, finish } = heldTool();
  const store = createChatStore({ connector, tools: { save } });
  const first = render(<ChatWrapper store={store} />);
  act(() => void store.getState().send("Save it"));
  await vi.waitFor(() => expect(save).toHaveBeenCalled(), { timeout: 10_000 });
  first.unmount();
  render(
    <StrictMode>
      <ChatWrapper store={store} />
    </StrictMode>,
  );
  finish("ok");
  await screen.findByText("Saved.");
  expect(save).toHaveBeenCalledTimes(1);
  expect(outputsOf(store)).toEqual(["ok"]);
  expect(requests).toHaveLength(2);
});

test("a tool runs once when two lists show the same conversation", async () => {
  const { connector, requests } = backEnd();
  const save = vi.fn(() => "ok");
  const store = createChatStore({ connector, tools: { save } });
  render(
    <ChatProvider store={store}>
      <MessageList />
      <MessageList />
    </ChatProvider>,
  );
  act(() => void store.getState().send("Save it"));
  expect(await screen.findAllByText("Saved.")).toHaveLength(2);
  expect(save).toHaveBeenCalledTimes(1);
  expect(requests).toHaveLength(2);
});

test("a stored call that its tool wants run again runs once, though React makes the store twice", async () => {
  const stored: ChatMessage[] = [
    { id: "u", role: "user", parts: [{ type: "text", text: "Save it" }] },
    {
      id: "a",
      role: "assistant",
      parts: [{ type: "dynamic-tool", toolName: "save", toolCallId: "c1", state: "input-available", input: { n: 1 } }],
    },
  ];
  const save = vi.fn(() => "ok");
  const connector = eventConnector(() => [words]);
  const tools = { save: { execute: save, onReload: "rerun" as const } };
  render(
    <StrictMode>
      <MakesItsStore make={() => createChatStore({ connector, messages: stored, tools })} />
    </StrictMode>,
  );
  await screen.findByText("Saved.");
  expect(save).toHaveBeenCalledTimes(1);
});

test("a chat that goes away for good ends what runs, and sends nothing any more", async () => {
  const { connector, requests } = backEnd();
  const { save, finish } = heldTool();
  const onToolResult = vi.fn();
  const { unmount } = render(
    <ChatWrapper connector={connector} tools={{ save }} config={{ onToolResult }}>
      <SendsOnMount />
    </ChatWrapper>,
  );
  await vi.waitFor(() => expect(save).toHaveBeenCalled(), { timeout: 10_000 });
  const signal = save.mock.calls[0]?.[1].signal;
  unmount();
  await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 10_000 });
  finish("too late");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onToolResult).not.toHaveBeenCalled();
  expect(requests).toHaveLength(1);
});
