import type { SourceDocumentEvent, SourceUrlEvent } from "../stream/events.js";
import { defined, stringAt } from "../stream/json-value.js";

/** What an answer is drawn from, as OpenAI and those who speak like it cite it: a page or a file. */
export function toSource(citation: unknown): SourceUrlEvent | SourceDocumentEvent | undefined {
  const url = stringAt(citation, "url");
  const title = stringAt(citation, "title");
  if (url !== undefined) return defined({ type: "source-url" as const, sourceId: url, url, title });
  const sourceId = stringAt(citation, "file_id");
  if (sourceId === undefined) return undefined;
  const filename = stringAt(citation, "filename");
  return defined({
    type: "source-document" as const,
    sourceId,
    mediaType: "application/octet-stream",
    title: title ?? filename ?? sourceId,
    filename,
  });
}
