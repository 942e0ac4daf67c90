// Samples of the protocols that servers of one's own speak, and all samples by the connector's name.
import { calls, own, said, toSse, type Wire } from "./said.js";
import { anthropicWire, geminiWire, ollamaWire, openaiChatWire, openaiResponsesWire } from "./wire-providers.js";

const user = { role: "user", content: [{ type: "text", text: said.question }] };
const frame = (type: string, fields: object = {}) => ({ type, uuid: "u-1", messages: [user], ...fields });
/** Frames of the chain around the model's parts. */
const chain = (parts: object[], ...messages: object[]) =>
  toSse(
    [
      frame("chain-started"),
      frame("step-started"),
      ...parts,
      frame("provider-completed", { response: { streamType: "text", text: "", toolCalls: [] } }),
      frame("step-completed", { messages: [user, ...messages] }),
      frame("chain-completed", { messages: [user, ...messages], finishReason: "stop" }),
    ],
    (record) => ("uuid" in record ? "latitude-event" : "provider-event"),
  );
const words = { type: "text-delta", textDelta: said.text };
const toolCall = { type: "tool-call", toolCallId: own.id, toolName: own.name, args: own.input };
const toolResult = { toolCallId: own.id, toolName: own.name, result: own.result };

const latitudeWire: Wire = {
  text: chain([words]),
  thoughts: chain([{ type: "reasoning-delta", id: "0", text: said.thoughts }, words]),
  signed: chain([
    { type: "reasoning-delta", id: "0", text: said.thoughts },
    { type: "reasoning-signature", signature: said.secret },
    words,
  ]),
  calls: chain(
    calls.flatMap(({ id, name, input, pieces }) => [
      { type: "tool-call-streaming-start", toolCallId: id, toolName: name },
      ...pieces.map((argsTextDelta) => ({ type: "tool-call-delta", toolCallId: id, toolName: name, argsTextDelta })),
      { type: "tool-call", toolCallId: id, toolName: name, args: input },
    ]),
  ),
  ownCall: chain([toolCall, { type: "tool-result", args: own.input, ...toolResult }, words]),
  ownFailure: chain([toolCall], {
    role: "tool",
    content: [{ type: "tool-result", ...toolResult, result: said.failure, isError: true }],
  }),
  file: chain([{ type: "file", mimeType: "image/png", base64: said.picture }, words]),
  source: chain([{ type: "source", source: { sourceType: "url", id: "s1", url: said.source } }, words]),
};

const ui = (...chunks: object[]) =>
  `${toSse([
    { type: "start", messageId: "m1" },
    { type: "start-step" },
    ...chunks,
    { type: "finish-step" },
    { type: "finish" },
  ])}data: [DONE]\n\n`;
const block = (type: "text" | "reasoning", delta: string, end: object = {}) => [
  { type: `${type}-start`, id: "0" },
  { type: `${type}-delta`, id: "0", delta },
  { type: `${type}-end`, id: "0", ...end },
];
const ownInput = {
  type: "tool-input-available",
  toolCallId: own.id,
  toolName: own.name,
  input: own.input,
  providerExecuted: true,
};
const signature = { providerMetadata: { anthropic: { signature: said.secret } } };

const aiSdkWire: Wire = {
  text: ui(...block("text", said.text)),
  thoughts: ui(...block("reasoning", said.thoughts), ...block("text", said.text)),
  signed: ui(...block("reasoning", said.thoughts, signature), ...block("text", said.text)),
  calls: ui(
    ...calls.flatMap(({ id, name, input, pieces }) => [
      { type: "tool-input-start", toolCallId: id, toolName: name },
      ...pieces.map((inputTextDelta) => ({ type: "tool-input-delta", toolCallId: id, inputTextDelta })),
      { type: "tool-input-available", toolCallId: id, toolName: name, input },
    ]),
  ),
  ownCall: ui(ownInput, { type: "tool-output-available", toolCallId: own.id, output: own.result }),
  ownFailure: ui(ownInput, { type: "tool-output-error", toolCallId: own.id, errorText: said.failure }),
  approval: ui(ownInput, { type: "tool-approval-request", toolCallId: own.id, approvalId: said.approvalId }),
  file: ui({ type: "file", mediaType: "image/png", url: `data:image/png;base64,${said.picture}` }),
  source: ui({ type: "source-url", sourceId: "s1", url: said.source }),
};

const run = (events: object[], outcome: object = { type: "success" }) =>
  toSse([
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    ...events,
    { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome },
  ]);
const agentWords = (kind: "TEXT" | "REASONING", messageId: string, delta: string) => [
  { type: `${kind}_MESSAGE_START`, messageId, role: kind === "TEXT" ? "assistant" : "reasoning" },
  { type: `${kind}_MESSAGE_CONTENT`, messageId, delta },
  { type: `${kind}_MESSAGE_END`, messageId },
];
const agentCall = (toolCallId: string, toolCallName: string, pieces: readonly string[]) => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName },
  ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
  { type: "TOOL_CALL_END", toolCallId },
];
const ownAgentCall = agentCall(own.id, own.name, [own.text]);
const kept = { id: own.id, type: "function", function: { name: own.name, arguments: own.text } };

const agUiWire: Wire = {
  text: run(agentWords("TEXT", "m1", said.text)),
  thoughts: run([...agentWords("REASONING", "r1", said.thoughts), ...agentWords("TEXT", "m1", said.text)]),
  signed: run([
    ...agentWords("REASONING", "r1", said.thoughts),
    { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: "r1", encryptedValue: said.secret },
    ...agentWords("TEXT", "m1", said.text),
  ]),
  calls: run(calls.flatMap(({ id, name, pieces }) => agentCall(id, name, pieces))),
  ownCall: run([
    ...ownAgentCall,
    { type: "TOOL_CALL_RESULT", messageId: "m2", toolCallId: own.id, content: own.result },
  ]),
  ownFailure: run([
    ...ownAgentCall,
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "m1", role: "assistant", toolCalls: [kept] },
        { id: "m2", role: "tool", toolCallId: own.id, content: "", error: said.failure },
      ],
    },
  ]),
  approval: run(ownAgentCall, {
    type: "interrupt",
    interrupts: [{ id: said.approvalId, reason: "approval", toolCallId: own.id }],
  }),
};

export const wires: Readonly<Record<string, Wire>> = {
  latitude: latitudeWire,
  aiSdk: aiSdkWire,
  openaiChat: openaiChatWire,
  openaiResponses: openaiResponsesWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
  agUi: agUiWire,
  ollama: ollamaWire,
};
