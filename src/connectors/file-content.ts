import type { FilePart } from "../stream/message.js";

/** What a file of the conversation is to a provider. */
export type FileContent =
  /** A picture of a kind that models see; without `base64` it is somewhere else. */
  | { kind: "image"; mediaType: string; url: string; base64?: string }
  /** Text, decoded: every provider takes it. */
  | { kind: "text"; text: string }
  /** Other bytes, as a data URL and as base64. */
  | { kind: "bytes"; mediaType: string; filename: string; url: string; base64: string }
  /** Other bytes, somewhere else. */
  | { kind: "link"; mediaType: string; filename: string; url: string };

/** Reads a file part. One that is not of this page's making can hold any URL, so nothing here throws. */
export function readFileContent(part: FilePart): FileContent {
  const { url } = part;
  const data = readDataUrl(url);
  const isExact = part.mediaType !== "" && !part.mediaType.endsWith("/*");
  const mediaType = (isExact ? part.mediaType : (data?.mediaType ?? part.mediaType)).toLowerCase();
  const filename = part.filename ?? `file.${/[a-z0-9]+/.exec(mediaType.split("/")[1] ?? "")?.[0] ?? "bin"}`;
  const text = data !== undefined && isText(mediaType) ? decodeText(data.base64) : undefined;
  if (text !== undefined) return { kind: "text", text: `${filename}:\n${text}` };
  if (images.has(mediaType) && (data !== undefined || isRemote(url))) {
    return { kind: "image", mediaType, url, ...(data === undefined ? {} : { base64: data.base64 }) };
  }
  return data === undefined
    ? { kind: "link", mediaType, filename, url }
    : { kind: "bytes", mediaType, filename, url: `data:${mediaType};base64,${data.base64}`, base64: data.base64 };
}

/** What stands for a file that a provider cannot be given. */
export function toFileNote({ mediaType, filename, url }: Pick<FilePart, "mediaType" | "filename" | "url">): string {
  const where = isRemote(url) ? `: ${url}` : "";
  return `[${[filename ?? "file", `(${mediaType})`].join(" ")}${where}]`;
}

/** As a type and a subtype, without wildcards. */
export function isExactType(mediaType: string): boolean {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
}

export function isRemote(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

const images = new Set(["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/*"]);

function isText(mediaType: string): boolean {
  return /^text\/|[/+](json|xml|yaml|x-yaml|javascript|csv|toml)$/.test(mediaType.split(";")[0] ?? "");
}

/** `data:image/png;base64,…`, or percent-encoded. Source: RFC 2397. */
export function readDataUrl(url: string): { mediaType: string; base64: string } | undefined {
  const comma = url.slice(0, 5).toLowerCase() === "data:" ? url.indexOf(",") : -1;
  if (comma < 0) return undefined;
  const head = url.slice(5, comma);
  const data = url.slice(comma + 1);
  const mediaType = head.split(";")[0]?.trim() || "text/plain";
  if (/;\s*base64$/i.test(head)) return { mediaType, base64: data };
  try {
    return { mediaType, base64: toBase64(new TextEncoder().encode(decodeURIComponent(data))) };
  } catch {
    return undefined; // a `%` that encodes nothing
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function decodeText(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not base64, or not text after all
  }
}
