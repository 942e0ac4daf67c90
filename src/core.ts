// Everything that runs without React. Every name is spelled out: the list is the contract.

export type { ToolActivity, ToolCall, ToolCallStatus } from "./chat/message.js";
export {
  createMessage,
  getCommentary,
  getMessageText,
  getToolActivity,
  getToolCallStatus,
  getToolCalls,
} from "./chat/message.js";
export type { ChatStoreOptions, ToolResultContext } from "./chat/options.js";
export type {
  CommentaryMode,
  ReadTurnOptions,
  TurnActivity,
  TurnAnswer,
  TurnCall,
  TurnEntry,
  TurnItem,
  TurnLive,
  TurnPart,
} from "./chat/read-turn.js";
export { readTurn } from "./chat/read-turn.js";
export { reduceMessage } from "./chat/reduce.js";
export type { ApprovalDecision, ChatError, ChatState, ChatStatus, OutgoingMessage } from "./chat/state.js";
export { isBusy } from "./chat/state.js";
export { type ChatStore, createChatStore } from "./chat/store.js";
export { type ReadStoredOptions, readStoredMessage, readStoredMessages } from "./chat/stored/read-stored-message.js";
export { agUi } from "./connectors/ag-ui.js";
export { aiSdk } from "./connectors/ai-sdk.js";
export { anthropic } from "./connectors/anthropic.js";
export type { ChatRequest, Connector, ConnectorOptions, Decoder } from "./connectors/connector.js";
export { type CustomDecode, type CustomOptions, custom } from "./connectors/custom.js";
export { createDecoder, type ProtocolName } from "./connectors/decoder.js";
export { gemini } from "./connectors/gemini.js";
export { latitude } from "./connectors/latitude.js";
export { ollama } from "./connectors/ollama.js";
export { openaiChat } from "./connectors/openai-chat.js";
export { openaiResponses } from "./connectors/openai-responses.js";
export { decodeBody, resumeAnswer, streamAnswer } from "./connectors/transport.js";
export { type DetectedCall, type Detection, detectToolCalls } from "./detect/detect-tool-calls.js";
export {
  createSyntaxDetector,
  type DetectorPhase,
  HOLD_LIMIT,
  type SyntaxDetectorOptions,
  type ToolDetector,
} from "./detect/detector.js";
export { createEventDetector, type EventDetector } from "./detect/event-detector.js";
export type { Source } from "./detect/source.js";
export type { CallWriter, SyntaxContext, SyntaxReader, ToolShapes, ToolSyntax } from "./detect/syntax.js";
export { defaultSyntaxes, syntaxes } from "./detect/syntaxes/index.js";
export { createToolDetector, type ToolDetectorOptions } from "./detect/tool-detector.js";
export { MAX_TOOL_RESULT_DISPLAY_CHARS } from "./display/block-text.js";
export { type CallOutcome, type FormatCallOptions, formatCall } from "./display/format-call.js";
export { normalizeMarkdownCollapsibleBlocks } from "./display/normalize-blocks.js";
export { createRedactor, defaultRedactRules, type Redactor, type RedactRule } from "./display/redact.js";
export { redactValue } from "./display/redact-value.js";
export {
  completePendingToolBlock,
  formatToolCombined,
  formatToolStarted,
  type ToolBlockOptions,
  type ToolBlockText,
  type ToolTrace,
} from "./display/tool-block.js";
export {
  formatCallWords,
  formatToolSummary,
  formatToolsDone,
  type SummaryLabels,
  type VerbsOf,
} from "./display/tool-words.js";
export type { TextChunk, ToolChunk, TranscriptChunk } from "./display/transcript.js";
export { createStreamChunks, parseMarkdownIntoChunks } from "./display/transcript.js";
export type * from "./stream/events.js";
export { parseLenientJson } from "./stream/lenient-json.js";
export type * from "./stream/message.js";
export { getToolName, isSettled, isToolPart } from "./stream/message.js";
export { createPartialJson, type PartialJson } from "./stream/partial-json.js";
export type { JsonSchema, ToolDeclaration } from "./stream/tool.js";
export { toToolClients } from "./stream/tool-clients.js";
export type { ToolVerbs } from "./stream/tool-verbs.js";
export { defineTool } from "./tools/define.js";
export type { ToolContext, ToolDefinition, ToolFunction, ToolParameters, Tools } from "./tools/definition.js";
export { resolveToolFormat } from "./tools/manifest/resolve-tool-format.js";
export { getToolFormat, registerToolFormat } from "./tools/manifest/tool-formats.js";
export { formatToolManifest, injectToolManifest } from "./tools/manifest/tool-manifest.js";
export { createToolRegistry, type ToolRegistry } from "./tools/registry.js";
export { validateInput } from "./tools/validate.js";
