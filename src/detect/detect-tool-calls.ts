import type { StreamEvent, ToolInputErrorReason } from "../stream/events.js";
import { createToolDetector, type ToolDetectorOptions } from "./tool-detector.js";

/** A call that was found in a text. */
export interface DetectedCall {
  id: string;
  name: string;
  /** The arguments; `{}` where they could not be read. */
  args: unknown;
  /** `pending`: whole, and nobody ran it yet; `completed`, `error`: as the text says, or unreadable. */
  status: "pending" | "completed" | "error";
  result?: unknown;
  error?: string;
  /** Why the call cannot be used. */
  reason?: ToolInputErrorReason;
  /** The call's own text, where it cannot be used. */
  raw?: unknown;
  repaired?: boolean;
}

export interface Detection {
  /** The text without the calls. */
  text: string;
  reasoning: string;
  /** In the order in which they began. */
  calls: DetectedCall[];
  events: StreamEvent[];
}

/** The whole text at once, for stored messages and for tests. Cost: linear in the text. */
export function detectToolCalls(text: string, options: ToolDetectorOptions = {}): Detection {
  const detector = createToolDetector(options);
  const events = [...detector.push(text), ...detector.end()];
  const calls = new Map<string, DetectedCall>();
  let visible = "";
  let reasoning = "";
  for (const event of events) {
    if (event.type === "text-delta") visible += event.delta;
    else if (event.type === "reasoning-delta") reasoning += event.delta;
    else fold(calls, event);
  }
  return { text: visible, reasoning, calls: [...calls.values()], events };
}

function fold(calls: Map<string, DetectedCall>, event: StreamEvent): void {
  if (event.type === "tool-input-start") {
    if (calls.has(event.toolCallId)) return;
    calls.set(event.toolCallId, { id: event.toolCallId, name: event.toolName, args: {}, status: "pending" });
    return;
  }
  const call = "toolCallId" in event && event.toolCallId !== undefined ? calls.get(event.toolCallId) : undefined;
  if (call === undefined) return;
  if (event.type === "tool-input-available") {
    call.args = event.input;
    if (event.repaired) call.repaired = true;
  } else if (event.type === "tool-input-error") {
    Object.assign(call, { status: "error", error: event.errorText, reason: event.reason, raw: event.input });
  } else if (event.type === "tool-output-available") {
    Object.assign(call, { status: "completed", result: event.output });
  } else if (event.type === "tool-output-error") {
    Object.assign(call, { status: "error", error: event.errorText });
  }
}
