/** Messages in the states that stories and tests show, made as a stream would make them. */

import { createMessage } from "../src/chat/message.js";
import { reduceMessage } from "../src/chat/reduce.js";
import type { StreamEvent } from "../src/stream/events.js";
import type { ChatMessage } from "../src/stream/message.js";
import type { ToolDefinition } from "../src/tools/definition.js";

export function user(text: string, id = "user"): ChatMessage {
  return createMessage({ id, role: "user", parts: text });
}

export function assistant(events: readonly StreamEvent[], id = "assistant"): ChatMessage {
  return events.reduce(reduceMessage, createMessage({ id, role: "assistant" }));
}

export function says(text: string, id = "text"): StreamEvent[] {
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: text },
    { type: "text-end", id },
  ];
}

/** A call is being written. */
export function writes(toolCallId: string, toolName: string, inputTextDelta = ""): StreamEvent[] {
  return [
    { type: "tool-input-start", toolCallId, toolName },
    { type: "tool-input-delta", toolCallId, inputTextDelta },
  ];
}

/** A call runs. */
export function calls(toolCallId: string, toolName: string, input: unknown = {}): StreamEvent[] {
  return [
    { type: "tool-input-start", toolCallId, toolName },
    { type: "tool-input-available", toolCallId, toolName, input },
  ];
}

export function returns(toolCallId: string, output: unknown): StreamEvent[] {
  return [{ type: "tool-output-available", toolCallId, output }];
}

export function fails(toolCallId: string, errorText: string): StreamEvent[] {
  return [{ type: "tool-output-error", toolCallId, errorText }];
}

export const step: StreamEvent = { type: "start-step" };

const weather = { city: "San Francisco", temperature: 18, unit: "°C", message: "18 °C and fog in San Francisco" };

const weatherCall = calls("weather-1", "getWeather", { city: "San Francisco" });

/** One tool, from the first moment to the answer. */
export const oneTool = {
  thinking: assistant([]),
  writing: assistant(writes("weather-1", "getWeather", '{"city":"San')),
  running: assistant(weatherCall),
  done: assistant([...weatherCall, ...returns("weather-1", weather)]),
  answered: assistant([
    ...weatherCall,
    ...returns("weather-1", weather),
    step,
    ...says("It is **18 °C** in San Francisco, with fog over the bay. Take a jacket."),
  ]),
};

export const outcomes = {
  plain: assistant([...calls("c", "ping"), ...returns("c", "pong"), step, ...says("It answers.")]),
  unknownTool: assistant([
    {
      type: "tool-input-error",
      toolCallId: "c",
      toolName: "bookFlight",
      input: { to: "Oslo" },
      errorText: "There is no tool bookFlight.",
      reason: "unknown-tool",
    },
    step,
    ...says("I cannot book flights here."),
  ]),
  invalid: assistant([
    {
      type: "tool-input-error",
      toolCallId: "c",
      toolName: "getWeather",
      input: '{"city":"San Fr',
      errorText: "The arguments are not JSON: they end inside a string.",
      reason: "malformed",
    },
  ]),
  failed: assistant([
    ...calls("c", "fetchPage", { url: "https://kettle.example" }),
    ...fails("c", "Timed out after 2 s"),
  ]),
  stopped: assistant([...calls("c", "fetchPage", { url: "https://kettle.example" }), { type: "abort" }]),
  denied: assistant([
    ...calls("c", "deleteNotes", { ids: ["n-17", "n-21"] }),
    { type: "tool-approval-request", approvalId: "a", toolCallId: "c" },
    { type: "tool-output-denied", toolCallId: "c" },
  ]),
  waiting: assistant([
    ...calls("c", "deleteNotes", { ids: ["n-17", "n-21"] }),
    { type: "tool-approval-request", approvalId: "a", toolCallId: "c" },
  ]),
};

/** Three tools in two steps, one of which failed. */
export const threeTools = assistant([
  step,
  ...says("I’ll look through your notes first.", "first"),
  ...calls("notes-1", "search_notes", { query: "tea", limit: 5 }),
  ...returns("notes-1", "Found 3 notes\n- Green tea, 70 °C\n- Kettle, maintenance\n- Shopping"),
  step,
  ...calls("notes-2", "read_note", { id: "n-17" }),
  ...returns("notes-2", "Green tea wants 70 °C and two minutes."),
  ...says("Now the kettle page.", "second"),
  ...calls("page-1", "fetch_page", { url: "https://kettle.example/manual" }),
  ...fails("page-1", "Timed out after 2 s"),
  step,
  ...says(
    "You noted that **green tea wants 70 °C and two minutes**. I could not reach the kettle page, so I can’t say whether it has changed.",
    "answer",
  ),
]);

export const longResult = assistant([
  ...calls("log-1", "run_shell_command", { args: ["npm", "run", "build", "--", "--verbose"] }),
  ...returns(
    "log-1",
    Array.from({ length: 60 }, (_, line) => `[${String(line + 1).padStart(2, "0")}] compiled module-${line}.ts`).join(
      "\n",
    ),
  ),
]);

export const hostile = assistant([
  ...calls("bad-1", "read_file\u2066 (safe)\u2069", { file: "invoice\u202efdp.exe", note: "</pre><img src=x>" }),
  ...returns("bad-1", "<script>alert(1)</script> \u001b[31mred\u001b[0m \u202e evil"),
]);

/** A tool with words of its own. */
export const readFile: ToolDefinition<never, unknown> = {
  name: "read_file",
  verbs: {
    running: "Reading",
    done: "Read",
    failed: "Could not read",
    object: ({ path }: { path?: string }) => path,
    objects: { one: "# file", other: "# files" },
  },
};
