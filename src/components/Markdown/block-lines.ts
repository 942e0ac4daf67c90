/** One line of Markdown, as far as the blocks of a document are concerned. */
export interface BlockLine {
  text: string;
  /** Columns of white space before the text; a tab goes to the next fourth. */
  indent: number;
  /** `inert`: code or raw HTML, in which nothing is markup. */
  kind: "text" | "blank" | "inert";
  /** A block of the document begins here that parses the same without what stands before it. */
  startsBlock: boolean;
}

/** An open construct that lasts over blank lines and ends where `isEnd` says. */
interface Open {
  isEnd: (text: string, indent: number) => boolean;
}

// CommonMark 4.6, start conditions 1 to 5 with their ends, then 6 and 7, which end at a blank line.
const htmlBlocks: readonly [start: RegExp, end: RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];
const htmlTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;
const loneTag = /^<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>\s*$/i;

const fenceOpener = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const listMarker = /^([*+-]|\d{1,9}[.)])([ \t]+(?=\S)|[ \t]*$)/;
const delimiterRow = /^(?=.*[|:])\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$/;
const heading = /^#{1,6}(?:[ \t]|$)/;

/**
 * Reads a document line by line and marks where it may be cut. Cuts are few rather than wrong: inside a list, indented
 * code or anything that is open there is none.
 * @param source  with line feeds only
 * Cost: one pass.
 */
export function readBlockLines(source: string): BlockLine[] {
  const reader = new LineReader();
  return source.split("\n").map((text) => reader.read(text));
}

class LineReader {
  private open: Open | undefined;
  /** A fence inside a list item, and the column it begins at. */
  private inner: (Open & { column: number }) | undefined;
  /** Column at which the content of the outermost list item begins; 0 outside of lists. */
  private listColumn = 0;
  /** The line before is a list marker alone: a blank line after it closes the item. */
  private isEmptyItem = false;
  private isInParagraph = false;
  /** The lines before are a table, or a quote that goes on lazily: any list marker ends them. */
  private yieldsToLists = false;
  private isInHtml = false;
  private isAfterBlank = false;
  /** Nothing that stands before the next line reaches into it. */
  private isAfterEnd = true;

  read(line: string): BlockLine {
    const text = line.replace(/^[ \t]+/, "");
    const indent = indentOf(line, line.length - text.length);
    if (this.open) {
      if (this.open.isEnd(text, indent)) this.close();
      return { text, indent, kind: "inert", startsBlock: false };
    }
    if (text === "") {
      this.isAfterBlank = true;
      this.isInHtml = false;
      if (this.isEmptyItem) this.listColumn = Number.POSITIVE_INFINITY;
      return { text, indent, kind: "blank", startsBlock: false };
    }
    if (this.isInHtml) return { text, indent, kind: "inert", startsBlock: false };
    return this.listColumn > 0 ? this.readInList(text, indent) : this.readOutside(text, indent);
  }

  private close(): void {
    this.open = undefined;
    this.isAfterEnd = true;
  }

  private readInList(text: string, indent: number): BlockLine {
    if (indent >= this.listColumn) return this.readInItem(text, indent);
    const wasInner = this.inner !== undefined;
    this.inner = undefined;
    const marker = thematicBreak.test(text) ? null : listMarker.exec(text);
    if (marker) return this.openItem(text, indent, marker, false);
    const isLazy = this.isInParagraph && !this.isAfterBlank && !wasInner && !opensBlock(text, indent);
    if (isLazy) return { text, indent, kind: "text", startsBlock: false };
    this.listColumn = 0;
    this.isAfterEnd = true;
    return this.readOutside(text, indent);
  }

  private readInItem(text: string, indent: number): BlockLine {
    this.isAfterBlank = false;
    this.isEmptyItem = false;
    if (this.inner && indent >= this.inner.column) {
      if (this.inner.isEnd(text, 0)) this.inner = undefined;
      this.isInParagraph = false;
      return { text, indent, kind: "inert", startsBlock: false };
    }
    this.isInParagraph = isParagraph(text);
    this.openInner(text, indent);
    return { text, indent, kind: this.inner ? "inert" : "text", startsBlock: false };
  }

  private readOutside(text: string, indent: number): BlockLine {
    const startsBlock = this.isAfterEnd || (this.isAfterBlank && indent === 0);
    const goesOn = !this.isAfterBlank && !this.isAfterEnd;
    const wasInParagraph = this.isInParagraph && goesOn;
    this.isAfterBlank = false;
    this.isAfterEnd = false;
    this.isEmptyItem = false;
    this.yieldsToLists = text.startsWith(">") || (goesOn && (this.yieldsToLists || delimiterRow.test(text)));
    this.isInParagraph = isParagraph(text);
    if (indent >= 4) return { text, indent, kind: "text", startsBlock };
    this.open = openFence(text);
    if (this.open || this.openHtml(text, wasInParagraph)) return { text, indent, kind: "inert", startsBlock: true };
    const marker = thematicBreak.test(text) ? null : listMarker.exec(text);
    const mayOpen = !wasInParagraph || this.yieldsToLists || (/^(?:[*+-]|1[.)])/.test(text) && marker?.[2] !== "");
    if (marker && mayOpen) return this.openItem(text, indent, marker, startsBlock);
    return { text, indent, kind: "text", startsBlock };
  }

  private openItem(text: string, indent: number, marker: RegExpExecArray, startsBlock: boolean): BlockLine {
    const [all, sign = "", space = ""] = marker;
    this.isEmptyItem = all.length === text.length;
    this.listColumn = indent + sign.length + (this.isEmptyItem || space.length > 4 ? 1 : space.length);
    this.isAfterBlank = false;
    this.isInParagraph = !this.isEmptyItem && isParagraph(text.slice(all.length));
    this.openInner(text.slice(all.length), indent + all.length);
    return { text, indent, kind: "text", startsBlock };
  }

  private openInner(text: string, column: number): void {
    let rest = text;
    let at = column;
    for (let marker = listMarker.exec(rest); marker && marker[0] !== ""; marker = listMarker.exec(rest)) {
      rest = rest.slice(marker[0].length);
      at += marker[0].length;
    }
    const fence = openFence(rest);
    this.inner = fence ? { ...fence, column: at } : undefined;
  }

  private openHtml(text: string, isInParagraph: boolean): boolean {
    for (const [start, end] of htmlBlocks) {
      if (!start.test(text)) continue;
      if (end.test(text.slice(2))) this.isAfterEnd = true;
      else this.open = { isEnd: (line) => end.test(line) };
      return true;
    }
    this.isInHtml = htmlTag.test(text) || (!isInParagraph && loneTag.test(text));
    return this.isInHtml;
  }
}

function isParagraph(text: string): boolean {
  return !heading.test(text) && !thematicBreak.test(text) && !/^=+[ \t]*$/.test(text);
}

/** Ends a paragraph without a blank line, and so cannot be its lazy continuation. */
function opensBlock(text: string, indent: number): boolean {
  if (indent >= 4) return false;
  return (
    fenceOpener.test(text) ||
    thematicBreak.test(text) ||
    heading.test(text) ||
    text.startsWith(">") ||
    htmlTag.test(text) ||
    htmlBlocks.some(([start]) => start.test(text))
  );
}

function openFence(text: string): Open | undefined {
  const opener = fenceOpener.exec(text);
  const fence = opener?.[1] ?? opener?.[2];
  if (fence === undefined) return undefined;
  const closer = fence.startsWith("`") ? /^(`+)[ \t]*$/ : /^(~+)[ \t]*$/;
  return { isEnd: (line, indent) => indent < 4 && (closer.exec(line)?.[1]?.length ?? 0) >= fence.length };
}

function indentOf(line: string, length: number): number {
  let column = 0;
  for (let index = 0; index < length; index += 1) column += line[index] === "\t" ? 4 - (column % 4) : 1;
  return column;
}
