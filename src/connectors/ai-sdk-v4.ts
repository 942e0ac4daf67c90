import { isRecord, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import { readFile, readSource } from "./ai-sdk-parts.js";
import type { Answer } from "./answer.js";
import { errorTextOf } from "./error-body.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

interface Line {
  code: string;
  value: unknown;
}

/**
 * The AI SDK 4 data stream: one `CODE:JSON` a line.
 *     f:{"messageId":"msg-1"}
 *     0:"Hello"
 *     d:{"finishReason":"stop"}
 * Source: `@ai-sdk/ui-utils`, data-stream-parts.
 */
export const aiSdkV4: Protocol = {
  framings: ["lines"],
  parse: (data): Line => {
    const colon = data.indexOf(":");
    return { code: data.slice(0, Math.max(colon, 0)).trim(), value: JSON.parse(data.slice(colon + 1)) };
  },
  open: (answer) => ({
    read: (line) => {
      const { code, value } = line as Line; // what `parse` made
      if (!(readContent(answer, code, value) || readFrame(answer, code, value))) answer.unknown(line);
    },
    end: () => answer.isOver || answer.hasFailed,
  }),
};

function readContent(answer: Answer, code: string, value: unknown): boolean {
  const { blocks, calls } = answer;
  const id = stringAt(value, "toolCallId");
  const toolName = stringAt(value, "toolName") ?? "";
  switch (code) {
    case "0":
    case "g":
      blocks.say(code === "0" ? "text" : "reasoning", typeof value === "string" ? value : "");
      return true;
    case "9":
      calls.add(toolName, id, { value: valueAt(value, "args") });
      return true;
    case "a":
      if (id !== undefined) answer.output(id, { output: valueAt(value, "result") ?? null });
      return id !== undefined;
    case "b":
      calls.begin(toolName, id);
      return true;
    case "c": {
      const call = calls.find(id);
      if (call !== undefined) calls.write(call, stringAt(value, "argsTextDelta") ?? "");
      return call !== undefined;
    }
    case "h":
      if (isRecord(value)) readSource(answer, value);
      return isRecord(value);
    case "i":
      blocks.start("reasoning", "redacted", {
        kind: "redacted",
        providerMetadata: { aiSdk: { redactedData: valueAt(value, "data") } },
      });
      blocks.end("reasoning", "redacted");
      return true;
    case "j":
      blocks.remark("reasoning", { aiSdk: { signature: valueAt(value, "signature") } });
      return true;
    case "k":
      if (isRecord(value)) readFile(answer, "file", value);
      return isRecord(value);
    default:
      return false;
  }
}

function readFrame(answer: Answer, code: string, value: unknown): boolean {
  const ending = { finishReason: stringAt(value, "finishReason"), usage: readUsage(recordAt(value, "usage")) };
  switch (code) {
    case "2":
      for (const data of Array.isArray(value) ? value : [value]) answer.emit({ type: "data-v4", data });
      return true;
    case "3":
      answer.error({ errorText: errorTextOf(value), scope: "run" });
      return true;
    case "8":
      answer.emit({ type: "message-metadata", messageMetadata: { annotations: value } });
      return true;
    case "d":
      answer.finish(ending);
      return true;
    case "e":
      answer.finishStep(ending);
      return true;
    case "f":
      answer.start({ messageId: stringAt(value, "messageId") });
      answer.startStep();
      return true;
    default:
      return false;
  }
}
