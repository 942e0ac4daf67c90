import type { Usage } from "../stream/events.js";
import { defined, type JsonRecord, listAt } from "../stream/json-value.js";
import { fieldAt, textAt, typeOf } from "./ag-ui-event.js";
import type { Answer } from "./answer.js";
import { readUsage } from "./usage.js";

/** What a run says beside words and calls. @returns false for an event that is not known */
export function readAside(answer: Answer, event: JsonRecord): boolean {
  switch (typeOf(event)) {
    case "STATE_SNAPSHOT":
      answer.emit({ type: "state-snapshot", snapshot: fieldAt(event, "snapshot") });
      return true;
    case "STATE_DELTA":
      answer.emit({ type: "state-delta", delta: [...listAt(event, "delta")] });
      return true;
    case "ACTIVITY_SNAPSHOT": {
      const type = `data-${textAt(event, "activityType") ?? "activity"}` as const;
      answer.emit(defined({ type, id: textAt(event, "messageId"), data: fieldAt(event, "content") }));
      return true;
    }
    case "CUSTOM":
      answer.emit({ type: `data-${textAt(event, "name") ?? "custom"}`, data: fieldAt(event, "value") });
      return true;
    case "SUBAGENT_STARTED":
    case "SUBAGENT_FINISHED":
    case "SUBAGENT_ERROR":
      return readSubagent(answer, event);
    case "RAW":
      return true; // what the framework said before it was translated
    default:
      return false;
  }
}

const statuses = { STARTED: "started", FINISHED: "finished", ERROR: "failed" } as const;

function readSubagent(answer: Answer, event: JsonRecord): boolean {
  const subagentRunId = textAt(event, "subagentRunId");
  if (subagentRunId === undefined) return false;
  const status = statuses[typeOf(event).slice("SUBAGENT_".length) as keyof typeof statuses];
  const parent = textAt(event, "parentToolCallId");
  const facts = { name: textAt(event, "name"), parentToolCallId: parent, message: textAt(event, "message") };
  answer.emit(defined({ type: "subagent", subagentRunId, status, ...facts }));
  return true;
}

/** A pause for a call is asked of the person as its approval; what comes of it goes back under the interrupt's id. */
export function readInterrupt(answer: Answer, interrupt: unknown): void {
  const id = textAt(interrupt, "id");
  const toolCallId = textAt(interrupt, "toolCallId");
  const message = textAt(interrupt, "message");
  const reason = textAt(interrupt, "reason");
  const responseSchema = fieldAt(interrupt, "responseSchema");
  if (id === undefined) answer.unknown(interrupt);
  else if (toolCallId !== undefined) {
    const facts = { reason: message ?? reason, responseSchema, expiresAt: textAt(interrupt, "expiresAt") };
    const call = answer.calls.idOf(toolCallId);
    answer.emit(defined({ type: "tool-approval-request", approvalId: id, toolCallId: call, ...facts }));
  } else answer.emit(defined({ type: "interrupt", interruptId: id, reason, message, responseSchema }));
}

/** One entry a model, in AG-UI 1.0. */
export function readRunUsage(ending: JsonRecord): Usage | undefined {
  const known = listAt(ending, "usage")
    .map(readUsage)
    .filter((usage) => usage !== undefined);
  if (known.length <= 1) return known[0] ?? readUsage(fieldAt(ending, "usage"));
  const names = ["inputTokens", "outputTokens", "totalTokens", "reasoningTokens", "cachedInputTokens"] as const;
  return Object.fromEntries(names.map((name) => [name, known.reduce((sum, usage) => sum + (usage[name] ?? 0), 0)]));
}
