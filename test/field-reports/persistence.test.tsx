import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { convertToModelMessages, type UIMessage } from "ai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import { encodeAgUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { encodeAnthropic } from "../../src/connectors/anthropic.js";
import type { ChatRequest } from "../../src/connectors/connector.js";
import { encodeGemini } from "../../src/connectors/gemini.js";
import { encodeOllama } from "../../src/connectors/ollama.js";
import { encodeOpenaiChat } from "../../src/connectors/openai-chat.js";
import { encodeOpenaiResponses } from "../../src/connectors/openai-responses.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart } from "../../src/stream/message.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import type { Tools } from "../../src/tools/definition.js";
import { call, callsOf, chat, heldTool, partsOf, text, until, untilRest } from "../chat/chat.js";
import { hydrated } from "../components/hydrating.js";
import { bodyOf } from "../connectors/conversation.js";
import {
  acceptAgUi,
  acceptAnthropic,
  acceptGemini,
  acceptOllama,
  acceptOpenaiChat,
  acceptOpenaiResponses,
} from "../connectors/strict-servers.js";
import { sse } from "./shown.js";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

const url = "https://example.com/chat";

interface StoredPart {
  tool: string;
  id: string;
  state: string;
  [fact: string]: unknown;
}

/** A conversation as a page left it, message by message. */
function stored(...state: { role: "user" | "assistant"; text?: string; parts?: StoredPart[] }[]): ChatMessage[] {
  return state.map(({ role, text: words, parts = [] }, index) => {
    const calls = parts.map(({ tool, id, ...facts }) => ({ type: `tool-${tool}`, toolCallId: id, ...facts }));
    const all = [...(words === undefined ? [] : [{ type: "text", text: words }]), ...calls];
    return { id: `m${index}`, role, parts: all as MessagePart[] };
  });
}

/** What the `ai` package makes of a part of a message, as far as it concerns calls. */
interface ModelPart {
  type: string;
  toolCallId?: string;
  approvalId?: string;
}

/** Fails where a back end would refuse the request. */
async function acceptAll(request: ChatRequest | undefined) {
  if (request === undefined) throw new Error("no request");
  acceptOpenaiChat(encodeOpenaiChat({}, request));
  acceptOpenaiResponses(encodeOpenaiResponses({}, request));
  acceptOllama(encodeOllama({}, request));
  acceptAnthropic(encodeAnthropic({}, request));
  acceptGemini(encodeGemini({ model: "gemini-2.5-flash" }, request));
  acceptGemini(encodeGemini({ model: "gemini-3-flash" }, request));
  acceptAgUi(encodeAgUi({}, request));
  const { messages } = await bodyOf(aiSdk({ url }), request);
  const told = (await convertToModelMessages(messages as UIMessage[])).flatMap(({ content }) =>
    typeof content === "string" ? [] : (content as readonly ModelPart[]),
  );
  const idsOf = (type: string) => told.filter((part) => part.type === type).map(({ toolCallId }) => toolCallId);
  const decided = told.filter(({ type }) => type === "tool-approval-response").map(({ approvalId }) => approvalId);
  const asked = told.filter(({ type, approvalId }) => type === "tool-approval-request" && decided.includes(approvalId));
  const answered = new Set([...idsOf("tool-result"), ...asked.map(({ toolCallId }) => toolCallId)]);
  expect([...answered].toSorted()).toEqual(idsOf("tool-call").toSorted());
}

describe("a page that was left in the middle", () => {
  const runQuery = stored({
    role: "assistant",
    parts: [{ tool: "run_query", id: "q1", state: "input-available", input: { limit: 5 } }],
  });
  const other = stored({
    role: "assistant",
    parts: [{ tool: "run_query", id: "q1", state: "input-available", input: { limit: 9 } }],
  });

  test("a client tool that had not ended runs once more, or is told as interrupted, as its tool says [B10-01]", async () => {
    const rerun = vi.fn((_input: unknown) => "5 rows");
    const again = chat([text("Five rows.")], {
      tools: { run_query: { execute: rerun, onReload: "rerun" } },
      messages: runQuery,
    });
    render(
      <StrictMode>
        <ChatWrapper store={again.store} />
      </StrictMode>,
    );
    await screen.findByText("Five rows.");
    expect(rerun.mock.calls.map(([input]) => input)).toEqual([{ limit: 5 }]);

    const never = vi.fn();
    const ended = chat([], { tools: { run_query: { execute: never, onReload: "fail" } }, messages: runQuery });
    expect(partsOf(ended.store.getState().messages)).toMatchObject([{ state: "output-error", reason: "interrupted" }]);
    expect(never).not.toHaveBeenCalled();
  });

  test.each(["rerun", "fail", "ask"] as const)(
    "another conversation with the same id begins anew, by the rule %s too [B10-01]",
    async (onReload) => {
      const { execute, finish } = heldTool();
      const onToolResult = vi.fn();
      const options = { tools: { run_query: { execute, onReload } }, onToolResult };
      const { store } = chat([], { ...options, messages: runQuery });
      const { store: fresh } = chat([], { ...options, messages: other });
      store.subscribe(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const before = execute.mock.calls.length;
      store.getState().setMessages(other);
      finish("5 rows", 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(partsOf(store.getState().messages)).toEqual(partsOf(fresh.getState().messages));
      const begun = execute.mock.calls.slice(before).map(([input]) => input);
      expect(begun).toEqual(onReload === "rerun" ? [{ limit: 9 }] : []);
      expect(onToolResult).not.toHaveBeenCalledWith("run_query", "5 rows", expect.anything());
      store.getState().stop();
    },
  );

  const three = stored({
    role: "assistant",
    parts: [
      { tool: "save_row", id: "s1", state: "input-available" },
      { tool: "pick_size", id: "h1", state: "input-available", interactive: true },
      { tool: "web_lookup", id: "p1", state: "input-available", providerExecuted: true },
    ],
  });

  test.each([
    ["fail", "The page was left before the tool was done."],
    ["ask", "The page went away while save_row was at work. It may already have run."],
  ] as const)(
    "by the rule %s a write is not repeated and shown as interrupted; a person's call stands, a provider's is settled [B10-02]",
    async (onReload, words) => {
      const saveRow = vi.fn(() => "saved");
      const { store, requests } = chat([text("Large.")], {
        tools: { save_row: { execute: saveRow, onReload }, pick_size: {} },
        messages: three,
      });
      render(<ChatWrapper store={store} />);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(saveRow).not.toHaveBeenCalled();
      expect(requests).toHaveLength(0);
      fireEvent.click(screen.getAllByRole("button", { expanded: false })[0] ?? document.body);
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
      const [, pick, web] = partsOf(store.getState().messages);
      expect(web).toMatchObject({ state: "output-error", reason: "interrupted" });
      expect(pick).toMatchObject({ state: "input-available" });
      act(() => store.getState().addToolResult("h1", "L"));
      expect(partsOf(store.getState().messages)[1]).toMatchObject({ state: "output-available", output: "L" });
      act(() => store.getState().respondToApproval("s1-approval", { approved: false }));
      await act(() => untilRest(store));
      expect(saveRow).not.toHaveBeenCalled();
    },
  );

  test("a call that was being written goes back with valid arguments and the word that it was cut [B10-03]", async () => {
    const { store, requests } = chat([text("Counting.")], {
      tools: { count: () => 6 },
      messages: stored(
        { role: "user", text: "count" },
        { role: "assistant", parts: [{ tool: "count", id: "c1", state: "input-streaming", inputText: '{"to":6' }] },
      ),
    });
    await store.getState().send("go on");
    expect(requests).toHaveLength(1);
    await acceptAll(requests[0]);
    const [request] = requests;
    const results = request ? encodeOpenaiChat({}, request).messages.filter(({ role }) => role === "tool") : [];
    expect(results).toMatchObject([
      { tool_call_id: "c1", content: expect.stringMatching(/cut off|interrupted/) as string },
    ]);
  });

  test("a call that never had a result does not spoil what comes behind it [B10-04]", async () => {
    const t = vi.fn(({ n = 0 }: { n?: number }) => n + 1);
    const { store, requests } = chat([[call("o2", "t", { n: 1 })], text("Two."), text("Still here.")], {
      tools: { t },
      messages: stored(
        { role: "assistant", parts: [{ tool: "t", id: "o1", state: "input-available" }] },
        { role: "user", text: "never mind" },
        { role: "assistant", text: "ok" },
      ),
    });
    await store.getState().send("and one and one?");
    await store.getState().send("are you there?");
    expect(t.mock.calls.map(([input]) => input)).toEqual([{ n: 1 }]);
    expect(requests).toHaveLength(3);
    for (const request of requests) await acceptAll(request);
    expect(callsOf(store)).toEqual([]);
    expect(store.getState().status).toBe("ready");
  });

  const approval = { id: "p" };
  const states: [state: string, facts: object][] = [
    ["input-streaming", { inputText: '{"n":1' }],
    ["input-streaming", {}],
    ["input-available", { input: { n: 1 } }],
    ["input-available", {}],
    ["approval-requested", { input: { n: 1 }, approval }],
    ["approval-responded", { input: { n: 1 }, approval: { ...approval, approved: true } }],
    ["approval-responded", { input: { n: 1 }, approval: { ...approval, approved: false, reason: "no" } }],
    ["output-available", { input: { n: 1 }, output: { n: 2 }, preliminary: true }],
    ["output-error", { rawInput: '{"n":', errorText: "Cut." }],
    ["output-denied", { input: { n: 1 }, approval: { ...approval, approved: false } }],
  ];
  const owners: [whose: string, tool: string, facts: object][] = [
    ["a client tool", "here", {}],
    ["a client tool that runs again", "again", {}],
    ["a person", "person", {}],
    ["the provider", "web_search", { providerExecuted: true }],
    ["nobody known", "gone", {}],
  ];
  const tools: Tools = {
    here: { execute: () => 1 },
    again: { execute: () => 1, onReload: "rerun" },
    person: {},
  };

  describe.each(owners)("with a call of %s", (_whose, tool, own) => {
    test.each(states)(
      "%s %j: the next request is one that strict servers take [B10-03, B10-04]",
      async (state, facts) => {
        const messages = stored(
          { role: "user", text: "go" },
          { role: "assistant", text: "I look.", parts: [{ tool, id: "c1", state, ...facts, ...own }] },
        );
        const { store, requests } = chat([text("On we go.")], { tools, messages });
        await store.getState().send("go on");
        expect(store.getState().status).toBe("ready");
        await acceptAll(requests[0]);
        expect(partsOf(store.getState().messages).every((part) => part.state.startsWith("output-"))).toBe(true);
        await store.getState().send("and on");
        await acceptAll(requests.at(-1));
      },
    );
  });

  test("with a call of each state in one answer, and an answer behind it, the next request is one too [B10-04]", async () => {
    const parts = owners.flatMap(([, tool, own], row) =>
      states.map(([state, facts], index): StoredPart => {
        const approvalOfItsOwn =
          "approval" in facts ? { approval: { ...(facts.approval as object), id: `p${row}${index}` } } : {};
        return { tool, id: `c${row}-${index}`, state, ...facts, ...approvalOfItsOwn, ...own };
      }),
    );
    const messages = stored(
      { role: "user", text: "go" },
      { role: "assistant", parts },
      { role: "user", text: "Never mind." },
    );
    const { store, requests } = chat([text("On we go.")], { tools, messages });
    await store.getState().send("go on");
    await acceptAll(requests[0]);
    expect(partsOf(requests[0]?.messages ?? [])).toHaveLength(owners.length * states.length);
  });
});

describe("another conversation in the same store", () => {
  const asks = { execute: () => "gone", needsApproval: true };
  const made = (words: string): ChatMessage[] => [
    createMessage({ id: "u", role: "user", parts: words }),
    createMessage({
      id: "a",
      role: "assistant",
      parts: [
        { type: "reasoning", text: `Thoughts of ${words}`, state: "done" },
        { ...tool("q1"), state: "output-available", input: { of: words }, output: `Rows of ${words}` },
        { ...tool("q2"), state: "approval-requested", input: { of: words }, approval: { id: "q2-approval" } },
      ],
    }),
  ];
  function tool(toolCallId: string) {
    return { type: "dynamic-tool" as const, toolName: "ask", toolCallId };
  }
  const unfold = (container: HTMLElement) =>
    act(async () => {
      for (const line of container.querySelectorAll<HTMLElement>("[aria-expanded=false]")) line.click();
    });
  const click = (name: string | RegExp) => act(async () => screen.getAllByRole("button", { name })[0]?.click());

  test.each(["widget", "groups"] as const)(
    "nothing that was opened, written or allowed goes along, in the layout %s [B10-01]",
    async (toolLayout) => {
      const { store } = chat([], { tools: { ask: asks, more: asks }, messages: made("one") });
      const { container } = render(<ChatWrapper store={store} toolLayout={toolLayout} />);
      await unfold(container);
      await click("Edit");
      fireEvent.change(screen.getByRole("textbox", { name: "Edited message" }), { target: { value: "of one" } });
      await click("Deny with a reason");
      fireEvent.change(screen.getByRole("textbox", { name: /^Why not/ }), { target: { value: "because of one" } });
      expect(container).toHaveTextContent("Rows of one");
      act(() => store.getState().setMessages(made("two")));
      const fresh = render(
        <ChatWrapper store={chat([], { tools: { ask: asks }, messages: made("two") }).store} toolLayout={toolLayout} />,
      );
      const withoutIds = (html: string) => html.replace(/"[^"]*(?:_r_|«|:r)[^"]*"/g, '"id"');
      expect(withoutIds(container.innerHTML)).toBe(withoutIds(fresh.container.innerHTML));
      await act(async () => within(container).getByRole("button", { name: "Deny with a reason" }).click());
      expect(within(container).getByRole("textbox", { name: /^Why not/ })).toHaveValue("");
    },
  );

  test("a conversation that goes on keeps what was opened in it [B10-01]", async () => {
    const { store } = chat([], { messages: made("one") });
    const { container } = render(<ChatWrapper store={store} />);
    await unfold(container);
    const more = createMessage({ id: "u2", role: "user", parts: "And then?" });
    act(() => store.getState().setMessages([...store.getState().messages, more]));
    expect(screen.getByText(/Rows of one/)).toBeInTheDocument();
    act(() => store.getState().setMessages([...made("one"), more])); // the server's own copy of it
    expect(screen.getByText(/Rows of one/)).toBeInTheDocument();
  });

  test("what was always allowed in one conversation is asked about in the other [B10-01]", async () => {
    const ask = { ...asks, execute: vi.fn(() => "gone") };
    const { store } = chat(
      [[call("x1", "ask", { n: 1 })], text("Done."), [call("x1", "ask", { n: 2 })], text("Done.")],
      {
        tools: { ask },
      },
    );
    await store.getState().send("One");
    store.getState().respondToApproval("x1-approval", { approved: true, scope: "always" });
    await until(() => ask.execute.mock.calls.length === 1);
    await untilRest(store);
    store.getState().setMessages([createMessage({ id: "other", role: "user", parts: "Hello" })]);
    await store.getState().send("Two");
    expect(ask.execute).toHaveBeenCalledTimes(1);
    expect(partsOf(store.getState().messages)).toMatchObject([{ toolCallId: "x1", state: "approval-requested" }]);
  });

  test("how long a call took and what was said of it stay with its conversation [B10-01]", async () => {
    const { execute, finish } = heldTool();
    const { store } = chat([[call("q9", "look")], text("Seen.")], { tools: { look: execute } });
    const { container } = render(<ChatWrapper store={store} />);
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const turn = store.getState().send("Look");
    await act(() => until(() => execute.mock.calls.length === 1));
    await screen.findByText(/Executing tool: look/);
    vi.setSystemTime(7_300);
    finish("red");
    await act(() => turn);
    await screen.findByRole("button", { name: /^Used 1 tool/ });
    await unfold(container);
    expect(screen.getByText(/7\.3 s/)).toBeInTheDocument();
    const [asked, answered] = store.getState().messages;
    const other = [
      createMessage({ id: asked?.id ?? "", role: "user", parts: "Another" }),
      createMessage({ id: answered?.id ?? "", role: "assistant", parts: structuredClone(answered?.parts) }),
    ];
    act(() => store.getState().setMessages(other));
    await unfold(container);
    expect(container).not.toHaveTextContent("7.3 s");
    expect(container.querySelector("[aria-live=polite]")).toBeEmptyDOMElement();
  });

  test("the other one has a name of its own at the back end [B10-01]", async () => {
    const { store, requests } = chat([[{ type: "start", threadId: "t1" }, ...text("One.")]]);
    await store.getState().send("One");
    await store.getState().send("More of one");
    store.getState().setMessages(made("two"));
    await store.getState().send("Two");
    store.getState().setMessages(made("three"), { chatId: "c3", threadId: "t3" });
    await store.getState().send("Three");
    store.getState().setMessages(store.getState().messages);
    await store.getState().send("More of three");
    expect(requests.map(({ threadId }) => threadId)).toEqual([undefined, "t1", undefined, "t3", "t3"]);
    const [one, moreOfOne, two, ...three] = requests.map(({ chatId }) => chatId);
    expect(moreOfOne).toBe(one);
    expect(two).not.toBe(one);
    expect(three).toEqual(["c3", "c3"]);
  });

  test("a name that the app gave in its options stays, as they say it still [B10-01]", async () => {
    const { store, requests } = chat([], { chatId: "c1" });
    await store.getState().send("One");
    store.getState().setMessages(made("two"));
    await store.getState().send("Two");
    expect(requests.map(({ chatId }) => chatId)).toEqual(["c1", "c1"]);
  });

  test("messages that come for an empty chat are those that it was opened for [B10-01]", async () => {
    const { store, requests } = chat([], { chatId: "c1", threadId: "t1" });
    store.getState().setMessages(made("one"));
    await store.getState().send("More");
    expect(requests).toMatchObject([{ chatId: "c1", threadId: "t1" }]);
  });

  test("options that name the other one are heard [B10-01]", async () => {
    let ids = { chatId: "c1", threadId: "t1" };
    const requests: ChatRequest[] = [];
    const connector = eventConnector((request) => {
      requests.push(request);
      return text("Yes.");
    });
    const store = createChatStore(() => ({ connector, ...ids }));
    await store.getState().send("One");
    ids = { chatId: "c2", threadId: "t2" };
    store.getState().setMessages(made("two"));
    await store.getState().send("Two");
    expect(requests).toMatchObject([
      { chatId: "c1", threadId: "t1" },
      { chatId: "c2", threadId: "t2" },
    ]);
  });
});

interface ToldState {
  messages: ChatMessage[];
  isBusy: boolean;
}

/** A chat of an app that keeps its messages itself. */
function Told({ store }: { store: StoreApi<ToldState> }) {
  const { messages, isBusy } = useStore(store);
  return <MessageList messages={messages} status={isBusy ? "streaming" : "ready"} />;
}

/** A back end whose one answer comes as the test says. */
function openLine() {
  const encoder = new TextEncoder();
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      line = controller;
    },
  });
  return {
    connector: aiSdk({ url, fetch: () => Promise.resolve(new Response(body)) }),
    put: (...records: object[]) => line?.enqueue(encoder.encode(sse(...records).join(""))),
    close: () => line?.close(),
  };
}

const weighing = [
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "weighing" },
];
const options = [
  { type: "reasoning-delta", id: "r", delta: " options" },
  { type: "reasoning-end", id: "r" },
];

describe("a replay", () => {
  test.each(["send", "resume"] as const)(
    "what came before the page was there is on it, and thinking shows while it goes on, after %s [B10-11]",
    async (how) => {
      const { connector, put, close } = openLine();
      const store = createChatStore({
        connector,
        messages: how === "send" ? [] : stored({ role: "user", text: "Go" }),
      });
      put(...weighing); // before anybody listens
      const turn = how === "send" ? store.getState().send("Go") : store.getState().resume();
      await until(() => JSON.stringify(store.getState().messages).includes("weighing"));
      render(<ChatWrapper store={store} />);
      expect(screen.getByRole("button", { name: "Thinking…" })).toBeVisible();
      act(() => screen.getByRole("button", { name: "Thinking…" }).click());
      expect(screen.getByText("weighing")).toBeInTheDocument();
      put(...options);
      expect(await screen.findByText("weighing options")).toBeInTheDocument();
      put({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "The second." }, { type: "finish" });
      close();
      await act(() => turn);
      expect(screen.queryByText("Thinking…")).toBeNull();
      expect(screen.getByText("The second.")).toBeVisible();
      expect(screen.getByText("weighing options")).toBeInTheDocument();
    },
  );

  const steps = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      { type: "start-step" } as const,
      { type: "tool-input-start", toolCallId: `k${index}`, toolName: "n" } as const,
      { type: "tool-input-available", toolCallId: `k${index}`, toolName: "n", input: {} } as const,
      { type: "tool-output-available", toolCallId: `k${index}`, output: 1 } as const,
      { type: "finish-step" } as const,
    ]).flat();

  /** What React says of pages that never come to rest. */
  function watchDepth() {
    const said: string[] = [];
    const note = (...words: unknown[]) => {
      const line = words.map(String).join(" ");
      if (/Maximum update depth|Too many re-renders/.test(line)) said.push(line);
    };
    vi.spyOn(console, "error").mockImplementation(note);
    return said;
  }

  async function expectRows(count: number) {
    const line = await screen.findByRole("button", { name: new RegExp(`^Used ${count} tools`) }, { timeout: 20_000 });
    act(() => line.click());
    expect(screen.getAllByRole("listitem")).toHaveLength(count);
  }

  describe.each([40, 200])("of %i calls", (count) => {
    test.each(["send", "resume"] as const)("in one piece is drawn in peace, after %s [B10-12]", async (how) => {
      const said = watchDepth();
      const { connector, put, close } = openLine();
      const store = createChatStore({
        connector,
        messages: how === "send" ? [] : stored({ role: "user", text: "Go" }),
      });
      render(
        <StrictMode>
          <ChatWrapper store={store} />
        </StrictMode>,
      );
      put(...steps(count), { type: "finish" });
      close();
      void (how === "send" ? store.getState().send("Go") : store.getState().resume());
      await expectRows(count);
      expect(said).toEqual([]);
    });

    test("that this page runs itself, all at once, is drawn in peace [B10-12]", async () => {
      const said = watchDepth();
      const calls = Array.from({ length: count }, (_, index) => call(`k${index}`, "n", { index }));
      const { store } = chat([calls, text("All of them.")], { tools: { n: ({ index }: { index: number }) => index } });
      render(
        <StrictMode>
          <ChatWrapper store={store} />
        </StrictMode>,
      );
      void store.getState().send("Go");
      await screen.findByText("All of them.", undefined, { timeout: 20_000 });
      await expectRows(count);
      expect(said).toEqual([]);
    });
  });

  test("of 40 calls that an app folds in itself, a render for each event, is drawn in peace [B10-12]", async () => {
    const said = watchDepth();
    const start = createMessage({ id: "a", role: "assistant" });
    const store = createStore<ToldState>()(() => ({
      messages: [start],
      isBusy: true,
    }));
    render(
      <StrictMode>
        <Told store={store} />
      </StrictMode>,
    );
    let message = start;
    for (const event of steps(40) as StreamEvent[]) {
      message = reduceMessage(message, event);
      store.setState({ messages: [message] });
      await Promise.resolve();
    }
    store.setState({ isBusy: false });
    await expectRows(40);
    expect(said).toEqual([]);
  });

  test("of 40 calls that a person answers at once is drawn in peace [B10-12]", async () => {
    const said = watchDepth();
    const calls = Array.from({ length: 40 }, (_, index) => call(`k${index}`, "n", { index }));
    const n = { execute: ({ index }: { index: number }) => index, needsApproval: true };
    const { store } = chat([calls, text("All of them.")], { tools: { n } });
    render(
      <StrictMode>
        <ChatWrapper store={store} />
      </StrictMode>,
    );
    void store.getState().send("Go");
    await screen.findByText("40 calls wait for your answer", undefined, { timeout: 20_000 });
    screen.getByRole("button", { name: "Allow all" }).click();
    await screen.findByText("All of them.", undefined, { timeout: 20_000 });
    expect(said).toEqual([]);
  });
});

describe("a page that a server drew", () => {
  const messages = stored(
    { role: "user", text: "Weather?" },
    {
      role: "assistant",
      parts: [{ tool: "look", id: "w", state: "output-available", input: {}, output: "fog" }],
      text: "",
    },
    { role: "user", text: "And now?" },
  );
  const made = (all: readonly ChatMessage[]) =>
    createChatStore({ connector: eventConnector(() => text("Fog.")), messages: all });

  test("draws the same again: no id is made while it is drawn [B10-13]", async () => {
    const { container, first, remove } = await hydrated(() => <ChatWrapper store={made(messages)} />);
    expect(first).toContain("Weather?");
    expect(container.innerHTML).toBe(first);
    await remove();
  });

  test("is taken over before what the browser kept stands on it [B10-14]", async () => {
    localStorage.setItem("chat", JSON.stringify(messages));
    const browser = made([]);
    browser.getState().setMessages(JSON.parse(localStorage.getItem("chat") ?? "[]") as ChatMessage[]);
    const other = document.body.appendChild(document.createElement("div"));
    const root = createRoot(other);
    await act(async () => root.render(<ChatWrapper store={browser} />));
    act(() =>
      within(other)
        .getByRole("button", { name: /^Used 1 tool/ })
        .click(),
    ); // the group is open
    await act(async () => root.unmount());
    const { container, first, remove } = await hydrated(
      () => <ChatWrapper store={made([])} />,
      () => <ChatWrapper store={browser} />,
    );
    expect(first).not.toContain("Weather?");
    expect(container).toHaveTextContent("Weather?");
    expect(within(container).getByRole("button", { name: /^Used 1 tool/, expanded: true })).toBeVisible();
    await remove();
    other.remove();
  });

  test("is the same where the browser keeps another conversation than the server drew [B10-14]", async () => {
    const browser = made(messages);
    browser.getState().setMessages(stored({ role: "user", text: "Another" }));
    const { container, first, remove } = await hydrated(
      () => <ChatWrapper store={made(messages)} />,
      () => <ChatWrapper store={browser} />,
    );
    expect(first).toContain("Weather?");
    expect(container).not.toHaveTextContent("Weather?");
    expect(container).toHaveTextContent("Another");
    await remove();
  });

  test("asks no clock and no locale: an empty chat is the same a day later, elsewhere [B10-15]", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T23:59:59.9Z") });
    const page = (store = made([])) => (
      <ChatWrapper store={store} attachments suggestions={["Weather?"]}>
        <p>Hello</p>
      </ChatWrapper>
    );
    const server = page();
    const { remove, container, first } = await hydrated(
      () => server,
      () => {
        vi.setSystemTime("2026-03-02T00:00:00.1Z");
        vi.stubEnv("TZ", "Pacific/Auckland");
        vi.spyOn(navigator, "language", "get").mockReturnValue("de-DE");
        vi.spyOn(Date.prototype, "toLocaleString").mockReturnValue("2.3.2026, 13:00:00");
        vi.spyOn(Date.prototype, "toLocaleDateString").mockReturnValue("2.3.2026");
        vi.spyOn(Date.prototype, "toLocaleTimeString").mockReturnValue("13:00:00");
        vi.spyOn(Number.prototype, "toLocaleString").mockReturnValue("1.234,5");
        return page();
      },
    );
    expect(container.innerHTML).toBe(first);
    vi.unstubAllEnvs();
    await remove();
  });
});
