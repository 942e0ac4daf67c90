import type { ProviderMetadata, TextKind } from "../stream/events.js";
import { defined, type JsonRecord, listAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import type { BlockType } from "./blocks.js";
import { ResponseCall } from "./openai-responses-call.js";
import { toSource } from "./sources.js";

/** One item of a response, from its announcement to its end: words, thoughts, or a call. */
export class ResponseItem {
  readonly id: string | undefined;
  readonly #answer: Answer;
  readonly #type: string;
  readonly #kind: TextKind | undefined;
  readonly #key: string;
  readonly #call: ResponseCall | undefined;
  /** The blocks that it opened: type and id. */
  readonly #blocks = new Map<string, BlockType>();
  #isOver = false;

  /** @param key  unique in the answer; item ids are not */
  constructor(answer: Answer, item: JsonRecord, key: string) {
    this.#answer = answer;
    this.#key = key;
    this.id = stringAt(item, "id");
    this.#type = stringAt(item, "type") ?? "";
    this.#kind = phases.get(stringAt(item, "phase") ?? "");
    this.#call = ResponseCall.open(answer, item);
  }

  /** @returns false for an event that is not known */
  read(event: JsonRecord): boolean {
    const type = stringAt(event, "type") ?? "";
    if (this.#isOver) return true; // late repetitions
    if (type === "response.output_text.annotation.added") {
      this.#cite(valueAt(event, "annotation"));
      return true;
    }
    const words = wordsOf(event);
    if (words === undefined) return this.#call?.read(event) ?? isProgress(type);
    if (type.endsWith(".delta")) this.#say(words.type, words.place, stringAt(event, "delta") ?? "");
    else this.#whole(words.type, words.place, stringAt(event, "text") ?? stringAt(event, "refusal") ?? "");
    return true;
  }

  /** The item, whole. */
  finish(item: JsonRecord): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#type === "message") this.#finishMessage(item);
    else if (this.#type === "reasoning") this.#finishReasoning(item);
    else if (this.#call !== undefined) this.#call.finish(item);
    else if (this.#type.endsWith("_call_output")) this.#giveOutput(item);
    else if (!isSilent(this.#type)) this.#answer.unknown(item);
    this.#endBlocks();
  }

  /** The response ended, and the item's own end never came. @param isWhole  the response did not break off */
  settle(isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#call?.settle(isWhole);
    this.#endBlocks();
  }

  #finishMessage(item: JsonRecord): void {
    for (const [index, content] of listAt(item, "content").entries()) {
      const refusal = stringAt(content, "refusal");
      if (refusal !== undefined) this.#whole("text", `refusal:${index}`, refusal);
      else this.#whole("text", `text:${index}`, stringAt(content, "text") ?? "");
      for (const annotation of listAt(content, "annotations")) this.#cite(annotation);
    }
  }

  #finishReasoning(item: JsonRecord): void {
    for (const [index, part] of listAt(item, "summary").entries())
      this.#whole("reasoning", `summary:${index}`, stringAt(part, "text") ?? "");
    for (const [index, part] of listAt(item, "content").entries())
      this.#whole("reasoning", `raw:${index}`, stringAt(part, "text") ?? "");
    const encrypted = stringAt(item, "encrypted_content");
    if (encrypted === undefined) return;
    // Under the names that the AI SDK gives them, so that its servers can send them on too.
    const providerMetadata = { openai: { itemId: stringAt(item, "id"), reasoningEncryptedContent: encrypted } };
    const { blocks } = this.#answer;
    const last = [...this.#blocks.keys()].at(-1);
    if (last !== undefined) {
      blocks.end("reasoning", last, { providerMetadata });
      this.#endBlocks({ openai: { itemId: stringAt(item, "id") } });
      return;
    }
    blocks.start("reasoning", this.#key, { kind: "redacted", providerMetadata });
    blocks.end("reasoning", this.#key);
  }

  /** The result of a call that another item made. */
  #giveOutput(item: JsonRecord): void {
    const id = stringAt(item, "call_id");
    if (id === undefined) this.#answer.unknown(item);
    else this.#answer.output(id, { output: valueAt(item, "output") ?? null });
  }

  #say(type: BlockType, place: string, delta: string): void {
    if (delta === "") return;
    this.#blocks.set(`${this.#key}:${place}`, type);
    this.#answer.blocks.delta(type, `${this.#key}:${place}`, delta, this.#facts(place));
  }

  #whole(type: BlockType, place: string, text: string): void {
    if (text === "") return;
    this.#blocks.set(`${this.#key}:${place}`, type);
    this.#answer.blocks.whole(type, `${this.#key}:${place}`, text, this.#facts(place));
  }

  #facts(place: string) {
    switch (place.split(":")[0]) {
      case "refusal":
        return { kind: "refusal" as const };
      case "summary":
        return { kind: "summary" as const };
      case "raw":
        return { kind: "raw" as const };
      default:
        return defined({ kind: this.#kind });
    }
  }

  #endBlocks(providerMetadata?: ProviderMetadata): void {
    for (const [id, type] of this.#blocks) this.#answer.blocks.end(type, id, defined({ providerMetadata }));
  }

  #cite(annotation: unknown): void {
    const source = toSource(annotation);
    if (source !== undefined) this.#answer.cite(source);
  }
}

const phases = new Map<string, TextKind>([
  ["commentary", "commentary"],
  ["final_answer", "answer"],
]);

/** Which block an event's words belong to: its type, and its place in the item. */
function wordsOf(event: JsonRecord): { type: BlockType; place: string } | undefined {
  const index = (name: string) => {
    const value = valueAt(event, name);
    return typeof value === "number" ? value : 0;
  };
  switch (event.type) {
    case "response.output_text.delta":
    case "response.output_text.done":
      return { type: "text", place: `text:${index("content_index")}` };
    case "response.refusal.delta":
    case "response.refusal.done":
      return { type: "text", place: `refusal:${index("content_index")}` };
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_summary_text.done":
    case "response.reasoning_summary.delta":
    case "response.reasoning_summary.done":
      return { type: "reasoning", place: `summary:${index("summary_index")}` };
    case "response.reasoning_text.delta":
    case "response.reasoning_text.done":
    case "response.reasoning.delta":
    case "response.reasoning.done":
      return { type: "reasoning", place: `raw:${index("content_index")}` };
    default:
      return undefined;
  }
}

/** Events that say no more than others. */
function isProgress(type: string): boolean {
  return /^response\.(content_part|reasoning_summary_part)\.(added|done)$|^response\.mcp_list_tools\./.test(type);
}

/** Items that are nobody's to see. */
function isSilent(type: string): boolean {
  return type === "mcp_list_tools";
}
