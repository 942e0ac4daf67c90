import type { ToolSyntax } from "../../detect/syntax.js";
import type { ToolDeclaration } from "../../stream/tool.js";

/**
 * A way to teach a model in its prompt how to call tools in its text: what it is shown, and what reads the calls that
 * it then writes. What `formatExample` writes is read by `syntaxes` as that tool with that very input.
 */
export interface ToolFormat {
  readonly name: string;
  /** Reads the calls: give them to the chat store or to `createToolDetector`. */
  readonly syntaxes: readonly ToolSyntax[];
  /** Under which provider's name the syntaxes read; a syntax may differ by it. */
  readonly provider?: string | undefined;
  /** Said once, before the tools. Empty where there is nothing to say. */
  readonly guidance: string;
  /** The tool as the prompt shows it. */
  formatSchema(tool: ToolDeclaration): string;
  /** A call as the model is to write it. @param input  JSON values */
  formatExample(tool: ToolDeclaration, input: Readonly<Record<string, unknown>>): string;
}

/** Shown as code, so that nobody takes it for a call. */
export function asCode(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
