"use client";

import { useContext } from "react";
import type { Labels } from "../../labels.js";
import { LabelsContext } from "./chat-context.js";

/** The words of the nearest `ChatProvider`; English outside of one. */
export function useLabels(): Labels {
  return useContext(LabelsContext);
}
