import { cutHead } from "../stream/cut-text.js";

/**
 * Text of a machine, made safe to look at: what cannot be seen, or changes how the rest is seen, is spelled out.
 * Marks that honest text needs (LRM, RLM, ZWJ, ZWNJ, variation selectors) stay.
 */

// Controls but tab and line feed; line separators; bidi embeddings, overrides and isolates; BOM; halves of surrogates.
const hidden = /(?![\t\n])\p{Cc}|[\u2028\u2029\ufeff]|(?![\u061c\u200e\u200f])\p{Bidi_Control}|\p{Surrogate}/gu;

/** `a\u202eb` comes back with the override written out as `\u202e`; a CRLF is one line break. */
export function escapeHidden(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** One line at most `maxChars` UTF-16 units long, for names and summaries. */
export function toLine(text: string, maxChars: number): string {
  const cut = cutHead(text, maxChars);
  const line = escapeHidden(cut).replace(/\s+/g, " ").trim();
  return cut.length < text.length ? `${line}…` : line;
}
