import type {
  Response as OpenaiResponse,
  ResponseOutputItem,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";
import { z } from "zod";
import { createId, cutUnevenly, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { OpenCalls } from "./open-calls.js";
import { openaiError } from "./openai-error.js";
import { createWireBackend, Refusal, toSse } from "./wire-backend.js";

const name = z.string().regex(/^[\w-]{1,64}$/u);
const callId = z.string().min(1).max(64);

const item = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("message"),
    role: z.enum(["system", "user", "assistant"]),
    content: z.union([z.string().min(1), z.array(z.looseObject({ text: z.string().optional() })).nonempty()]),
    phase: z.enum(["commentary", "final_answer"]).optional(),
  }),
  z.strictObject({
    type: z.literal("reasoning"),
    id: z.string(),
    summary: z.array(z.strictObject({ type: z.literal("summary_text"), text: z.string() })),
    encrypted_content: z.string(),
  }),
  z.strictObject({ type: z.literal("function_call"), call_id: callId, name, arguments: z.string() }),
  z.strictObject({ type: z.literal("function_call_output"), call_id: callId, output: z.string() }),
]);

const requestBody = z.object({
  model: z.string(),
  input: z.array(item).nonempty(),
  tools: z.array(z.looseObject({ type: z.literal("function"), name, parameters: z.object() })).optional(),
  include: z.array(z.string()).optional(),
  stream: z.literal(true),
});

type Body = z.infer<typeof requestBody>;

/** OpenAI's Responses. It stores nothing: each request brings the whole conversation. */
export const openaiResponsesBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ input, tools = [] }) => ({ lines: readItems(input), tools: tools.map((tool) => tool.name) }),
  write,
  contentType: "text/event-stream; charset=utf-8",
  refuse: openaiError,
});

function readItems(input: Body["input"]): Line[] {
  const calls = new OpenCalls({
    unanswered: ([id]) => `No tool output found for function call ${id}.`,
    orphan: (id) => `No tool call found for function call output with call_id ${id}.`,
    taken: (id) => `Duplicate item found with call_id ${id}.`,
  });
  const lines = input.flatMap((each, index): Line[] => {
    switch (each.type) {
      case "message":
        calls.close();
        return each.role === "system" ? [] : [{ role: each.role, text: textOf(each.content) }];
      case "function_call":
        calls.call(each.call_id, each.name);
        return [];
      case "function_call_output":
        return [{ role: "tool", toolName: calls.result(each.call_id), ...readResultText(each.output) }];
      default:
        checkReasoning(each, input[index + 1]);
        return [];
    }
  });
  calls.close();
  return lines;
}

function textOf(content: string | readonly { text?: string | undefined }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n\n");
}

function checkReasoning(
  { id, encrypted_content }: Body["input"][number] & { type: "reasoning" },
  next: Body["input"][number] | undefined,
): void {
  if (encrypted_content !== seal(id)) {
    throw new Refusal(`The encrypted content for item ${id} could not be verified.`);
  }
  const isFollowed = next?.type === "function_call" || (next?.type === "message" && next.role === "assistant");
  if (!isFollowed) {
    throw new Refusal(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
  }
}

function seal(id: string): string {
  return btoa(`sealed ${id}`);
}

/** Without its number in the sequence. */
type Event = ResponseStreamEvent extends infer Each
  ? Each extends unknown
    ? Omit<Each, "sequence_number">
    : never
  : never;

function* write(pieces: readonly Piece[], body: Body): Generator<string> {
  const events = [...toEvents(pieces, body)];
  for (const [index, event] of events.entries()) {
    yield toSse({ ...event, sequence_number: index }, event.type);
  }
}

function* toEvents(pieces: readonly Piece[], { model, include = [] }: Body): Generator<Event> {
  const response = emptyResponse(model);
  const output: ResponseOutputItem[] = [];
  yield { type: "response.created", response };
  yield { type: "response.in_progress", response };
  for (const [output_index, piece] of pieces.entries()) {
    if (piece.type === "text") output.push(yield* writeMessage(piece.text, output_index));
    else if (piece.type === "call") output.push(yield* writeCall(piece, output_index));
    else output.push(yield* writeThoughts(piece.text, output_index, include.includes("reasoning.encrypted_content")));
  }
  yield { type: "response.completed", response: { ...response, status: "completed", output } };
}

function emptyResponse(model: string): OpenaiResponse {
  const response: Omit<OpenaiResponse, "output_text"> = {
    id: createId("resp_"),
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: "in_progress",
    model,
    output: [],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: null,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
  };
  return response as OpenaiResponse; // the client adds the text; no server sends it
}

function* writeMessage(text: string, output_index: number): Generator<Event, ResponseOutputItem> {
  const id = createId("msg_");
  const place = { item_id: id, output_index, content_index: 0 };
  const message = { type: "message" as const, id, role: "assistant" as const };
  const part = { type: "output_text" as const, text, annotations: [] };
  const done: ResponseOutputItem = { ...message, status: "completed", content: [part] };
  yield {
    type: "response.output_item.added",
    output_index,
    item: { ...message, status: "in_progress", content: [] },
  };
  yield { type: "response.content_part.added", ...place, part: { ...part, text: "" } };
  for (const delta of toWords(text)) yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
  yield { type: "response.output_text.done", ...place, text, logprobs: [] };
  yield { type: "response.content_part.done", ...place, part };
  yield { type: "response.output_item.done", output_index, item: done };
  return done;
}

function* writeThoughts(text: string, output_index: number, isSealed: boolean): Generator<Event, ResponseOutputItem> {
  const id = createId("rs_");
  const place = { item_id: id, output_index, summary_index: 0 };
  const part = { type: "summary_text" as const, text };
  const sealed = isSealed ? { encrypted_content: seal(id) } : {};
  const done: ResponseOutputItem = { type: "reasoning", id, summary: [part], ...sealed };
  yield { type: "response.output_item.added", output_index, item: { type: "reasoning", id, summary: [] } };
  yield { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } };
  for (const delta of toWords(text)) yield { type: "response.reasoning_summary_text.delta", ...place, delta };
  yield { type: "response.reasoning_summary_text.done", ...place, text };
  yield { type: "response.reasoning_summary_part.done", ...place, part };
  yield { type: "response.output_item.done", output_index, item: done };
  return done;
}

function* writeCall(
  { toolName, input }: Piece & { type: "call" },
  output_index: number,
): Generator<Event, ResponseOutputItem> {
  const id = createId("fc_");
  const place = { item_id: id, output_index };
  const call = { type: "function_call" as const, id, call_id: createId("call_"), name: toolName };
  const text = JSON.stringify(input);
  const done: ResponseOutputItem = { ...call, status: "completed", arguments: text };
  yield { type: "response.output_item.added", output_index, item: { ...call, status: "in_progress", arguments: "" } };
  for (const delta of cutUnevenly(text)) yield { type: "response.function_call_arguments.delta", ...place, delta };
  yield { type: "response.function_call_arguments.done", ...place, name: toolName, arguments: text };
  yield { type: "response.output_item.done", output_index, item: done };
  return done;
}
