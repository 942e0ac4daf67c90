import { createSyntaxDetector, type SyntaxDetectorOptions, type ToolDetector } from "./detector.js";
import type { ToolSyntax } from "./syntax.js";
import { defaultSyntaxes } from "./syntaxes/index.js";

export interface ToolDetectorOptions extends Omit<SyntaxDetectorOptions, "syntaxes"> {
  /** In order of precedence. @default defaultSyntaxes */
  syntaxes?: readonly ToolSyntax[] | undefined;
}

/**
 * Finds the calls that a model wrote inside its text, in whatever syntax. `createSyntaxDetector` is the same without the
 * default, so that a bundle need not hold all syntaxes.
 *
 * @throws RangeError from `push` after `end`: create a new detector
 * Cost: linear in the text, whatever the size of the deltas. Holds back at most `HOLD_LIMIT` characters.
 */
export function createToolDetector(options: ToolDetectorOptions = {}): ToolDetector {
  return createSyntaxDetector({ ...options, syntaxes: options.syntaxes ?? defaultSyntaxes });
}
