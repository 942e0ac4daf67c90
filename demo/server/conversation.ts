/** What was said so far, without the protocol that it came in. */
export type Line = { role: "user" | "assistant"; text: string } | ToolLine;

export interface ToolLine {
  role: "tool";
  toolName: string;
  /** As the browser sent it; in words when the call failed. */
  result: unknown;
  isError: boolean;
}

/** A stretch of words, or a call, in the order in which the assistant writes them. */
export type Piece = { type: "text"; text: string } | { type: "call"; toolName: string; input: unknown };

/** Words, with the white space behind each. */
export function toWords(text: string): string[] {
  return text.match(/\s*\S+\s*/gu) ?? [];
}
