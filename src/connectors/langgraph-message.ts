import { isRecord, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";

/** A LangChain message, however it was written down. */
export interface GraphMessage {
  type: "chunk" | "ai" | "tool" | "other";
  id: string | undefined;
  fields: JsonRecord;
}

/**
 * Reads a message as an object (`{ type: "ai", … }`), or as a constructor:
 *     { "lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessageChunk"], "kwargs": { … } }
 */
export function readGraphMessage(value: unknown): GraphMessage {
  const kwargs = recordAt(value, "kwargs");
  const name = kwargs === undefined ? stringAt(value, "type") : listAt(value, "id").at(-1);
  const fields = kwargs ?? (isRecord(value) ? value : {});
  // A chunk may call itself a whole message; what it has of a chunk is this field.
  const isChunk = Array.isArray(valueAt(fields, "tool_call_chunks"));
  const type = typeof name === "string" ? (types.get(name) ?? "other") : "other";
  return { type: type === "ai" && isChunk ? "chunk" : type, id: stringAt(fields, "id"), fields };
}

const types = new Map<string, GraphMessage["type"]>([
  ["AIMessageChunk", "chunk"],
  ["AIMessage", "ai"],
  ["ai", "ai"],
  ["assistant", "ai"],
  ["ToolMessage", "tool"],
  ["ToolMessageChunk", "tool"],
  ["tool", "tool"],
]);

export function textOf(fields: JsonRecord): string {
  const content = valueAt(fields, "content");
  if (typeof content === "string") return content;
  const texts = listAt(fields, "content").map((block) =>
    typeof block === "string" ? block : isText(block) ? (stringAt(block, "text") ?? "") : "",
  );
  return texts.join("");
}

function isText(block: unknown): boolean {
  const type = stringAt(block, "type");
  return type === "text" || type === "output_text" || type === "text_delta";
}

/** Thoughts stand in the content, or beside it; a message that has both says the same twice. */
export function reasoningOf(fields: JsonRecord): string {
  const inContent = listAt(fields, "content").map(thoughtOf).join("");
  if (inContent !== "") return inContent;
  const beside = recordAt(fields, "additional_kwargs");
  const summary = listAt(recordAt(beside, "reasoning"), "summary").map((part) => stringAt(part, "text") ?? "");
  return stringAt(beside, "reasoning_content") ?? summary.join("");
}

function thoughtOf(block: unknown): string {
  switch (stringAt(block, "type")) {
    case "thinking":
      return stringAt(block, "thinking") ?? "";
    case "reasoning": {
      const summary = listAt(block, "summary").map((part) => stringAt(part, "text") ?? "");
      return stringAt(block, "reasoning") ?? stringAt(block, "text") ?? summary.join("");
    }
    case "reasoning_content":
      return stringAt(recordAt(block, "reasoning_content"), "text") ?? "";
    default:
      return "";
  }
}
