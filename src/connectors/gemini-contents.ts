import { defined, isRecord, type JsonRecord, stringAt, valueAt } from "../stream/json-value.js";
import type { FilePart, ReasoningPart, TextPart } from "../stream/message.js";
import { isExactType, isRemote, readDataUrl, readFileContent, toFileNote } from "./file-content.js";
import { toResultObject } from "./tool-results.js";
import { type AssistantPart, splitAtResults, type Turn, type TurnCall } from "./turns.js";
import { toWireInput, toWireName } from "./wire-calls.js";

export interface GeminiPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType: string; fileUri: string };
  functionCall?: { name: string; args: JsonRecord; id?: string };
  functionResponse?: { name: string; response: Record<string, unknown>; id?: string };
  executableCode?: JsonRecord;
  codeExecutionResult?: JsonRecord;
  toolCall?: JsonRecord;
  toolResponse?: JsonRecord;
}

export interface GeminiContent {
  role: "user" | "model";
  parts: GeminiPart[];
}

export interface GeminiContentOptions {
  /** Models from Gemini 3 on refuse the first call of a step without a signature. */
  needsSignatures: boolean;
}

/**
 * The conversation as Gemini takes it: a call follows the person's words or a result, its result follows it at once, and
 * what is signed goes back as it came.
 */
export function toGeminiContents(turns: readonly Turn[], options: GeminiContentOptions): GeminiContent[] {
  const contents: GeminiContent[] = [];
  for (const turn of turns.flatMap(splitAtResults)) {
    if (turn.role === "user") add(contents, "user", turn.parts.map(toUserPart));
    if (turn.role !== "assistant") continue;
    const parts = turn.parts.flatMap(toModelParts);
    const last = contents.at(-1);
    if (last?.role === "model") last.parts.push(...parts);
    else add(contents, "model", parts);
    if (options.needsSignatures) signFirstCall(contents.at(-1));
    const own = turn.calls.filter((call) => toServerParts(call) === undefined);
    add(contents, "user", own.map(toResponsePart));
  }
  return contents[0]?.role === "model" ? [opening, ...contents] : contents;
}

function add(contents: GeminiContent[], role: GeminiContent["role"], parts: GeminiPart[]): void {
  if (parts.length > 0) contents.push({ role, parts });
}

/** A call may not stand first. */
const opening: GeminiContent = { role: "user", parts: [{ text: "(The assistant speaks first.)" }] };

// What the person says

function toUserPart(part: TextPart | FilePart): GeminiPart {
  if (part.type === "text") return { text: part.text };
  const file = readFileContent(part);
  if (file.kind === "text") return { text: file.text };
  const { mediaType: mimeType, url } = file;
  if (isExactType(mimeType)) {
    if (file.kind !== "link" && file.base64 !== undefined) return { inlineData: { mimeType, data: file.base64 } };
    if (isRemote(url)) return { fileData: { mimeType, fileUri: url } };
  }
  return { text: toFileNote(part) };
}

// What the model says

function toModelParts(part: AssistantPart): GeminiPart[] {
  switch (part.type) {
    case "text":
      return signed(part, { text: part.text });
    case "reasoning":
      return signatureOf(part) === undefined ? [] : signed(part, { text: part.text, thought: true });
    case "file": {
      const data = readDataUrl(part.url);
      if (data === undefined || !isExactType(data.mediaType)) return [];
      return [{ inlineData: { mimeType: data.mediaType, data: data.base64 }, ...signature(signatureOf(part)) }];
    }
    case "call":
      return toServerParts(part) ?? [toCallPart(part)];
    default:
      return [];
  }
}

function signatureOf({ providerMetadata }: TextPart | ReasoningPart | FilePart): string | undefined {
  return stringAt(providerMetadata?.google, "thoughtSignature");
}

function signature(thoughtSignature: string | undefined): { thoughtSignature?: string } {
  return thoughtSignature === undefined ? {} : { thoughtSignature };
}

/** A signature that came alone stands alone again. */
function signed(block: TextPart | ReasoningPart, part: GeminiPart): GeminiPart[] {
  const thoughtSignature = signatureOf(block);
  const isAlone = valueAt(block.providerMetadata?.google, "isOnEmptyPart") === true;
  return isAlone
    ? [part, { ...part, text: "", ...signature(thoughtSignature) }]
    : [{ ...part, ...signature(thoughtSignature) }];
}

function toCallPart({ toolName, input, part }: TurnCall): GeminiPart {
  const google = part.callProviderMetadata?.google;
  const called = { name: toGeminiName(toolName), args: toWireInput(input), ...idOf(google) };
  return { functionCall: called, ...signature(stringAt(google, "thoughtSignature")) };
}

/** Results go by name and order; an id counts only where Gemini gave one. */
function toResponsePart({ toolName, outcome, part }: TurnCall): GeminiPart {
  const id = idOf(part.callProviderMetadata?.google);
  return { functionResponse: { name: toGeminiName(toolName), response: toResultObject(outcome), ...id } };
}

function idOf(google: unknown): { id?: string } {
  const id = stringAt(google, "functionCallId");
  return id === undefined ? {} : { id };
}

function toGeminiName(toolName: string): string {
  if (/^[a-zA-Z_][\w.:-]{0,63}$/.test(toolName)) return toolName;
  const name = toWireName(toolName);
  return /^[a-zA-Z_]/.test(name) ? name : `_${name.slice(0, 63)}`;
}

/** Documented for calls that no model of Gemini made. Source: ai.google.dev, "Thought signatures". */
const noSignature = "skip_thought_signature_validator";

function signFirstCall(content: GeminiContent | undefined): void {
  const first = content?.parts.find((part) => part.functionCall !== undefined);
  if (first !== undefined) first.thoughtSignature ??= noSignature;
}

/** A call that Gemini ran, with its result, as they came; undefined for any other call. */
function toServerParts({ input, toolName, part }: TurnCall): GeminiPart[] | undefined {
  const google = part.callProviderMetadata?.google;
  const kind = stringAt(google, "part");
  if (part.providerExecuted !== true || (kind !== "executableCode" && kind !== "toolCall")) return undefined;
  const output = part.state === "output-available" || part.state === "output-error" ? part.output : undefined;
  if (output === undefined) return []; // a call without its result is refused
  const own = signature(stringAt(google, "thoughtSignature"));
  const code = isRecord(input) ? input : {};
  if (kind === "executableCode") {
    return [{ executableCode: code, ...own }, { codeExecutionResult: isRecord(output) ? output : {} }];
  }
  const id = stringAt(google, "functionCallId") ?? part.toolCallId;
  return [
    { toolCall: { id, toolType: toolName, args: code }, ...own },
    { toolResponse: defined({ id, toolType: toolName, response: output }) },
  ];
}
