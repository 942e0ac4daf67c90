import { type Callout, calloutSyntax, defaultErrorText, hasError, hasOutput } from "../detect/syntaxes/callout.js";
import { createToolDetector } from "../detect/tool-detector.js";
import type { StreamEvent } from "../stream/events.js";

/** Text between calls, as it stands. */
export interface TextChunk {
  type: "text";
  value: string;
}

/** A call of a transcript; keys of its own are kept beside the known ones. */
export interface ToolChunk {
  type: "tool";
  toolCallId: string;
  toolName: string;
  /** As written: `input-streaming`, `input-available`, `output-available`, `output-error`. */
  state?: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  readonly [key: string]: unknown;
}

export type TranscriptChunk = TextChunk | ToolChunk;

/** A transcript is its author's own text, and may carry long results. */
const MAX_TRANSCRIPT_YAML_CHARS = 65_536;

/**
 * Splits a conversation that is written in Markdown into text and calls. A call is a callout: see the `callout` syntax.
 * Calls without an id are `tool-call-1`, `tool-call-2`, …; without a name, `tool`. A callout whose YAML is broken stays text.
 */
export function parseMarkdownIntoChunks(markdown: string): TranscriptChunk[] {
  const callouts: Callout[] = [];
  const syntax = calloutSyntax(
    (context, callout) => {
      callouts.push(callout);
      context.start({ name: callout.toolName ?? "tool", id: callout.toolCallId }).finish(undefined);
    },
    { maxChars: MAX_TRANSCRIPT_YAML_CHARS },
  );
  const detector = createToolDetector({ syntaxes: [syntax] });
  const chunks: TranscriptChunk[] = [];
  for (const event of [...detector.push(markdown), ...detector.end()]) {
    const last = chunks.at(-1);
    if (event.type === "text-delta") {
      if (last?.type === "text") last.value += event.delta;
      else chunks.push({ type: "text", value: event.delta });
    } else if (event.type === "tool-input-available") {
      const callout = callouts.shift();
      if (callout) chunks.push(toToolChunk(event.toolCallId, event.toolName, callout));
    }
  }
  return chunks;
}

function toToolChunk(toolCallId: string, toolName: string, callout: Callout): ToolChunk {
  return {
    ...callout.other,
    type: "tool",
    toolCallId,
    toolName,
    ...(callout.state === undefined ? {} : { state: callout.state }),
    ...(callout.input === undefined ? {} : { input: callout.input }),
    ...("output" in callout ? { output: callout.output } : {}),
    ...(callout.errorText === undefined ? {} : { errorText: callout.errorText }),
  };
}

/**
 * The stream that chunks stand for: each text a block of its own, each call whole, and its result or error behind it
 * when its state says so or there is one, also when that is `0`, `false`, `""` or `null`.
 */
export function createStreamChunks(chunks: readonly TranscriptChunk[]): StreamEvent[] {
  let texts = 0;
  return chunks.flatMap((chunk): StreamEvent[] => {
    if (chunk.type === "tool") return toolEvents(chunk);
    texts += 1;
    const id = `text-${texts}`;
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: chunk.value },
      { type: "text-end", id },
    ];
  });
}

function toolEvents(chunk: ToolChunk): StreamEvent[] {
  const { toolCallId, toolName, input } = chunk;
  const call: StreamEvent = { type: "tool-input-available", toolCallId, toolName, input: input ?? {} };
  if (hasError(chunk)) {
    return [call, { type: "tool-output-error", toolCallId, errorText: chunk.errorText ?? defaultErrorText }];
  }
  return hasOutput(chunk) ? [call, { type: "tool-output-available", toolCallId, output: chunk.output }] : [call];
}
