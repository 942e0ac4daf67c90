import { agUiBackend } from "./ag-ui.js";
import { aiSdkBackend } from "./ai-sdk.js";
import { aiSdkV4Backend } from "./ai-sdk-v4.js";
import { anthropicBackend } from "./anthropic.js";
import type { Backend } from "./backend.js";
import { geminiBackend } from "./gemini.js";
import { langgraphBackend } from "./langgraph.js";
import { latitudeBackend } from "./latitude.js";
import { ollamaBackend } from "./ollama.js";
import { openaiChatBackend } from "./openai-chat.js";
import { openaiResponsesBackend } from "./openai-responses.js";

/** A protocol is a row here and a file beside this one; its path is `/api/<protocol>`. */
export const backends: ReadonlyMap<string, Backend> = new Map([
  ["latitude", latitudeBackend],
  ["ai-sdk", aiSdkBackend],
  ["ai-sdk-v4", aiSdkV4Backend],
  ["openai-chat", openaiChatBackend],
  ["openai-responses", openaiResponsesBackend],
  ["anthropic", anthropicBackend],
  ["gemini", geminiBackend],
  ["ag-ui", agUiBackend],
  ["ollama", ollamaBackend],
  ["langgraph", langgraphBackend],
]);
