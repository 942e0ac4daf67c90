import { act, fireEvent, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { MessageEditor } from "../../src/components/MessageEditor/MessageEditor.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import { Reasoning } from "../../src/components/Reasoning/Reasoning.js";
import { ToolCallGroup } from "../../src/components/ToolCallGroup/ToolCallGroup.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isToolPart, type MessagePart } from "../../src/stream/message.js";
import type { Tools } from "../../src/tools/definition.js";
import {
  assistant,
  calls,
  fails,
  hostile,
  longResult,
  oneTool,
  outcomes,
  returns,
  threeTools,
  user,
  writes,
} from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";
import { heldTool, until, untilRest } from "../chat/chat.js";
import { hydrated } from "./hydrating.js";

const remove = { execute: () => "gone", needsApproval: true, parameters: { type: "object" as const, properties: {} } };
const tools: Tools = { deleteNotes: remove, getWeather: () => "fog", read_note: { execute: () => "" }, pick: {} };

const made = (messages: readonly ChatMessage[]) =>
  createChatStore({ connector: scripted([["Fog."]], 1), tools, messages });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("what a server drew becomes the same chat in the browser", async () => {
  const page = () => <ChatWrapper store={made([user("Weather?", "u"), { ...oneTool.answered, id: "a" }])} />;
  const { container, first, remove } = await hydrated(page);
  expect(first).toContain("18 °C");
  expect(container.innerHTML).toBe(first);
  await remove();
});

const thought = (state: "streaming" | "done"): MessagePart => ({ type: "reasoning", text: "Fog or rain?", state });
const asks = (expiresAt?: string): StreamEvent[] =>
  ["c", "d"].flatMap((id): StreamEvent[] => [
    ...calls(id, "deleteNotes", { ids: ["n-17"] }),
    { type: "tool-approval-request", approvalId: `${id}-approval`, toolCallId: id, expiresAt },
  ]);
const answer = (...parts: MessagePart[]) => createMessage({ id: "a", role: "assistant", parts });

const kinds: [what: string, message: ChatMessage][] = [
  ...Object.entries(oneTool).map(([name, message]): [string, ChatMessage] => [`one tool, ${name}`, message]),
  ...Object.entries(outcomes).map(([name, message]): [string, ChatMessage] => [`a call, ${name}`, message]),
  ["three tools in two steps", threeTools],
  ["a long result", longResult],
  ["hostile words", hostile],
  ["two calls that wait", assistant(asks())],
  ["two calls that wait for a time that is over", assistant(asks("2026-03-01T11:59:59Z"))],
  ["two calls that wait for a time that runs", assistant(asks("2026-03-01T12:00:59Z"))],
  ["calls of every state", assistant([...writes("w", "pick"), ...calls("p", "pick"), ...fails("p", "no"), ...asks()])],
  ["progress", answer({ ...call("getWeather"), state: "input-available", input: {}, progress: 0.4 })],
  [
    "a call that may be asked about",
    answer({ ...call("getWeather"), state: "input-available", input: {}, isUndecided: true }),
  ],
  [
    "a first output",
    answer({ ...call("web"), state: "output-available", input: {}, output: { n: 1 }, preliminary: true }),
  ],
  ["thoughts that go on", answer(thought("streaming"))],
  [
    "thoughts and an answer",
    answer(thought("done"), { type: "text", text: "Rain, `1`.\n\n```js\n1\n```\n\n| a |\n|-|\n| 1 |" }),
  ],
  ["a text that goes on", answer({ type: "text", text: "It is **18", state: "streaming" })],
  ["a footnote and a task", answer({ type: "text", text: "One[^1].\n\n- [x] done\n\n[^1]: Two." })],
  [
    "files, sources and data",
    answer(
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=", filename: "a.png" },
      { type: "file", mediaType: "text/csv", url: "data:text/csv;base64,YSxiCjEsMg==", filename: "t.csv" },
      { type: "reasoning-file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" },
      { type: "source-url", sourceId: "1", url: "https://example.com/a", title: "A" },
      { type: "source-document", sourceId: "2", mediaType: "application/pdf", title: "B" },
      { type: "data-weather", data: { celsius: 18 } },
      { type: "custom", kind: "acme.card" },
      { type: "steering-message", id: "s", parts: [{ type: "text", text: "Shorter." }] },
      { type: "text", text: "Here." },
    ),
  ],
];

function call(toolName: string) {
  return { type: "dynamic-tool" as const, toolCallId: "c", toolName };
}

describe.each(["widget", "groups"] as const)("in the layout %s", (toolLayout) => {
  test.each(kinds)("%s: the browser draws what the server drew, later and elsewhere", async (_what, message) => {
    const file: MessagePart = { type: "file", mediaType: "text/csv", url: "data:,a", filename: "t.csv" };
    const asked = createMessage({ id: "u", role: "user", parts: [file, { type: "text", text: "?" }] });
    const messages = [asked, { ...message, id: "a" }];
    const page = () => <ChatWrapper store={made(messages)} toolLayout={toolLayout} attachments suggestions={["?"]} />;
    const props = () => (
      <ChatProvider tools={tools} toolLayout={toolLayout}>
        <MessageList messages={messages} status="streaming" onApprove={() => undefined} onEdit={() => undefined} />
      </ChatProvider>
    );
    for (const draw of [page, props]) {
      const server = draw();
      vi.setSystemTime("2026-03-01T12:00:00.9Z");
      const { remove } = await hydrated(() => server, draw);
      await remove();
    }
  });

  test("what stands open in the browser already opens behind the server's words", async () => {
    const messages = [
      user("Delete?", "u"),
      assistant([...calls("r", "read_note"), ...returns("r", "Tea"), ...asks("2026-03-01T13:00:00Z")], "a"),
    ];
    const browser = made(messages);
    const page = (store: ChatStore) => <ChatWrapper store={store} toolLayout={toolLayout} />;
    const other = document.body.appendChild(document.createElement("div"));
    const root = createRoot(other);
    await act(async () => root.render(page(browser)));
    for (const name of [/^Used 1 tool|^🔧 read_note|^Tool execution/, "Edit", "Edit arguments", "Deny with a reason"]) {
      for (const button of within(other).queryAllByRole("button", { name }).slice(-1))
        await act(async () => button.click());
    }
    for (const field of within(other).getAllByRole("textbox")) fireEvent.change(field, { target: { value: "{}" } });
    await act(async () => root.unmount());
    const { container, first, remove } = await hydrated(
      () => page(made(messages)),
      () => page(browser),
    );
    expect(first).not.toContain("tt-form");
    expect(container.querySelectorAll(".tt-form, .tt-input-form, .tt-message-editor").length).toBeGreaterThan(1);
    await remove();
    other.remove();
  });

  test("how long a call took, as another place of the page saw it, comes behind the server's words", async () => {
    const slow = heldTool();
    const again = () =>
      createChatStore({
        connector: scripted([["Fog."]], 1),
        tools: { getWeather: { execute: slow.execute, idempotent: true } },
        messages: [user("?", "u"), assistant([...calls("w", "getWeather"), ...fails("w", "offline")], "a")],
      });
    const browser = again();
    const page = (store: ChatStore) => <ChatWrapper store={store} toolLayout={toolLayout} />;
    const other = document.body.appendChild(document.createElement("div"));
    const root = createRoot(other);
    await act(async () => root.render(page(browser)));
    await act(async () => void browser.getState().retryToolCall("w"));
    await act(() => until(() => slow.execute.mock.calls.length === 1));
    vi.setSystemTime("2026-03-01T12:00:04.2Z");
    slow.finish("fog");
    await act(() => untilRest(browser));
    const { container, remove } = await hydrated(
      () => page(again()),
      () => page(browser),
    );
    const [block] = within(container).getAllByRole("button", { name: /getWeather/ });
    await act(async () => block?.click());
    expect(within(container).getByText(/4\.2 s/)).toBeVisible();
    await remove();
    await act(async () => root.unmount());
    other.remove();
  });
});

test("a call that went on before the page was taken over: its question stands, and then what came of it", async () => {
  const messages = [user("Delete?", "u"), assistant(asks(), "a")];
  const browser = made(messages);
  browser.getState().respondToApproval("c-approval", { approved: false });
  const { container, first, remove } = await hydrated(
    () => <ChatWrapper store={made(messages)} />,
    () => <ChatWrapper store={browser} />,
  );
  expect(first.match(/Allow deleteNotes\?/g)).toHaveLength(2);
  expect(container.querySelectorAll("fieldset.tt-approval")).toHaveLength(1);
  await remove();
});

test("a call that runs again by itself began before the page was taken over", async () => {
  const again = () =>
    createChatStore({
      connector: scripted([["Fog."]], 1),
      tools: { getWeather: { execute: () => "fog", onReload: "rerun" } },
      messages: [user("?", "u"), { ...oneTool.running, id: "a" }],
    });
  const browser = again();
  browser.subscribe(() => undefined);
  await until(() =>
    browser
      .getState()
      .messages.some(({ parts }) => parts.some((part) => isToolPart(part) && part.state === "output-available")),
  );
  const { first, remove } = await hydrated(
    () => <ChatWrapper store={again()} />,
    () => <ChatWrapper store={browser} />,
  );
  expect(first).toContain("Executing tool: getWeather");
  expect(await screen.findByRole("button", { name: /Used 1 tool/ })).toBeVisible();
  await remove();
});

test.each<[string, () => ReactNode]>([
  [
    "a group",
    () => <ToolCallGroup defaultOpen calls={oneTool.done.parts.filter(isToolPart).map((part) => ({ part }))} />,
  ],
  [
    "thoughts",
    () => <Reasoning defaultOpen id="r" parts={[{ type: "reasoning", text: "Fog?", state: "streaming" }]} />,
  ],
  ["an editor", () => <MessageEditor text="Weather?" onSend={() => undefined} onCancel={() => undefined} />],
])("%s that a server drew open is the same in the browser", async (_what, page) => {
  const { remove } = await hydrated(page);
  await remove();
});
