// Everything that runs without React. Every name is spelled out: the list is the contract.

export { approvalReasons } from "./chat/approvals.js";
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
export type {
  ApprovalDecision,
  ChatError,
  ChatPause,
  ChatState,
  ChatStatus,
  ConversationIds,
  OutgoingMessage,
} from "./chat/state.js";
export { isBusy } from "./chat/state.js";
export { type ChatStore, createChatStore } from "./chat/store.js";
export { type ReadStoredOptions, readStoredMessage, readStoredMessages } from "./chat/stored/read-stored-message.js";
export { type AgUiOptions, agUi } from "./connectors/ag-ui.js";
export { type AiSdkOptions, aiSdk } from "./connectors/ai-sdk.js";
export { type AnthropicOptions, anthropic } from "./connectors/anthropic.js";
export type { ChatRequest, Connector, ConnectorOptions, Decoder } from "./connectors/connector.js";
export { type CustomDecode, type CustomOptions, custom } from "./connectors/custom.js";
export { createDecoder, type ProtocolName } from "./connectors/decoder.js";
export { type GeminiOptions, gemini } from "./connectors/gemini.js";
export { type LatitudeOptions, latitude } from "./connectors/latitude.js";
export { type OllamaOptions, ollama } from "./connectors/ollama.js";
export { type OpenaiChatOptions, openaiChat } from "./connectors/openai-chat.js";
export { type OpenaiResponsesOptions, openaiResponses } from "./connectors/openai-responses.js";
export {
  type AgUiTool,
  type AnthropicTool,
  type GeminiTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
  toAgUiTools,
  toAnthropicTools,
  toGeminiTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
} from "./connectors/tool-declarations.js";
export { decodeBody, resumeAnswer, streamAnswer } from "./connectors/transport.js";
export { type DetectedCall, type Detection, detectToolCalls } from "./detect/detect-tool-calls.js";
export {
  createSyntaxDetector,
  type DetectorPhase,
  HOLD_LIMIT,
  type SyntaxDetectorOptions,
  type ToolDetector,
} from "./detect/detector.js";
export { createEventDetector, type EventDetector, type EventDetectorOptions } from "./detect/event-detector.js";
export type { Source } from "./detect/source.js";
export type { CallWriter, SyntaxContext, SyntaxReader, ToolShapes, ToolSyntax } from "./detect/syntax.js";
export { defaultSyntaxes, syntaxes } from "./detect/syntaxes/index.js";
export { createToolDetector, type ToolDetectorOptions } from "./detect/tool-detector.js";
export { MAX_TOOL_RESULT_DISPLAY_CHARS } from "./display/block-text.js";
export { type CallOutcome, type FormatCallOptions, formatCall } from "./display/format-call.js";
export { formatMessage } from "./display/format-message.js";
export { normalizeMarkdownCollapsibleBlocks } from "./display/normalize-blocks.js";
export {
  createRedactor,
  defaultRedactRules,
  type Redactor,
  type RedactorOf,
  type RedactRule,
} from "./display/redact.js";
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
export { type McpBlock, type McpResult, mcpText, readMcpResult } from "./stream/mcp.js";
export type * from "./stream/message.js";
export { getToolName, isSettled, isToolPart } from "./stream/message.js";
export { createPartialJson, type PartialJson } from "./stream/partial-json.js";
export type { StandardSchema } from "./stream/standard-schema.js";
export type { JsonSchema, ToolDeclaration } from "./stream/tool.js";
export { type ToolClient, type ToolClientParameter, toToolClients } from "./stream/tool-clients.js";
export type { ToolVerbs } from "./stream/tool-verbs.js";
export { defineTool } from "./tools/define.js";
export type {
  ReloadRule,
  ToolContext,
  ToolDefinition,
  ToolDetail,
  ToolFunction,
  ToolParameters,
  ToolRetry,
  Tools,
} from "./tools/definition.js";
export type { ToolFormat } from "./tools/manifest/format.js";
export {
  type ResolvedToolFormat,
  resolveToolFormat,
  type ToolFormatOptions,
} from "./tools/manifest/resolve-tool-format.js";
export {
  getToolFormat,
  registerToolFormat,
  type ToolFormatChoice,
  type ToolFormatName,
} from "./tools/manifest/tool-formats.js";
export { formatToolManifest, injectToolManifest } from "./tools/manifest/tool-manifest.js";
export { createToolRegistry, type ToolRegistry } from "./tools/registry.js";
export { validateInput } from "./tools/validate.js";
