import type { ChatRequest, Connector, ConnectorOptions, Lazy } from "./connector.js";
import { type GeminiContent, toGeminiContents } from "./gemini-contents.js";
import { geminiStream } from "./gemini-stream.js";
import { decodeAnswer } from "./protocol.js";
import { allTools, createRequest, resolveLazy } from "./request.js";
import { type GeminiTool, toGeminiTools } from "./tool-declarations.js";
import { toTurns } from "./turns.js";

export interface GeminiOptions extends ConnectorOptions {
  /**
   * What is asked; with `alt=sse` in it the answer comes as events, without it as one JSON array that grows. Everyone can
   * read a key that a page holds: in public, ask a server of your own that adds it.
   * @default "https://generativelanguage.googleapis.com/v1beta/models/<model>:streamGenerateContent?alt=sse"
   */
  url?: string | undefined;
  /** Sent as `x-goog-api-key`. */
  apiKey?: Lazy<string> | undefined;
  /** Needed where no `url` names it. */
  model?: string | undefined;
}

export interface GeminiBody {
  contents: GeminiContent[];
  systemInstruction?: { parts: { text: string }[] };
  tools?: GeminiTool[];
}

/**
 * Gemini's `streamGenerateContent`, of the Gemini API and of Vertex AI. A request's settings are sent as they are
 * (`generationConfig`, `toolConfig`, `safetySettings`, …); `model` in them wins over the option, and `tools` in them, such
 * as `[{ googleSearch: {} }]`, stand before those of this side.
 */
export function gemini(options: GeminiOptions = {}): Connector {
  return {
    name: "gemini",
    fetch: options.fetch,
    encode: async (request) => {
      const key = await resolveLazy(options.apiKey);
      return createRequest("gemini", options, request, {
        url: options.url ?? defaultUrl(modelOf(options, request)),
        headers: key === undefined ? {} : { "x-goog-api-key": key },
        body: encodeGemini(options, request),
      });
    },
    decode: (body, _response, request) => decodeAnswer(geminiStream, body, request, options),
  };
}

function modelOf({ model }: Pick<GeminiOptions, "model">, { settings = {} }: ChatRequest): string | undefined {
  return typeof settings.model === "string" ? settings.model : model;
}

function defaultUrl(model: string | undefined): string {
  if (model === undefined) {
    throw new Error(
      'tooltalk: gemini() got no model. Pass one, such as gemini({ model: "gemini-3-flash" }), or a url.',
    );
  }
  const path = `models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`;
  return `https://generativelanguage.googleapis.com/v1beta/${path}`;
}

export function encodeGemini(options: Pick<GeminiOptions, "model" | "url">, request: ChatRequest): GeminiBody {
  const { model: _inTheUrl, ...settings } = request.settings ?? {};
  const turns = toTurns(request.messages);
  const system = turns.flatMap((turn) => (turn.role === "system" && turn.text !== "" ? [{ text: turn.text }] : []));
  const name = `${modelOf(options, request) ?? ""} ${options.url ?? ""}`;
  const needsSignatures = /gemini-([3-9]|\d\d)/.test(name);
  return {
    ...settings,
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
    contents: toGeminiContents(turns, { needsSignatures }),
    ...allTools(settings, toGeminiTools(request.tools)),
  };
}
