import type { FileProblem } from "../../labels.js";

/** Which files a person may send along. */
export interface FileRules {
  /** Media types (`image/*`, `application/pdf`) and endings (`.csv`). @default pictures, PDF and text */
  accept?: readonly string[] | undefined;
  /** Of one file. @default 10 MiB */
  maxBytes?: number | undefined;
  /** Files in one message. @default 10 */
  maxCount?: number | undefined;
}

export const defaultFileRules = {
  accept: ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "text/*"],
  maxBytes: 10 * 1024 * 1024,
  maxCount: 10,
} as const satisfies FileRules;

/**
 * @param count  files that are there already
 * @returns why the file cannot be sent along; undefined when it can
 */
export function judgeOutgoing(
  { name, type, size }: Pick<File, "name" | "type" | "size">,
  rules: Required<FileRules>,
  count: number,
): Exclude<FileProblem, "unreadable"> | undefined {
  const { accept = [], maxBytes = 0, maxCount = 0 } = rules;
  if (!accept.some((rule) => fits(rule.trim().toLowerCase(), name.toLowerCase(), type.toLowerCase()))) return "type";
  if (size > maxBytes) return "size";
  return count >= maxCount ? "count" : undefined;
}

function fits(rule: string, name: string, type: string): boolean {
  if (rule.startsWith(".")) return name.endsWith(rule);
  return rule.endsWith("/*") ? type.startsWith(rule.slice(0, -1)) : type === rule || rule === "*";
}

/**
 * What a rule lets in, as a person says it: `image/png` is "PNG".
 * @param kindWords  of all types of one kind, such as `image`
 */
export function ruleWords(rule: string, kindWords: (kind: string) => string): string {
  const [kind = "", subtype = ""] = rule.trim().toLowerCase().split("/");
  if (kind.startsWith(".")) return kind.slice(1).toUpperCase();
  if (subtype === "*") return kindWords(kind);
  return /^[a-z0-9]+$/.test(subtype) ? subtype.toUpperCase() : rule;
}

/** The bytes of a file as an address that holds them. Rejects where it cannot be read, as with a folder. */
export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "");
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}
