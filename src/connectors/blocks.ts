import type { ProviderMetadata, ReasoningKind, StreamEvent, TextKind } from "../stream/events.js";
import { defined } from "../stream/json-value.js";

export type BlockType = "text" | "reasoning";

interface BlockFacts {
  kind?: TextKind | ReasoningKind | undefined;
  providerMetadata?: ProviderMetadata | undefined;
}

interface Block {
  readonly type: BlockType;
  readonly id: string;
  text: string;
}

/**
 * Keeps the book of text and reasoning blocks: every delta has its start, every start its end, and an id is free again
 * after its end. Blocks of different ids may be open at the same time.
 */
export class Blocks {
  readonly #emit: (event: StreamEvent) => void;
  readonly #open = new Map<string, Block>();
  /** All text that came under an id, also after an end, until the id is used for another block. */
  readonly #said = new Map<string, string>();
  /** The block that `say` writes to, and how many there were. */
  #current: Block | undefined;
  #count = 0;

  constructor(emit: (event: StreamEvent) => void) {
    this.#emit = emit;
  }

  isOpen(type: BlockType, id: string): boolean {
    return this.#open.has(keyOf(type, id));
  }

  start(type: BlockType, id: string, facts: BlockFacts = {}): void {
    if (!this.isOpen(type, id)) this.#said.delete(keyOf(type, id));
    this.#openBlock(type, id, facts);
  }

  /** Opens the block if it is not. An empty delta counts only for what the provider says beside it, such as a signature. */
  delta(type: BlockType, id: string, delta: string, facts: BlockFacts = {}): void {
    if (delta === "" && facts.providerMetadata === undefined) return;
    const isNew = !this.isOpen(type, id);
    const block = this.#openBlock(type, id, facts);
    if (delta !== "" || !isNew) this.#write(block, delta, isNew ? undefined : facts.providerMetadata);
  }

  end(
    type: BlockType,
    id: string,
    facts: { providerMetadata?: ProviderMetadata | undefined; citations?: unknown } = {},
  ) {
    const block = this.#open.get(keyOf(type, id));
    if (block !== undefined) this.#end(block, facts);
  }

  /**
   * The provider repeats the whole text of a block: what is missing is added, what differs is replaced. Where a part of it
   * stands in a block that has ended, nothing can be replaced any more, and nothing is said twice.
   */
  whole(type: BlockType, id: string, text: string, facts: BlockFacts = {}): void {
    const block = this.#open.get(keyOf(type, id));
    const said = this.#said.get(keyOf(type, id)) ?? "";
    if (text.startsWith(said)) this.delta(type, id, text.slice(said.length), facts);
    else if (block?.text === said) {
      this.#said.set(keyOf(type, id), text);
      this.#end(block, { text });
    }
  }

  /** A delta of a wire that has no blocks: goes on with the last one, unless another type or a call came between. */
  say(type: BlockType, delta: string, facts: BlockFacts = {}): void {
    if (delta === "") return;
    if (this.#current?.type !== type) this.pause();
    if (this.#current === undefined) {
      this.#count += 1;
      this.#current = this.#openBlock(type, `${type}-${this.#count}`, facts);
    }
    this.#write(this.#current, delta);
  }

  /** Facts about the block that `say` holds open, such as a signature. */
  remark(type: BlockType, providerMetadata: ProviderMetadata): void {
    if (this.#current?.type === type) this.#write(this.#current, "", providerMetadata);
  }

  /** Ends the block that `say` holds open. */
  pause(): void {
    if (this.#current !== undefined) this.#end(this.#current);
  }

  endAll(): void {
    for (const block of [...this.#open.values()]) this.#end(block);
  }

  /** Forgets what is open without a word: the step is tried again. */
  drop(): void {
    this.#open.clear();
    this.#said.clear();
    this.#current = undefined;
  }

  #openBlock(type: BlockType, id: string, facts: BlockFacts): Block {
    const known = this.#open.get(keyOf(type, id));
    if (known !== undefined) return known;
    const block: Block = { type, id, text: "" };
    this.#open.set(keyOf(type, id), block);
    this.#emit(defined({ type: `${type}-start`, id, ...facts }) as StreamEvent);
    return block;
  }

  #write(block: Block, delta: string, providerMetadata?: ProviderMetadata): void {
    block.text += delta;
    const key = keyOf(block.type, block.id);
    this.#said.set(key, (this.#said.get(key) ?? "") + delta);
    this.#emit(defined({ type: `${block.type}-delta`, id: block.id, delta, providerMetadata }));
  }

  #end(block: Block, facts: object = {}): void {
    this.#open.delete(keyOf(block.type, block.id));
    if (this.#current === block) this.#current = undefined;
    this.#emit(defined({ type: `${block.type}-end`, id: block.id, ...facts }));
  }
}

function keyOf(type: BlockType, id: string): string {
  return `${type} ${id}`;
}
