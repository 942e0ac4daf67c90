import { defined, isRecord, type JsonRecord, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import type { CallFacts } from "./calls.js";
import { errorTextOf } from "./error-body.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/** The parts of `streamText().fullStream`, AI SDK 4 to 7, forwarded as JSON lines or server-sent events. */
export const aiSdkParts: Protocol = {
  framings: ["lines", "sse"],
  open: (answer) => ({
    read: (value) => {
      if (!isRecord(value) || !(readLifecycle(answer, value) || readPart(answer, value))) answer.unknown(value);
    },
    end: () => answer.isOver || answer.hasFailed,
  }),
};

/** What frames the content. @returns false for a part that does not */
function readLifecycle(answer: Answer, part: JsonRecord): boolean {
  const ending = {
    finishReason: stringAt(part, "finishReason"),
    usage: readUsage(part.totalUsage ?? part.usage),
  };
  switch (part.type) {
    case "start":
      answer.start();
      return true;
    case "step-start":
    case "start-step":
      answer.start({ messageId: stringAt(part, "messageId") });
      answer.startStep();
      return true;
    case "step-finish":
    case "finish-step":
      answer.blocks.endAll();
      answer.finishStep(ending);
      return true;
    case "finish":
      answer.finish(ending);
      return true;
    default:
      return false;
  }
}

/**
 * Reads one part of content, whichever version wrote it: names differ, meanings do not.
 * @returns false for a part that is not known
 */
export function readPart(answer: Answer, part: JsonRecord): boolean {
  switch (part.type) {
    case "text-start":
    case "reasoning-start":
      answer.blocks.start(blockType(part), stringAt(part, "id") ?? "", metadataOf(part));
      return true;
    case "text-delta":
    case "reasoning-delta":
    case "reasoning":
      readDelta(answer, part);
      return true;
    case "text-end":
    case "reasoning-end":
      answer.blocks.end(blockType(part), stringAt(part, "id") ?? "", {
        ...metadataOf(part),
        citations: valueAt(part, "citations"),
      });
      return true;
    case "reasoning-signature":
      answer.blocks.remark("reasoning", { aiSdk: { signature: valueAt(part, "signature") } });
      return true;
    case "redacted-reasoning":
      answer.blocks.start("reasoning", "redacted", {
        kind: "redacted",
        providerMetadata: { aiSdk: { redactedData: valueAt(part, "data") } },
      });
      answer.blocks.end("reasoning", "redacted");
      return true;
    case "error":
      answer.error({ errorText: errorTextOf(valueAt(part, "error")), scope: "run" });
      return true;
    case "abort":
      answer.abort(stringAt(part, "reason"));
      return true;
    case "source":
      readSource(answer, recordAt(part, "source") ?? part);
      return true;
    case "file":
    case "reasoning-file":
      readFile(answer, part.type, recordAt(part, "file") ?? part);
      return true;
    case "tool-input-end":
    case "raw":
    case "ping":
    case "custom":
      return true;
    default:
      return readCallPart(answer, part);
  }
}

function blockType(part: JsonRecord): "text" | "reasoning" {
  return stringAt(part, "type")?.startsWith("text") ? "text" : "reasoning";
}

function metadataOf(part: JsonRecord): Pick<CallFacts, "providerMetadata"> {
  return defined({ providerMetadata: recordAt(part, "providerMetadata") as CallFacts["providerMetadata"] });
}

function readDelta(answer: Answer, part: JsonRecord): void {
  const delta = stringAt(part, "textDelta") ?? stringAt(part, "text") ?? stringAt(part, "delta") ?? "";
  const id = stringAt(part, "id");
  const type = blockType(part);
  // Some back ends name the block in its deltas and announce it nowhere.
  if (id !== undefined && answer.blocks.isOpen(type, id)) answer.blocks.delta(type, id, delta, metadataOf(part));
  else answer.blocks.say(type, delta, metadataOf(part));
}

function readCallPart(answer: Answer, part: JsonRecord): boolean {
  const { calls } = answer;
  const id = stringAt(part, "toolCallId") ?? stringAt(part, "id");
  const toolName = stringAt(part, "toolName") ?? "";
  switch (part.type) {
    case "tool-call-streaming-start":
    case "tool-input-start":
      calls.begin(toolName, id, factsOf(part));
      return true;
    case "tool-call-delta":
    case "tool-input-delta": {
      const delta =
        stringAt(part, "inputTextDelta") ?? stringAt(part, "argsTextDelta") ?? stringAt(part, "delta") ?? "";
      const call = calls.find(id) ?? (toolName === "" ? undefined : calls.begin(toolName, id));
      if (call !== undefined) calls.write(call, delta);
      return call !== undefined;
    }
    case "tool-call": {
      const input = valueAt(part, "input") ?? valueAt(part, "args");
      if (part.invalid === true) {
        const errorText = errorTextOf(valueAt(part, "error"));
        calls.reject(toolName, id, { errorText, input }, factsOf(part));
      } else calls.add(toolName, id, { value: input }, factsOf(part));
      return true;
    }
    case "tool-approval-request": {
      const toolCallId = stringAt(valueAt(part, "toolCall"), "toolCallId") ?? id;
      const approvalId = stringAt(part, "approvalId") ?? toolCallId;
      if (toolCallId === undefined || approvalId === undefined) return false;
      answer.emit({ type: "tool-approval-request", approvalId, toolCallId: calls.idOf(toolCallId) });
      return true;
    }
    default:
      return id !== undefined && readOutput(answer, part, id);
  }
}

function readOutput(answer: Answer, part: JsonRecord, id: string): boolean {
  switch (part.type) {
    case "tool-result": {
      const output = valueAt(part, "output") ?? valueAt(part, "result") ?? null;
      answer.output(id, { output, ...(part.preliminary === true ? { preliminary: true } : {}) });
      return true;
    }
    case "tool-error":
      answer.outputError(id, { errorText: errorTextOf(valueAt(part, "error")) });
      return true;
    case "tool-output-denied":
      answer.emit({ type: "tool-output-denied", toolCallId: answer.calls.idOf(id) });
      return true;
    default:
      return false;
  }
}

function factsOf(part: JsonRecord): CallFacts {
  return defined({
    providerExecuted: part.providerExecuted === true ? true : undefined,
    dynamic: typeof part.dynamic === "boolean" ? part.dynamic : undefined,
    title: stringAt(part, "title"),
    inputEncoding: part.inputEncoding === "text" ? "text" : undefined,
    ...metadataOf(part),
  });
}

/** Also what the v4 data stream calls a source. */
export function readSource(answer: Answer, source: JsonRecord): void {
  const sourceId = stringAt(source, "id") ?? stringAt(source, "url") ?? "source";
  const title = stringAt(source, "title");
  const url = stringAt(source, "url");
  if (url !== undefined) answer.emit(defined({ type: "source-url", sourceId, url, title }));
  else {
    const mediaType = stringAt(source, "mediaType") ?? "application/octet-stream";
    const filename = stringAt(source, "filename");
    answer.emit(defined({ type: "source-document", sourceId, mediaType, title: title ?? sourceId, filename }));
  }
}

/** Also what the v4 data stream calls a file. */
export function readFile(answer: Answer, type: "file" | "reasoning-file", file: JsonRecord): void {
  const mediaType = stringAt(file, "mediaType") ?? stringAt(file, "mimeType") ?? "application/octet-stream";
  const base64 = stringAt(file, "base64") ?? stringAt(file, "data");
  const url = stringAt(file, "url") ?? (base64 === undefined ? undefined : `data:${mediaType};base64,${base64}`);
  if (url === undefined) answer.unknown(file);
  else answer.emit({ type, mediaType, url });
}
