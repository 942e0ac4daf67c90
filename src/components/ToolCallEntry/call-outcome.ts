import { shownName } from "../../display/format-call.js";
import { defaultRedactor, type Redactor } from "../../display/redact.js";
import { toLine } from "../../display/visible-text.js";
import type { CallFailure, Labels } from "../../labels.js";
import { type CallStage, callStage } from "../../stream/call-stage.js";
import { cutHead } from "../../stream/cut-text.js";
import type { ToolErrorReason } from "../../stream/events.js";
import { getToolName, type ToolPart } from "../../stream/message.js";
import type { GlyphState } from "../Glyph/Glyph.js";

/** A name as it may be shown: one line, nothing hidden in it. */
export function shownToolName(part: ToolPart): string {
  return shownName(getToolName(part));
}

const states: Readonly<Record<CallStage, GlyphState>> = {
  writing: "writing",
  running: "running",
  waiting: "waiting",
  done: "done",
  failed: "error",
  stopped: "stopped",
  denied: "stopped",
  unanswered: "stopped",
};

export function callState(part: ToolPart): GlyphState {
  return states[callStage(part)];
}

/** What a call is doing or has come to, in the words of its line. */
export function callWords(part: ToolPart, labels: Labels, redactor: Redactor = defaultRedactor): string {
  const name = shownToolName(part);
  switch (callStage(part)) {
    case "writing":
      return labels.writingCall;
    case "running":
      return labels.runningTool(name);
    case "waiting":
      return labels.awaitingApproval(name);
    case "done":
      return labels.executedTool(name, resultMessage("output" in part ? part.output : undefined, redactor));
    case "denied":
      return labels.deniedTool(name);
    case "unanswered":
      return labels.unansweredTool(name);
    case "failed":
      return labels.callFailure(name, failureOf("reason" in part ? part.reason : undefined));
    default:
      return labels.stoppedTool(name);
  }
}

function failureOf(reason: ToolErrorReason | undefined): CallFailure {
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
