import { isRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { AgUiBlocks } from "./ag-ui-blocks.js";
import type { AgUiCalls } from "./ag-ui-calls.js";
import { textAt } from "./ag-ui-event.js";
import type { Answer } from "./answer.js";
import { errorTextOf } from "./error-body.js";

/** What the agent was sent: nothing of it is news when it comes back. */
export interface KnownConversation {
  readonly messageIds: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
  readonly toolCallIds: ReadonlySet<string>;
}

export interface SnapshotTarget {
  readonly answer: Answer;
  readonly blocks: AgUiBlocks;
  readonly calls: AgUiCalls;
  readonly known: KnownConversation;
}

/**
 * The conversation as the agent keeps it, told at the end of a run: where it has more than was streamed, the rest is added;
 * nothing is said twice. Only what follows the person's last words is of this run.
 */
export function applySnapshot(target: SnapshotTarget, messages: readonly unknown[]): void {
  const begin = messages.findLastIndex((message) => stringAt(message, "role") === "user") + 1;
  const own = messages.slice(begin).filter((message) => !target.known.messageIds.has(stringAt(message, "id") ?? ""));
  addTexts(target, own);
  for (const message of own) {
    for (const call of listAt(message, "toolCalls")) addCall(target, call, stringAt(message, "id"));
    if (stringAt(message, "role") === "tool") addResult(target, message);
  }
  const messageIds = idsOf(own);
  if (messageIds.length > 0)
    target.answer.emit({ type: "message-metadata", messageMetadata: { agUi: { messageIds } } });
}

function addTexts({ answer, blocks, known }: SnapshotTarget, messages: readonly unknown[]): void {
  const texts = messages.flatMap((message) => {
    const text = stringAt(message, "role") === "assistant" ? (stringAt(message, "content") ?? "") : "";
    return text === "" || known.texts.has(text) ? [] : [{ id: stringAt(message, "id") ?? "snapshot", text }];
  });
  const isNamed = texts.some(({ id }) => blocks.ids.has(id));
  const whole = texts.map(({ text }) => text).join("");
  if (isNamed || blocks.text === "") {
    for (const { id, text } of texts) {
      if (!blocks.ids.has(id)) {
        answer.ensureStep();
        blocks.closeEnded();
      }
      answer.blocks.whole("text", id, text, { providerMetadata: { agUi: { messageId: id } } });
    }
  } else if (blocks.lastTextId !== undefined && whole.startsWith(blocks.text)) {
    answer.blocks.delta("text", blocks.lastTextId, whole.slice(blocks.text.length));
  }
}

function addCall({ answer, calls, known }: SnapshotTarget, call: unknown, messageId: string | undefined): void {
  const id = stringAt(call, "id");
  const called = recordAt(call, "function");
  const input = valueAt(called, "arguments");
  const whole = typeof input === "string" ? { text: input } : { value: input };
  const begun = answer.calls.find(id);
  if (begun !== undefined) calls.finish(begun, whole);
  else if (id !== undefined && called !== undefined && !known.toolCallIds.has(id)) {
    answer.ensureStep();
    const facts = messageId === undefined ? {} : { providerMetadata: { agUi: { messageId } } };
    answer.calls.add(stringAt(called, "name") ?? "", id, whole, facts);
  }
}

/** A tool that failed has its error here only. */
function addResult({ answer }: SnapshotTarget, message: unknown): void {
  const id = textAt(message, "toolCallId");
  if (id === undefined || answer.calls.find(id)?.state !== "ready") return;
  const output = valueAt(message, "content") ?? null;
  const error = valueAt(message, "error");
  if (typeof error === "string" || isRecord(error)) answer.outputError(id, { errorText: errorTextOf(error), output });
  else answer.output(id, { output });
}

/** The ids under which the agent keeps each call and its result: sent under others, it takes them for new messages. */
function idsOf(messages: readonly unknown[]): { toolCallId: string; messageId?: string; resultId?: string }[] {
  const calls = messages.flatMap((message) => {
    const messageId = stringAt(message, "id");
    return listAt(message, "toolCalls").map((call) => ({ toolCallId: stringAt(call, "id"), messageId }));
  });
  const results = new Map(messages.map((message) => [textAt(message, "toolCallId"), stringAt(message, "id")]));
  return calls.flatMap(({ toolCallId, messageId }) => {
    if (toolCallId === undefined) return [];
    const resultId = results.get(toolCallId);
    return [
      {
        toolCallId,
        ...(messageId === undefined ? {} : { messageId }),
        ...(resultId === undefined ? {} : { resultId }),
      },
    ];
  });
}
