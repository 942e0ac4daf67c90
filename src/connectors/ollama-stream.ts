import { isRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { readErrorBody } from "./error-body.js";
import type { Protocol } from "./protocol.js";
import { readUsage } from "./usage.js";

/**
 * Ollama's `/api/chat`: one object a line, words as deltas, calls whole.
 *     {"message":{"role":"assistant","content":"Hi"},"done":false}
 *     {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":8}
 */
export const ollamaStream: Protocol = {
  framings: ["lines", "sse"],
  open: (answer) => ({
    read: (value) => {
      const error = valueAt(value, "error") === undefined ? undefined : readErrorBody(value);
      if (error !== undefined) answer.error({ ...error, scope: "run" });
      else if (!isRecord(value) || answer.isOver || !(isRecord(value.message) || value.done === true)) {
        answer.unknown(value);
      } else {
        answer.ensureStep();
        readMessage(answer, recordAt(value, "message"));
        if (value.done === true)
          answer.finish({ finishReason: stringAt(value, "done_reason"), usage: readUsage(value) });
      }
    },
    end: () => answer.isOver || answer.hasFailed,
  }),
};

function readMessage(answer: Answer, message: unknown): void {
  answer.blocks.say("reasoning", stringAt(message, "thinking") ?? "");
  answer.blocks.say("text", stringAt(message, "content") ?? "");
  for (const entry of listAt(message, "tool_calls")) {
    const called = recordAt(entry, "function");
    const toolName = stringAt(called, "name") ?? "";
    if (toolName === "") {
      answer.unknown(entry);
      continue;
    }
    const input = valueAt(called, "arguments");
    const call = answer.calls.announce(toolName, stringAt(entry, "id") || undefined);
    answer.calls.finish(call, typeof input === "string" ? { text: input } : { value: input });
  }
}
