// Samples of the providers' own protocols, written by hand from their documentation.
import { calls, own, said, toLines, toSse, type Wire } from "./said.js";

const dataUrl = `data:image/png;base64,${said.picture}`;
const citation = { type: "url_citation", url: said.source, title: "Weather", start_index: 0, end_index: 5 };

const chat = (finishReason: string, ...deltas: object[]) => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return `${toSse([...deltas.map((delta) => chunk(delta)), chunk({}, finishReason)])}data: [DONE]\n\n`;
};

export const openaiChatWire: Wire = {
  text: chat("stop", { role: "assistant", content: "Three " }, { content: "degrees." }),
  thoughts: chat("stop", { reasoning_content: said.thoughts }, { content: said.text }),
  signed: chat(
    "stop",
    { reasoning_details: [{ type: "reasoning.text", text: said.thoughts, signature: said.secret, index: 0 }] },
    { content: said.text },
  ),
  calls: chat(
    "tool_calls",
    ...calls.flatMap(({ index, id, name, pieces }) => [
      { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
      ...pieces.map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
  ),
  // Groq's; no field of OpenAI's.
  ownCall: chat(
    "stop",
    { executed_tools: [{ index: 0, type: own.name, arguments: own.text, output: own.result }] },
    { content: said.text },
  ),
  file: chat("stop", { images: [{ type: "image_url", image_url: { url: dataUrl } }] }, { content: said.text }),
  source: chat("stop", { content: said.text, annotations: [{ type: "url_citation", url_citation: citation }] }),
};

const response = (...events: object[]) =>
  toSse(
    [
      { type: "response.created", response: { id: "resp_1" } },
      ...events,
      { type: "response.completed", response: { id: "resp_1", usage: { input_tokens: 1, output_tokens: 1 } } },
    ],
    (event) => (event as { type: string }).type,
  );
/** An item, from its announcement to its end. */
const item = (output_index: number, begin: object, done: object, ...events: object[]) => [
  { type: "response.output_item.added", output_index, item: begin },
  ...events.map((event) => ({ output_index, ...event })),
  { type: "response.output_item.done", output_index, item: { ...begin, ...done } },
];
const message = (...events: object[]) => {
  const begin = { type: "message", id: "msg_1", role: "assistant", content: [] };
  const content = [{ type: "output_text", text: said.text }];
  const delta = { type: "response.output_text.delta", item_id: "msg_1", content_index: 0, delta: said.text };
  return item(9, begin, { content }, delta, ...events);
};
const reasoning = (done: object) =>
  item(0, { type: "reasoning", id: "rs_1", summary: [] }, done, {
    type: "response.reasoning_summary_text.delta",
    item_id: "rs_1",
    summary_index: 0,
    delta: said.thoughts,
  });
const mcp = { id: own.id, name: own.name, arguments: own.text, server_label: "places" };

export const openaiResponsesWire: Wire = {
  text: response(...message()),
  thoughts: response(...reasoning({}), ...message()),
  signed: response(...reasoning({ encrypted_content: said.secret }), ...message()),
  calls: response(
    ...calls.flatMap(({ index, id, name, text, pieces }) => {
      const begin = { type: "function_call", id: `fc_${index}`, call_id: id, name, arguments: "" };
      const deltas = pieces.map((delta) => ({
        type: "response.function_call_arguments.delta",
        item_id: begin.id,
        delta,
      }));
      return item(index, begin, { arguments: text }, ...deltas);
    }),
  ),
  ownCall: response(...item(0, { type: "mcp_call", ...mcp }, { output: own.result }), ...message()),
  ownFailure: response(...item(0, { type: "mcp_call", ...mcp }, { output: null, error: said.failure }), ...message()),
  approval: response(...item(0, { type: "mcp_approval_request", ...mcp, id: said.approvalId }, {})),
  file: response(
    ...item(0, { type: "image_generation_call", id: "ig_1" }, { status: "completed", result: said.picture }),
    ...message(),
  ),
  source: response(
    ...message({ type: "response.output_text.annotation.added", item_id: "msg_1", annotation: citation }),
  ),
};

const claude = (stop_reason: string, ...blocks: { block: object; deltas?: object[] }[]) =>
  toSse(
    [
      { type: "message_start", message: { id: "msg_1", role: "assistant", content: [], usage: { input_tokens: 1 } } },
      ...blocks.flatMap(({ block, deltas = [] }, index) => [
        { type: "content_block_start", index, content_block: block },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
    (event) => (event as { type: string }).type,
  );
const textBlock = (...deltas: object[]) => ({
  block: { type: "text", text: "" },
  deltas: [{ type: "text_delta", text: said.text }, ...deltas],
});
const thinking = (...deltas: object[]) => ({
  block: { type: "thinking", thinking: "", signature: "" },
  deltas: [{ type: "thinking_delta", thinking: said.thoughts }, ...deltas],
});
const mcpUse = { block: { type: "mcp_tool_use", id: own.id, name: own.name, server_name: "places", input: own.input } };
const mcpResult = (is_error: boolean, text: string) => ({
  block: { type: "mcp_tool_result", tool_use_id: own.id, is_error, content: [{ type: "text", text }] },
});

export const anthropicWire: Wire = {
  text: claude("end_turn", textBlock()),
  thoughts: claude("end_turn", thinking(), textBlock()),
  signed: claude("end_turn", thinking({ type: "signature_delta", signature: said.secret }), textBlock()),
  calls: claude(
    "tool_use",
    ...calls.map(({ id, name, pieces }) => ({
      block: { type: "tool_use", id, name, input: {} },
      deltas: pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    })),
  ),
  ownCall: claude("end_turn", mcpUse, mcpResult(false, own.result), textBlock()),
  ownFailure: claude("end_turn", mcpUse, mcpResult(true, said.failure), textBlock()),
  file: claude("end_turn", { block: { type: "container_upload", file_id: "file_1" } }, textBlock()),
  source: claude(
    "end_turn",
    textBlock({
      type: "citations_delta",
      citation: { type: "web_search_result_location", url: said.source, title: "Weather", cited_text: "3 °C" },
    }),
  ),
};

const google = (parts: object[], grounds: object = {}) =>
  toSse([{ candidates: [{ content: { role: "model", parts }, ...grounds, finishReason: "STOP", index: 0 }] }]);
const code = { executableCode: { language: "PYTHON", code: "look('Vardø')" } };
const coded = (outcome: string, output: string) => ({ codeExecutionResult: { outcome, output } });

export const geminiWire: Wire = {
  text: google([{ text: said.text }]),
  thoughts: google([{ text: said.thoughts, thought: true }, { text: said.text }]),
  signed: google([
    { text: said.thoughts, thought: true },
    { text: said.text, thoughtSignature: said.secret },
  ]),
  calls: google(
    calls.flatMap(({ name, input: { city } }) => [
      { functionCall: { name, willContinue: true } },
      ...[city.slice(0, 2), city.slice(2)].map((stringValue, index) => {
        const piece = { jsonPath: "$.city", stringValue, ...(index === 0 ? { willContinue: true } : {}) };
        return { functionCall: { partialArgs: [piece], willContinue: true } };
      }),
      { functionCall: {} },
    ]),
  ),
  ownCall: google([code, coded("OUTCOME_OK", own.result), { text: said.text }]),
  ownFailure: google([code, coded("OUTCOME_FAILED", said.failure), { text: said.text }]),
  file: google([{ inlineData: { mimeType: "image/png", data: said.picture } }]),
  source: google([{ text: said.text }], {
    groundingMetadata: { groundingChunks: [{ web: { uri: said.source, title: "Weather" } }] },
  }),
};

const llama = (...messages: object[]) =>
  toLines([
    ...messages.map((words) => ({ model: "m", message: { role: "assistant", content: "", ...words }, done: false })),
    { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
  ]);

export const ollamaWire: Wire = {
  text: llama({ content: "Three " }, { content: "degrees." }),
  thoughts: llama({ thinking: said.thoughts }, { content: said.text }),
  calls: llama({
    tool_calls: calls.map(({ index, name, input }) => ({ function: { index, name, arguments: input } })),
  }),
  file: llama({ images: [said.picture] }, { content: said.text }),
};
