import { beforeAll, describe, expect, it } from "vitest";
import { backEnds } from "../../demo/connectors.js";
import { backends } from "../../demo/server/backends.js";
import { createChatStore } from "../../src/core.js";

type Fields = Record<string, unknown>;

/** How a protocol tells a result, and what its server says where one is missing. */
interface Row {
  name: string;
  isResult: (value: Fields) => boolean;
  /** The key of the call's id in a result; none where results go by their order. */
  idKey?: string;
  unanswered: RegExp;
  /** The body of the refusal, but for its words. */
  shape: (message: unknown) => object;
}

const inError = (message: unknown) => ({ error: message });
const openai = (message: unknown) => ({
  error: { message, type: "invalid_request_error", param: null, code: null },
});
const hasRoleTool = ({ role }: Fields) => role === "tool";

const rows: Row[] = [
  {
    name: "latitude",
    isResult: ({ type }) => type === "tool-result",
    idKey: "toolCallId",
    unanswered: /results are missing/u,
    shape: (message) => ({ name: "UnprocessableEntityError", message }),
  },
  {
    name: "openai-chat",
    isResult: hasRoleTool,
    idKey: "tool_call_id",
    unanswered: /must be followed by tool messages responding to each 'tool_call_id'/u,
    shape: openai,
  },
  {
    name: "openai-responses",
    isResult: ({ type }) => type === "function_call_output",
    idKey: "call_id",
    unanswered: /^No tool output found for function call call_/u,
    shape: openai,
  },
  {
    name: "anthropic",
    isResult: ({ type }) => type === "tool_result",
    idKey: "tool_use_id",
    unanswered: /ids were found without `tool_result` blocks immediately after/u,
    shape: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  },
  {
    name: "gemini",
    isResult: (value) => "functionResponse" in value,
    unanswered: /number of function response parts is equal to the number of function call parts/u,
    shape: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  },
  {
    name: "ag-ui",
    isResult: hasRoleTool,
    idKey: "toolCallId",
    unanswered: /No tool message answers/u,
    shape: (message) => ({ type: "RUN_ERROR", message }),
  },
  { name: "ollama", isResult: hasRoleTool, unanswered: /no tool message answers/u, shape: inError },
  {
    name: "langgraph",
    isResult: hasRoleTool,
    idKey: "tool_call_id",
    unanswered: /must be followed by tool messages/u,
    shape: (message) => ({ detail: message }),
  },
];

/** The two requests of an answer with a call: with the question, and with the result. */
async function record(name: string): Promise<Request[]> {
  const requests: Request[] = [];
  const store = createChatStore({
    connector: openConnector(name, requests),
    tools: { getWeather: ({ city }: { city: string }) => ({ city, message: "fog" }) },
  });
  await store.getState().send("What's the weather in San Francisco?");
  return requests;
}

function openConnector(name: string, requests: Request[]) {
  const connector = backEnds.get(name)?.connect(`http://demo.test/api/${name}`, async (input, init) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    return answer(name, request);
  });
  if (connector === undefined) throw new Error(`there is no back end ${name}`);
  return connector;
}

function answer(name: string, request: Request): Promise<Response> {
  const backend = backends.get(name);
  if (backend === undefined) throw new Error(`the demo's server does not speak ${name}`);
  return backend(request, { thinkMs: 0, deltaMs: 0 });
}

/** Puts something else in the place of each element that is meant; what is emptied by it goes as well. */
function replace(value: unknown, isMeant: (value: Fields) => boolean, edit: (value: Fields) => Fields[]): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown) => {
      if (isFields(element) && isMeant(element)) return edit(element);
      const edited = replace(element, isMeant, edit);
      return isEmptied(element, edited) ? [] : [edited];
    });
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each, isMeant, edit)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmptied(before: unknown, after: unknown): boolean {
  const lengthOf = (value: unknown) => {
    const list = isFields(value) ? (value.content ?? value.parts) : undefined;
    return Array.isArray(list) ? list.length : undefined;
  };
  return lengthOf(after) === 0 && lengthOf(before) !== 0;
}

async function sendEdited(name: string, request: Request, edit: (body: unknown) => unknown): Promise<Response> {
  const body = JSON.stringify(edit(await request.clone().json()));
  return answer(name, new Request(request.url, { method: "POST", headers: request.headers, body }));
}

describe.each(rows)("the demo's $name back end", ({ name, isResult, idKey, unanswered, shape }) => {
  let followUp: Request;

  beforeAll(async () => {
    const second = (await record(name))[1];
    if (second === undefined) throw new Error("no result was sent");
    followUp = second;
  });

  it("takes a conversation that is whole", async () => {
    expect((await sendEdited(name, followUp, (body) => body)).status).toBe(200);
  });

  it("refuses a call without a result, in its provider's shape", async () => {
    const refused = await sendEdited(name, followUp, (body) => replace(body, isResult, () => []));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject(shape(expect.stringMatching(unanswered)));
  });

  it("refuses two results for one call", async () => {
    const twice = await sendEdited(name, followUp, (body) => replace(body, isResult, (result) => [result, result]));
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject(shape(expect.any(String)));
  });

  if (idKey === undefined) return;
  it("refuses a result of no call", async () => {
    const stray = await sendEdited(name, followUp, (body) =>
      replace(body, isResult, (result) => [result, { ...result, id: "stray", [idKey]: "nobody" }]),
    );
    expect(stray.status).toBe(400);
    expect(await stray.json()).toMatchObject(shape(expect.any(String)));
  });
});

describe.each([
  ["ai-sdk", ({ toolCallId }: Fields) => toolCallId !== undefined, { state: "input-available" }],
  ["ai-sdk-v4", ({ toolInvocation }: Fields) => toolInvocation !== undefined, { state: "call" }],
] as const)("the demo's %s back end, where a call and its result are one part,", (name, isCall, unanswered) => {
  const withoutResult = (part: Fields): Fields => {
    const { toolInvocation } = part;
    return isFields(toolInvocation)
      ? { ...part, toolInvocation: { ...toolInvocation, ...unanswered, result: undefined } }
      : { ...part, ...unanswered, output: undefined };
  };

  it.each([
    ["a call without a result", (part: Fields) => [withoutResult(part)]],
    ["two calls with one id", (part: Fields) => [part, part]],
  ])("refuses %s", async (_what, edit) => {
    const [, followUp] = await record(name);
    if (followUp === undefined) throw new Error("no result was sent");
    const refused = await sendEdited(name, followUp, (body) => replace(body, isCall, edit));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ error: expect.any(String) as string });
  });
});

it("Anthropic's refuses thoughts that it has not signed, and a request without a version", async () => {
  const [, followUp] = await record("anthropic");
  if (followUp === undefined) throw new Error("no result was sent");
  const forged = await sendEdited("anthropic", followUp, (body) =>
    replace(
      body,
      ({ type }) => type === "tool_use",
      (call) => [{ type: "thinking", thinking: "Hm.", signature: "mine" }, call],
    ),
  );
  expect(await forged.text()).toContain("Invalid `signature` in `thinking` block");
  followUp.headers.delete("anthropic-version");
  const nameless = await answer("anthropic", followUp);
  expect(await nameless.text()).toContain("anthropic-version: header is required");
});

it("Gemini's refuses a call without the signature that it came with", async () => {
  const [, followUp] = await record("gemini");
  if (followUp === undefined) throw new Error("no result was sent");
  const unsigned = await sendEdited("gemini", followUp, (body) =>
    replace(
      body,
      (part) => "functionCall" in part,
      ({ functionCall }) => [{ functionCall }],
    ),
  );
  expect(await unsigned.text()).toContain("missing a thought_signature");
});
