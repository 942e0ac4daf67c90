import type { ProviderMetadata } from "../stream/events.js";
import { defined, isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { errorTextOf, readErrorBody } from "./error-body.js";
import { toFinishReason } from "./finish-reason.js";
import { GeminiCalls } from "./gemini-calls.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * Gemini's `streamGenerateContent`: with `alt=sse` an event a chunk, without it one JSON array of chunks that grows.
 *     {"candidates":[{"content":{"role":"model","parts":[…]},"finishReason":"STOP"}],"usageMetadata":{…},"responseId":"…"}
 * Each chunk holds what is new. Nothing but a finish reason says that the answer is whole.
 */
export const geminiStream: Protocol = {
  framings: ["sse", "array", "lines"],
  maxRecordLength: 32 << 20, // a picture is one chunk
  open: (answer) => {
    const reading: Reading = { answer, calls: new GeminiCalls(answer), ending: {} };
    return {
      read: (value) => {
        if (!isRecord(value) || !readChunk(reading, value)) answer.unknown(value);
      },
      end: () => {
        const isWhole = reading.ending.finishReason !== undefined;
        if (isWhole) answer.finish(reading.ending);
        return isWhole || answer.hasFailed;
      },
    };
  },
};

interface Reading {
  readonly answer: Answer;
  readonly calls: GeminiCalls;
  ending: Parameters<Answer["finish"]>[0] & object;
}

/** @returns false for a record that is no chunk */
function readChunk(reading: Reading, chunk: JsonRecord): boolean {
  const { answer, ending } = reading;
  if (Object.hasOwn(chunk, "error")) {
    answer.error({ ...(readErrorBody(chunk) ?? { errorText: errorTextOf(chunk) }), scope: "run" });
    return true;
  }
  const candidates = valueAt(chunk, "candidates");
  const feedback = recordAt(chunk, "promptFeedback");
  const usage = readUsage(valueAt(chunk, "usageMetadata"));
  if (!Array.isArray(candidates) && feedback === undefined && usage === undefined) return false;
  if (!answer.hasStarted) answer.start(defined({ messageId: stringAt(chunk, "responseId") }));
  answer.ensureStep();
  if (usage !== undefined) ending.usage = usage;
  // Other candidates are other answers to the same question.
  const candidate = listAt(chunk, "candidates").find((each) => (valueAt(each, "index") ?? 0) === 0);
  if (isRecord(candidate)) readCandidate(reading, candidate);
  const blockReason = stringAt(feedback, "blockReason");
  if (blockReason !== undefined) {
    const errorText = stringAt(feedback, "blockReasonMessage") ?? `The prompt was blocked: ${blockReason}.`;
    answer.error({ errorText, code: blockReason, scope: "run", retryable: false });
  }
  return true;
}

function readCandidate(reading: Reading, candidate: JsonRecord): void {
  const { answer, calls, ending } = reading;
  for (const part of listAt(recordAt(candidate, "content"), "parts")) {
    if (!isRecord(part) || !(readContent(answer, part) || calls.read(part))) answer.unknown(part);
  }
  readSources(answer, candidate);
  const reason = stringAt(candidate, "finishReason");
  if (reason === undefined || reason === "FINISH_REASON_UNSPECIFIED") return;
  ending.finishReason = reason;
  calls.finish(reason !== "STOP");
  if (toFinishReason(reason) !== "error") return;
  const errorText = stringAt(candidate, "finishMessage") ?? `The model stopped: ${reason}.`;
  answer.error({ errorText, code: reason, scope: "step", retryable: true });
}

/** @returns false for a part that is neither text nor a file */
function readContent(answer: Answer, part: JsonRecord): boolean {
  const text = stringAt(part, "text");
  const isThought = part.thought === true;
  if (text !== undefined) {
    readText(answer, isThought ? "reasoning" : "text", text, stringAt(part, "thoughtSignature") ?? "");
    return true;
  }
  const data = recordAt(part, "inlineData");
  const file = recordAt(part, "fileData");
  const mediaType = stringAt(data ?? file, "mimeType") ?? "application/octet-stream";
  const base64 = stringAt(data, "data");
  const url = base64 === undefined ? stringAt(file, "fileUri") : `data:${mediaType};base64,${base64}`;
  if (url === undefined) return false;
  answer.blocks.pause();
  answer.emit(defined({ type: isThought ? "reasoning-file" : "file", url, mediaType, ...signed(part) }));
  return true;
}

function signed(part: JsonRecord): { providerMetadata?: ProviderMetadata | undefined } {
  const thoughtSignature = stringAt(part, "thoughtSignature");
  return thoughtSignature === undefined ? {} : { providerMetadata: { google: { thoughtSignature } } };
}

/**
 * A part that is signed must go back as it came, so it is a block of its own. A signature that comes alone, on an empty
 * part, belongs to the text before it.
 */
function readText({ blocks }: Answer, type: "text" | "reasoning", text: string, thoughtSignature: string): void {
  if (thoughtSignature === "") {
    blocks.say(type, text);
    return;
  }
  if (text !== "") blocks.pause();
  blocks.say(type, text);
  blocks.remark(type, { google: { thoughtSignature, ...(text === "" ? { isOnEmptyPart: true } : {}) } });
  blocks.pause();
}

function readSources(answer: Answer, candidate: JsonRecord): void {
  const chunks = listAt(recordAt(candidate, "groundingMetadata"), "groundingChunks");
  const grounds = chunks.map((chunk) => ["web", "retrievedContext", "maps"].map((kind) => recordAt(chunk, kind)));
  const citations = listAt(recordAt(candidate, "citationMetadata"), "citationSources");
  for (const source of [...grounds.flat(), ...citations]) {
    const url = stringAt(source, "uri");
    const title = stringAt(source, "title");
    if (url !== undefined) answer.cite(defined({ type: "source-url" as const, sourceId: url, url, title }));
  }
}
