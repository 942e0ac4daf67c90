import { type JsonRecord, recordAt, stringAt } from "../../stream/json-value.js";
import type { MessagePart } from "../../stream/message.js";
import { firstString } from "./stored-call.js";

/** A file, an image or a sound, by its address or with its bytes. */
export function toFile(part: JsonRecord, type: string): MessagePart | undefined {
  const kind = /^(?:input_)?(file|image|audio|video|document|image_url|binary|reasoning-file)$/.exec(type)?.[1];
  if (kind === undefined) return undefined;
  const holder = recordAt(part, "source") ?? recordAt(part, "file") ?? recordAt(part, "image_url") ?? part;
  const inner = recordAt(part, "input_audio") ?? holder;
  const format = stringAt(inner, "format");
  const mediaType =
    firstString(inner, ["mediaType", "mimeType", "media_type"]) ??
    firstString(part, ["mediaType", "mimeType"]) ??
    (format === undefined ? defaultTypes.get(kind) : `audio/${format}`) ??
    "application/octet-stream";
  const address = firstString(inner, ["url", "value", "image_url", "file_data"]) ?? stringAt(part, "image_url");
  const bytes = firstString(inner, ["data", "image", "base64"]);
  const url = address !== undefined && /^[a-z][a-z+.-]*:/i.test(address) ? address : (bytes ?? address);
  if (url === undefined) return undefined;
  const filename = firstString(inner, ["filename", "name"]) ?? firstString(part, ["filename"]);
  const whole = /^[a-z][a-z+.-]*:/i.test(url) ? url : `data:${mediaType};base64,${url}`;
  if (kind === "reasoning-file") return { type: kind, mediaType, url: whole };
  return { type: "file", mediaType, url: whole, ...(filename === undefined ? {} : { filename }) };
}

const defaultTypes = new Map([
  ["image", "image/png"],
  ["image_url", "image/*"],
  ["audio", "audio/wav"],
]);
