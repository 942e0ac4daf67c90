import { createChunkText } from "../stream/chunk-text.js";
import { Answer } from "./answer.js";
import type { Decoder } from "./connector.js";
import { readErrorBody } from "./error-body.js";
import type { DecoderOptions, Protocol } from "./protocol.js";

/** A body that is the answer's text itself. */
export function createPlainDecoder(options: DecoderOptions): Decoder {
  const answer = new Answer(options);
  const text = createChunkText();
  const say = (piece: string) => {
    if (piece !== "") answer.ensureStep();
    answer.blocks.say("text", piece);
    return answer.take();
  };
  return {
    push: (chunk) => say(text.push(chunk)),
    end: () => {
      const last = say(text.end());
      answer.finish();
      return [...last, ...answer.take()];
    },
  };
}

/** Server-sent events of a protocol that nobody knows: what they hold is the text, objects one a line. */
export const plainEvents: Protocol = {
  framings: ["sse"],
  parse: (data) => data,
  open: (answer) => ({
    read: (data, { event }) => {
      const text = String(data);
      const value = readJson(text);
      const error = readErrorBody(value);
      if (error !== undefined && (event === "error" || hasError(value))) answer.error({ ...error, scope: "run" });
      else {
        answer.ensureStep();
        answer.blocks.say("text", typeof value === "string" ? value : value === undefined ? text : `${text}\n`);
      }
    },
    end: () => true,
  }),
};

/** Undefined for what is no JSON, and for numbers: those are words too. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" || typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

export function hasError(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && first !== null && Object.hasOwn(first, "error");
}
