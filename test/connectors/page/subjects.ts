import {
  agUi,
  aiSdk,
  anthropic,
  type Connector,
  type ConnectorOptions,
  gemini,
  latitude,
  ollama,
  openaiChat,
  openaiResponses,
} from "tooltalk/core";
import type { Subject } from "./exchange.js";
import { wires } from "./wire.js";

/** Each connector that speaks a protocol of its own, with what it cannot do without. */
export const makers: Readonly<Record<string, (options?: ConnectorOptions) => Connector>> = {
  latitude,
  aiSdk,
  openaiChat,
  openaiResponses,
  anthropic,
  gemini: (options) => gemini({ ...options, model: "gemini-3-flash" }),
  agUi: (options) => agUi({ ...options, generateId: () => "run" }),
  ollama,
};

export const subjects: readonly Subject[] = Object.entries(makers).map(([name, make]) => {
  const wire = wires[name];
  if (wire === undefined) throw new Error(`There are no samples of what ${name} reads.`);
  return { name, connector: make({ url: "https://example.com/api/chat" }), wire };
});
