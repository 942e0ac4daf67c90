import { defined, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { type Call, type CallFacts, cutOff } from "./calls.js";
import { PlacedArguments } from "./gemini-arguments.js";

/** What a model of Gemini calls: functions of this side, and tools that the provider runs itself. */
export class GeminiCalls {
  readonly #answer: Answer;
  /** The call whose arguments come in pieces. Its later pieces have neither name nor id. */
  #open: { call: Call; input: PlacedArguments } | undefined;
  #codeCount = 0;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** @returns false for a part that is none of these */
  read(part: JsonRecord): boolean {
    const called = recordAt(part, "functionCall");
    const code = recordAt(part, "executableCode");
    const codeResult = recordAt(part, "codeExecutionResult");
    const toolCall = recordAt(part, "toolCall");
    const response = recordAt(part, "toolResponse") ?? recordAt(part, "functionResponse");
    if (called !== undefined) this.#readCall(called, part);
    else if (code !== undefined) this.#readCode(code, part);
    else if (codeResult !== undefined) this.#readCodeResult(codeResult);
    else if (toolCall !== undefined) this.#readToolCall(toolCall, part);
    else if (response !== undefined) return this.#readResponse(response);
    else return false;
    return true;
  }

  /** The model has come to an end. @param isCut  before it had said everything */
  finish(isCut: boolean): void {
    if (isCut && this.#open !== undefined) this.#answer.calls.fail(this.#open.call, "incomplete", cutOff);
    this.#close();
  }

  #readCall(called: JsonRecord, part: JsonRecord): void {
    const { calls } = this.#answer;
    const name = stringAt(called, "name");
    const id = stringAt(called, "id") || undefined;
    const willContinue = called.willContinue === true;
    const pieces = listAt(called, "partialArgs");
    if (name !== undefined) {
      this.#close();
      const facts = googleFacts(part, { functionCallId: id });
      if (!willContinue && pieces.length === 0) {
        calls.finish(calls.announce(name, id, facts), { value: valueAt(called, "args") });
        return;
      }
      this.#open = { call: calls.announce(name, id, facts), input: new PlacedArguments() };
    }
    for (const piece of pieces) this.#open?.input.write(piece);
    if (!willContinue) this.#close();
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { call, input } = this.#open;
    this.#open = undefined;
    if (input.fault === undefined) this.#answer.calls.finish(call, { value: input.value });
    else this.#answer.calls.fail(call, "invalid", input.fault, input.value);
  }

  #readCode(code: JsonRecord, part: JsonRecord): void {
    this.#codeCount += 1;
    const input = { language: valueAt(code, "language"), code: valueAt(code, "code") };
    const facts = { providerExecuted: true, ...googleFacts(part, { part: "executableCode" }) };
    this.#answer.calls.add("code_execution", stringAt(code, "id") ?? this.#codeId, { value: defined(input) }, facts);
  }

  /** For code that came without an id. */
  get #codeId(): string {
    return `code-${this.#codeCount}`;
  }

  #readCodeResult(result: JsonRecord): void {
    const id = stringAt(result, "id") ?? this.#codeId;
    const outcome = stringAt(result, "outcome") ?? "OUTCOME_OK";
    const output = stringAt(result, "output") ?? "";
    const facts = { providerExecuted: true, output: { outcome, output } };
    if (outcome === "OUTCOME_OK") this.#answer.output(id, facts);
    else this.#answer.outputError(id, { ...facts, errorText: output || outcome });
  }

  #readToolCall(toolCall: JsonRecord, part: JsonRecord): void {
    const name = stringAt(toolCall, "toolType") ?? "tool";
    const facts = { providerExecuted: true, ...googleFacts(part, { part: "toolCall" }) };
    this.#answer.calls.add(name, stringAt(toolCall, "id"), { value: valueAt(toolCall, "args") }, facts);
  }

  #readResponse(response: JsonRecord): boolean {
    const id = stringAt(response, "id");
    if (id !== undefined) {
      this.#answer.output(id, { output: valueAt(response, "response") ?? null, providerExecuted: true });
    }
    return id !== undefined;
  }
}

/** What Gemini wants back with the part: its signature, and what else it was known by. */
function googleFacts(part: JsonRecord, more: Record<string, string | undefined>): Pick<CallFacts, "providerMetadata"> {
  const google = defined({ thoughtSignature: stringAt(part, "thoughtSignature"), ...more });
  return Object.keys(google).length === 0 ? {} : { providerMetadata: { google } };
}
