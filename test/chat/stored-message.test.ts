import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessage, getMessageText, getToolCalls } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { readStoredMessage, readStoredMessages } from "../../src/chat/stored/read-stored-message.js";
import { formatToolCombined } from "../../src/display/tool-block.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { type ChatMessage, isSettled, isToolPart, type MessagePart } from "../../src/stream/message.js";

const assistant = (parts: MessagePart[]): ChatMessage => ({ id: "m1", role: "assistant", parts });
const done = (toolCallId: string, output: unknown): MessagePart => ({
  type: "dynamic-tool",
  toolName: "search",
  toolCallId,
  state: "output-available",
  input: { q: "cats" },
  output,
});

/** What a reader sees, in short. */
const seen = (message: ChatMessage) => ({
  text: getMessageText(message),
  calls: getToolCalls(message).map(
    ({ name, args, result, error, status, commentary }) =>
      JSON.parse(JSON.stringify({ name, args, result, error, status, commentary })) as unknown,
  ),
});
const searched = { name: "search", args: { q: "cats" }, status: "completed" };

describe("messages of this kit", () => {
  test("come back as they were", () => {
    const message: ChatMessage = {
      ...assistant([
        { type: "step-start" },
        { type: "reasoning", text: "Hm.", state: "done", providerMetadata: { anthropic: { signature: "s" } } },
        { type: "text", text: "I'll look.", state: "done", kind: "commentary" },
        done("1", { found: 3 }),
        { type: "step-start", isAnswerStart: true },
        { type: "source-url", sourceId: "s", url: "https://example.org", title: "Cats" },
        { type: "file", mediaType: "image/png", url: "data:image/png;base64,aaaa", filename: "cat.png" },
        { type: "data-weather", id: "w", data: { celsius: 3 } },
        {
          type: "dynamic-tool",
          toolName: "rm",
          toolCallId: "2",
          state: "approval-requested",
          input: { path: "/" },
          approval: { id: "p", reason: "dangerous" },
        },
        { type: "text", text: "Three.", state: "done" },
      ]),
      metadata: { at: 1 },
    };
    expect(readStoredMessage(JSON.parse(JSON.stringify(message)))).toEqual(message);
    expect(readStoredMessage(JSON.stringify(message))).toEqual(message);
  });

  test("whatever a stream made of one is read back as it stood at its end", () => {
    const id = fc.constantFrom("a", "b");
    const events = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("text-delta" as const), id, delta: fc.string() }),
        fc.record({ type: fc.constant("reasoning-delta" as const), id, delta: fc.string({ minLength: 1 }) }),
        fc.record({ type: fc.constant("tool-output-available" as const), toolCallId: id, output: fc.jsonValue() }),
        fc.record({
          type: fc.constant("tool-input-available" as const),
          toolCallId: id,
          toolName: fc.constant("x"),
          input: fc.dictionary(fc.string(), fc.jsonValue()),
        }),
        fc.constant<StreamEvent>({ type: "start-step" }),
      ),
    );
    fc.assert(
      fc.property(events, (all) => {
        const live = [...(all as StreamEvent[]), { type: "finish" } as const].reduce(
          reduceMessage,
          createMessage({ id: "m", role: "assistant" }),
        );
        const stored = JSON.parse(JSON.stringify(live)) as ChatMessage;
        expect(readStoredMessage(stored, { openCalls: "keep" })).toEqual(stored);
      }),
    );
  });

  test("a call that was open is not running: it ends as interrupted, or stays for a store to decide", () => {
    const open = { type: "dynamic-tool", toolName: "search", toolCallId: "1", input: { q: "cats" } } as const;
    const running = assistant([{ ...open, state: "input-available" }]);
    expect(readStoredMessage(running).parts).toMatchObject([
      { state: "output-error", reason: "interrupted", input: { q: "cats" } },
    ]);
    expect(readStoredMessage(running, { openCalls: "keep" })).toEqual(running);
    const writing = assistant([{ ...open, state: "input-streaming", inputText: '{"q":"ca' }]);
    expect(readStoredMessage(writing).parts).toMatchObject([
      { state: "output-error", reason: "incomplete", rawInput: '{"q":"ca' },
    ]);
  });
});

describe("messages of the AI SDK", () => {
  test("with static and dynamic tool parts", () => {
    const message = readStoredMessage({
      id: "m",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "text", text: "I'll look.", state: "done" },
        {
          type: "tool-search",
          toolCallId: "1",
          state: "output-available",
          input: { q: "cats" },
          output: 3,
          callProviderMetadata: { openai: { itemId: "fc_1" } },
        },
        { type: "dynamic-tool", toolName: "read", toolCallId: "2", state: "output-error", input: {}, errorText: "no" },
        { type: "step-start" },
        { type: "text", text: "Three.", state: "done" },
      ],
    });
    expect(seen(message)).toEqual({
      text: "Three.",
      calls: [
        { ...searched, result: 3, commentary: "I'll look." },
        { name: "read", args: {}, error: "no", status: "error" },
      ],
    });
    expect(message.parts[2]).toMatchObject({
      type: "tool-search",
      callProviderMetadata: { openai: { itemId: "fc_1" } },
    });
  });

  test("of version 4", () => {
    const toolInvocation = { state: "result", toolCallId: "1", toolName: "search", args: { q: "cats" }, result: 3 };
    const parts = [
      { type: "reasoning", reasoning: "Hm." },
      { type: "tool-invocation", toolInvocation },
      { type: "text", text: "Three." },
    ];
    const expected = { text: "Three.", calls: [{ ...searched, result: 3 }] };
    const stored = { id: "m", role: "assistant", content: "Three.", toolInvocations: [toolInvocation] };
    expect(seen(readStoredMessage({ ...stored, parts }))).toEqual(expected);
    expect(seen(readStoredMessage(stored))).toEqual(expected);
  });

  test("model messages, with results of their own", () => {
    const [user, answer] = readStoredMessages([
      { role: "user", content: [{ type: "text", text: "How many?" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I'll look." },
          { type: "tool-call", toolCallId: "1", toolName: "search", input: { q: "cats" } },
        ],
      },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "1", toolName: "search", output: { type: "json", value: 3 } }],
      },
      { role: "assistant", content: "Three." },
    ]);
    expect(getMessageText(user as ChatMessage)).toBe("How many?");
    expect(seen(answer as ChatMessage)).toEqual({
      text: "Three.",
      calls: [{ ...searched, result: 3, commentary: "I'll look." }],
    });
  });
});

describe("content with calls beside it", () => {
  const call = { id: "1", name: "search", args: { q: "cats" }, result: 3, status: "completed" };

  test("without commentary: the calls, and what they led to", () => {
    expect(
      seen(readStoredMessage({ id: "m", role: "assistant", content: "Three.", toolCalls: [call], toolActivity: {} })),
    ).toEqual({ text: "Three.", calls: [{ ...searched, result: 3 }] });
  });

  test("calls that stand in two lists are one each, with what either knows of them", () => {
    const stored = {
      role: "assistant",
      content: "Three.",
      toolCalls: [
        { id: "1", name: "search", args: { q: "cats" } },
        { name: "look", args: { at: "door" }, result: "shut" },
      ],
      toolActivity: [
        { ...call, commentary: "I'll look." },
        { id: "2", name: "look", args: { at: "door" }, status: "completed", result: "shut" },
        { id: "3", name: "look", args: { at: "door" }, status: "completed", result: "open" },
      ],
    };
    const look = { name: "look", args: { at: "door" }, status: "completed" };
    expect(seen(readStoredMessage(stored))).toMatchObject({
      text: "Three.",
      calls: [
        { ...searched, result: 3, commentary: "I'll look." },
        { ...look, result: "shut" },
        { ...look, result: "open" },
      ],
    });
  });

  test("commentary that is repeated inside the content is taken out once, at its own place", () => {
    const calls = [
      { ...call, commentary: "I'll look." },
      { ...call, id: "2", commentary: "And again." },
    ];
    for (const gap of ["\n\n", "\n", ""]) {
      const content = ["I'll look.", "And again.", "I'll look. That is what I said."].join(gap);
      expect(seen(readStoredMessage({ role: "assistant", content, toolCalls: calls }))).toEqual({
        text: "I'll look. That is what I said.",
        calls: [
          { ...searched, result: 3, commentary: "I'll look." },
          { ...searched, result: 3, commentary: "And again." },
        ],
      });
    }
  });

  test("what stands before a commentary stays an answer, in its place", () => {
    const content = "Hello!\n\nI'll look.\n\nThree.";
    const message = readStoredMessage({
      role: "assistant",
      content,
      toolCalls: [{ ...call, commentary: "I'll look." }],
    });
    expect(seen(message)).toEqual({
      text: "Hello!\n\nThree.",
      calls: [{ ...searched, result: 3, commentary: "I'll look." }],
    });
  });

  test("a piece of a longer word is not the commentary", () => {
    const message = readStoredMessage({
      role: "assistant",
      content: "Looking at cats is fun.",
      toolCalls: [{ ...call, commentary: "Look" }],
    });
    expect(getMessageText(message)).toBe("Looking at cats is fun.");
  });

  test("commentary that the content does not repeat is kept, long or not", () => {
    const commentary = "x".repeat(1000);
    const message = readStoredMessage({ role: "assistant", content: "Three.", toolCalls: [{ ...call, commentary }] });
    expect(seen(message)).toEqual({ text: "Three.", calls: [{ ...searched, result: 3, commentary }] });
  });

  test("a call that the content tells too is one call", () => {
    const content = `Before.${formatToolCombined("search", { q: "cats" }, "3").text}Three.`;
    expect(seen(readStoredMessage({ role: "assistant", content, toolCalls: [call] }))).toEqual({
      text: "Three.",
      calls: [{ ...searched, result: 3, commentary: "Before." }],
    });
  });

  test.each([
    ["pending", "error", "The page was left before the tool was done."],
    ["running", "error", "The page was left before the tool was done."],
    ["error", "error", "broken"],
    ["cancelled", "cancelled", "broken"],
    ["denied", "denied", undefined],
  ])("%s becomes %s", (status, read, error) => {
    const stored = {
      id: "1",
      name: "search",
      args: {},
      status,
      ...(read === "error" && status !== "error" ? {} : { error: "broken" }),
    };
    const [only] = getToolCalls(readStoredMessage({ role: "assistant", content: "", toolCalls: [stored] }));
    expect(only).toMatchObject({ status: read, ...(error === undefined ? {} : { error }) });
  });
});

describe("content that tells calls as text", () => {
  const expected = { text: "Three.", calls: [{ ...searched, result: "3", commentary: "I'll look." }] };

  test.each([
    ["a block", "I'll look.\n\n<tool>search(q=cats)\n3</tool>\n\nThree."],
    [
      "blocks with an id",
      '<p/>\n\n<tool id="1" state="done">search(q=cats)\n3</tool>\n\nThree.'.replace("<p/>", "I'll look."),
    ],
    ["a summary", "I'll look.\n\n<tool>search(q=cats)</tool><validation>search\n3</validation>\n\nThree."],
    ["a callout", 'I\'ll look.\n\n> [!tool search 1]\n> input:\n>   q: cats\n> output: "3"\n\nThree.'],
    ["wrench lines", "I'll look.\n\n🔧 **Tool Call:** `search(q=cats)`\n\n✅ **`search` result:**\n3\n\nThree."],
  ])("%s", (_what, content) => {
    expect(seen(readStoredMessage({ id: "m", role: "assistant", content }))).toEqual(expected);
    expect(seen(readStoredMessage(content))).toEqual(expected);
  });

  test("a block that was still waiting is not running", () => {
    expect(getToolCalls(readStoredMessage("<tool>search(q=cats)</tool>"))).toMatchObject([
      { name: "search", args: { q: "cats" }, status: "error" },
    ]);
  });

  test("in code nothing is a call, and what only models write is none", () => {
    const content = "Write:\n\n```\n<tool>search(q=cats)</tool>\n```\n\nor <tool_call>{}</tool_call>";
    expect(seen(readStoredMessage({ role: "assistant", content }))).toEqual({ text: content, calls: [] });
  });

  test("what a person said is what it is", () => {
    const content = "<tool>search(q=cats)\n3</tool>";
    expect(readStoredMessage({ id: "m", role: "user", content })).toEqual({
      id: "m",
      role: "user",
      parts: [{ type: "text", text: content, state: "done" }],
    });
  });
});

describe("lists of providers' messages", () => {
  const expected = { text: "Three.", calls: [{ ...searched, result: "3", commentary: "I'll look." }] };
  const lists: [string, unknown[]][] = [
    [
      "OpenAI, chat",
      [
        { role: "system", content: "Be kind." },
        { role: "user", content: "How many?" },
        {
          role: "assistant",
          content: "I'll look.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "search", arguments: '{"q":"cats"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "3" },
        { role: "assistant", content: "Three." },
      ],
    ],
    [
      "OpenAI, responses",
      [
        { role: "developer", content: "Be kind." },
        { role: "user", content: [{ type: "input_text", text: "How many?" }] },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "I'll look.", annotations: [] }] },
        { type: "function_call", id: "fc_1", call_id: "c1", name: "search", arguments: '{"q":"cats"}' },
        { type: "function_call_output", call_id: "c1", output: "3" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Three." }] },
      ],
    ],
    [
      "Anthropic",
      [
        { role: "system", content: "Be kind." },
        { role: "user", content: "How many?" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "s" },
            { type: "text", text: "I'll look." },
            { type: "tool_use", id: "c1", name: "search", input: { q: "cats" } },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "3" }] }] },
        { role: "assistant", content: [{ type: "text", text: "Three." }] },
      ],
    ],
    [
      "AG-UI",
      [
        { id: "1", role: "system", content: "Be kind." },
        { id: "2", role: "user", content: "How many?" },
        {
          id: "3",
          role: "assistant",
          content: "I'll look.",
          toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: '{"q":"cats"}' } }],
        },
        { id: "4", role: "tool", toolCallId: "c1", content: "3" },
        { id: "5", role: "assistant", content: "Three." },
      ],
    ],
    [
      "LangChain",
      [
        { type: "system", content: "Be kind." },
        { type: "human", content: "How many?" },
        { type: "ai", content: "I'll look.", tool_calls: [{ id: "c1", name: "search", args: { q: "cats" } }] },
        { type: "tool", tool_call_id: "c1", content: "3" },
        { type: "ai", content: "Three." },
      ],
    ],
  ];

  test.each(lists)("%s", (_name, list) => {
    const messages = readStoredMessages(list);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
    expect(getMessageText(messages[1] as ChatMessage)).toBe("How many?");
    expect(seen(messages[2] as ChatMessage)).toEqual(expected);
    expect(readStoredMessage(list)).toEqual(messages[2]);
    expect(readStoredMessages(JSON.stringify(list)).map(seen)).toEqual(messages.map(seen));
  });

  test("an error is one, by the mark of each", () => {
    const call = { id: "c1", type: "function", function: { name: "search", arguments: "{}" } };
    const anthropic = [
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "search", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "broken", is_error: true }] },
    ];
    const agUi = [
      { id: "1", role: "assistant", toolCalls: [call] },
      { id: "2", role: "tool", toolCallId: "c1", content: "", error: "broken" },
    ];
    for (const list of [anthropic, agUi]) {
      expect(getToolCalls(readStoredMessage(list))).toMatchObject([{ status: "error", error: "broken" }]);
    }
  });

  test("what the person says with a result is still said, and what follows is another answer", () => {
    const messages = readStoredMessages([
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "search", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: "3" },
          { type: "text", text: "And dogs?" },
        ],
      },
      { role: "assistant", content: "Two." },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant"]);
    expect(getToolCalls(messages[0] as ChatMessage)).toMatchObject([{ result: "3" }]);
    expect(getMessageText(messages[1] as ChatMessage)).toBe("And dogs?");
  });

  test("arguments that are no JSON are kept, and the call is of no use", () => {
    const [only] = getToolCalls(
      readStoredMessage({
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", function: { name: "search", arguments: '{"q":' } }],
      }),
    );
    expect(only).toMatchObject({ name: "search", status: "error", args: '{"q":' });
  });

  test("a result whose call is not there is shown", () => {
    expect(
      getToolCalls(readStoredMessage([{ role: "tool", tool_call_id: "c9", name: "search", content: "3" }])),
    ).toMatchObject([{ id: "c9", name: "search", result: "3" }]);
  });

  test("two calls of one id are two", () => {
    const call = { id: "c1", type: "function", function: { name: "search", arguments: "{}" } };
    const [only] = readStoredMessages([
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "first" },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "second" },
    ]);
    expect(getToolCalls(only as ChatMessage).map(({ result }) => result)).toEqual(["first", "second"]);
  });

  test("messages without ids get different ones, the same each time", () => {
    const list = [
      { role: "user", content: "ok" },
      { role: "user", content: "ok" },
    ];
    const ids = readStoredMessages(list).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(readStoredMessages(list).map(({ id }) => id)).toEqual(ids);
  });

  /** Every place of a stored value that can break, broken. */
  const brokenLists = fc
    .tuple(fc.constantFrom(...lists.map(([, list]) => JSON.stringify(list))), fc.nat(), fc.anything())
    .map(([json, at, junk]) => {
      let count = 0;
      return JSON.parse(json, (_key, value: unknown) => {
        count += 1;
        return count === (at % 60) + 1 ? junk : value;
      }) as unknown;
    });

  test("broken ones show what could be read, and never throw", () => {
    fc.assert(
      fc.property(brokenLists, (list) => {
        expectMessages(readStoredMessages(list));
        expectMessages([readStoredMessage(list)]);
      }),
      { numRuns: 1000 },
    );
  });
});

function expectMessages(messages: readonly ChatMessage[]) {
  for (const message of messages) {
    expect(["system", "user", "assistant"]).toContain(message.role);
    expect(typeof message.id).toBe("string");
    expect(typeof getMessageText(message)).toBe("string");
    for (const part of message.parts) {
      expect(typeof part.type).toBe("string");
      if (isToolPart(part)) expect(isSettled(part) || part.state === "approval-requested").toBe(true);
      if (part.type === "text" || part.type === "reasoning") expect(typeof part.text).toBe("string");
    }
    getToolCalls(message);
  }
}

describe("anything else", () => {
  test("is shown as text, and never throws", () => {
    const anything = fc.anything({
      withDate: true,
      withMap: true,
      withSet: true,
      withBigInt: true,
      withNullPrototype: true,
      maxDepth: 2,
    });
    const shape = fc.record(
      {
        id: anything,
        role: fc.oneof(anything, fc.constantFrom("user", "assistant", "tool", "system")),
        content: anything,
        parts: fc.oneof(
          anything,
          fc.array(
            fc.oneof(
              anything,
              fc.record(
                {
                  type: fc.constantFrom("text", "tool-x", "file", "dynamic-tool", "tool-invocation", "data-x"),
                  text: anything,
                  toolCallId: anything,
                  state: anything,
                  input: anything,
                },
                { requiredKeys: ["type"] },
              ),
            ),
          ),
        ),
        toolCalls: anything,
        tool_calls: anything,
        toolActivity: anything,
        metadata: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, shape, fc.array(shape)), (stored) => {
        expectMessages([readStoredMessage(stored)]);
        expectMessages(readStoredMessages(stored));
      }),
      { numRuns: 500 },
    );
  });

  test.each<[unknown, string]>([
    ["Hi.", "Hi."],
    [5, "5"],
    [{ foo: 1 }, '{\n  "foo": 1\n}'],
    [{ role: "assistant", content: { foo: 1 } }, '{\n  "foo": 1\n}'],
    [
      { role: "assistant", parts: [{ type: "hologram", beam: 1 }, null, "plain"] },
      '{\n  "type": "hologram",\n  "beam": 1\n}plain',
    ],
  ])("%j", (stored, text) => {
    expect(getMessageText(readStoredMessage(stored))).toBe(text);
  });

  test.each([undefined, null, []])("%j is a message that says nothing", (stored) => {
    expect(readStoredMessage(stored)).toMatchObject({ role: "assistant", parts: [] });
  });

  test("one that throws when it is read is told as such", () => {
    const stored = {
      role: "assistant",
      get content(): string {
        throw new Error("gone");
      },
    };
    expect(getMessageText(readStoredMessage(stored))).toContain("gone");
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(readStoredMessage(proxy)).toMatchObject({ role: "assistant" });
  });

  test("can be mapped over a list", () => {
    const read = [{ role: "user", content: "a" }].map((stored, index) => readStoredMessage(stored, index as never));
    expect(read.map((message) => getMessageText(message))).toEqual(["a"]);
  });
});
