import { defined, isRecord, type JsonRecord, listAt, recordAt, stringAt } from "../stream/json-value.js";
import { readAside, readInterrupt, readRunUsage } from "./ag-ui-asides.js";
import { AgUiBlocks } from "./ag-ui-blocks.js";
import { AgUiCalls } from "./ag-ui-calls.js";
import { fieldAt, textAt, typeOf } from "./ag-ui-event.js";
import { applySnapshot, type KnownConversation } from "./ag-ui-snapshot.js";
import type { Answer } from "./answer.js";
import { errorTextOf } from "./error-body.js";
import type { Protocol, ProtocolReader } from "./protocol.js";

const nothing: KnownConversation = { messageIds: new Set(), texts: new Set(), toolCallIds: new Set() };

/**
 * AG-UI 0.x and 1.0. Its messages and calls have ids, so that they may come side by side.
 *     RUN_STARTED → (TEXT_MESSAGE_… | REASONING_… | TOOL_CALL_… | STEP_… | STATE_… | …)* → RUN_FINISHED | RUN_ERROR
 * @param known  what the agent was sent
 */
export function createAgUiProtocol(known: KnownConversation = nothing): Protocol {
  return {
    framings: ["sse", "lines"],
    maxRecordLength: 16 << 20, // each snapshot holds the whole conversation
    open: (answer) => new AgUiReader(answer, known),
  };
}

class AgUiReader implements ProtocolReader {
  readonly #answer: Answer;
  readonly #known: KnownConversation;
  readonly #blocks: AgUiBlocks;
  readonly #calls: AgUiCalls;
  #snapshot: readonly unknown[] | undefined;
  /** The end of the run; another run may follow. */
  #ending: JsonRecord | undefined;
  /** A call was answered: what the model says next, it says in another step. */
  #hasResult = false;
  /** The call that a nested agent works for, by the agent's run. */
  readonly #parents = new Map<string, string>();

  constructor(answer: Answer, known: KnownConversation) {
    this.#answer = answer;
    this.#known = known;
    this.#blocks = new AgUiBlocks(answer);
    this.#calls = new AgUiCalls(answer);
  }

  read(event: unknown): void {
    if (!isRecord(event)) {
      this.#answer.unknown(event);
      return;
    }
    if (!/^(TOOL_CALL_CHUNK|RAW|ACTIVITY_.*)$/.test(typeOf(event))) this.#calls.endChunk();
    const subagentRunId = textAt(event, "subagentRunId");
    const parent = textAt(event, "parentToolCallId");
    if (subagentRunId !== undefined && parent !== undefined) this.#parents.set(subagentRunId, parent);
    const isKnown =
      this.#readTalk(event) ||
      this.#readCall(event) ||
      this.#readRun(event) ||
      this.#readCustom(event) ||
      readAside(this.#answer, event);
    if (!isKnown) this.#answer.unknown(event);
  }

  end(): boolean {
    const answer = this.#answer;
    if (this.#ending === undefined) return answer.hasFailed;
    const ending = this.#ending;
    this.#finishRun(ending);
    const outcome = fieldAt(ending, "outcome");
    const kind = stringAt(outcome, "type");
    if (kind === "cancelled" && !answer.hasFailed) answer.abort();
    answer.finish({ finishReason: textAt(ending, "finishReason") ?? kind ?? "finished", usage: readRunUsage(ending) });
    return true;
  }

  // Text and thoughts

  #readTalk(event: JsonRecord): boolean {
    const type = typeOf(event);
    if (type === "REASONING_START" || type === "REASONING_END") return true;
    if (type === "THINKING_START" || type === "THINKING_END") return true;
    const [, kind, verb] = /^(TEXT|REASONING|THINKING_TEXT)_MESSAGE_(START|CONTENT|CHUNK|END)$/.exec(type) ?? [];
    if (verb === undefined) return false;
    const block = kind === "TEXT" ? "text" : "reasoning";
    if (verb === "END") this.#blocks.end(block, event);
    else if (verb === "START" || textAt(event, "role") !== undefined) this.#blocks.start(block, event);
    if (verb === "START" || verb === "END") return true;
    const parent = this.#parents.get(textAt(event, "subagentRunId") ?? "");
    if (parent === undefined) this.#blocks.write(block, event, () => this.#beginStep());
    else if (block === "text") this.#tellParent(parent, textAt(event, "delta") ?? "");
    if (verb === "CHUNK") this.#blocks.end(block, event);
    return true;
  }

  /** What a nested agent says is progress of the call that it works for. */
  #tellParent(parent: string, delta: string): void {
    const { calls } = this.#answer;
    const call = calls.find(parent);
    if (call !== undefined) this.#calls.finish(call);
    if (delta !== "") this.#answer.emit({ type: "tool-output-delta", toolCallId: calls.idOf(parent), delta });
  }

  #beginStep(): void {
    if (this.#hasResult) this.#answer.finishStep();
    this.#hasResult = false;
    this.#answer.ensureStep();
  }

  // Calls

  #readCall(event: JsonRecord): boolean {
    const type = typeOf(event);
    if (!type.startsWith("TOOL_CALL_")) return false;
    const begins = type === "TOOL_CALL_START" || (type === "TOOL_CALL_CHUNK" && this.#calls.isNewChunk(event));
    if (begins) {
      this.#blocks.closeAll();
      this.#beginStep();
    }
    switch (type) {
      case "TOOL_CALL_START":
        this.#calls.start(this.#withParent(event));
        return true;
      case "TOOL_CALL_ARGS":
        return this.#calls.write(event);
      case "TOOL_CALL_CHUNK":
        return this.#calls.chunk(this.#withParent(event));
      case "TOOL_CALL_END":
        return this.#calls.end(event);
      case "TOOL_CALL_RESULT":
        this.#hasResult = true;
        return this.#calls.result(event);
      default:
        return false;
    }
  }

  #withParent(event: JsonRecord): JsonRecord {
    const parentToolCallId = this.#parents.get(textAt(event, "subagentRunId") ?? "");
    return parentToolCallId === undefined ? event : { ...event, parentToolCallId };
  }

  // The run

  #readRun(event: JsonRecord): boolean {
    const answer = this.#answer;
    const type = typeOf(event);
    switch (type) {
      case "RUN_STARTED":
        if (this.#ending !== undefined) this.#finishRun(this.#ending);
        this.#ending = undefined;
        answer.start(defined({ threadId: textAt(event, "threadId"), runId: textAt(event, "runId") }));
        return true;
      case "RUN_FINISHED":
        this.#ending = event;
        return true;
      case "RUN_ERROR":
        answer.error(defined({ errorText: errorTextOf(event), code: textAt(event, "code"), scope: "run" as const }));
        return true;
      case "STEP_STARTED":
        answer.finishStep();
        answer.start();
        answer.startStep(defined({ name: textAt(event, "stepName") }));
        this.#hasResult = false;
        return true;
      case "STEP_FINISHED":
        answer.finishStep();
        return true;
      case "MESSAGES_SNAPSHOT":
        this.#snapshot = listAt(event, "messages");
        answer.emit({ type: "messages-snapshot", messages: [...this.#snapshot] });
        return true;
      case "REASONING_ENCRYPTED_VALUE":
        this.#encrypt(event);
        return true;
      default:
        return false;
    }
  }

  #finishRun(ending: JsonRecord): void {
    const answer = this.#answer;
    const target = { answer, blocks: this.#blocks, calls: this.#calls, known: this.#known };
    this.#calls.endChunk();
    if (!answer.hasFailed) {
      if (this.#snapshot !== undefined) applySnapshot(target, this.#snapshot);
      answer.calls.finishAll();
    }
    this.#snapshot = undefined;
    this.#blocks.closeAll();
    for (const interrupt of listAt(fieldAt(ending, "outcome"), "interrupts")) readInterrupt(answer, interrupt);
  }

  #encrypt(event: JsonRecord): void {
    const id = textAt(event, "entityId") ?? "";
    const value = textAt(event, "encryptedValue") ?? "";
    if (textAt(event, "subtype") === "tool-call") this.#calls.encrypt(id, value);
    else {
      this.#beginStep();
      this.#blocks.encrypt(id, value);
    }
  }

  // TanStack AI's own

  /** What a tool of this side is given, and what a person must decide. @returns false for another event */
  #readCustom(event: JsonRecord): boolean {
    const { calls } = this.#answer;
    const name = textAt(event, "name");
    const value = fieldAt(event, "value");
    const toolCallId = textAt(value, "toolCallId");
    const toolName = textAt(value, "toolName");
    const isCall = name === "approval-requested" || name === "tool-input-available";
    if (typeOf(event) !== "CUSTOM" || !isCall || toolCallId === undefined || toolName === undefined) return false;
    this.#beginStep();
    const call = calls.begin(toolName, toolCallId);
    this.#calls.finish(call, { value: fieldAt(value, "input") });
    const approvalId = textAt(recordAt(value, "approval"), "id");
    if (name !== "approval-requested" || approvalId === undefined) return true;
    this.#answer.emit({ type: "tool-approval-request", approvalId, toolCallId: call.toolCallId });
    return true;
  }
}
