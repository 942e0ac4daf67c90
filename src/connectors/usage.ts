import type { Usage } from "../stream/events.js";
import { isRecord, type JsonRecord } from "../stream/json-value.js";

const spellings = {
  inputTokens: [
    "inputTokens",
    "input_tokens",
    "promptTokens",
    "prompt_tokens",
    "promptTokenCount",
    "prompt_eval_count",
  ],
  outputTokens: [
    "outputTokens",
    "output_tokens",
    "completionTokens",
    "completion_tokens",
    "candidatesTokenCount",
    "eval_count",
  ],
  totalTokens: ["totalTokens", "total_tokens", "totalTokenCount"],
  reasoningTokens: ["reasoningTokens", "reasoning_tokens", "thoughtsTokenCount"],
  cachedInputTokens: [
    "cachedInputTokens",
    "cached_tokens",
    "cache_read_input_tokens",
    "cachedContentTokenCount",
    "cachedPromptTokens",
  ],
} as const satisfies Record<keyof Usage, readonly string[]>;

/** Where providers nest what belongs to a total. */
const details = ["prompt_tokens_details", "input_tokens_details", "completion_tokens_details", "output_tokens_details"];

/** Reads counts of tokens, whatever a provider calls them; undefined where there are none. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const places = [value, ...details.map((name) => value[name]).filter(isRecord)];
  const usage: Usage = {};
  for (const name of Object.keys(spellings) as (keyof Usage)[]) {
    const count = firstCount(places, spellings[name]);
    if (count !== undefined) usage[name] = count;
  }
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function firstCount(places: readonly JsonRecord[], names: readonly string[]): number | undefined {
  for (const place of places) {
    for (const name of names) {
      const count = place[name];
      if (typeof count === "number" && Number.isFinite(count)) return count;
    }
  }
  return undefined;
}
