import { defined, isRecord, listAt, stringAt, toJsonText, valueAt } from "../stream/json-value.js";
import { checkToolInput } from "../stream/tool-input.js";
import type { Answer } from "./answer.js";
import type { Call } from "./calls.js";

/** The pauses of a run. One that asks about calls asks for approval; any other is an interrupt. */
export class LanggraphInterrupts {
  readonly #answer: Answer;
  /** `updates` and `values` both tell them. */
  readonly #ids = new Set<string>();
  readonly #asked = new Set<Call>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get hasAny(): boolean {
    return this.#ids.size > 0;
  }

  /** `[{ id, value }]` */
  read(interrupts: readonly unknown[]): void {
    this.#answer.calls.finishAll(); // the graph waits: its model has said everything
    for (const interrupt of interrupts) {
      const interruptId =
        stringAt(interrupt, "id") ?? stringAt(interrupt, "interrupt_id") ?? `interrupt-${this.#ids.size}`;
      if (this.#ids.has(interruptId)) continue;
      this.#ids.add(interruptId);
      this.#readValue(interruptId, valueAt(interrupt, "value"));
    }
  }

  #readValue(interruptId: string, value: unknown): void {
    // Middleware of both languages; Python writes the names with underscores.
    const requests = listOf(value, "actionRequests", "action_requests");
    const reviews = listOf(value, "reviewConfigs", "review_configs");
    for (const [index, request] of requests.entries()) {
      const name = stringAt(request, "name") ?? stringAt(request, "action") ?? "";
      const call = this.#find(name, valueAt(request, "args"));
      const review = reviews.find((each) => (stringAt(each, "actionName") ?? stringAt(each, "action_name")) === name);
      const allowedDecisions = listOf(review, "allowedDecisions", "allowed_decisions").filter(isText);
      this.#answer.emit(
        defined({
          type: "tool-approval-request",
          approvalId: index === 0 ? interruptId : `${interruptId}:${index}`,
          toolCallId: call.toolCallId,
          approvalDescriptor: stringAt(request, "description"),
          allowedDecisions: allowedDecisions.length === 0 ? undefined : allowedDecisions,
        }),
      );
    }
    if (requests.length > 0) return;
    const message = typeof value === "string" ? value : stringAt(value, "message");
    this.#answer.emit(defined({ type: "interrupt", interruptId, message: message ?? toJsonText(value) }));
  }

  /** An interrupt names no call: one of that name and exactly those arguments is meant, or one that was not told. */
  #find(name: string, args: unknown): Call {
    const { calls } = this.#answer;
    const wanted = toSortedJson(args);
    const isMeant = (call: Call) => call.toolName === name && toSortedJson(call.input) === wanted;
    const told = calls.pending().find((call) => !this.#asked.has(call) && isMeant(call));
    const call = told ?? calls.add(name, undefined, { value: args });
    this.#asked.add(call);
    return call;
  }
}

/** Equal for equal arguments, whatever the order of their names. Arguments that no call may have are equal to none. */
function toSortedJson(args: unknown): string | undefined {
  const reading = checkToolInput(args);
  return "input" in reading ? toJsonText(sorted(reading.input)) : undefined;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, sorted(value[key])]);
}

function listOf(value: unknown, ...names: string[]): readonly unknown[] {
  return names.map((name) => listAt(value, name)).find((list) => list.length > 0) ?? [];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
