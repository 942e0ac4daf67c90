import { type JsonRecord, stringAt, valueAt } from "../stream/json-value.js";
import { readMcpResult, toBlockText } from "../stream/mcp.js";
import type { CustomPart, FilePart, ReasoningPart, TextPart } from "../stream/message.js";
import { type FileContent, isRemote, readFileContent, toFileNote } from "./file-content.js";
import { maxResultLength, toResultText } from "./tool-results.js";
import type { TurnCall } from "./turns.js";

type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export interface TextBlock {
  type: "text";
  text: string;
}

export interface ImageBlock {
  type: "image";
  source: { type: "base64"; media_type: ImageType; data: string } | { type: "url"; url: string };
}

export interface DocumentBlock {
  type: "document";
  source: { type: "base64"; media_type: "application/pdf"; data: string } | { type: "url"; url: string };
  title: string;
}

export interface ToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: JsonRecord;
}

export interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content?: string | (TextBlock | ImageBlock)[];
  is_error?: true;
}

export type ThinkingBlock =
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string };

/** A block that the provider made itself and takes back as it was. */
export type KeptBlock = { type: string } & JsonRecord;

/** What the API refuses: a block of nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

export function toTextBlocks(text: string): TextBlock[] {
  return isBlank(text) ? [] : [{ type: "text", text }];
}

export function toUserBlocks(part: TextPart | FilePart): (TextBlock | ImageBlock | DocumentBlock)[] {
  if (part.type === "text") return toTextBlocks(part.text);
  const file = readFileContent(part);
  if (file.kind === "text") return toTextBlocks(file.text);
  if (file.kind === "image") return [toImage(file)];
  if (file.mediaType === "application/pdf" && file.kind === "bytes") {
    const source = { type: "base64" as const, media_type: "application/pdf" as const, data: file.base64 };
    return [{ type: "document", title: file.filename, source }];
  }
  if (file.mediaType === "application/pdf" && isRemote(file.url)) {
    return [{ type: "document", title: file.filename, source: { type: "url", url: file.url } }];
  }
  return toTextBlocks(toFileNote(part));
}

function toImage({ mediaType, url, base64 }: FileContent & { kind: "image" }): ImageBlock {
  if (base64 === undefined) return { type: "image", source: { type: "url", url } };
  return { type: "image", source: { type: "base64", media_type: toImageType(mediaType), data: base64 } };
}

function toImageType(mediaType: string): ImageType {
  return mediaType === "image/gif" || mediaType === "image/webp" || mediaType === "image/png"
    ? mediaType
    : "image/jpeg";
}

/** Thoughts go back only with the signature that they came with; others are refused. */
export function toThinking({ text, providerMetadata }: ReasoningPart): ThinkingBlock[] {
  const signature = stringAt(providerMetadata?.anthropic, "signature") ?? "";
  const data = stringAt(providerMetadata?.anthropic, "redactedData");
  if (data !== undefined) return [{ type: "redacted_thinking", data }];
  return signature === "" ? [] : [{ type: "thinking", thinking: text, signature }];
}

const keptKinds = new Set(["compaction", "container_upload", "fallback", "mcp_tool_listing"]);

export function toKept({ kind, providerMetadata }: CustomPart): KeptBlock[] {
  const block = providerMetadata?.anthropic;
  const type = stringAt(block, "type") ?? "";
  return kind === `anthropic.${type}` && keptKinds.has(type) ? [{ ...block, type }] : [];
}

/**
 * A call that the provider ran, with its result, as they came; undefined for any other call.
 * @param isPaused  the conversation ends in it, and the provider goes on there
 */
export function toServerBlocks({ toolName, input, part }: TurnCall, isPaused = false): KeptBlock[] | undefined {
  const called = part.callProviderMetadata?.anthropic;
  const type = stringAt(called, "type");
  if (part.providerExecuted !== true || (type !== "server_tool_use" && type !== "mcp_tool_use")) return undefined;
  const id = part.toolCallId;
  const call = { ...called, type, id, name: toolName, input };
  const resultType = stringAt(part.resultProviderMetadata?.anthropic, "type");
  const isSettled = part.state === "output-available" || part.state === "output-error";
  if (isPaused && part.state === "input-available") return [call];
  if (!isSettled || resultType === undefined) return [];
  const output = part.output ?? (part.state === "output-error" ? part.errorText : "");
  if (resultType !== "mcp_tool_result") return [call, { type: resultType, tool_use_id: id, content: output }];
  const content = valueAt(output, "content") ?? output;
  return [call, { type: resultType, tool_use_id: id, is_error: part.state === "output-error", content }];
}

export function toToolResult(id: string, { outcome }: TurnCall): ToolResultBlock {
  const content = outcome.status === "output" ? toResultContent(outcome.output) : undefined;
  const text = content ?? toResultText(outcome);
  const isError = outcome.status !== "output";
  return {
    type: "tool_result",
    tool_use_id: id,
    ...(typeof text === "string" && isBlank(text)
      ? isError
        ? { content: "The tool failed." } // an error without words is refused
        : {}
      : { content: text }),
    ...(isError ? { is_error: true } : {}),
  };
}

/** An MCP result with pictures, so that the model sees them; undefined for any other. */
function toResultContent(output: unknown): (TextBlock | ImageBlock)[] | undefined {
  const result = readMcpResult(output);
  if (result === undefined || !result.blocks.some((block) => block.type === "image")) return undefined;
  const blocks = result.blocks.flatMap((block): (TextBlock | ImageBlock)[] => {
    const isImage = block.type === "image" && /^image\/(png|jpe?g|gif|webp)$/.test(block.mimeType);
    return isImage
      ? [toImage({ kind: "image", mediaType: block.mimeType, url: "", base64: block.data })]
      : toTextBlocks(toBlockText(block));
  });
  const length = blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  return length > maxResultLength ? undefined : blocks;
}
