import { convertToModelMessages as convertV6, type ModelMessage, type UIMessage } from "ai";
import { convertToModelMessages as convertV7 } from "ai-v7";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { agUi } from "../../src/connectors/ag-ui.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { anthropic } from "../../src/connectors/anthropic.js";
import type { Connector } from "../../src/connectors/connector.js";
import { gemini } from "../../src/connectors/gemini.js";
import { latitude } from "../../src/connectors/latitude.js";
import { ollama } from "../../src/connectors/ollama.js";
import { openaiChat } from "../../src/connectors/openai-chat.js";
import { openaiResponses } from "../../src/connectors/openai-responses.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { bodyOf, requestOf } from "./conversation.js";

// What was said, before it is events, and after it was read back from a request

type Outcome = { kind: "output"; value: unknown } | { kind: "error" | "denied"; words: string };

interface Call {
  name: string;
  input: Record<string, unknown>;
  outcome: Outcome;
  origin: "native" | "text";
}

interface Step {
  thoughts: string;
  text: string;
  calls: Call[];
}

type Exchange = { user: string; image: string | undefined; steps: Step[] };

/** One line of what a back end understood. */
type Heard =
  | { user: string; image?: string }
  | { assistant: string }
  | { call: string; input: unknown; result: unknown };

const words = fc.stringMatching(/^[A-Za-zäß🌧]{1,8}( [a-z"\\{}<>\n]{1,8}){0,3}[.]$/u);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const input = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), json, { maxKeys: 3 }).map((value) => ({ ...value }));
const outcome = fc.oneof<fc.Arbitrary<Outcome>[]>(
  fc.oneof(json, words).map((value) => ({ kind: "output", value })),
  words.map((value) => ({ kind: "error", words: value })),
  words.map((value) => ({ kind: "denied", words: value })),
);
const call = fc.record<Call>({
  name: fc.constantFrom("getWeather", "search_notes", "run-shell"),
  input,
  outcome,
  origin: fc.constantFrom("native" as const, "text" as const),
});
const step = fc.record<Step>({
  thoughts: fc.oneof(fc.constant(""), words),
  text: fc.oneof(fc.constant(""), words),
  calls: fc.array(call, { maxLength: 3 }),
});
const image = fc.option(fc.base64String({ minLength: 4, maxLength: 12 }), { nil: undefined });
const exchanges = fc.array(
  fc.record<Exchange>({
    user: words,
    image,
    steps: fc.array(
      step.filter(({ text, calls }) => text !== "" || calls.length > 0),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

// To events, and to messages

function* toEvents(steps: readonly Step[], id: string): Generator<StreamEvent> {
  yield { type: "start", messageId: id };
  for (const [at, { thoughts, text, calls }] of steps.entries()) {
    yield { type: "start-step" };
    yield* toBlock("reasoning", thoughts);
    yield* toBlock("text", text);
    for (const [index, each] of calls.entries()) yield* toCallEvents(each, `${id}:${at}:${index}`);
    for (const [index, each] of calls.entries()) yield toResultEvent(each, `${id}:${at}:${index}`);
    yield { type: "finish-step" };
  }
  yield { type: "finish" };
}

function* toBlock(type: "text" | "reasoning", text: string): Generator<StreamEvent> {
  if (text === "") return;
  yield { type: `${type}-start`, id: "0" };
  for (const delta of text.match(/[\s\S]{1,5}/g) ?? []) yield { type: `${type}-delta`, id: "0", delta };
  yield { type: `${type}-end`, id: "0" };
}

function* toCallEvents({ name: toolName, input: own, origin }: Call, toolCallId: string): Generator<StreamEvent> {
  yield { type: "tool-input-start", toolCallId, toolName, origin };
  yield { type: "tool-input-delta", toolCallId, inputTextDelta: JSON.stringify(own) };
  yield { type: "tool-input-available", toolCallId, toolName, input: own, origin };
}

function toResultEvent({ outcome: own }: Call, toolCallId: string): StreamEvent {
  if (own.kind === "output") return { type: "tool-output-available", toolCallId, output: own.value };
  if (own.kind === "error") return { type: "tool-output-error", toolCallId, errorText: own.words };
  return { type: "tool-output-denied", toolCallId, reason: own.words };
}

function toMessages(conversation: readonly Exchange[]): ChatMessage[] {
  return conversation.flatMap(({ user, image: picture, steps }, index): ChatMessage[] => {
    const mediaType = "image/png";
    const file = picture === undefined ? [] : [{ type: "file" as const, mediaType, url: dataUrl(picture) }];
    const answer = [...toEvents(steps, `m${index}`)].reduce(
      reduceMessage,
      createMessage({ id: "a", role: "assistant" }),
    );
    return [{ id: `u${index}`, role: "user", parts: [{ type: "text", text: user }, ...file] }, answer];
  });
}

function dataUrl(picture: string): string {
  return `data:image/png;base64,${picture}`;
}

// What must be heard

const isText = (value: unknown) => typeof value === "string";

/** Results as strings: what is none is JSON. */
const asText = (own: Outcome) =>
  own.kind !== "output" ? own.words : isText(own.value) ? own.value : JSON.stringify(own.value);

/** The same where nothing but the words says that a call failed or was denied. */
const asMarkedText = (own: Outcome) => {
  if (own.kind === "output") return asText(own);
  return own.kind === "error" ? `Error: ${own.words}` : `The call was denied: ${own.words}`;
};

function toHeard(conversation: readonly Exchange[], toResult: (own: Outcome) => unknown): Heard[] {
  return conversation.flatMap(({ user, image: picture, steps }) => [
    { user, ...(picture === undefined ? {} : { image: picture }) },
    ...steps.flatMap(({ text, calls }): Heard[] => [
      ...(text === "" ? [] : [{ assistant: text }]),
      ...calls.map(({ name, input: own, outcome: end }) => ({ call: name, input: own, result: toResult(end) })),
    ]),
  ]);
}

/** Words that follow each other may have been put together. */
function joined(heard: readonly Heard[]): Heard[] {
  const all: Heard[] = [];
  for (const each of heard) {
    const last = all.at(-1);
    if (last !== undefined && "assistant" in last && "assistant" in each) last.assistant += each.assistant;
    else all.push({ ...each });
  }
  return all;
}

/** A call and its result, wherever the result stands: exactly one of each. */
class Calls {
  readonly #results = new Map<string, unknown>();

  result(id: string, result: unknown): void {
    expect(this.#results.has(id), "two results for one call").toBe(false);
    this.#results.set(id, result);
  }

  heard(id: string, name: string, own: unknown): Heard {
    expect(this.#results.has(id), "a call without a result").toBe(true);
    return { call: name, input: own, result: this.#results.get(id) };
  }
}

// How each back end reads its request. Written from its documentation, where no package brings a reader.

type Wire = Record<string, unknown>;
type Reader = (body: Wire) => Heard[] | Promise<Heard[]>;

const list = (value: unknown) => (value ?? []) as Wire[];
/** Version 7 of the AI SDK wraps an address. */
const pictureIn = (data: unknown) =>
  String((data as { url?: unknown } | undefined)?.url ?? data).replace("data:image/png;base64,", "");

function heardFromUser(texts: readonly unknown[], pictures: readonly unknown[]): Heard {
  return { user: texts.join(""), ...(pictures.length === 0 ? {} : { image: pictureIn(pictures[0]) }) };
}

const readOpenaiChat: Reader = ({ messages }) => {
  const calls = new Calls();
  for (const { role, tool_call_id, content } of list(messages)) {
    if (role === "tool") calls.result(String(tool_call_id), content);
  }
  return list(messages).flatMap(({ role, content, tool_calls }): Heard[] => {
    if (role === "user") {
      if (typeof content === "string") return [{ user: content }];
      const pictures = list(content).flatMap(({ image_url }) => (image_url ? [(image_url as Wire).url] : []));
      return [
        heardFromUser(
          list(content).map(({ text = "" }) => text),
          pictures,
        ),
      ];
    }
    if (role !== "assistant") return [];
    const own = list(tool_calls).map(({ id, function: called }) => {
      const { name, arguments: args } = called as { name: string; arguments: string };
      return calls.heard(String(id), name, JSON.parse(args));
    });
    return [...(content ? [{ assistant: content as string }] : []), ...own];
  });
};

const readOpenaiResponses: Reader = ({ input: items }) => {
  const calls = new Calls();
  for (const { type, call_id, output } of list(items)) {
    if (type === "function_call_output") calls.result(String(call_id), output);
  }
  return list(items).flatMap(({ type, role, content, call_id, name, arguments: args }): Heard[] => {
    if (type === "function_call") return [calls.heard(String(call_id), String(name), JSON.parse(String(args)))];
    if (role === "assistant") return [{ assistant: String(content) }];
    if (role !== "user") return [];
    if (typeof content === "string") return [{ user: content }];
    const texts = list(content).map(({ text = "" }) => text);
    return [
      heardFromUser(
        texts,
        list(content).flatMap(({ image_url }) => image_url ?? []),
      ),
    ];
  });
};

const readOllama: Reader = ({ messages }) => {
  const heard: Heard[] = [];
  const open: { call: string; input: unknown; result: unknown }[] = [];
  for (const { role, content, images, tool_calls, tool_name } of list(messages)) {
    if (role === "user") heard.push(heardFromUser([content], (images ?? []) as string[]));
    if (role === "assistant" && content !== "") heard.push({ assistant: String(content) });
    for (const { function: called } of role === "assistant" ? list(tool_calls) : []) {
      const { name, arguments: own } = called as { name: string; arguments: unknown };
      const each = { call: name, input: own, result: undefined };
      heard.push(each);
      open.push(each);
    }
    if (role !== "tool") continue;
    const next = open.shift();
    expect(next?.call).toBe(tool_name);
    if (next !== undefined) next.result = content;
  }
  expect(open).toEqual([]);
  return heard;
};

const readAnthropic: Reader = ({ messages }) => {
  const calls = new Calls();
  const blocks = list(messages).flatMap(({ role, content }) =>
    list(content).map((block): Wire => ({ role, ...block })),
  );
  for (const { type, tool_use_id, content, is_error } of blocks) {
    if (type === "tool_result") calls.result(String(tool_use_id), [content ?? "", is_error ?? false]);
  }
  const said = blocks.flatMap(({ role, type, text, id, name, input: own, source }): Heard[] => {
    if (type === "tool_use") return [calls.heard(String(id), String(name), own)];
    if (type === "image") return [{ user: "", image: String((source as Wire).data) }];
    if (type !== "text") return [];
    return role === "user" ? [{ user: String(text) }] : [{ assistant: String(text) }];
  });
  return withPictures(said);
};

const readGemini: Reader = ({ contents }) => {
  const answers = list(contents).map(({ parts }) =>
    list(parts).flatMap(({ functionResponse }) => functionResponse ?? []),
  );
  const said = list(contents).flatMap(({ role, parts }, index) => {
    const open = [...((answers[index + 1] ?? []) as { name: string; response: unknown }[])];
    return list(parts).flatMap(({ text, inlineData, functionCall, thought }): Heard[] => {
      if (functionCall !== undefined) {
        const { name, args } = functionCall as { name: string; args: unknown };
        const answer = open.shift();
        expect(answer?.name).toBe(name);
        return [{ call: name, input: args, result: answer?.response }];
      }
      if (inlineData !== undefined) return [{ user: "", image: String((inlineData as Wire).data) }];
      if (typeof text !== "string" || thought === true) return [];
      return role === "user" ? [{ user: text }] : [{ assistant: text }];
    });
  });
  return withPictures(said);
};

/** A picture stands behind the words that it belongs to. */
function withPictures(heard: readonly Heard[]): Heard[] {
  return heard.flatMap((each, index) => {
    const next = heard[index + 1];
    if ("image" in each) return [];
    return "user" in each && next !== undefined && "image" in next ? [{ ...each, image: next.image ?? "" }] : [each];
  });
}

const readAgUi: Reader = ({ messages }) => {
  const calls = new Calls();
  for (const { role, toolCallId, content, error } of list(messages)) {
    if (role === "tool") calls.result(String(toolCallId), [content, error !== undefined]);
  }
  return list(messages).flatMap(({ role, content, toolCalls }): Heard[] => {
    if (role === "user") {
      if (typeof content === "string") return [{ user: content }];
      const pictures = list(content).flatMap(({ source }) => (source ? [(source as Wire).value] : []));
      return [
        heardFromUser(
          list(content).map(({ text = "" }) => text),
          pictures,
        ),
      ];
    }
    if (role !== "assistant") return [];
    const own = list(toolCalls).map(({ id, function: called }) => {
      const { name, arguments: args } = called as { name: string; arguments: string };
      return calls.heard(String(id), name, JSON.parse(args));
    });
    return [...(content === undefined ? [] : [{ assistant: content as string }]), ...own];
  });
};

const readLatitude: Reader = ({ messages }) => {
  const calls = new Calls();
  const contents = list(messages).flatMap(({ role, content }) =>
    list(content).map((each): Wire => ({ role, ...each })),
  );
  for (const { type, toolCallId, result, isError } of contents) {
    if (type === "tool-result") calls.result(String(toolCallId), [result, isError]);
  }
  const said = contents.flatMap(({ role, type, text, image: url, toolCallId, toolName, args }): Heard[] => {
    if (type === "tool-call") return [calls.heard(String(toolCallId), String(toolName), args)];
    if (type === "image") return [{ user: "", image: pictureIn(url) }];
    if (type !== "text") return [];
    return role === "user" ? [{ user: String(text) }] : [{ assistant: String(text) }];
  });
  return withPictures(said);
};

/** The AI SDK's own reader: what it would send to a model. */
function readModelMessages(convert: (messages: UIMessage[]) => Promise<ModelMessage[]>): Reader {
  return async ({ messages }) => {
    const model = await convert(messages as UIMessage[]);
    const calls = new Calls();
    for (const { role, content } of model) {
      for (const part of role === "tool" ? content : []) {
        if (part.type === "tool-result") calls.result(part.toolCallId, part.output);
      }
    }
    return model.flatMap(({ role, content }): Heard[] => {
      if (role === "user" && Array.isArray(content)) {
        const texts = content.map((part) => (part.type === "text" ? part.text : ""));
        return [
          heardFromUser(
            texts,
            content.flatMap((part) => (part.type === "file" ? [part.data] : [])),
          ),
        ];
      }
      if (role !== "assistant" || typeof content === "string") return [];
      return content.flatMap((part): Heard[] => {
        if (part.type === "text") return [{ assistant: part.text }];
        return part.type === "tool-call" ? [calls.heard(part.toolCallId, part.toolName, part.input)] : [];
      });
    });
  };
}

interface Row {
  connector: Connector;
  read: Reader;
  /** What the back end is told of an outcome. */
  result: (own: Outcome) => unknown;
}

const url = "https://example.com/chat";
const asModelOutput = (own: Outcome) => {
  if (own.kind !== "output") return { type: "error-text", value: own.words };
  return { type: isText(own.value) ? "text" : "json", value: own.value };
};
const rows: Record<string, Row> = {
  "the AI SDK 6": { connector: aiSdk({ url }), read: readModelMessages(convertV6), result: asModelOutput },
  "the AI SDK 7": {
    connector: aiSdk({ url }),
    read: readModelMessages((messages) => convertV7(messages as never) as unknown as Promise<ModelMessage[]>),
    result: asModelOutput,
  },
  Latitude: {
    connector: latitude({ url }),
    read: readLatitude,
    result: (own) => (own.kind === "output" ? [own.value, false] : [own.words, true]),
  },
  "OpenAI's chat completions": { connector: openaiChat({ url }), read: readOpenaiChat, result: asMarkedText },
  "OpenAI's Responses": { connector: openaiResponses({ url }), read: readOpenaiResponses, result: asMarkedText },
  Ollama: { connector: ollama({ url }), read: readOllama, result: asMarkedText },
  Anthropic: {
    connector: anthropic({ url }),
    read: readAnthropic,
    result: (own) => [String(asText(own)).trim() === "" ? "" : asText(own), own.kind !== "output"],
  },
  Gemini: {
    connector: gemini({ url, model: "gemini-3-flash" }),
    read: readGemini,
    result: (own) => {
      if (own.kind !== "output") return { error: own.words };
      const isObject = typeof own.value === "object" && own.value !== null && !Array.isArray(own.value);
      return isObject ? own.value : { output: own.value };
    },
  },
  "AG-UI": { connector: agUi({ url }), read: readAgUi, result: (own) => [asText(own), own.kind !== "output"] },
};

describe("a conversation that was events, and went out as a request", () => {
  it.each(Object.entries(rows))("is heard by %s as it was said", async (_, { connector, read, result }) => {
    await fc.assert(
      fc.asyncProperty(exchanges, async (conversation) => {
        const body = await bodyOf(connector, requestOf(toMessages(conversation)));
        expect(joined(await read(body))).toEqual(joined(toHeard(conversation, result)));
      }),
      { numRuns: 500 },
    );
  });
});
