/** How the text of a value is to be read. */
export interface ValueRules {
  /**
   * White space at its sides: kept, trimmed, one line break taken off each side (`line`), or one off the front
   * (`first-line`).
   */
  readonly space: "keep" | "trim" | "line" | "first-line";
  /** Entities are decoded, once. */
  readonly decodes: boolean;
}

export const rawText: ValueRules = { space: "keep", decodes: false };

/**
 * A value that grows piece by piece, by its rules. What may still be taken off its end, or become an entity, is held
 * back, so that what was emitted is always a beginning of the value.
 * Cost: the length of the pieces.
 */
export class ValueText {
  readonly #rules: ValueRules;
  readonly #emit: ((text: string) => void) | undefined;
  #text = "";
  #isAtStart: boolean;
  /** White space that may turn out to be the last. */
  #held = "";
  /** What may become an entity. */
  #entity = "";

  constructor(rules: ValueRules, emit?: (text: string) => void) {
    this.#rules = rules;
    this.#emit = emit;
    this.#isAtStart = rules.space !== "keep";
  }

  push(piece: string): void {
    if (piece === "") return;
    let text = piece;
    if (this.#isAtStart) {
      text = this.#skipStart(this.#held + piece);
      if (this.#isAtStart) return;
      this.#held = "";
    }
    this.#append(this.#holdEnd(text));
  }

  /** The value is whole. */
  end(): string {
    const { space } = this.#rules;
    const isBreak = this.#held.endsWith("\n");
    if (this.#held !== "" && space !== "trim" && !(space === "line" && isBreak)) this.#append(this.#held);
    this.#held = "";
    this.#write(this.#entity);
    return this.#text;
  }

  /** The text without what its front loses; it holds on while that is undecided. */
  #skipStart(text: string): string {
    if (this.#rules.space === "trim") {
      const rest = text.trimStart();
      this.#isAtStart = rest === "";
      this.#held = "";
      return rest;
    }
    if (text === "\r") {
      this.#held = text;
      return "";
    }
    this.#isAtStart = false;
    return text.replace(/^\r?\n/, "");
  }

  /** The text that is certain to stay, of what is held and what came. */
  #holdEnd(text: string): string {
    const { space } = this.#rules;
    if (space === "trim") {
      const kept = text.trimEnd();
      if (kept === "") {
        this.#held += text;
        return "";
      }
      const certain = this.#held + kept;
      this.#held = text.slice(kept.length);
      return certain;
    }
    if (space !== "line") return text;
    const last = text.charCodeAt(text.length - 1);
    if (this.#held === "" && last !== 10 && last !== 13) return text;
    const whole = this.#held + text;
    const from = /\r?\n$|\r$/.exec(whole.slice(-2));
    const kept = from === null ? whole : whole.slice(0, whole.length - from[0].length);
    this.#held = whole.slice(kept.length);
    return kept;
  }

  #append(text: string): void {
    if (!this.#rules.decodes) {
      this.#write(text);
      return;
    }
    const whole = this.#entity + text;
    const open = whole.lastIndexOf("&");
    const isOpen = open >= 0 && whole.length - open < MAX_ENTITY_CHARS && /^&#?\w*$/.test(whole.slice(open));
    this.#entity = isOpen ? whole.slice(open) : "";
    this.#write(decodeEntities(isOpen ? whole.slice(0, open) : whole));
  }

  #write(text: string): void {
    if (text === "") return;
    this.#text += text;
    this.#emit?.(text);
  }
}

const MAX_ENTITY_CHARS = 10;

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** Decodes the entities of XML, and numbers; what is no entity stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{1,8}));/g,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
