import type { ChatMessage } from "../stream/message.js";
import { type AgUiMessage, type AgUiResume, toAgUiMessages } from "./ag-ui-messages.js";
import type { KnownConversation } from "./ag-ui-snapshot.js";
import { createAgUiProtocol } from "./ag-ui-stream.js";
import type { ChatRequest, Connector, ConnectorOptions } from "./connector.js";
import { decodeAnswer } from "./protocol.js";
import { createRequest } from "./request.js";
import { type AgUiTool, toAgUiTools } from "./tool-declarations.js";

export interface AgUiOptions extends ConnectorOptions {
  /** @default "/api/chat" */
  url?: string | undefined;
  /** Ids of runs. @default random */
  generateId?: (() => string) | undefined;
}

/** Source: AG-UI 1.0, `RunAgentInput`. */
export interface AgUiBody {
  threadId: string;
  runId: string;
  state: unknown;
  messages: AgUiMessage[];
  tools: AgUiTool[];
  context: { description: string; value: string }[];
  forwardedProps: unknown;
  /** Absent where the last run was not interrupted. */
  resume?: AgUiResume[];
}

/**
 * An agent that speaks AG-UI, 0.x or 1.0: CopilotKit, LangGraph, Pydantic AI, Mastra, Microsoft's Agent Framework, TanStack
 * AI and others. Reads `state`, `context` and `forwardedProps` from a request's settings.
 */
export function agUi(options: AgUiOptions = {}): Connector {
  const { url = "/api/chat", fetch } = options;
  return {
    name: "agUi",
    fetch,
    encode: (request) =>
      createRequest("agUi", options, request, {
        url,
        headers: { accept: "text/event-stream" },
        body: encodeAgUi(options, request),
      }),
    decode: (body, _response, request) =>
      decodeAnswer(createAgUiProtocol(knownFrom(request.messages)), body, request, options),
  };
}

export function encodeAgUi(
  { generateId = () => crypto.randomUUID() }: Pick<AgUiOptions, "generateId">,
  { chatId, threadId, messages, settings = {}, tools }: ChatRequest,
): AgUiBody {
  const conversation = toAgUiMessages(messages);
  return {
    threadId: threadId ?? chatId,
    runId: generateId(),
    state: settings.state ?? {},
    messages: conversation.messages,
    tools: toAgUiTools(tools),
    context: (settings.context ?? []) as AgUiBody["context"],
    forwardedProps: settings.forwardedProps ?? {},
    ...(conversation.resume.length === 0 ? {} : { resume: conversation.resume }),
  };
}

function knownFrom(messages: readonly ChatMessage[]): KnownConversation {
  const sent = toAgUiMessages(messages).messages;
  const said = sent.filter((message) => message.role === "assistant");
  const inTurn = sent.slice(sent.findLastIndex(({ role }) => role === "user") + 1);
  return {
    messageIds: new Set(sent.map(({ id }) => id)),
    texts: new Set(inTurn.flatMap(({ role, content }) => (role === "assistant" && content ? [content] : []))),
    toolCallIds: new Set(said.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))),
  };
}
