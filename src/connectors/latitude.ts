import { toToolClients } from "../stream/tool-clients.js";
import type { ChatRequest, Connector, ConnectorOptions, Lazy } from "./connector.js";
import { latitudeStream } from "./latitude-stream.js";
import { decodeAnswer } from "./protocol.js";
import { createRequest, resolveLazy } from "./request.js";
import { toResultValue } from "./tool-results.js";
import { type AssistantPart, type Outcome, type Turn, toTurns } from "./turns.js";

export interface LatitudeOptions extends ConnectorOptions {
  /** @default "/api/chat" */
  url?: string | undefined;
  /** The prompt that answers. @default "briefPlanner" */
  promptPath?: Lazy<string> | undefined;
  /** @default [] */
  todos?: unknown;
  /** @default [] */
  briefs?: unknown;
  /** @default [] */
  media?: unknown;
}

type LatitudeContent = { type: string; [field: string]: unknown };

export interface LatitudeMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: LatitudeContent[];
}

/**
 * A back end that runs a Latitude prompt and passes its stream on. Sends
 * `{ messages, promptPath, conversationUuid, todos, briefs, media, toolClients }`. `todos`, `briefs` and `media` may be
 * functions; `promptPath`, `todos`, `briefs` and `media` in a request's settings win over the options.
 */
export function latitude(options: LatitudeOptions = {}): Connector {
  const { url = "/api/chat", fetch } = options;
  return {
    name: "latitude",
    fetch,
    encode: async (request) =>
      createRequest("latitude", options, request, {
        url,
        headers: { accept: "text/event-stream" },
        body: await encodeBody(options, request),
      }),
    decode: (body, _response, request) => decodeAnswer(latitudeStream, body, request, options),
  };
}

async function encodeBody(options: LatitudeOptions, { messages, settings = {}, threadId, tools }: ChatRequest) {
  const setting = async (name: "promptPath" | "todos" | "briefs" | "media") =>
    (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? (await resolveLazy(options[name]));
  return {
    messages: toTurns(messages).flatMap(toLatitudeMessages),
    promptPath: (await setting("promptPath")) ?? "briefPlanner",
    conversationUuid: threadId,
    todos: (await setting("todos")) ?? [],
    briefs: (await setting("briefs")) ?? [],
    media: (await setting("media")) ?? [],
    toolClients: toToolClients(tools),
  };
}

function toLatitudeMessages(turn: Turn): LatitudeMessage[] {
  if (turn.role === "system") return [{ role: "system", content: [{ type: "text", text: turn.text }] }];
  if (turn.role === "user") return [{ role: "user", content: turn.parts.flatMap(toContent) }];
  const content = turn.parts.flatMap(toContent);
  const results = turn.calls.map(({ toolCallId, toolName, outcome }) => ({
    type: "tool-result",
    toolCallId,
    toolName,
    ...toResult(outcome),
  }));
  const said: LatitudeMessage[] = content.length === 0 ? [] : [{ role: "assistant", content }];
  return results.length === 0 ? said : [...said, { role: "tool", content: results }];
}

function toContent(part: AssistantPart): LatitudeContent[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "call":
      return [{ type: "tool-call", toolCallId: part.toolCallId, toolName: part.toolName, args: part.input }];
    case "file":
      return part.mediaType.startsWith("image/")
        ? [{ type: "image", image: part.url }]
        : [{ type: "file", file: part.url, mimeType: part.mediaType }];
    default:
      return []; // Latitude keeps reasoning on its own side
  }
}

function toResult(outcome: Outcome): { result: unknown; isError: boolean } {
  return { result: toResultValue(outcome), isError: outcome.status !== "output" };
}
