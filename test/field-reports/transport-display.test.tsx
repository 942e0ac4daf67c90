import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode, useEffect } from "react";
import { expect, test } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { fetchOf } from "../connectors/conversation.js";
import { sse } from "./shown.js";

function Place({ store }: { store: ChatStore }) {
  useEffect(() => void store.getState().resume(), [store]);
  return <ChatWrapper store={store} />;
}

test("three places that show one chat ask for its answer once (B08-24)", async () => {
  const records = sse({ type: "start" }, { type: "text-delta", id: "1", delta: "Here." }, { type: "finish" });
  const wire = fetchOf(new Response(records.join("")));
  const store = createChatStore({
    connector: aiSdk({ url: "http://localhost/chat", fetch: wire.fetch }),
    messages: [createMessage({ id: "u", role: "user", parts: "Go" })],
  });
  render(
    <StrictMode>
      <Place store={store} />
      <Place store={store} />
      <Place store={store} />
    </StrictMode>,
  );
  expect(await screen.findAllByText("Here.")).toHaveLength(3);
  expect(wire.requests).toHaveLength(1);
});

test("an answer that breaks off keeps its words, and offers to try again (B08-13, B08-14)", async () => {
  const records = sse({ type: "start" }, { type: "text-delta", id: "1", delta: "The first step is" });
  const wire = fetchOf(new Response(records.join("")));
  render(<ChatWrapper connector={aiSdk({ url: "http://localhost/chat", fetch: wire.fetch })} />);
  await userEvent.type(screen.getByRole("textbox"), "How?{Enter}");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  expect(screen.getByText("The first step is")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Send" })).toBeInTheDocument();
});
