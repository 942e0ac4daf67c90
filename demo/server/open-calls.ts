import { Refusal } from "./wire-backend.js";

/** A provider's own words for what it refuses. */
export interface RefusalWords {
  unanswered: (ids: readonly string[]) => string;
  /** A result for a call that is not open: never made, or answered before. */
  orphan: (id: string) => string;
  /** @default as for an orphan */
  again?: (id: string) => string;
  /** An id that another call had. */
  taken: (id: string) => string;
}

/** Holds a conversation to what every model wants: one result for each call, right behind it. */
export class OpenCalls {
  readonly #words: RefusalWords;
  readonly #names = new Map<string, string>();
  readonly #open = new Set<string>();

  constructor(words: RefusalWords) {
    this.#words = words;
  }

  call(id: string, toolName: string): void {
    if (this.#names.has(id)) throw new Refusal(this.#words.taken(id));
    this.#names.set(id, toolName);
    this.#open.add(id);
  }

  /** @returns the name of the tool */
  result(id: string): string {
    const { orphan, again = orphan } = this.#words;
    const name = this.#names.get(id);
    if (name === undefined) throw new Refusal(orphan(id));
    if (!this.#open.delete(id)) throw new Refusal(again(id));
    return name;
  }

  /** Somebody speaks, or the conversation is over. */
  close(): void {
    if (this.#open.size > 0) throw new Refusal(this.#words.unanswered([...this.#open]));
  }
}
