import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  convertToModelMessages,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type ToolSet,
  type UIMessage,
  validateUIMessages,
} from "ai";
import { z } from "zod";
import { createToolRegistry } from "../../src/core.js";
import { tools as pageTools } from "../tools.js";
import type { Backend, Pace } from "./backend.js";
import { OpenCalls } from "./open-calls.js";
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
  const asked = await readBody(await request.text());
  if (asked instanceof Error) return Response.json({ error: asked.message }, { status: 400 });
  const result = streamText({
    model: chooseModel(pace),
    system: "You are a helpful assistant. Use the tools where they help, and answer in Markdown.",
    messages: asked.modelMessages,
    tools,
    abortSignal: request.signal,
  });
  return result.toUIMessageStreamResponse({ originalMessages: asked.messages, onError: toWords });
};

/** Gives an error for what is no conversation that a model can go on with. */
async function readBody(text: string): Promise<{ messages: UIMessage[]; modelMessages: ModelMessage[] } | Error> {
  try {
    const body = requestBody.parse(JSON.parse(text));
    const messages = await validateUIMessages<UIMessage>({ messages: body.messages });
    const modelMessages = await convertToModelMessages(messages, { tools });
    checkCalls(modelMessages);
    return { messages, modelMessages };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** @throws Refusal unless each call has one result; no tool runs here */
function checkCalls(messages: readonly ModelMessage[]): void {
  const calls = new OpenCalls({
    unanswered: (ids) => `Tool results are missing for tool calls ${ids.join(", ")}.`,
    orphan: (id) => `There is no tool call for the tool result ${id}.`,
    taken: (id) => `Two tool calls have the id ${id}.`,
  });
  for (const { role, content } of messages) {
    if (role !== "tool") calls.close();
    for (const part of typeof content === "string" ? [] : content) {
      if (part.type === "tool-call") calls.call(part.toolCallId, part.toolName);
      if (part.type === "tool-result") calls.result(part.toolCallId);
    }
  }
  calls.close();
}

/** A real model where the environment names one, else the script. */
function chooseModel(pace: Pace): LanguageModel {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = typeof process === "undefined" ? {} : process.env; // in a page there is none
  if (!OPENAI_BASE_URL || !OPENAI_API_KEY || !OPENAI_MODEL) return createScriptedModel(pace);
  const provider = createOpenAICompatible({ name: "openai", baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
  return provider(OPENAI_MODEL);
}

function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
