import { approvalReasons } from "../../chat/approvals.js";
import { toLine } from "../../display/visible-text.js";
import type { Labels } from "../../labels.js";
import { shownToolName } from "../ToolCallEntry/call-outcome.js";
import type { WaitingCall } from "./waiting-calls.js";

/** Why a call is asked about, in words; empty where its tool always asks. A reason of the back end stands as it came. */
export function reasonWords(call: WaitingCall, labels: Labels): string {
  const reason: unknown = call.approval.reason;
  const name = shownToolName(call);
  if (reason === approvalReasons.repeated) return labels.repeatedCall(name);
  if (reason === approvalReasons.reloaded) return labels.interruptedByReload(name);
  return typeof reason === "string" && reason.trim() !== "" ? labels.reasonGiven(toLine(reason, 500)) : "";
}
