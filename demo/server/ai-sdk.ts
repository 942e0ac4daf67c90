import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  convertToModelMessages,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  streamText,
  type ToolSet,
  type UIMessage,
  validateUIMessages,
} from "ai";
import { z } from "zod";
import { createToolRegistry } from "../../src/core.js";
import { tools as pageTools } from "../tools.js";
import type { Backend, Pace } from "./backend.js";
import { createScriptedModel } from "./scripted-model.js";

const requestBody = z.object({ messages: z.array(z.unknown()) });

/** The page's tools, without `execute`: a call to one goes to the page, and its result comes back. */
const tools: ToolSet = Object.fromEntries(
  createToolRegistry(pageTools)
    .declarations()
    .map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema(parameters as JSONSchema7) },
    ]),
);

/** A route as an AI SDK app has it. */
export const aiSdkBackend: Backend = async (request, pace) => {
  const body = requestBody.parse(await request.json());
  const messages = await validateUIMessages<UIMessage>({ messages: body.messages });
  const result = streamText({
    model: chooseModel(pace),
    system: "You are a helpful assistant. Use the tools where they help, and answer in Markdown.",
    messages: await convertToModelMessages(messages, { tools }),
    tools,
    abortSignal: request.signal,
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages, onError: toWords });
};

/** A real model where the environment names one, else the script. */
function chooseModel(pace: Pace): LanguageModel {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = process.env;
  if (!OPENAI_BASE_URL || !OPENAI_API_KEY || !OPENAI_MODEL) return createScriptedModel(pace);
  const provider = createOpenAICompatible({ name: "openai", baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
  return provider(OPENAI_MODEL);
}

function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
