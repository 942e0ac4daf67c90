import { defined, isRecord, recordAt, stringAt, toJsonText, valueAt } from "./json-value.js";

/** One content block of an MCP tool's result. `data` and `blob` are base64. */
export type McpBlock =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; uri: string; mimeType?: string | undefined; text?: string; blob?: string }
  | {
      type: "resource_link";
      uri: string;
      name: string;
      title?: string | undefined;
      description?: string | undefined;
      mimeType?: string | undefined;
      size?: number | undefined;
    };

/** What an MCP tool gave, ready to be shown: nothing in it twice, nothing left out. */
export interface McpResult {
  blocks: McpBlock[];
  /** `structuredContent`, unless a text block says the same. */
  structured?: unknown;
  isError: boolean;
}

/** What a `CallToolResult` may have beside its content; anything else is another thing that has a `content`. */
const fields = new Set(["content", "structuredContent", "isError", "_meta"]);
const maxTextLength = 1 << 20;
const maxDepth = 32;
/** What a failure without words says. */
const wordless = "The tool failed.";

/**
 * Reads a tool's output that is an MCP `CallToolResult`: as an object, as JSON text (which is how OpenAI and AG-UI pass it
 * on), its content blocks alone, or the `{ toolResult }` of servers before 2024-11.
 * @returns undefined for any other output, also for one that throws when it is looked at
 */
export function readMcpResult(output: unknown): McpResult | undefined {
  try {
    return readResult(output);
  } catch {
    return undefined; // a getter, or a revoked proxy
  }
}

function readResult(output: unknown): McpResult | undefined {
  const value = typeof output === "string" ? parseResult(output) : output;
  if (Array.isArray(value)) return isContent(value) ? { blocks: value.flatMap(toBlocks), isError: false } : undefined;
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "toolResult") return oldResult(value.toolResult);
  const content = valueAt(value, "content") ?? [];
  if (!keys.every((key) => fields.has(key)) || !Array.isArray(content)) return undefined;
  const structured = valueAt(value, "structuredContent");
  if (!isContent(content) && !isRecord(structured) && typeof value.isError !== "boolean") return undefined;
  const blocks = content.flatMap(toBlocks);
  const isNews = isRecord(structured) && !blocks.some((block) => block.type === "text" && says(block.text, structured));
  return { blocks, ...(isNews ? { structured } : {}), isError: value.isError === true };
}

/** The text blocks, joined by line breaks: what an output without other blocks is. */
export function mcpText({ blocks }: McpResult): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** All of a result in words, each thing once: for whoever takes text alone. */
export function mcpWords({ blocks, structured }: McpResult): string {
  return [...blocks.map(toBlockText), ...(structured === undefined ? [] : [toJsonText(structured)])].join("\n");
}

/** A block in words. Pictures, sounds and files are named. */
export function toBlockText(block: McpBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return block.text ?? `[${block.mimeType ?? "resource"} ${block.uri}]`;
    case "resource_link":
      return [`[${block.title ?? block.name}](${block.uri})`, block.description ?? ""].join(" ").trim();
    default:
      return `[${block.type} ${block.mimeType}]`;
  }
}

/**
 * Why a tool failed, where its output is an MCP result with `isError`: its words, without the names of pictures and sounds.
 * @returns undefined for any other output
 */
export function readMcpError(output: unknown): string | undefined {
  if (typeof output === "string" && !output.includes('"isError"')) return undefined;
  const result = readMcpResult(output);
  if (result?.isError !== true) return undefined;
  const blocks = result.blocks.filter(({ type }) => type !== "image" && type !== "audio");
  return mcpWords({ ...result, blocks }) || wordless;
}

function oldResult(value: unknown): McpResult {
  const text = typeof value === "string" ? value : toJsonText(value ?? null);
  return { blocks: [{ type: "text", text }], isError: false };
}

function parseResult(text: string): unknown {
  const begin = text.trimStart();
  const mayBe = begin.startsWith("{") && text.length <= maxTextLength && /"(content|structuredContent)"/.test(text);
  if (!mayBe) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isContent(content: readonly unknown[]): boolean {
  return content.length > 0 && content.every((block) => stringAt(block, "type") !== undefined) && content.some(isKnown);
}

function isKnown(block: unknown): boolean {
  return readBlock(block) !== undefined;
}

/** A block of a kind that is not known is shown as what it is. */
function toBlocks(block: unknown): McpBlock[] {
  return [readBlock(block) ?? { type: "text", text: toJsonText(block) }];
}

function readBlock(block: unknown): McpBlock | undefined {
  const mimeType = stringAt(block, "mimeType");
  const data = stringAt(block, "data");
  switch (stringAt(block, "type")) {
    case "text": {
      const text = stringAt(block, "text");
      return text === undefined ? undefined : { type: "text", text };
    }
    case "image":
      return data === undefined || mimeType === undefined ? undefined : { type: "image", data, mimeType };
    case "audio":
      return data === undefined || mimeType === undefined ? undefined : { type: "audio", data, mimeType };
    case "resource":
      return readResource(recordAt(block, "resource"));
    case "resource_link":
      return readLink(block);
    default:
      return undefined;
  }
}

function readResource(resource: unknown): McpBlock | undefined {
  const uri = stringAt(resource, "uri");
  const text = stringAt(resource, "text");
  const blob = stringAt(resource, "blob");
  if (uri === undefined || (text === undefined && blob === undefined)) return undefined;
  const content = text === undefined ? { blob: blob ?? "" } : { text };
  return defined({ type: "resource" as const, uri, mimeType: stringAt(resource, "mimeType"), ...content });
}

function readLink(link: unknown): McpBlock | undefined {
  const uri = stringAt(link, "uri");
  if (uri === undefined) return undefined;
  const size = valueAt(link, "size");
  return defined({
    type: "resource_link" as const,
    uri,
    name: stringAt(link, "name") ?? uri,
    title: stringAt(link, "title"),
    description: stringAt(link, "description"),
    mimeType: stringAt(link, "mimeType"),
    size: typeof size === "number" ? size : undefined,
  });
}

/** The text is the JSON of the value. Servers wrap what is no object as `{ result }`. */
function says(text: string, structured: object): boolean {
  const inner = valueAt(structured, "result");
  const isWrapped = inner !== undefined && Object.keys(structured).length === 1;
  if (isWrapped && inner === text) return true;
  try {
    const value: unknown = JSON.parse(text);
    return isSame(value, structured, 0) || (isWrapped && isSame(value, inner, 0));
  } catch {
    return false;
  }
}

function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (one === other) return true;
  if (depth > maxDepth) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index], depth + 1));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], depth + 1))
  );
}
