import {
  type ChatMessage,
  type Connector,
  createMessage,
  isToolPart,
  type MessagePart,
  reduceMessage,
  type StreamEvent,
} from "tooltalk/core";
import { bodyOf, collect, requestOf } from "../conversation.js";
import { own, said, type Wire } from "./said.js";

export interface Subject {
  name: string;
  connector: Connector;
  wire: Wire;
}

export const question: ChatMessage = { id: "u1", role: "user", parts: [{ type: "text", text: said.question }] };

interface Heard {
  events: StreamEvent[];
  message: ChatMessage;
}

/** What an answer comes to; nothing where there is none. */
export async function hear({ connector }: Pick<Subject, "connector">, answer?: string): Promise<Heard> {
  const response = new Response(answer);
  const { body } = response;
  const events = body === null ? [] : await collect(connector.decode(body, response, requestOf([question])));
  return { events, message: events.reduce(reduceMessage, createMessage({ id: "a1", role: "assistant" })) };
}

/** The body of a request in which the assistant has said this, and the person something more. */
export function tell({ connector }: Pick<Subject, "connector">, parts: MessagePart[]): Promise<unknown> {
  const answer: ChatMessage = { id: "a1", role: "assistant", parts };
  return bodyOf(connector, requestOf([question, answer, { ...question, id: "u2" }]));
}

export function textOf({ events }: Heard, type: "text-delta" | "reasoning-delta"): string {
  return events.map((event) => (event.type === type ? event.delta : "")).join("");
}

export function fileOf(mediaType: string, base64: string): MessagePart {
  return { type: "file", mediaType, url: `data:${mediaType};base64,${base64}` };
}

type State = { state: string; [field: string]: unknown };

/** The back end's own call, in any state. */
export function ownCall(state: State): MessagePart {
  return { type: "dynamic-tool", toolCallId: own.id, toolName: own.name, input: own.input, ...state } as MessagePart;
}

/** The same with the calls in it answered, in their order. */
export function answered(parts: readonly MessagePart[], outputs: readonly unknown[]): MessagePart[] {
  const next = outputs.values();
  return parts.map((part) =>
    isToolPart(part) ? { ...part, state: "output-available", input: part.input, output: next.next().value } : part,
  );
}

/** The same once the person has agreed. */
export function approved(part: MessagePart): MessagePart {
  if (!isToolPart(part) || part.state !== "approval-requested") return part;
  return { ...part, state: "approval-responded", approval: { ...part.approval, approved: true } };
}
