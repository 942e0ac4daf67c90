import type { Fold } from "./literals.js";

/**
 * DeepSeek's tokens as models and servers spell them: bars U+FF5C or ASCII; gaps U+2581, a low line (also escaped) or a
 * blank. Tokens are written here with ASCII bars and low lines.
 */
export const barFold: Fold = (code) => {
  if (code === 0xff5c) return 0x7c;
  if (code === 0x2581 || code === 0x20) return 0x5f;
  return code === 0x5c ? 0 : code;
};

/** The ways to write a token: all its bars alike, all its gaps alike. */
export function tokenSpellings(token: string): string[] {
  return ["｜", "|"].flatMap((bar) =>
    ["▁", "_", " ", "\\_"].map((gap) => token.replaceAll("|", bar).replaceAll("_", gap)),
  );
}
