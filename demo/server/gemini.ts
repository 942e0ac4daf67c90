import type { GenerateContentResponse, Part, PartialArg } from "@google/genai";
import { z } from "zod";
import { countTokens, createId, cutUnevenly, type Line, type Piece, toWords } from "./conversation.js";
import { createWireBackend, Refusal, toSse } from "./wire-backend.js";

const name = z.string().regex(/^[a-zA-Z_][\w.:-]{0,63}$/u);
const values = z.record(z.string(), z.unknown());

const part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z.strictObject({ name, args: values, id: z.string().optional() }).optional(),
  functionResponse: z.strictObject({ name, response: values, id: z.string().optional() }).optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional(),
  fileData: z.object({ mimeType: z.string(), fileUri: z.string() }).optional(),
});

const requestBody = z.object({
  contents: z.array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(part).nonempty() })).nonempty(),
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name })).default([]) })).optional(),
  toolConfig: z
    .object({ functionCallingConfig: z.object({ streamFunctionCallArguments: z.boolean().optional() }).optional() })
    .optional(),
});

type Body = z.infer<typeof requestBody>;
type WirePart = z.infer<typeof part>;

/** Gemini's `streamGenerateContent` with `alt=sse`; the model stands in the path. */
export const geminiBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ contents, tools = [] }, { url }) => {
    const lines = readContents(contents);
    if (/gemini-(?:[3-9]|\d\d)/u.test(url)) checkSignatures(contents);
    return { lines, tools: tools.flatMap((tool) => tool.functionDeclarations.map((each) => each.name)) };
  },
  write,
  contentType: "text/event-stream",
  refuse: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
});

function readContents(contents: Body["contents"]): Line[] {
  let open: string[] = [];
  const lines = contents.flatMap(({ role, parts }, index): Line[] => {
    const calls = parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.name]));
    const results = parts.flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse]));
    if (results.length > 0 && open.length === 0) {
      throw new Refusal("Please ensure that function response turn comes immediately after a function call turn.");
    }
    checkResults(
      open,
      results.map((result) => result.name),
    );
    if (calls.length > 0 && (role === "user" || contents[index - 1]?.role !== "user")) {
      throw new Refusal(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    }
    open = calls;
    return [
      ...results.map((result): Line => ({ role: "tool", toolName: result.name, ...readResponse(result.response) })),
      ...textsOf(parts).map((text): Line => ({ role: role === "user" ? "user" : "assistant", text })),
    ];
  });
  checkResults(open, []);
  return lines;
}

function checkResults(calls: readonly string[], results: readonly string[]): void {
  if (calls.length === results.length && calls.every((name, index) => name === results[index])) return;
  throw new Refusal(
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  );
}

function textsOf(parts: readonly WirePart[]): string[] {
  return parts.flatMap(({ text = "", thought }) => (text === "" || thought === true ? [] : [text]));
}

/** By convention, `output` or `error`; a result that is an object may stand there itself. */
function readResponse({ error, ...response }: Record<string, unknown>) {
  if (error !== undefined) return { result: error, isError: true };
  const isWrapped = Object.keys(response).length === 1 && "output" in response;
  return { result: isWrapped ? response.output : response, isError: false };
}

/** For calls that no model of Gemini made, such as those of another back end. */
const stranger = "skip_thought_signature_validator";

/** Gemini 3 wants the first call of each step signed, since the person last spoke. */
function checkSignatures(contents: Body["contents"]): void {
  const asked = contents.findLastIndex(({ role, parts }) => role === "user" && textsOf(parts).length > 0);
  for (const { parts } of contents.slice(asked + 1)) {
    const first = parts.find(({ functionCall }) => functionCall !== undefined);
    if (first === undefined || first.thoughtSignature === stranger) continue;
    if (first.thoughtSignature !== sign(first.functionCall?.name ?? "")) {
      throw new Refusal("Function call is missing a thought_signature in functionCall parts.");
    }
  }
}

function sign(toolName: string): string {
  return btoa(`signed ${toolName}`);
}

type Chunk = Omit<Partial<Pick<GenerateContentResponse, "usageMetadata" | "modelVersion" | "responseId">>, never> & {
  candidates: { content: { role: "model"; parts: Part[] }; finishReason?: "STOP"; index: 0 }[];
};

function* write(pieces: readonly Piece[], { contents, toolConfig }: Body): Generator<string> {
  const responseId = createId("");
  const isStreaming = toolConfig?.functionCallingConfig?.streamFunctionCallArguments === true;
  const record = (parts: Part[], more: Partial<Chunk> = {}, ending: { finishReason?: "STOP" } = {}) =>
    toSse({
      candidates: [{ content: { role: "model", parts }, index: 0, ...ending }],
      responseId,
      ...more,
    } satisfies Chunk);
  for (const part of toParts(pieces, isStreaming)) yield record([part]);
  const promptTokenCount = countTokens(contents);
  const candidatesTokenCount = countTokens(pieces);
  const totalTokenCount = promptTokenCount + candidatesTokenCount;
  const usageMetadata = { promptTokenCount, candidatesTokenCount, totalTokenCount };
  yield record([{ text: "" }], { usageMetadata }, { finishReason: "STOP" });
}

/** Of parallel calls the first one is signed. */
function toParts(pieces: readonly Piece[], isStreaming: boolean): Part[] {
  const first = pieces.find(({ type }) => type === "call");
  return pieces.flatMap((piece): Part[] => {
    if (piece.type !== "call") {
      const thought = piece.type === "reasoning" ? { thought: true } : {};
      return toWords(piece.text).map((text) => ({ text, ...thought }));
    }
    const signature = piece === first ? { thoughtSignature: sign(piece.toolName) } : {};
    const pieces = isStreaming ? toPartialArgs(piece.input) : undefined;
    if (pieces === undefined) return [{ functionCall: { name: piece.toolName, args: piece.input }, ...signature }];
    return [
      { functionCall: { name: piece.toolName, willContinue: true }, ...signature },
      ...pieces.map((each) => ({ functionCall: { partialArgs: [each], willContinue: true } })),
      { functionCall: {} },
    ];
  });
}

/** Arguments as Vertex streams them, each piece with its place; undefined for what is nested. */
function toPartialArgs(input: Record<string, unknown>): PartialArg[] | undefined {
  const args: PartialArg[] = [];
  for (const [key, value] of Object.entries(input)) {
    const jsonPath = `$.${key}`;
    if (typeof value === "string") {
      for (const stringValue of cutUnevenly(value)) args.push({ jsonPath, stringValue, willContinue: true });
      args.push({ jsonPath, stringValue: "" });
    } else if (typeof value === "number") args.push({ jsonPath, numberValue: value });
    else if (typeof value === "boolean") args.push({ jsonPath, boolValue: value });
    else return undefined;
  }
  return args;
}
