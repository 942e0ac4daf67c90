import type { Usage } from "../stream/events.js";
import { defined, isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import { mcpText, readMcpResult } from "../stream/mcp.js";
import type { Answer } from "./answer.js";
import type { Call, CallFacts } from "./calls.js";

/** Where the reading of an answer stands. */
export interface AnthropicReading {
  readonly answer: Answer;
  /** Of the attempt that is being read. */
  messageId: string | undefined;
  readonly blocks: Map<number, OpenBlock>;
  /** A call of which no argument came: only what follows says whether it has none or was cut off. */
  unwritten: Call | undefined;
  /** Urls and documents that were told as sources. */
  readonly sources: Set<string>;
  stopReason: string | undefined;
  /** Why the provider refused. */
  details: JsonRecord | undefined;
  usage: Usage | undefined;
  /** `message_stop` came. */
  isStopped: boolean;
}

type OpenBlock =
  | { type: "text"; index: number; citations: unknown[] }
  | { type: "reasoning"; index: number; signature: string }
  | { type: "call"; index: number; call: Call; input: unknown }
  | { type: "other"; index: number; block: JsonRecord };

const calls = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

export function startBlock(reading: AnthropicReading, index: number, content: JsonRecord): void {
  const { answer, blocks } = reading;
  const type = stringAt(content, "type") ?? "";
  settleUnwritten(reading);
  if (type === "text" || type === "thinking") {
    openBlock(reading, index, type, listAt(content, "citations"), stringAt(content, "signature"));
    writeText(reading, index, type, stringAt(content, type) ?? "");
  } else if (type === "redacted_thinking") {
    const providerMetadata = { anthropic: { redactedData: valueAt(content, "data") } };
    answer.blocks.start("reasoning", String(index), { kind: "redacted", providerMetadata });
    answer.blocks.end("reasoning", String(index));
  } else if (calls.has(type)) {
    blocks.set(index, { type: "call", index, call: beginCall(reading, index, type, content), input: content.input });
  } else if (stringAt(content, "tool_use_id") !== undefined) {
    readResult(answer, type, content);
  } else {
    blocks.set(index, { type: "other", index, block: content });
  }
}

function openBlock(
  { blocks }: AnthropicReading,
  index: number,
  type: "text" | "thinking",
  citations: readonly unknown[] = [],
  signature = "",
): void {
  const block: OpenBlock =
    type === "text" ? { type, index, citations: [...citations] } : { type: "reasoning", index, signature };
  blocks.set(index, block);
}

function writeText({ answer }: AnthropicReading, index: number, type: "text" | "thinking", delta: string): void {
  answer.blocks.delta(type === "text" ? "text" : "reasoning", String(index), delta);
}

/** @returns false for a delta that is not known */
export function writeBlock(reading: AnthropicReading, index: number, delta: JsonRecord): boolean {
  const { answer, blocks } = reading;
  const type = stringAt(delta, "type") ?? "";
  if (type === "text_delta" || type === "thinking_delta") {
    const name = type === "text_delta" ? "text" : "thinking";
    if (!blocks.has(index)) openBlock(reading, index, name); // its start was lost
    writeText(reading, index, name, stringAt(delta, name) ?? "");
    return true;
  }
  const block = blocks.get(index);
  if (type === "input_json_delta" && block?.type === "call") {
    answer.calls.write(block.call, stringAt(delta, "partial_json") ?? "");
  } else if (type === "signature_delta" && block?.type === "reasoning") {
    block.signature += stringAt(delta, "signature") ?? "";
  } else if (type === "citations_delta" && block?.type === "text") {
    block.citations.push(valueAt(delta, "citation"));
    readCitation(reading, valueAt(delta, "citation"));
  } else if (block?.type === "other") {
    const { type: _, ...fields } = delta;
    block.block = joined(block.block, fields);
  } else return false;
  return true;
}

/** Texts go on, anything else replaces. */
function joined(block: JsonRecord, fields: JsonRecord): JsonRecord {
  const entries = Object.entries(fields).map(([key, value]) => {
    const before = valueAt(block, key);
    return [key, typeof before === "string" && typeof value === "string" ? before + value : value];
  });
  return { ...block, ...Object.fromEntries(entries) };
}

export function endBlock({ answer, blocks, ...reading }: AnthropicReading, index: number): { unwritten?: Call } {
  const block = blocks.get(index);
  const id = String(index);
  blocks.delete(index);
  switch (block?.type) {
    case "text":
      answer.blocks.end("text", id, block.citations.length === 0 ? {} : { citations: block.citations });
      return {};
    case "reasoning": {
      const { signature } = block;
      if (signature !== "") answer.blocks.start("reasoning", id); // newer models may keep their thoughts to themselves
      answer.blocks.end("reasoning", id, signature === "" ? {} : { providerMetadata: { anthropic: { signature } } });
      return {};
    }
    default:
      return {};
  }
}
