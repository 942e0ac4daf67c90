import type { ToolShapes, ToolSyntax } from "./syntax.js";

/** A syntax whose opener stands at the place that was asked about. */
export interface Candidate {
  readonly syntax: ToolSyntax;
  /** The opener's length. */
  readonly length: number;
}

/** The text ends inside what may become an opener. */
export const PARTIAL = "partial";

interface Node {
  readonly next: Map<number, Node>;
  /** The syntaxes with an opener that ends here, in table order. */
  readonly ends: Row[];
}

interface Row {
  readonly syntax: ToolSyntax;
  /** Its place in the table. */
  readonly place: number;
}

const noCandidates: readonly Candidate[] = [];

/**
 * All openers in two tries, one exact, one without regard to case, walked side by side. A character that begins no
 * opener is told by one look into `first`.
 */
export class OpenerTable {
  /** 1 for each character (UTF-16 unit) that begins an opener. */
  readonly first = new Uint8Array(0x10000);
  readonly #exact: Node = node();
  readonly #folded: Node = node();

  constructor(syntaxes: readonly ToolSyntax[], tools: ToolShapes) {
    for (const [place, syntax] of syntaxes.entries()) {
      const openers = typeof syntax.openers === "function" ? syntax.openers(tools) : syntax.openers;
      for (const opener of openers) this.#add({ syntax, place }, opener);
    }
  }

  #add(row: Row, opener: string): void {
    const { syntax } = row;
    if (opener === "") {
      throw new Error(
        `tooltalk: the syntax "${syntax.name}" has an empty opener. Give the literal text that a call begins with.`,
      );
    }
    const folds = syntax.ignoreCase === true;
    const written = folds ? opener.toLowerCase() : opener;
    this.first[written.charCodeAt(0)] = 1;
    if (folds) this.first[opener.toUpperCase().charCodeAt(0)] = 1;
    let at = folds ? this.#folded : this.#exact;
    for (let index = 0; index < written.length; index += 1) {
      const code = written.charCodeAt(index);
      let next = at.next.get(code);
      if (next === undefined) {
        next = node();
        at.next.set(code, next);
      }
      at = next;
    }
    at.ends.push(row);
  }

  /**
   * The syntaxes that may begin at `text[at]`: the longest opener first, table order among equals.
   * @param isLast  no more text will come, so that what is there decides
   * Cost: the length of the longest opener.
   */
  match(text: string, at: number, isLast: boolean): readonly Candidate[] | typeof PARTIAL {
    let exact: Node | undefined = this.#exact;
    let folded: Node | undefined = this.#folded;
    let found: Candidate[] | undefined;
    for (let index = at; ; index += 1) {
      if (index >= text.length) {
        if (!isLast && (canGrow(exact) || canGrow(folded))) return PARTIAL;
        break;
      }
      const code = text.charCodeAt(index);
      exact = exact?.next.get(code);
      folded = folded?.next.get(code >= 65 && code <= 90 ? code + 32 : code);
      if (exact === undefined && folded === undefined) break;
      if (endsHere(exact) || endsHere(folded)) {
        const rows = [...(exact?.ends ?? []), ...(folded?.ends ?? [])].sort((a, b) => a.place - b.place);
        found = [...rows.map(({ syntax }) => ({ syntax, length: index + 1 - at })), ...(found ?? [])];
      }
    }
    return found ?? noCandidates;
  }
}

function node(): Node {
  return { next: new Map(), ends: [] };
}

function canGrow(at: Node | undefined): boolean {
  return at !== undefined && at.next.size > 0;
}

/** The openers that count at the beginning of a line, all of them, and those that count anywhere. */
export interface OpenerTables {
  readonly atLine: OpenerTable;
  readonly anywhere: OpenerTable;
}

/**
 * Tables are made once for a list of syntaxes and the names of the tools: a detector is made for every text block, and a
 * table is many times as dear as a short text.
 */
const made = new WeakMap<readonly ToolSyntax[], { names: string; tables: OpenerTables }>();

export function openerTables(syntaxes: readonly ToolSyntax[], tools: ToolShapes): OpenerTables {
  const names = JSON.stringify(tools.names);
  const known = made.get(syntaxes);
  if (known?.names === names) return known.tables;
  const tables = {
    atLine: new OpenerTable(syntaxes, tools),
    anywhere: new OpenerTable(
      syntaxes.filter((syntax) => syntax.at === "anywhere"),
      tools,
    ),
  };
  made.set(syntaxes, { names, tables });
  return tables;
}

function endsHere(at: Node | undefined): boolean {
  return at !== undefined && at.ends.length > 0;
}
