/** Chats whose back end asks for tools and then tells what came of them. */
import { useEffect, useState } from "react";
import { expect } from "storybook/test";
import type { ChatStoreOptions } from "../src/chat/options.js";
import { type ChatStore, createChatStore } from "../src/chat/store.js";
import { ChatWrapper } from "../src/components/ChatWrapper/ChatWrapper.js";
import type { StreamEvent } from "../src/stream/events.js";
import { type ChatMessage, getToolName, isToolPart, type ToolPart } from "../src/stream/message.js";
import type { JsonSchema } from "../src/stream/tool.js";
import { eventConnector } from "../src/testing/transcript-connector.js";
import type { ToolContext, Tools } from "../src/tools/definition.js";
import { doors } from "./doors.js";
import { calls, says } from "./scenes.js";

/** @param rounds  what the model calls at each request; past the last one it tells what came of its calls */
export function toolChat(
  rounds: readonly (readonly StreamEvent[])[],
  tools: Tools,
  options: Partial<ChatStoreOptions> = {},
): ChatStore {
  let count = 0;
  const connector = eventConnector(
    ({ messages }) => {
      count += 1;
      return rounds[count - 1] ?? says(tellOutcomes(messages));
    },
    { delayMs: 5 },
  );
  return createChatStore({ connector, tools, ...options });
}

function tellOutcomes(messages: readonly ChatMessage[]): string {
  const parts = messages.at(-1)?.parts.filter(isToolPart) ?? [];
  return parts.map((part) => `- \`${getToolName(part)}\` ${outcomeOf(part)}`).join("\n");
}

function outcomeOf(part: ToolPart): string {
  if (part.state === "output-available") return `gave ${JSON.stringify(part.output)}`;
  if (part.state === "output-denied") return `was denied: ${part.approval.reason ?? "no reason given"}`;
  return part.state === "output-error" ? `failed: ${part.errorText}` : "is open";
}

export interface ToolChatProps {
  /** Makes the chat; asked once. */
  make: () => ChatStore;
  /** Sent at once. @default nothing */
  question?: string | undefined;
  theme?: "light" | "dark" | undefined;
}

export function ToolChat({ make, question, theme }: ToolChatProps) {
  const [store] = useState(make);
  useEffect(() => {
    if (question !== undefined && store.getState().messages.length === 0) void store.getState().send(question);
  }, [store, question]);
  return (
    <div style={{ height: "44rem" }}>
      <ChatWrapper store={store} theme={theme} />
    </div>
  );
}

/** By Tab alone, from where the focus is. */
export async function tabTo(userEvent: { tab: () => Promise<void> }, find: () => HTMLElement): Promise<void> {
  for (let count = 0; count < 40 && document.activeElement !== find(); count += 1) await userEvent.tab();
  await expect(find()).toHaveFocus();
}

const noteIds: JsonSchema = {
  type: "object",
  properties: { ids: { type: "array", items: { type: "string" }, description: "Of the notes that go" } },
  required: ["ids"],
  additionalProperties: false,
};

const letter: JsonSchema = {
  type: "object",
  properties: {
    to: { type: "string", description: "Who gets it" },
    subject: { type: "string" },
    body: { type: "string" },
    priority: { type: "string", enum: ["low", "normal", "high"] },
    copies: { type: "integer", minimum: 1, maximum: 9 },
    receipt: { type: "boolean", description: "Whether to be told that it was read" },
    delivery: {
      type: "object",
      properties: { days: { type: "number" }, places: { type: "array", items: { type: "string" } } },
    },
  },
  required: ["to", "subject", "body"],
  additionalProperties: false,
};

export const tools = {
  deleteNotes: {
    parameters: noteIds,
    needsApproval: true,
    execute: ({ ids }: { ids: string[] }) => ({ deleted: ids, message: `${ids.length} notes deleted` }),
  },
  sendLetter: {
    parameters: letter,
    needsApproval: true,
    execute: ({ to, copies = 1 }: { to: string; copies?: number }) => ({ to, copies, message: `sent to ${to}` }),
  },
  runQuery: {
    parameters: { type: "object", properties: { where: { anyOf: [{ type: "string" }, { type: "object" }] } } },
    needsApproval: true,
    execute: (input: unknown) => ({ input, message: "ran" }),
  },
  getWeather: {
    execute: async ({ city }: { city: string }, { signal }: ToolContext) => {
      await doors.pass(city, signal);
      return { city, message: `18 °C in ${city}` };
    },
  },
  countStars: {
    execute: async (_input: object, { signal, reportProgress }: ToolContext) => {
      for (let field = 1; field <= 8; field += 1) {
        reportProgress({ progress: field - 1, total: 8, message: `field ${field} of 8` });
        await doors.pass(`field ${field}`, signal);
      }
      return { stars: 4321, message: "4321 stars" };
    },
  },
  look: { execute: () => "nothing new" },
} satisfies Tools;

/** Fails the first time. */
export function flakyPayment() {
  let count = 0;
  return () => {
    count += 1;
    if (count === 1) throw new Error("The bank did not answer.");
    return { message: `paid at try ${count}` };
  };
}

export const asked = {
  delete: calls("c1", "deleteNotes", { ids: ["n-17", "n-21"] }),
  deleteMore: calls("c2", "deleteNotes", { ids: ["n-30"] }),
  letter: calls("c3", "sendLetter", {
    to: "Ada",
    subject: "Hello",
    body: "Dear Ada,\n\nthe kettle is mended.\n\nYours",
    priority: "normal",
    delivery: { places: ["Oslo"] },
  }),
  query: calls("c4", "runQuery", { where: { year: 2026 } }),
};
