import { z } from "zod";
import { parseMarkdownIntoChunks } from "../../src/core.js";
import type { Piece } from "./conversation.js";

/**
 * What the assistant says, as a transcript: Markdown, with calls as callouts. Values go in as JSON, which is YAML too.
 *
 *     transcript`I'll check the weather.
 *
 *     > [!tool getWeather]
 *     > input: ${{ city }}`
 */
export function transcript(strings: TemplateStringsArray, ...values: (object | string | number)[]): Piece[] {
  const markdown = String.raw({ raw: strings }, ...values.map((value) => JSON.stringify(value)));
  return parseMarkdownIntoChunks(markdown).flatMap((chunk): Piece[] => {
    if (chunk.type === "tool")
      return [
        { type: "call", toolName: chunk.toolName, input: z.record(z.string(), z.unknown()).parse(chunk.input ?? {}) },
      ];
    return say(chunk.value);
  });
}

/** Words alone; what they quote is never read as a call. */
export function say(text: string): Piece[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : [{ type: "text", text: trimmed }];
}

/** What the assistant thinks before it goes on. */
export function think(text: string): Piece[] {
  return [{ type: "reasoning", text }];
}
