import type { ComponentType, ReactNode } from "react";
import { callError } from "../../chat/message.js";
import { getToolName, type ToolPart } from "../../stream/message.js";
import type { ToolDefinition } from "../../tools/definition.js";
import { callState } from "../ToolCallEntry/call-outcome.js";

/**
 * What a tool's own card is given. A field exists in the states that have it. Arguments that are still being written, or
 * did not come whole, are as far as they are certain; a call that ran had arguments that fit its schema.
 */
export type ToolCardProps<Input = unknown, Output = unknown> = {
  toolCallId: string;
  toolName: string;
  /** The call as its message holds it. */
  part: ToolPart;
} & (
  | { state: "writing" | "stopped"; input: Partial<Input> | undefined }
  | { state: "running"; input: Input /** What the tool says of its progress. */; progress: unknown }
  | { state: "waiting"; input: Input }
  | { state: "done"; input: Input; output: Output }
  | { state: "error"; input: Partial<Input> | undefined; errorText: string }
);

/**
 * A card for the calls of one tool: `const WeatherCard: ToolCard<typeof getWeather> = ({ state, input }) => …`. A function:
 * a class's `defaultProps` would keep it out of `ToolRenderers`.
 */
export type ToolCard<Tool> =
  Tool extends ToolDefinition<infer Input, infer Output> ? (props: ToolCardProps<Input, Output>) => ReactNode : never;

/** Cards by the names of their tools. */
export type ToolRenderers = Readonly<Record<string, ComponentType<ToolCardProps<never, never>>>>;

export function toCardProps(part: ToolPart): ToolCardProps {
  const facts = { toolCallId: part.toolCallId, toolName: getToolName(part), part };
  const { input } = part;
  const partial = isRecord(input) ? input : undefined;
  const state = callState(part);
  if (part.state === "output-available" && state === "done") return { ...facts, state, input, output: part.output };
  if (state === "error") return { ...facts, state, input: partial, errorText: callError(part) ?? "" };
  if (state === "waiting") return { ...facts, state, input };
  if (state === "running") return { ...facts, state, input, progress: progressOf(part) };
  return { ...facts, state: state === "writing" ? state : "stopped", input: partial };
}

function progressOf(part: ToolPart): unknown {
  if (part.state === "output-available") return part.output; // the result as far as it came
  return part.state === "input-available" ? part.progress : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
