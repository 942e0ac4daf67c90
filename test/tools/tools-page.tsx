import {
  type ChatRequest,
  ChatWrapper,
  type Connector,
  createChatStore,
  createMessage,
  defineTool,
  injectToolManifest,
  resolveToolFormat,
  type StreamEvent,
  type ToolCard,
  type ToolContext,
  type ToolFormatName,
} from "tooltalk";
import * as z from "zod";
import { eventConnector } from "../../src/testing/transcript-connector.js";

// The examples of docs/tools.md, as they stand there.

const kept: string[] = [];
export const notes = {
  find: (query: string) => kept.filter((note) => note.includes(query)),
  add: (text: string) => kept.push(text),
  remove: (ids: readonly string[]) => ids.length,
};
const countField = (field: number) => Promise.resolve(field);
const answers: StreamEvent[][] = [];
export const requests: ChatRequest[] = [];
/** What the back end answers from now on, one request after the other. */
export function willAnswer(...next: StreamEvent[][]): void {
  answers.splice(0, answers.length, ...next);
  requests.length = 0;
}
const connector: Connector = eventConnector((request) => {
  requests.push(request);
  return answers.shift() ?? [];
});
export const store = createChatStore({ connector, tools: { pickColor: {} } });

export const getWeather = defineTool({
  name: "getWeather",
  description: "The weather in a city, now.",
  parameters: z.object({ city: z.string().describe("The city's name, such as Oslo") }),
  execute: async ({ city }, { signal }) => {
    const response = await fetch(`/weather?city=${encodeURIComponent(city)}`, { signal });
    return { city, celsius: Number(await response.text()) };
  },
});

export const Chat = () => <ChatWrapper config={{ url: "/api/chat" }} tools={[getWeather]} />;

export const Clock = () => <ChatWrapper tools={{ getTime: () => new Date() }} />;

export const pickColor = defineTool({ name: "pickColor", description: "The person picks a colour." });

export const PickColor: ToolCard<typeof pickColor> = ({ state, toolCallId }) =>
  state !== "running" ? null : (
    <button type="button" onClick={() => store.getState().addToolResult(toolCallId, "teal")}>
      Teal
    </button>
  );

export const findNotes = defineTool({
  name: "findNotes",
  description: "Searches the notes.",
  parameters: {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer", default: 10 } },
    required: ["query"],
    additionalProperties: false,
  },
  execute: ({ query, limit = 10 }: { query: string; limit?: number }) => notes.find(query).slice(0, limit),
});

export const deleteNotes = defineTool({
  name: "deleteNotes",
  description: "Throws notes away.",
  parameters: z.object({ ids: z.array(z.string()) }),
  needsApproval: ({ ids }) => ids.length > 1, // or true
  execute: ({ ids }) => notes.remove(ids),
});

export const readPage = defineTool({
  name: "readPage",
  parameters: z.object({ url: z.url() }),
  timeoutMs: 10_000,
  idempotent: true,
  retry: { times: 2, delayMs: 500 },
  execute: async ({ url }, { signal }) => (await fetch(url, { signal })).text(),
});

export const countWords = defineTool({
  name: "countWords",
  onReload: "rerun",
  execute: () => notes.find("").join(" ").split(" ").length,
});

export const countStars = defineTool({
  name: "countStars",
  description: "Counts the stars, field by field. Slow.",
  execute: async (_input, { signal, reportProgress }: ToolContext) => {
    let stars = 0;
    for (let field = 0; field < 12 && !signal.aborted; field += 1) {
      reportProgress({ progress: field, total: 12, message: `${stars} stars so far` });
      stars += await countField(field);
    }
    return stars;
  },
});

export const appendNote = defineTool({
  name: "appendNote",
  parameters: z.object({ text: z.string() }),
  serial: "notes",
  execute: ({ text }) => notes.add(text),
});

export const Manual = () => (
  <ChatWrapper
    tools={[getWeather]}
    config={{
      followUp: "manual",
      onToolResult: (toolName, _result, { sendFollowUp }) => {
        if (toolName === "getWeather") sendFollowUp();
      },
    }}
  />
);

export const readFile = defineTool({
  name: "readFile",
  parameters: z.object({ path: z.string() }),
  verbs: {
    running: "Reading",
    done: "Read",
    failed: "Could not read",
    object: ({ path }) => path, // of the arguments, as far as they are there
    objects: { one: "# file", other: "# files" },
  },
  execute: ({ path }) => notes.find(path),
});

export const signIn = defineTool({
  name: "signIn",
  parameters: z.object({ user: z.string(), pin: z.string() }),
  detail: "summary",
  redact: ["pin", /^otp/i],
  execute: ({ user }) => `${user} is signed in`,
});

export const Discreet = () => <ChatWrapper tools={[signIn]} config={{ detail: "line", redact: ["iban"] }} />;

export const WeatherCard: ToolCard<typeof getWeather> = (props) => {
  if (props.state === "done") return <p>{`${props.output.celsius} °C in ${props.output.city}`}</p>;
  return props.state === "error" ? <p>{props.errorText}</p> : <p>{props.input?.city ?? "…"}</p>;
};

export const Cards = () => (
  <ChatWrapper tools={[getWeather]} toolRenderers={{ getWeather: WeatherCard, pickColor: PickColor }} />
);

export function createPromptedStore(provider: string, format?: ToolFormatName) {
  const tools = [findNotes, readFile];
  const { name, isNative, ...reads } = resolveToolFormat({ provider, format });
  const prompt = injectToolManifest("You are kind.", tools, { provider, format: name });
  return createChatStore({
    connector,
    tools,
    ...(isNative ? {} : { toolDeclarations: [] }), // the prompt tells of them
    ...reads, // syntaxes, and the provider under which they read
    messages: [createMessage({ id: "prompt", role: "system", parts: prompt })],
  });
}
