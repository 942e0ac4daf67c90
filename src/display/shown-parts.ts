import { type McpBlock, type McpResult, readMcpError, readMcpResult } from "../stream/mcp.js";
import type { ToolPart } from "../stream/message.js";
import { formatValue } from "./format-value.js";
import { defaultRedactor, type Redactor, redacted } from "./redact.js";

/** A piece of what a tool gave, as it is shown. Nothing in it has been judged but the secrets under its keys. */
export type ShownPart = { type: "value"; value: unknown } | ShownFile | ShownLink;

/** Bytes that are at hand. */
export interface ShownFile {
  type: "file";
  mediaType: string;
  /** A data URL. */
  url: string;
  filename?: string;
}

export interface ShownLink {
  type: "link";
  url: string;
  title: string;
  description?: string;
}

/** Pictures, sounds and files of one output; more are named. */
const maxFiles = 50;

/**
 * What a tool gave, piece by piece: of an MCP result its texts, its files and its links, each at its place; anything else is
 * one value. Never throws.
 */
export function toShownParts(output: unknown, redactor: Redactor = defaultRedactor): ShownPart[] {
  const result = readMcpResult(output);
  if (result === undefined) return [{ type: "value", value: output }];
  const parts = withFewFiles(toParts(result, redactor));
  return parts.length === 0 ? [{ type: "value", value: "" }] : joined(parts);
}

/** The same where only text can stand: a value that may be formatted. Files are named there, and links written out. */
export function toShownValue(output: unknown, redactor: Redactor = defaultRedactor): unknown {
  const parts = toShownParts(output, redactor);
  const [first] = parts;
  if (parts.length === 1 && first?.type === "value") return first.value;
  return parts.map((part) => toWords(part, redactor)).join("\n");
}

/** What came of a call: what its tool gave, or why it failed with what the tool gave beside it, nothing twice. */
export function toOutcomeParts(part: ToolPart, redactor: Redactor = defaultRedactor): ShownPart[] {
  if (part.state === "output-available") return toShownParts(part.output, redactor);
  if (part.state !== "output-error") return [];
  const beside = part.output === undefined ? [] : toShownParts(part.output, redactor);
  const isSaidThere = readMcpError(part.output) === part.errorText && beside.some(({ type }) => type !== "file");
  return isSaidThere ? beside : [{ type: "value", value: part.errorText }, ...beside];
}

function toParts({ blocks, structured }: McpResult, redactor: Redactor): ShownPart[] {
  const isHidden = blocks.length > 0 && redactor.hides("content", blocks);
  const parts: ShownPart[] = isHidden
    ? [{ type: "value", value: redacted }]
    : blocks.map((block) => toPart(block, redactor));
  if (structured === undefined) return parts;
  const value = redactor.hides("structuredContent", structured) ? redacted : structured;
  return [...parts, { type: "value", value }];
}

function toPart(block: McpBlock, redactor: Redactor): ShownPart {
  const isHidden = Object.entries(block).some(([key, value]) => key !== "type" && redactor.hides(key, value));
  if (isHidden) return { type: "value", value: redacted };
  switch (block.type) {
    case "text":
      return { type: "value", value: block.text };
    case "resource":
      return block.blob === undefined
        ? { type: "value", value: block.text ?? "" }
        : toFile(block.mimeType ?? "", block.blob, fileNameOf(block.uri));
    case "resource_link":
      return {
        type: "link",
        url: block.uri,
        title: block.title ?? block.name,
        ...(block.description === undefined ? {} : { description: block.description }),
      };
    default:
      return toFile(block.mimeType, block.data);
  }
}

function toFile(mimeType: string, base64: string, filename = ""): ShownFile {
  const [named = "application/octet-stream"] = /^[\w.+-]+\/[\w.+-]+/.exec(mimeType) ?? [];
  const mediaType = named.toLowerCase().replace(/^image\/jpg$/, "image/jpeg");
  const url = `data:${mediaType};base64,${base64}`;
  return { type: "file", mediaType, url, ...(filename === "" ? {} : { filename }) };
}

/** The last name of its path. */
function fileNameOf(uri: string): string {
  const [path = ""] = uri.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function withFewFiles(parts: readonly ShownPart[]): ShownPart[] {
  let count = 0;
  return parts.map((part) => {
    if (part.type === "file") count += 1;
    return part.type === "file" && count > maxFiles ? { type: "value", value: nameOf(part) } : part;
  });
}

/** Texts that follow each other are one. */
function joined(parts: readonly ShownPart[]): ShownPart[] {
  const runs: (ShownPart | { texts: string[] })[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.type !== "value" || typeof part.value !== "string") runs.push(part);
    else if (last !== undefined && "texts" in last) last.texts.push(part.value);
    else runs.push({ texts: [part.value] });
  }
  return runs.map((run) => ("texts" in run ? { type: "value", value: run.texts.join("\n") } : run));
}

function toWords(part: ShownPart, redactor: Redactor): string {
  switch (part.type) {
    case "file":
      return nameOf(part);
    case "link":
      return [`[${part.title}](${part.url})`, part.description ?? ""].join(" ").trim();
    default:
      return typeof part.value === "string" ? part.value : formatValue(part.value, { redactor }).text;
  }
}

function nameOf({ mediaType, filename }: ShownFile): string {
  return filename === undefined ? `[${mediaType}]` : `[${mediaType} ${filename}]`;
}
