import { parseLenientJson } from "../../stream/lenient-json.js";
import type { Reading } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import type { ArgumentWriter } from "./argument-writer.js";
import { argumentKeys } from "./json-call.js";
import { type KeyRole, scanJson } from "./scan-json.js";

const namingKeys: readonly string[] = ["name", "tool", "id"];

/**
 * All arguments as one JSON object, in place of tags; the source stands on its bracket:
 *
 *     {"city":"Oslo"}      or, where the tool has no such arguments of its own,      {"arguments":{"city":"Oslo"}}
 *
 * @returns `cut` when the stream ended inside it; a fault is told to `out`, and reading stops where the object is broken
 */
export function* readJsonBody(context: SyntaxContext, toolName: string, out: ArgumentWriter): Reading<"whole" | "cut"> {
  const own = context.tools.parameters(toolName);
  const isArguments = (key: string) => (argumentKeys as readonly string[]).includes(key) && !own.includes(key);
  let isWrapped: boolean | undefined; // told by the first key
  let early = ""; // what came before it
  const roleOf = (key: string): KeyRole => {
    isWrapped ??= isArguments(key) || (namingKeys.includes(key) && !own.includes(key) && own.length > 0);
    return isWrapped && isArguments(key) ? "input" : "other";
  };
  const scan = yield* scanJson(context.source, {
    watch: { key: roleOf, name: ignore, id: ignore, input: (jsonText) => out.showJson(jsonText) },
    onText: (jsonText) => {
      if (isWrapped === undefined) early += jsonText;
      else if (!isWrapped) out.showJson(early + jsonText);
      if (isWrapped !== undefined) early = "";
    },
    stopsWhereBroken: true,
  });
  if (scan.end === "cut") return "cut";
  if (isWrapped === undefined) out.showJson(early);
  const read = parseLenientJson(scan.text);
  if ("error" in read) {
    out.fail(`The arguments are not readable as JSON: ${read.error}`);
    return "whole";
  }
  const whole = toRecord(read.value);
  const inner = isWrapped ? Object.entries(whole ?? {}).find(([key]) => isArguments(key)) : undefined;
  const input = isWrapped ? toRecord(inner === undefined ? {} : decodeOnce(inner[1])) : whole;
  if (input === undefined) out.fail("The arguments are not an object.");
  else out.setJson(input);
  out.repaired ||= read.repaired;
  return "whole";
}

function ignore(): void {
  // The call's name stands in its tag.
}

function decodeOnce(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const read = parseLenientJson(value);
  return "error" in read ? value : read.value;
}

function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
