import { type JsonRecord, recordAt, stringAt, valueAt } from "../../stream/json-value.js";
import type { ToolApproval, ToolPart } from "../../stream/message.js";
import { keep } from "./keep-fields.js";
import type { StoredTurn } from "./stored-turn.js";

/** A tool part as this kit and the AI SDK have it; fields that its state must have and that are missing are made up. */
export function readToolPart(turn: StoredTurn, part: JsonRecord, type: string): boolean {
  const toolName = type === "dynamic-tool" ? (stringAt(part, "toolName") ?? "tool") : type.slice("tool-".length);
  const input = valueAt(part, "input");
  const facts = {
    type: type === "dynamic-tool" ? type : (type as `tool-${string}`),
    ...(type === "dynamic-tool" ? { toolName } : {}),
    toolCallId: stringAt(part, "toolCallId") ?? `tool-call-${turn.parts.length + 1}`,
  };
  const whole = keep({ ...facts, ...readState(part, input) } as unknown as ToolPart, part, toolFields);
  turn.addPart(whole);
  return true;
}

const toolFields = [
  "title",
  "providerExecuted",
  "callProviderMetadata",
  "resultProviderMetadata",
  "toolMetadata",
  "origin",
  "repaired",
  "originalInput",
  "inputText",
  "parentToolCallId",
  "progress",
  "rawInput",
  "reason",
] as const;

function readState(part: JsonRecord, input: unknown): Record<string, unknown> {
  const approval = readApproval(part);
  const kept = approval === undefined ? {} : { approval };
  const output = valueAt(part, "output");
  const errorText = stringAt(part, "errorText");
  switch (stringAt(part, "state")) {
    case "input-streaming":
      return { state: "input-streaming", input };
    case "output-available":
      return {
        state: "output-available",
        input,
        output: output ?? null,
        ...(valueAt(part, "preliminary") === true ? { preliminary: true } : {}),
        ...kept,
      };
    case "output-error":
      return {
        state: "output-error",
        input,
        errorText: errorText ?? "The tool failed.",
        ...(output === undefined ? {} : { output }),
        ...kept,
      };
    case "output-denied":
      return { state: "output-denied", input, approval: { id: "approval", ...approval, approved: false } };
    case "approval-requested":
      if (approval !== undefined) return { state: "approval-requested", input, approval };
      break;
    case "approval-responded":
      if (typeof approval?.approved === "boolean") return { state: "approval-responded", input, approval };
      break;
    case "input-available":
      return { state: "input-available", input };
    default:
  }
  if (errorText !== undefined) return { state: "output-error", input, errorText };
  return output === undefined ? { state: "input-available", input } : { state: "output-available", input, output };
}

function readApproval(part: JsonRecord): ToolApproval | undefined {
  const approval = recordAt(part, "approval");
  const id = stringAt(approval, "id");
  if (approval === undefined || id === undefined) return undefined;
  const approved = valueAt(approval, "approved");
  const fields = ["reason", "isAutomatic", "signature", "inputSchemaInput", "descriptor", "expiresAt"] as const;
  return keep({ id, ...(typeof approved === "boolean" ? { approved } : {}) }, approval, fields);
}
