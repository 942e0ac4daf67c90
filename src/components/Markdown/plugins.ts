/** What is done to a document between parsing and drawing. */

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
  data?: Record<string, unknown>;
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
}

interface Source {
  toString(): string;
}

/** Raw HTML at the top is shown as the text that it is, line by line. */
export function htmlAsText() {
  return (tree: Node): void => {
    for (const [index, node] of (tree.children ?? []).entries()) {
      if (node.type !== "html") continue;
      tree.children?.splice(index, 1, {
        type: "paragraph",
        data: { hProperties: { className: ["tt-markdown-raw"] } },
        children: [{ type: "text", value: node.value ?? "" }],
      });
    }
  };
}

/**
 * For a document that still grows: an address at its very end, bare or in a definition, may go on in the next delta, and
 * leads nowhere yet. Signs behind a bare one may be its own. A written link (`[text](address)`) is whole when it is one.
 */
export function holdLastAddress() {
  return (tree: Node, file: Source): void => {
    const source = file.toString();
    const path = lastPath(tree);
    const last = path.at(-1);
    if (last?.type === "definition" && last.position?.end.offset === source.length) path.at(-2)?.children?.pop();
    for (const { children = [] } of path) {
      const end = children.at(-1);
      const at = children.length - (end?.type === "text" && !/[\s<]/.test(end.value ?? "") ? 2 : 1);
      const link = children[at];
      if (link?.type !== "link" || !isBare(link, source)) continue;
      children.splice(at, 1, ...(link.children ?? []));
      return;
    }
  };
}

function isBare({ position }: Node, source: string): boolean {
  const start = position?.start.offset;
  return start === undefined || !/[[<]/.test(source.charAt(start));
}

function lastPath(tree: Node): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = tree; node !== undefined; node = node.children?.at(-1)) path.push(node);
  return path;
}
