"use client";

import { memo, useId, useMemo } from "react";
import ReactMarkdown, { type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useLabels } from "../ChatProvider/use-labels.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";
import { PlainText } from "../ValueText/PlainText.js";
import { elements } from "./elements.js";
import { withoutLooseEnd } from "./growing-tail.js";
import { judgeLink } from "./judge-link.js";
import { drawOpenMarks } from "./open-marks.js";
import { planMarkdown } from "./plan.js";
import { holdLastAddress, htmlAsText } from "./plugins.js";

export interface MarkdownProps {
  children: string;
  /** The text still grows. @default false */
  isStreaming?: boolean | undefined;
}

/**
 * Text of a model as Markdown (GFM). Raw HTML is text, images are not loaded, links lead to http, https and mailto
 * alone, and what would cost too much to parse is shown as it is written. Renders a `<div>`.
 * Cost while the text grows: its last block.
 */
export function Markdown({ children, isStreaming = false }: MarkdownProps) {
  const prefix = `tt-${useId().replace(/[^a-zA-Z0-9]/g, "")}-`;
  const { blocks, rest } = useMemo(() => planMarkdown(children), [children]);
  return (
    <div className="tt-markdown" dir="auto">
      {blocks.map(({ index, source, isPlain }) =>
        isPlain ? (
          <PlainText key={index} text={source} />
        ) : (
          <Block key={index} source={source} prefix={prefix} isGrowing={isStreaming && index === blocks.length - 1} />
        ),
      )}
      {rest !== "" && <PlainText text={rest} />}
    </div>
  );
}

interface BlockProps {
  source: string;
  /** Of ids in the page, so that two messages do not share one. */
  prefix: string;
  isGrowing: boolean;
}

const plugins: Options["remarkPlugins"] = [remarkGfm, htmlAsText];
const growingPlugins: Options["remarkPlugins"] = [...plugins, holdLastAddress, drawOpenMarks];

const Block = memo(function Block({ source, prefix, isGrowing }: BlockProps) {
  const { footnotes } = useLabels();
  const rehypeOptions = useMemo(() => ({ clobberPrefix: prefix, footnoteLabel: footnotes }), [prefix, footnotes]);
  return (
    <ErrorBoundary fallback={<PlainText text={source} />}>
      <ReactMarkdown
        components={elements}
        remarkPlugins={isGrowing ? growingPlugins : plugins}
        remarkRehypeOptions={rehypeOptions}
        urlTransform={(url) => transformUrl(url, prefix)}
      >
        {isGrowing ? withoutLooseEnd(source) : source}
      </ReactMarkdown>
    </ErrorBoundary>
  );
});

/** The one gate for addresses of links and images; an empty one is refused. Fragments stay within their message. */
function transformUrl(url: string, prefix: string): string {
  const link = judgeLink(url);
  if (link === undefined) return "";
  if (link.kind !== "fragment" || link.href.startsWith(`#${prefix}`)) return link.href;
  return `#${prefix}${link.href.slice(1)}`;
}
