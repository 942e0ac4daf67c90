/** What was said so far, without the protocol that it came in. */
export type Line = { role: "user" | "assistant"; text: string } | ToolLine;

export interface ToolLine {
  role: "tool";
  toolName: string;
  /** As the browser sent it; in words when the call failed. */
  result: unknown;
  isError: boolean;
}

/** A stretch of words or thoughts, or a call, in the order in which the assistant writes them. */
export type Piece =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "call"; toolName: string; input: Record<string, unknown> };

/** Words, with the white space behind each. */
export function toWords(text: string): string[] {
  return text.match(/\s*\S+\s*/gu) ?? [];
}

const lengths = [1, 2, 1, 5, 3, 1, 8, 2];

/** In pieces that end wherever it hurts: inside a key, an escape, a number. */
export function cutUnevenly(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + (lengths[pieces.length % lengths.length] ?? 1);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** The result of a call, of a protocol that knows no other results than strings. */
export function readResultText(text: string): Pick<ToolLine, "result" | "isError"> {
  const failure = /^(?:error:?\s*|(?=the call was))(.+)$/isu.exec(text)?.[1];
  if (failure !== undefined) return { result: failure, isError: true };
  try {
    return { result: JSON.parse(text) as unknown, isError: false };
  } catch {
    return { result: text, isError: false };
  }
}

/** @param prefix  as the provider has it, such as `call_` */
export function createId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll("-", "").slice(0, 24);
}

/** About four characters a token. */
export function countTokens(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? "").length / 4);
}
