import { readMcpError } from "./mcp.js";
import type { ToolPart } from "./message.js";

/**
 * How far a call has come, or how it has ended. `writing`: it does not run yet, and nobody is asked. `unanswered`: nobody answered the request for approval in time, and its
 * tool was never reached.
 */
export type CallStage = "writing" | "waiting" | "running" | "done" | "failed" | "stopped" | "denied" | "unanswered";

export function callStage(part: ToolPart): CallStage {
  switch (part.state) {
    case "input-streaming":
      return "writing";
    case "input-available":
      return part.isUndecided ? "writing" : "running";
    case "approval-requested":
      return "waiting";
    case "approval-responded":
      return part.approval.approved ? "running" : "denied";
    case "output-available":
      if (part.preliminary) return "running";
      return readMcpError(part.output) === undefined ? "done" : "failed"; // stored, or another store's: never reduced here
    case "output-error":
      if (part.reason === "cancelled") return "stopped";
      return part.reason === "timed-out" && part.approval && part.approval.approved === undefined
        ? "unanswered"
        : "failed";
    case "output-denied":
      return "denied";
    default:
      part satisfies never;
      return "stopped"; // a state of another age: nothing goes on
  }
}
