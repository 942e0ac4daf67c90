import { defined, isRecord, type JsonRecord, listAt, stringAt, valueAt } from "../stream/json-value.js";
import { mcpText, readMcpResult } from "../stream/mcp.js";
import type { Answer } from "./answer.js";
import type { Call, CallFacts } from "./calls.js";

type OpenBlock =
  | { type: "text"; citations: unknown[] }
  | { type: "thinking"; signature: string }
  | { type: "call"; call: Call; input: unknown }
  | { type: "other"; block: JsonRecord };

const callTypes = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/** The content blocks of one message, known by their index. Their text goes to `answer` as it comes. */
export class AnthropicBlocks {
  readonly #answer: Answer;
  readonly #open = new Map<number, OpenBlock>();
  /** A call whose arguments are none, or no whole object: only what follows says whether it was cut off. */
  #doubtful: Call | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  start(index: number, content: JsonRecord): void {
    const type = stringAt(content, "type") ?? "";
    this.settle();
    if (type === "text" || type === "thinking") {
      const citations = [...listAt(content, "citations")];
      const signature = stringAt(content, "signature") ?? "";
      this.#open.set(index, type === "text" ? { type, citations } : { type, signature });
      this.#writeText(index, type, stringAt(content, type) ?? "");
    } else if (type === "redacted_thinking") {
      const providerMetadata = { anthropic: { redactedData: valueAt(content, "data") } };
      this.#answer.blocks.start("reasoning", String(index), { kind: "redacted", providerMetadata });
      this.#answer.blocks.end("reasoning", String(index));
    } else if (callTypes.has(type)) {
      this.#open.set(index, { type: "call", call: this.#begin(type, content), input: content.input });
    } else if (stringAt(content, "tool_use_id") !== undefined) {
      readResult(this.#answer, type, content);
    } else {
      this.#open.set(index, { type: "other", block: content });
    }
  }

  /** @returns false for a delta that is not known */
  write(index: number, delta: JsonRecord): boolean {
    const type = stringAt(delta, "type") ?? "";
    if (type === "text_delta" || type === "thinking_delta") {
      const name = type === "text_delta" ? "text" : "thinking";
      if (!this.#open.has(index)) this.start(index, { type: name }); // its start was lost
      this.#writeText(index, name, stringAt(delta, name) ?? "");
      return true;
    }
    const block = this.#open.get(index);
    if (type === "input_json_delta" && block?.type === "call") {
      this.#answer.calls.write(block.call, stringAt(delta, "partial_json") ?? "");
    } else if (type === "signature_delta" && block?.type === "thinking") {
      block.signature += stringAt(delta, "signature") ?? "";
    } else if (type === "citations_delta" && block?.type === "text") {
      block.citations.push(valueAt(delta, "citation"));
      this.#tellSource(valueAt(delta, "citation"));
    } else if (block?.type === "other") {
      block.block = joined(block.block, delta);
    } else return false;
    return true;
  }

  end(index: number): void {
    const { blocks } = this.#answer;
    const block = this.#open.get(index);
    const id = String(index);
    this.#open.delete(index);
    if (block?.type === "text")
      blocks.end("text", id, block.citations.length > 0 ? { citations: block.citations } : {});
    else if (block?.type === "thinking") {
      const { signature } = block;
      if (signature !== "") blocks.start("reasoning", id); // newer models may keep their thoughts to themselves
      blocks.end("reasoning", id, signature === "" ? {} : { providerMetadata: { anthropic: { signature } } });
    } else if (block?.type === "call") this.#finish(block.call, block.input);
    else if (block?.type === "other") this.#tellOther(block.block);
  }

  /** Something follows the last call: it was not cut off. */
  settle(): void {
    if (this.#doubtful !== undefined) this.#answer.calls.finish(this.#doubtful);
    this.#doubtful = undefined;
  }

  /** Another message begins. */
  clear(): void {
    this.#open.clear();
    this.#doubtful = undefined;
  }

  #writeText(index: number, type: "text" | "thinking", delta: string): void {
    this.#answer.blocks.delta(type === "text" ? "text" : "reasoning", String(index), delta);
  }

  /** An id that comes again in a message belongs to another call: some compatible endpoints count none. */
  #begin(type: string, content: JsonRecord): Call {
    const id = stringAt(content, "id");
    return this.#answer.calls.announce(stringAt(content, "name") ?? "", id, callFacts(type, content));
  }

  #finish(call: Call, input: unknown): void {
    const isWritten = call.text.trim() !== "";
    const isWhole = isWritten ? call.text.trimEnd().endsWith("}") : isRecord(input) && Object.keys(input).length > 0;
    if (!isWhole) this.#doubtful = call;
    else this.#answer.calls.finish(call, isWritten ? undefined : { value: input });
  }

  #tellSource(citation: unknown): void {
    const url = stringAt(citation, "url");
    const title = stringAt(citation, "title") ?? stringAt(citation, "document_title");
    if (url !== undefined) this.#answer.cite(defined({ type: "source-url" as const, sourceId: url, url, title }));
    else if (title !== undefined) {
      this.#answer.cite({ type: "source-document", sourceId: title, mediaType: "text/plain", title });
    }
  }

  /** Blocks that only the provider understands; it wants some of them back. */
  #tellOther(block: JsonRecord): void {
    const type = stringAt(block, "type");
    if (type === undefined) this.#answer.unknown(block);
    else
      this.#answer.emit({ type: "custom", kind: `anthropic.${type}`, providerMetadata: { anthropic: { ...block } } });
  }
}

/** Texts go on, anything else replaces. */
function joined(block: JsonRecord, { type: _, ...fields }: JsonRecord): JsonRecord {
  const entries = Object.entries(fields).map(([key, value]): [string, unknown] => {
    const before = valueAt(block, key);
    return [key, typeof before === "string" && typeof value === "string" ? before + value : value];
  });
  return { ...block, ...Object.fromEntries<unknown>(entries) };
}

function callFacts(type: string, { type: _type, id: _id, name: _name, input: _input, ...rest }: JsonRecord): CallFacts {
  const { caller, ...others } = rest;
  const kept = stringAt(caller, "type") === "direct" ? others : rest; // the usual caller goes without saying
  if (type !== "tool_use") {
    const serverName = stringAt(rest, "server_name");
    return defined({ providerExecuted: true, serverName, providerMetadata: { anthropic: { type, ...kept } } });
  }
  return Object.keys(kept).length === 0 ? {} : { providerMetadata: { anthropic: { ...kept } } };
}

/** Results of tools that ran on the provider's side come whole. */
function readResult(answer: Answer, type: string, block: JsonRecord): void {
  const id = stringAt(block, "tool_use_id") ?? "";
  const content = valueAt(block, "content");
  const facts = { providerExecuted: true, providerMetadata: { anthropic: { type } } };
  const isFailed = block.is_error === true || stringAt(content, "type")?.endsWith("_error") === true;
  const output = type === "mcp_tool_result" && Array.isArray(content) ? { content } : (content ?? null);
  if (!isFailed) answer.output(id, { output, ...facts });
  else answer.outputError(id, { errorText: errorTextIn(content), output, ...facts });
}

function errorTextIn(content: unknown): string {
  const result = readMcpResult(content);
  const words =
    result === undefined ? (stringAt(content, "error_message") ?? stringAt(content, "error_code")) : mcpText(result);
  return words ?? (typeof content === "string" ? content : "The tool failed.");
}
