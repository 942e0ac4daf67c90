import { defined, type JsonRecord, listAt, recordAt, stringAt, valueAt } from "../stream/json-value.js";
import type { Answer } from "./answer.js";
import { type Call, type CallFacts, cutOff, type WholeInput } from "./calls.js";
import { errorTextOf } from "./error-body.js";

/** How one type of item is a call. */
interface CallKind {
  /** The name of the provider's own tool; absent where the item names it. */
  toolName?: string;
  /** The provider runs it, and gives the result in the item. */
  isProviders?: true;
  input: (item: JsonRecord) => unknown;
  output?: (item: JsonRecord) => unknown;
}

const kinds = new Map<string, CallKind>([
  ["function_call", { input: (item) => valueAt(item, "arguments") }],
  ["custom_tool_call", { input: (item) => valueAt(item, "input") }],
  ["mcp_approval_request", { isProviders: true, input: (item) => valueAt(item, "arguments") }],
  [
    "mcp_call",
    {
      isProviders: true,
      input: (item) => valueAt(item, "arguments"),
      output: (item) => valueAt(item, "output") ?? null,
    },
  ],
  [
    "web_search_call",
    {
      toolName: "web_search",
      isProviders: true,
      input: (item) => valueAt(item, "action"),
      output: (item) => ({ sources: listAt(recordAt(item, "action"), "sources") }),
    },
  ],
  [
    "file_search_call",
    {
      toolName: "file_search",
      isProviders: true,
      input: (item) => ({ queries: listAt(item, "queries") }),
      output: (item) => ({ results: listAt(item, "results") }),
    },
  ],
  [
    "code_interpreter_call",
    {
      toolName: "code_interpreter",
      isProviders: true,
      input: (item) => ({ code: stringAt(item, "code") ?? "" }),
      output: (item) => ({ outputs: listAt(item, "outputs") }),
    },
  ],
  [
    "image_generation_call",
    {
      toolName: "image_generation",
      isProviders: true,
      input: () => ({}),
      output: (item) => defined({ mediaType: imageType(item), prompt: stringAt(item, "revised_prompt") }),
    },
  ],
  ["local_shell_call", { toolName: "local_shell", input: (item) => valueAt(item, "action") }],
  ["shell_call", { toolName: "shell", input: (item) => valueAt(item, "action") }],
  ["apply_patch_call", { toolName: "apply_patch", input: (item) => valueAt(item, "operation") }],
]);

/** A call among the items of a response. */
export class ResponseCall {
  readonly #answer: Answer;
  readonly #type: string;
  readonly #kind: CallKind;
  #call: Call | undefined;
  /** The arguments, as the event that ends them repeats them. */
  #whole: WholeInput | undefined;

  private constructor(answer: Answer, type: string, kind: CallKind) {
    this.#answer = answer;
    this.#type = type;
    this.#kind = kind;
  }

  /** @returns undefined for an item that is no call */
  static open(answer: Answer, item: JsonRecord): ResponseCall | undefined {
    const type = stringAt(item, "type") ?? "";
    const kind = kinds.get(type);
    if (kind === undefined) return undefined;
    const opened = new ResponseCall(answer, type, kind);
    opened.#announce(item);
    return opened;
  }

  /** @returns false for an event that is not known */
  read(event: JsonRecord): boolean {
    const type = stringAt(event, "type") ?? "";
    const delta = stringAt(event, "delta") ?? "";
    if (/_call(_arguments|_input)\.delta$/.test(type)) this.#write(delta);
    else if (/_call(_arguments|_input)\.done$/.test(type)) {
      this.#whole = toWholeInput(valueAt(event, "arguments") ?? valueAt(event, "input"));
    } else if (type.endsWith("_call_code.delta")) this.#write(this.#codeBegin() + JSON.stringify(delta).slice(1, -1));
    else return /^response\.\w+_call/.test(type);
    return true;
  }

  finish(item: JsonRecord): void {
    const approved = approvedId(item);
    if (approved === undefined) this.#announce(item);
    const { calls } = this.#answer;
    if (this.#call !== undefined) {
      const input = toWholeInput(this.#kind.input(item)) ?? this.#whole;
      if (stringAt(item, "status") === "incomplete") calls.fail(this.#call, "incomplete", cutOff);
      else calls.finish(this.#call, input);
    }
    const id = approved ?? providerId(this.#type, item);
    if (id === undefined) return;
    if (this.#type === "mcp_approval_request") this.#requestApproval(id);
    else if (this.#kind.output !== undefined) this.#giveOutput(id, item, this.#kind.output(item));
  }

  /** The response ended before the item did. @param isWhole  the response did not break off */
  settle(isWhole: boolean): void {
    if (isWhole && this.#call !== undefined && this.#whole !== undefined)
      this.#answer.calls.finish(this.#call, this.#whole);
  }

  /** Some servers name a call only when it is done. */
  #announce(item: JsonRecord): void {
    const toolName = this.#kind.toolName ?? stringAt(item, "name");
    if (this.#call !== undefined || toolName === undefined || toolName === "" || approvedId(item) !== undefined) return;
    this.#call = this.#answer.calls.announce(toolName, providerId(this.#type, item), this.#facts(item));
  }

  #facts(item: JsonRecord): CallFacts {
    const isNamed = this.#type === "custom_tool_call" || this.#type === "mcp_approval_request";
    return defined({
      providerExecuted: this.#kind.isProviders,
      inputEncoding: this.#type === "custom_tool_call" ? ("text" as const) : undefined,
      serverName: stringAt(item, "server_label"),
      // What the item has to be when it goes back.
      providerMetadata: isNamed
        ? { openaiResponses: defined({ type: this.#type, serverLabel: stringAt(item, "server_label") }) }
        : undefined,
    });
  }

  #write(delta: string): void {
    if (this.#call !== undefined) this.#answer.calls.write(this.#call, delta);
  }

  /** Code is streamed bare; as arguments it is a field. */
  #codeBegin(): string {
    return this.#call?.text === "" ? '{"code":"' : "";
  }

  #requestApproval(id: string): void {
    const toolCallId = this.#call?.toolCallId ?? id;
    if (this.#call?.state === "ready") this.#answer.emit({ type: "tool-approval-request", approvalId: id, toolCallId });
  }

  #giveOutput(id: string, item: JsonRecord, output: unknown): void {
    const error = valueAt(item, "error") ?? undefined;
    const facts = this.#kind.isProviders === true ? { providerExecuted: true } : {};
    if (error !== undefined || stringAt(item, "status") === "failed") {
      this.#answer.outputError(id, { errorText: errorTextOf(error), ...facts });
      return;
    }
    this.#answer.output(id, { output, ...facts });
    const image = this.#type === "image_generation_call" ? stringAt(item, "result") : undefined;
    if (image === undefined) return;
    const mediaType = imageType(item);
    this.#answer.emit({ type: "file", mediaType, url: `data:${mediaType};base64,${image}` });
  }
}

function providerId(type: string, item: JsonRecord): string | undefined {
  const kind = kinds.get(type);
  const callId = kind?.isProviders === true ? undefined : stringAt(item, "call_id");
  return callId ?? stringAt(item, "id");
}

/** The call that a person approved runs under another id: its result belongs to the one that was asked about. */
function approvedId(item: JsonRecord): string | undefined {
  return stringAt(item, "approval_request_id");
}

function toWholeInput(input: unknown): WholeInput | undefined {
  if (input === undefined || input === null) return undefined;
  return typeof input === "string" ? { text: input } : { value: input };
}

function imageType(item: JsonRecord): string {
  const format = stringAt(item, "output_format") ?? "";
  return `image/${/^[a-z]+$/.test(format) ? format : "png"}`;
}
