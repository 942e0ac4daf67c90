import { createAgUiProtocol } from "./ag-ui-stream.js";
import { aiSdkParts } from "./ai-sdk-parts.js";
import { aiSdkStream } from "./ai-sdk-stream.js";
import { aiSdkV4 } from "./ai-sdk-v4.js";
import { anthropicStream } from "./anthropic-stream.js";
import { AutoDecoder } from "./auto.js";
import type { Decoder } from "./connector.js";
import { geminiStream } from "./gemini-stream.js";
import { langgraphStream } from "./langgraph-stream.js";
import { latitudeStream } from "./latitude-stream.js";
import { ollamaStream } from "./ollama-stream.js";
import { openaiChatStream } from "./openai-chat-stream.js";
import { openaiResponsesStream } from "./openai-responses-stream.js";
import { type DecoderOptions, openDecoder, type Protocol } from "./protocol.js";

const protocols = {
  "ai-sdk": aiSdkStream,
  "ai-sdk-v4": aiSdkV4,
  "ai-sdk-parts": aiSdkParts,
  latitude: latitudeStream,
  "openai-chat": openaiChatStream,
  "openai-responses": openaiResponsesStream,
  ollama: ollamaStream,
  langgraph: langgraphStream,
  anthropic: anthropicStream,
  gemini: geminiStream,
  "ag-ui": createAgUiProtocol(),
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;

/**
 * Reads one answer of a wire format that is known by name. `auto`: its first records decide which of these it is; what none
 * of them knows is shown as plain text, with one warning.
 * @throws Error for a name that is not known
 */
export function createDecoder(protocol: ProtocolName | "auto", options: DecoderOptions = {}): Decoder {
  if (protocol === "auto") return new AutoDecoder(protocols, options);
  if (!Object.hasOwn(protocols, protocol)) {
    const names = Object.keys(protocols).map((name) => JSON.stringify(name));
    throw new Error(
      `tooltalk: createDecoder(${JSON.stringify(protocol)}) is not known. Use one of ${names.join(", ")}, or "auto".`,
    );
  }
  return openDecoder(protocols[protocol], options);
}
