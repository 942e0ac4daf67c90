import type { FilePart } from "../../stream/message.js";
import { judgeLink } from "../Markdown/judge-link.js";

/**
 * How a file of the conversation may be shown. `image`: its bytes are here, and are a picture. `data`: its bytes are here,
 * and can be saved. `link`: it is elsewhere, and is fetched when the person follows the link. `none`: its name alone.
 */
export type JudgedFile =
  | { kind: "image" | "data"; url: string }
  | { kind: "link"; url: string; host: string }
  | { kind: "none" };

/** UTF-16 units of an address that is a picture; more is saved rather than drawn. */
const maxImageChars = 12 * 1024 * 1024;

/** Pictures that hold no text of their own, and so no script. */
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/;
const imageTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Judged by the address itself: what it says of its type counts where the file's own word is another. */
export function judgeFile({ url, mediaType }: Pick<FilePart, "url" | "mediaType">): JudgedFile {
  if (typeof url !== "string") return { kind: "none" };
  if (url.startsWith("blob:")) return { kind: imageTypes.test(mediaType) ? "image" : "data", url };
  if (url.startsWith("data:")) {
    const isImage = url.length <= maxImageChars && imageData.test(url);
    return { kind: isImage ? "image" : "data", url };
  }
  const link = judgeLink(url);
  return link?.kind === "external" ? { kind: "link", url: link.href, host: link.host } : { kind: "none" };
}
