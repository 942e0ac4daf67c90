/** Chunks to text. Half a character waits for its other half; a byte order mark at the beginning is dropped. */
export interface ChunkText {
  push(chunk: Uint8Array | string): string;
  end(): string;
}

const byteOrderMark = "\uFEFF";

export function createChunkText(): ChunkText {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // The mark counts only before the first character.
  let isFirst = true;

  function begin(text: string): string {
    if (!isFirst || text === "") return text;
    isFirst = false;
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }

  return {
    push: (chunk) =>
      begin(typeof chunk === "string" ? decoder.decode() + chunk : decoder.decode(chunk, { stream: true })),
    end: () => begin(decoder.decode()),
  };
}
