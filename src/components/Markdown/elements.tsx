"use client";

import { type ComponentPropsWithoutRef, createContext, type MouseEvent, type ReactNode, useContext } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { toLine } from "../../display/visible-text.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { CopyButton } from "../CopyButton/CopyButton.js";
import { Icon } from "../Icon/Icon.js";
import { judgeLink } from "./judge-link.js";

type ElementProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> & ExtraProps;

/** A link cannot hold another one. */
const InsideLink = createContext(false);

/** The part of a tree's node that is read here. */
interface TreeNode {
  type: string;
  value?: string;
  properties?: Readonly<Record<string, unknown>>;
  children?: readonly TreeNode[];
}

function textOf(node: TreeNode | undefined): string {
  return node === undefined ? "" : (node.value ?? (node.children ?? []).map(textOf).join(""));
}

/** A link that was let through already; one that was not has no `href` and is its text. */
function Link({ href, node, children }: ElementProps<"a">) {
  const labels = useLabels();
  const link = href ? judgeLink(href) : undefined;
  if (link === undefined) return <>{children}</>;
  const inside = <InsideLink.Provider value={true}>{children}</InsideLink.Provider>;
  if (link.kind === "fragment") {
    const isReference = node?.properties.dataFootnoteRef !== undefined;
    const isBack = node?.properties.dataFootnoteBackref !== undefined;
    const name = isReference ? labels.footnote(textOf(node)) : isBack ? labels.backToReference : undefined;
    const id = node?.properties.id;
    return (
      <a href={link.href} id={typeof id === "string" ? id : undefined} aria-label={name} onClick={showTarget}>
        {inside}
      </a>
    );
  }
  const text = textOf(node);
  return (
    <a href={link.href} rel="noopener noreferrer" target={link.kind === "mail" ? undefined : "_blank"}>
      {text === "" && !hasImage(node) ? link.host || link.href : inside}
      {isMisleading(text, link.host) && <span className="tt-markdown-host"> ({link.host})</span>}
    </a>
  );
}

function hasImage(node: TreeNode | undefined): boolean {
  return (node?.children ?? []).some((child) => child.properties?.src !== undefined || hasImage(child));
}

/** The text reads as an address, or may be drawn backwards, and the link leads to another host. */
function isMisleading(text: string, host: string): boolean {
  if (host === "") return false;
  const [, named] = /^\s*(?:https?:\/\/|www\.)([^/?#\s]*)/i.exec(text) ?? [];
  if (named === undefined) return /\p{Bidi_Control}/u.test(text);
  return (
    judgeLink(`https://${named}`)?.host.replace(/^www\./, "") !== host.replace(/^www\./, "") && !text.includes(host)
  );
}

/** Goes to a place in the message, and leaves the address of the host's page as it is. */
function showTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const link = event.currentTarget;
  const fragment = link.hash.slice(1);
  const target = link.ownerDocument.getElementById(fragment) ?? headingOf(link, fragment);
  if (target === null) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.scrollIntoView({ block: "nearest" });
  target.focus();
}

/** The heading that is meant, named as code hosts name it: its words in lower case with dashes between them. */
function headingOf(link: HTMLElement, fragment: string): HTMLElement | null {
  const slug = decodeOnce(fragment.replace(/^tt-[^-]*-/, "")).toLowerCase();
  const headings = link.closest(".tt-markdown")?.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6") ?? [];
  return [...headings].find((heading) => slugOf(heading.textContent) === slug) ?? null;
}

function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Nothing is loaded: the description, and a link for those who want to see it. */
function Image({ src, alt = "" }: ElementProps<"img">) {
  const labels = useLabels();
  const isInLink = useContext(InsideLink);
  const link = typeof src === "string" && src !== "" ? judgeLink(src) : undefined;
  const name = labels.image(toLine(alt, 200));
  return (
    <span className="tt-markdown-image">
      <Icon name="image" />
      <span>{name}</span>
      {link && link.kind !== "fragment" && !isInLink && (
        <a href={link.href} rel="noopener noreferrer" target="_blank">
          {labels.openImage(link.host || link.href)}
        </a>
      )}
    </span>
  );
}

function CodeBlock({ node }: ElementProps<"pre">) {
  const labels = useLabels();
  const code = node?.children[0] as TreeNode | undefined;
  const language = languageOf(code);
  const text = textOf(code).replace(/\n$/, "");
  return (
    <figure className="tt-code" aria-label={labels.code(language)}>
      <figcaption className="tt-code-head">
        <span className="tt-code-language">{language}</span>
        <CopyButton text={() => text} label={labels.copyCode} />
      </figcaption>
      <pre className="tt-code-text" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function languageOf(code: TreeNode | undefined): string {
  const classes = code?.properties?.className;
  const names: unknown[] = Array.isArray(classes) ? classes : [];
  const name = names.find((each): each is string => typeof each === "string" && each.startsWith("language-"));
  return name === undefined ? "" : toLine(name.slice("language-".length), 30);
}

function Table({ children }: ElementProps<"table">) {
  const labels = useLabels();
  return (
    <figure className="tt-markdown-table" aria-label={labels.table} tabIndex={0}>
      <table>{children}</table>
    </figure>
  );
}

function alignOf(node: TreeNode | undefined): string | undefined {
  const align = node?.properties?.align;
  return align === "center" || align === "right" || align === "left" ? align : undefined;
}

function HeaderCell({ node, children }: ElementProps<"th">): ReactNode {
  return <th data-align={alignOf(node)}>{children}</th>;
}

function Cell({ node, children }: ElementProps<"td">): ReactNode {
  return <td data-align={alignOf(node)}>{children}</td>;
}

function TaskBox({ checked }: ElementProps<"input">) {
  const labels = useLabels();
  const isDone = checked === true;
  return (
    <input type="checkbox" checked={isDone} disabled aria-label={isDone ? labels.taskDone : labels.taskOpen} readOnly />
  );
}

/** Places that a footnote leads to take the focus, so that reading goes on there. */
function ListItem({ node, children }: ElementProps<"li">) {
  const id = node?.properties.id;
  return typeof id === "string" ? (
    <li id={id} tabIndex={-1}>
      {children}
    </li>
  ) : (
    <li>{children}</li>
  );
}

/** The title that footnotes bring comes with an id that every message would share. */
function Subtitle({ node, children }: ElementProps<"h2">) {
  return node?.properties.id === "footnote-label" ? <h2 className="tt-hidden">{children}</h2> : <h2>{children}</h2>;
}

/** Made once: a new map in each render would mount every element anew. */
export const elements: Components = {
  a: Link,
  img: Image,
  pre: CodeBlock,
  table: Table,
  th: HeaderCell,
  td: Cell,
  input: TaskBox,
  li: ListItem,
  h2: Subtitle,
};
