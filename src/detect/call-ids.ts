import type { KnownCall, NewCall } from "./syntax.js";

export interface CallIdOptions {
  /** An id for a call whose text carries none. @default `tool-call-1`, `tool-call-2`, … */
  generateId?: (() => string) | undefined;
  /** Whether a call outside the texts has an id: a call with it in a text then gets another. @default none has */
  isIdTaken?: ((id: string) => boolean) | undefined;
}

/** The calls that came in the texts of one message, in their order, and the ids that they get. */
export class CallIds {
  readonly calls: KnownCall[] = [];
  readonly #given = new Set<string>();
  readonly #generateId: () => string;
  readonly #isTakenElsewhere: (id: string) => boolean;

  constructor({ generateId = countedIds(), isIdTaken = () => false }: CallIdOptions = {}) {
    this.#generateId = generateId;
    this.#isTakenElsewhere = isIdTaken;
  }

  add(call: NewCall): KnownCall {
    const known = { id: this.#idOf(call), name: call.name, hasResult: false };
    this.calls.push(known);
    this.#given.add(known.id);
    return known;
  }

  #idOf({ id, continues }: NewCall): string {
    if (id !== undefined && (continues || !this.#isTaken(id))) return id;
    const generated = this.#generateId();
    let unused = generated;
    for (let count = 2; this.#isTaken(unused); count += 1) unused = `${generated}-${count}`;
    return unused;
  }

  #isTaken(id: string): boolean {
    return this.#given.has(id) || this.#isTakenElsewhere(id);
  }
}

function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `tool-call-${count}`;
  };
}
