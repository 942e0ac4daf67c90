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
 * For a document that still grows: a bare address at its very end may go on in the next delta, and is not a link yet.
 * A written link (`[text](address)`) is whole when it is one.
 */
export function holdLastAddress() {
  return (tree: Node, file: Source): void => {
    const path = lastPath(tree);
    const index = path.findIndex((node) => node.type === "link");
    const link = path[index];
    const parent = path[index - 1];
    const start = link?.position?.start.offset;
    const isBare = start === undefined || !/[[<]/.test(file.toString().charAt(start));
    if (link && parent?.children && isBare) parent.children.splice(-1, 1, ...(link.children ?? []));
  };
}

function lastPath(tree: Node): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = tree; node !== undefined; node = node.children?.at(-1)) path.push(node);
  return path;
}
