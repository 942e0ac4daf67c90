import type { FinishReason } from "../stream/events.js";

const reasons = new Map<string, FinishReason>([
  ...names(
    "stop",
    "stop end_turn stop_sequence STOP completed complete done success finished chain-completed chain-complete",
  ),
  ...names("length", "length max_tokens MAX_TOKENS max_output_tokens model_context_window_exceeded"),
  ...names(
    "content-filter",
    "content-filter content_filter refusal SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE",
  ),
  ...names("content-filter", "IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION"),
  ...names("tool-calls", "tool-calls tool_calls function_call tool_use"),
  ...names("error", "error failed MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS"),
  ...names("error", "MISSING_THOUGHT_SIGNATURE MALFORMED_RESPONSE"),
  ...names("interrupted", "interrupted interrupt cancelled"),
]);

function names(reason: FinishReason, spellings: string): [string, FinishReason][] {
  return spellings.split(" ").map((spelling) => [spelling, reason]);
}

/** Why a provider stopped, in our words; `other` for a reason that is not known. */
export function toFinishReason(raw: string | undefined): FinishReason | undefined {
  return raw === undefined ? undefined : (reasons.get(raw) ?? "other");
}
