import { vi } from "vitest";
import type { ChatStoreOptions } from "../../src/chat/options.js";
import { type ChatStore, createChatStore } from "../../src/chat/store.js";
import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../../src/stream/message.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/definition.js";
import { ScriptedServer } from "./scripted-server.js";

/** One run of a tool, in the hand of the test. */
export interface Run {
  toolCallId: string;
  name: string;
  input: unknown;
  context: ToolContext;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  isDone: boolean;
}

const numbered = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

/** A conversation with a server and tools whose every move is the test's; time stands still unless it is moved. */
export class RandomChat {
  readonly server = new ScriptedServer();
  readonly runs: Run[] = [];
  readonly options: ChatStoreOptions;
  onRun: (run: Run) => void = () => {};
  onResult: (part: ToolPart | undefined, result: unknown) => void = () => {};
  store: ChatStore;

  constructor(options: Pick<ChatStoreOptions, "followUp" | "maxSteps" | "approvalTimeoutMs">) {
    const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
      name,
      parameters: numbered,
      execute: (input, context) => this.#execute(name, input, context),
      ...more,
    });
    let count = 0;
    this.options = {
      ...options,
      connector: this.server.connector,
      onToolResult: (_name, result, { toolCallId, message }) =>
        this.onResult(
          message.parts.filter(isToolPart).find((part) => part.toolCallId === toolCallId),
          result,
        ),
      generateId: () => {
        count += 1;
        return `m${count}`;
      },
      tools: [
        tool("plain"),
        tool("again", { onReload: "rerun", timeoutMs: 5000 }),
        tool("gone", { onReload: "fail", serial: "one" }),
        tool("line", { serial: "one" }),
        tool("asks", { needsApproval: true }),
        { name: "person", parameters: numbered },
      ],
    };
    this.store = createChatStore(this.options);
    this.store.subscribe(() => {});
  }

  get messages(): readonly ChatMessage[] {
    return this.store.getState().messages;
  }

  get calls(): ToolPart[] {
    return this.messages.flatMap((message) => message.parts.filter(isToolPart));
  }

  find(toolCallId: string): ToolPart | undefined {
    return this.calls.findLast((part) => part.toolCallId === toolCallId);
  }

  runsOf(toolCallId: string): Run[] {
    return this.runs.filter((run) => run.toolCallId === toolCallId);
  }

  get liveRuns(): Run[] {
    return this.runs.filter((run) => !run.isDone && !run.context.signal.aborted);
  }

  waitsForAPerson(part: ToolPart): boolean {
    return part.state === "approval-requested" || (part.state === "input-available" && getToolName(part) === "person");
  }

  /** A decision on a call that the back end runs goes back with the next request. */
  waitsToBeSent(part: ToolPart): boolean {
    return (
      part.state === "approval-responded" && this.store.getState().getTool(getToolName(part))?.execute === undefined
    );
  }

  /** The page goes away, and comes back with what was stored. */
  reload(): void {
    const messages = JSON.parse(JSON.stringify(this.messages)) as ChatMessage[];
    this.store.getState().stop();
    this.store = createChatStore({ ...this.options, messages });
    this.store.subscribe(() => {});
  }

  /** Everything that can happen by itself happens, and a frame goes by. */
  async settle(ms = 16): Promise<void> {
    await microtasks();
    for (let rounds = 0; this.server.isBehind && rounds < 100; rounds += 1) await microtasks();
    vi.advanceTimersByTime(ms);
    await microtasks();
    vi.advanceTimersByTime(16);
    await microtasks();
  }

  #execute(name: string, input: unknown, context: ToolContext): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { toolCallId } = context;
      const run: Run = { toolCallId, name, input, context, resolve, reject, isDone: false };
      this.runs.push(run);
      this.onRun(run);
    });
  }
}

async function microtasks(): Promise<void> {
  for (let count = 0; count < 60; count += 1) await Promise.resolve();
}

/** What a call's part says, without how it is written. */
export function outcomeOf(part: ToolPart): string {
  return JSON.stringify([getToolName(part), part.state, "output" in part ? part.output : null, reasonOf(part)]);
}

function reasonOf(part: ToolPart): unknown {
  return part.state === "output-error" ? part.reason : null;
}
