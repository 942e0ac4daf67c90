import type { FilePart } from "../../stream/message.js";
import { judgeLink } from "../Markdown/judge-link.js";

/**
 * How a file of the conversation may be shown. `image`, `audio`: its bytes are here, to be seen or heard. `data`: its bytes are here,
 * and can be saved. `link`: it is elsewhere, and is fetched when the person follows the link. `none`: its name alone.
 */
export type JudgedFile =
  | { kind: "image" | "audio" | "data"; url: string }
  | { kind: "link"; url: string; host: string }
  | { kind: "none" };

/** UTF-16 units of an address that is a picture or a sound; more is saved rather than drawn. */
const maxChars = 12 * 1024 * 1024;

/** Pictures that hold no text of their own, and so no script. */
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/;
const imageTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const audioData =
  /^data:audio\/(?:mpeg|mp3|mp4|x-m4a|aac|wav|x-wav|wave|ogg|opus|webm|flac)(?:;codecs=[\w.]+)?;base64,/;
const audioTypes = /^audio\/(?:mpeg|mp3|mp4|x-m4a|aac|wav|x-wav|wave|ogg|opus|webm|flac)(?:;codecs=[\w.]+)?$/;

/** Judged by the address itself: what it says of its type counts where the file's own word is another. */
export function judgeFile({ url, mediaType }: Pick<FilePart, "url" | "mediaType">): JudgedFile {
  if (typeof url !== "string") return { kind: "none" };
  if (url.startsWith("blob:")) return { kind: kindOf(mediaType, imageTypes, audioTypes), url };
  if (url.startsWith("data:")) {
    return { kind: url.length <= maxChars ? kindOf(url, imageData, audioData) : "data", url };
  }
  const link = judgeLink(url);
  return link?.kind === "external" ? { kind: "link", url: link.href, host: link.host } : { kind: "none" };
}

function kindOf(text: string, image: RegExp, audio: RegExp): "image" | "audio" | "data" {
  if (image.test(text)) return "image";
  return audio.test(text) ? "audio" : "data";
}
