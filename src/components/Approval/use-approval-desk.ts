"use client";

import { useContext, useState } from "react";
import { approvalReasons } from "../../chat/approvals.js";
import type { ApprovalDecision } from "../../chat/state.js";
import { formatArguments } from "../../display/format-arguments.js";
import { createRedactor, type Redactor } from "../../display/redact.js";
import { getToolName } from "../../stream/message.js";
import type { ToolDefinition } from "../../tools/definition.js";
import { useCallStore } from "../ChatProvider/use-call-store.js";
import { useToolManners } from "../ChatProvider/use-tool-manners.js";
import { ApprovalContext } from "./approval-context.js";
import type { WaitingCall } from "./waiting-calls.js";

/** What can be done about calls that wait. */
export interface ApprovalDesk {
  answer: (call: WaitingCall, decision: ApprovalDecision) => void;
  /** The answer is on its way. */
  isAnswered: (call: WaitingCall) => boolean;
  /** The tool, where its arguments can be changed here: none of them is one that may not be shown. */
  editable: (call: WaitingCall) => ToolDefinition | undefined;
  canAllowAlways: (call: WaitingCall) => boolean;
  /** Ends the whole turn. */
  stop: (() => void) | undefined;
}

/**
 * Where the answers go: to the app's own function, or to the store that holds the calls. Undefined where there is neither:
 * the calls are then only shown. What the app's function cannot be relied on to do (changed arguments, a standing
 * permission) is not offered.
 */
export function useApprovalDesk(first: WaitingCall | undefined): ApprovalDesk | undefined {
  const onApprove = useContext(ApprovalContext);
  const store = useCallStore(first);
  const manners = useToolManners();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  if (onApprove === undefined && store === undefined) return undefined;
  const setOne = (id: string, isAnswered: boolean) =>
    setAnswered((old) => new Set(isAnswered ? [...old, id] : [...old].filter((each) => each !== id)));
  const toApp = async ({ toolCallId, approval: { id } }: WaitingCall, { approved, reason }: ApprovalDecision) => {
    setOne(id, true);
    try {
      await onApprove?.({ toolCallId, approvalId: id, approved, ...(reason === undefined ? {} : { reason }) });
    } catch (error) {
      console.error("tooltalk: onApprove failed, and the call still waits.", error);
      setOne(id, false);
    }
  };
  const state = onApprove === undefined ? store?.getState() : undefined;
  const toolOf = (call: WaitingCall) => {
    const tool = call.providerExecuted ? undefined : state?.getTool(getToolName(call));
    return tool?.execute === undefined ? undefined : tool;
  };
  return {
    answer: (call, decision) => {
      if (state === undefined) void toApp(call, decision);
      else state.respondToApproval(call.approval.id, decision);
    },
    isAnswered: (call) => answered.has(call.approval.id),
    editable: (call) => (hidesSome(call.input, manners.of(call).redactor) ? undefined : toolOf(call)),
    // The other reasons to ask stay reasons, whatever was allowed for good.
    canAllowAlways: (call) =>
      toolOf(call) !== undefined && !Object.values<unknown>(approvalReasons).includes(call.approval.reason),
    stop: state?.stop,
  };
}

const openRedactor = createRedactor([]);

function hidesSome(input: unknown, redactor: Redactor): boolean {
  const maxChars = 64 * 1024;
  return formatArguments(input, maxChars, redactor).text !== formatArguments(input, maxChars, openRedactor).text;
}
