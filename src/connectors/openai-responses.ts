import type { ChatRequest, Connector, ConnectorOptions } from "./connector.js";
import { type ResponsesItem, toResponsesInput } from "./openai-responses-input.js";
import { openaiResponsesStream } from "./openai-responses-stream.js";
import { decodeAnswer } from "./protocol.js";
import { allTools, createRequest } from "./request.js";
import { type OpenAiResponsesTool, toOpenAiResponsesTools } from "./tool-declarations.js";
import { splitAtResults, toTurns } from "./turns.js";

export interface OpenaiResponsesOptions extends ConnectorOptions {
  /**
   * What is asked. Everyone can read a key that a page holds: in public, ask a server of your own that adds it.
   * @default "https://api.openai.com/v1/responses"
   */
  url?: string | undefined;
  model?: string | undefined;
}

export interface OpenaiResponsesBody {
  /** Absent where the server, or the url, knows it. */
  model?: string;
  input: ResponsesItem[];
  tools?: OpenAiResponsesTool[];
  stream: true;
}

/**
 * A back end that speaks OpenAI's Responses. The whole conversation goes out with each request. A request's settings are
 * sent as they are (`reasoning`, `store`, …); `model` in them wins over the option, and `tools` in them, such as
 * `[{ type: "web_search" }]`, stand before those of this side. With `{ store: false, include:
 * ["reasoning.encrypted_content"] }` the model gets its own reasoning back.
 */
export function openaiResponses(options: OpenaiResponsesOptions = {}): Connector {
  const { url = "https://api.openai.com/v1/responses", fetch } = options;
  return {
    name: "openaiResponses",
    fetch,
    encode: (request) =>
      createRequest("openaiResponses", options, request, { url, body: encodeOpenaiResponses(options, request) }),
    decode: (body, _response, request) => decodeAnswer(openaiResponsesStream, body, request, options),
  };
}

export function encodeOpenaiResponses(
  { model }: Pick<OpenaiResponsesOptions, "model">,
  { messages, settings = {}, tools }: ChatRequest,
): OpenaiResponsesBody {
  return {
    ...(model === undefined ? {} : { model }),
    ...settings,
    input: toResponsesInput(toTurns(messages).flatMap(splitAtResults)),
    ...allTools(settings, toOpenAiResponsesTools(tools)),
    stream: true,
  };
}
