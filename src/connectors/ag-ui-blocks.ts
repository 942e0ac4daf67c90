import type { JsonRecord } from "../stream/json-value.js";
import { textAt, typeOf } from "./ag-ui-event.js";
import type { Answer } from "./answer.js";
import type { BlockType } from "./blocks.js";

interface OpenBlock {
  type: BlockType;
  id: string;
  /** Its end was said. It closes with whatever comes next: a snapshot may still add to it. */
  hasEnded: boolean;
}

/** The words of a run: messages of the assistant, and its thoughts. */
export class AgUiBlocks {
  readonly #answer: Answer;
  #open: OpenBlock[] = [];
  /** Messages that are not the assistant's. */
  readonly #others = new Set<string>();
  /** The message to which a chunk without an id belongs. */
  #last: Partial<Record<BlockType, string>> = {};
  #count = 0;
  /** All text of the run, the ids under which it came, and the last of these. */
  text = "";
  readonly ids = new Set<string>();
  lastTextId: string | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  start(type: BlockType, event: JsonRecord): void {
    if (textAt(event, "messageId") === undefined && typeOf(event).endsWith("_START")) this.#nameNext(type);
    const id = this.#idOf(type, event);
    const role = textAt(event, "role") ?? "assistant";
    if (role !== "assistant" && role !== "reasoning") this.#others.add(id);
  }

  /** @param beforeNew  called before a block opens */
  write(type: BlockType, event: JsonRecord, beforeNew: () => void): void {
    const id = this.#idOf(type, event);
    const delta = textAt(event, "delta") ?? "";
    if (this.#others.has(id) || delta === "") return;
    const isNew = !this.#answer.blocks.isOpen(type, id);
    if (isNew) {
      beforeNew();
      this.closeEnded();
      this.#open.push({ type, id, hasEnded: false });
    }
    this.#answer.blocks.delta(type, id, delta, isNew ? { providerMetadata: { agUi: { messageId: id } } } : {});
    if (type !== "text") return;
    this.text += delta;
    this.ids.add(id);
    this.lastTextId = id;
  }

  end(type: BlockType, event: JsonRecord): void {
    const id = this.#idOf(type, event);
    const block = this.#open.find((each) => each.type === type && each.id === id);
    if (block !== undefined) block.hasEnded = true;
  }

  /** What the agent wants back with its thoughts, unread. */
  encrypt(id: string, encryptedValue: string): void {
    const { blocks } = this.#answer;
    const type = blocks.isOpen("text", id) ? "text" : "reasoning";
    const providerMetadata = { agUi: { messageId: id, encryptedValue } };
    if (blocks.isOpen(type, id)) blocks.delta(type, id, "", { providerMetadata });
    else {
      blocks.start("reasoning", id, { kind: "redacted", providerMetadata });
      blocks.end("reasoning", id);
    }
  }

  closeEnded(): void {
    for (const { type, id } of this.#open.filter((block) => block.hasEnded)) this.#answer.blocks.end(type, id);
    this.#open = this.#open.filter((block) => !block.hasEnded);
  }

  closeAll(): void {
    this.#answer.blocks.endAll();
    this.#open = [];
  }

  /** Thoughts had no ids before 1.0. */
  #nameNext(type: BlockType): void {
    this.#count += 1;
    this.#last = { ...this.#last, [type]: `${type}-${this.#count}` };
  }

  #idOf(type: BlockType, event: JsonRecord): string {
    const id = textAt(event, "messageId") ?? this.#last[type] ?? type;
    this.#last = { ...this.#last, [type]: id };
    return id;
  }
}
