"use client";

import { createContext } from "react";

/** A person's answer to a call that waits, as an app hands it to its back end. */
export interface ApprovalAnswer {
  toolCallId: string;
  approvalId: string;
  approved: boolean;
  /** For the model, when the call is denied. */
  reason?: string;
  /** `always`: later calls of this tool are not to be asked about. Absent: once. */
  scope?: "once" | "always";
  /** The arguments as the person changed them. Absent: as the model wrote them. */
  input?: unknown;
}

/** Carries out an answer. One that rejects leaves the call waiting, and it can be answered again. */
export type OnApprove = (answer: ApprovalAnswer) => unknown;

/** Where answers go in place of a store; undefined: to the store that holds the call. */
export const ApprovalContext = createContext<OnApprove | undefined>(undefined);
