import { shownName } from "../../display/format-call.js";
import { defaultRedactor, type Redactor } from "../../display/redact.js";
import { toLine } from "../../display/visible-text.js";
import type { CallFailure, Labels } from "../../labels.js";
import { cutHead } from "../../stream/cut-text.js";
import { getToolName, type ToolPart } from "../../stream/message.js";
import type { GlyphState } from "../Glyph/Glyph.js";

/** A name as it may be shown: one line, nothing hidden in it. */
export function shownToolName(part: ToolPart): string {
  return shownName(getToolName(part));
}

export function callState(part: ToolPart): GlyphState {
  switch (part.state) {
    case "input-streaming":
      return "writing";
    case "input-available":
      return "running";
    case "approval-requested":
      return "waiting";
    case "approval-responded":
      return part.approval.approved ? "running" : "stopped";
    case "output-available":
      return part.preliminary ? "running" : "done";
    case "output-error":
      return part.reason === "cancelled" || isUnanswered(part) ? "stopped" : "error";
    case "output-denied":
      return "stopped";
    default:
      part satisfies never;
      return "stopped"; // a state of another age: nothing goes on
  }
}

/** What a call is doing or has come to, in the words of its line. */
export function callWords(part: ToolPart, labels: Labels, redactor: Redactor = defaultRedactor): string {
  const name = shownToolName(part);
  const state = callState(part);
  if (state === "writing") return labels.writingCall;
  if (state === "running") return labels.runningTool(name);
  if (state === "waiting") return labels.awaitingApproval(name);
  if (part.state === "output-available") return labels.executedTool(name, resultMessage(part.output, redactor));
  if (isDenied(part)) return labels.deniedTool(name);
  if (isUnanswered(part)) return labels.unansweredTool(name);
  if (state === "stopped" || part.state !== "output-error") return labels.stoppedTool(name);
  return labels.callFailure(name, failureOf(part.reason));
}

export function isDenied(part: ToolPart): boolean {
  return part.state === "output-denied" || (part.state === "approval-responded" && !part.approval.approved);
}

/** The request for approval ran out of time: its tool was never reached. */
export function isUnanswered(part: ToolPart): boolean {
  if (part.state !== "output-error" || part.reason !== "timed-out") return false;
  return part.approval !== undefined && part.approval.approved === undefined;
}

function failureOf(reason: Extract<ToolPart, { state: "output-error" }>["reason"]): CallFailure {
  switch (reason) {
    case "unknown-tool":
      return "unavailable";
    case "incomplete":
    case "malformed":
    case "invalid":
      return "invalid";
    default:
      return "failed";
  }
}

/** The result's own `message`, when it is a text; never a getter or what it inherits. */
function resultMessage(output: unknown, redactor: Redactor): string | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  try {
    const message: unknown = Object.getOwnPropertyDescriptor(output, "message")?.value;
    if (typeof message !== "string" || output instanceof Error || redactor.hides("message", message)) return undefined;
    return toLine(redactor.text(cutHead(message, 4096)), 500);
  } catch {
    return undefined; // a revoked proxy
  }
}
