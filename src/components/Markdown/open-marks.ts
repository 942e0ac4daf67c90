/**
 * Emphasis and code that are open at the end of a text that grows. They are drawn as what they will be, so that nothing
 * changes its look when they close; a sign that multiplies or begins an item is none of these.
 */

interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
}

/** What a sign that opens stands behind: the beginning, a space, or an opening bracket or quote. */
const opensBehind = /(?:^|[\s([{"'“‘„«—–-])$/u;

/** What a star behind it multiplies. */
const factor = /[\p{N})]\s*$/u;

/**
 * A text without the marks at its very end that may yet grow: the first half of `**`, or one that opens and has nothing
 * behind it.
 * Cost: one pass over its last paragraph.
 */
export function withoutLooseMark(source: string): string {
  const mark = /(?<![\\*])\*+$|(?<![\\`])`+$/u.exec(source)?.[0];
  if (mark === undefined) return source;
  const lead = source.slice(0, -mark.length);
  const paragraph = lead.slice(lead.lastIndexOf("\n\n") + 1).replaceAll(/(?<!`)(`+)(?!`)[^`]+\1(?!`)/gu, "x");
  if (paragraph.includes("`")) return source; // in code, or its end
  if (opensBehind.test(paragraph)) return mark === "*" && factor.test(paragraph) ? source : lead;
  return mark.startsWith("*") && openStars(paragraph) > mark.length ? lead : source;
}

/** How many stars the innermost emphasis that is open began with; 0 where none is open. */
function openStars(paragraph: string): number {
  const open: number[] = [];
  for (const { 0: run, index } of paragraph.matchAll(/(?<![\\*])\*+/gu)) {
    const isFollowed = /\S/u.test(paragraph.charAt(index + run.length));
    if (isFollowed && opensBehind.test(paragraph.charAt(index - 1))) open.push(run.length);
    else closeStars(open, run.length);
  }
  return open.at(-1) ?? 0;
}

function closeStars(open: number[], count: number): void {
  let left = count;
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    if (last > left) {
      if (left > 0) open.push(last - left);
      else open.push(last);
      return;
    }
    left -= last;
  }
}

/** For a document that still grows: what is open at its end reaches to its end. */
export function drawOpenMarks() {
  return (tree: Node, file: { toString(): string }): void => {
    let last: Node | undefined = tree;
    while (last !== undefined && last.type !== "paragraph" && last.type !== "heading") last = last.children?.at(-1);
    if (last !== undefined) drawOpen(last, file.toString(), maxDepth);
  };
}

const opener = /(?<=^|[\s([{"'“‘„«—–-])(\*{1,3}|`+)(?=[^\s*`])/u;

/** Emphasis in emphasis. */
const maxDepth = 8;

function drawOpen(block: Node, source: string, depth: number): void {
  const { children = [] } = block;
  for (const [index, child] of children.entries()) {
    const { value = "", position } = child;
    const start = position?.start.offset;
    // Behind a backslash, or with an entity in it, the text is not what is written.
    if (child.type !== "text" || start === undefined || !source.startsWith(value, start)) continue;
    const found = opener.exec(value);
    const mark = found?.[1];
    if (found === null || mark === undefined || isProduct(value, found.index, mark)) continue;
    const inner = start + found.index + mark.length;
    const rest = textAt(value.slice(found.index + mark.length), inner);
    const drawn = mark.startsWith("`")
      ? { type: "inlineCode", value: source.slice(inner).replaceAll("\n", " ").trimEnd() }
      : emphasised(mark.length, [rest, ...children.slice(index + 1)], source, depth - 1);
    children.splice(index, children.length, textAt(value.slice(0, found.index), start), drawn);
    return;
  }
}

function emphasised(stars: number, children: Node[], source: string, depth: number): Node {
  const inner: Node = { type: stars === 1 ? "emphasis" : "strong", children };
  if (depth > 0) drawOpen(inner, source, depth);
  return stars === 3 ? { type: "emphasis", children: [inner] } : inner;
}

function textAt(value: string, offset: number): Node {
  return { type: "text", value, position: { start: { offset }, end: { offset: offset + value.length } } };
}

/** `3 *4`. */
function isProduct(text: string, at: number, mark: string): boolean {
  return factor.test(text.slice(Math.max(0, at - 8), at)) && /^[\p{N}(]/u.test(text.slice(at + mark.length));
}
