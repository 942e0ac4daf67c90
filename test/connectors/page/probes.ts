import type { MessagePart } from "tooltalk/core";
import { bodyOf, requestOf } from "../conversation.js";
import { answered, approved, fileOf, hear, ownCall, question, type Subject, tell, textOf } from "./exchange.js";
import { areSideBySide, has, leavesOf, recordsOf, valueAt } from "./json.js";
import { calls, own, said } from "./said.js";

/** Does what a row of the table speaks of, and says what its cell has to say. */
export type Probe = (subject: Subject) => Promise<string>;

/**
 * By the rows of docs/connectors.md. What a model makes goes back as it was heard: decoded, reduced, encoded. Where it is
 * never heard, it goes out as another back end would have left it.
 */
export const probes: Readonly<Record<string, Probe>> = {
  text: async (subject) => {
    const heard = await hear(subject, subject.wire.text);
    const body = await tell(subject, heard.message.parts);
    return sign(has(body, said.text) && has(body, said.question), textOf(heard, "text-delta") === said.text);
  },
  "reasoning, as text": async (subject) => {
    const heard = await hear(subject, subject.wire.thoughts);
    const body = await tell(subject, heard.message.parts);
    return sign(has(body, said.thoughts), textOf(heard, "reasoning-delta") === said.thoughts);
  },
  "reasoning, signed or encrypted": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.signed);
    const comes = has(events, said.secret);
    const body = await tell(subject, comes ? message.parts : signedParts);
    return sign(has(body, said.secret), comes);
  },
  "parallel calls": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.calls);
    const steps = events.filter(({ type }) => type === "start-step").length;
    const inputs = events.flatMap((event) => (event.type === "tool-input-available" ? [event.input] : []));
    const comes = steps === 1 && JSON.stringify(inputs) === JSON.stringify(calls.map(({ input }) => input));
    const body = await tell(subject, answered(message.parts, said.results));
    return sign(areSideBySide(body, said.cities) && said.results.every((result) => has(body, result)), comes);
  },
  "arguments while they are written": async (subject) => {
    const { events } = await hear(subject, subject.wire.calls);
    const pieces = events.flatMap((event) => (event.type === "tool-input-delta" ? [event.inputTextDelta] : []));
    return sign(false, pieces.length > calls.length);
  },
  "a result as": async (subject) => {
    const value = { celsius: 3.25 };
    const told = await tell(subject, [ownCall({ state: "output-available", output: value })]);
    if (leavesOf(told).some((leaf) => leaf.value === JSON.stringify(value))) return "string";
    const number = leavesOf(told).find((leaf) => leaf.value === value.celsius);
    const body = await tell(subject, [ownCall({ state: "output-available", output: 7 })]);
    const same = valueAt(body, number?.path.slice(0, -1));
    return same === 7 ? "JSON" : has(same, 7) ? "object" : "–";
  },
  "a failed or denied call, as such": async (subject) => {
    const approval = { id: said.approvalId, approved: false, reason: said.denial } as const;
    const failed = await toldAsSuch(subject, ownCall({ state: "output-error", errorText: said.failure }), said.failure);
    const denied = await toldAsSuch(subject, ownCall({ state: "output-denied", approval }), said.denial);
    const { events } = await hear(subject, subject.wire.ownFailure);
    const comes = events.some((event) => event.type === "tool-output-error" && has(event.errorText, said.failure));
    if (failed !== denied) return `${failed ? "failed" : "denied"} as such, the other in words`;
    return failed ? sign(true, comes) : `in words${comes ? ", ←" : ""}`;
  },
  "tools that the back end runs": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.ownCall);
    const comes = events.some((event) => event.type === "tool-output-available" && has(event.output, own.result));
    const body = await tell(subject, message.parts);
    return sign(has(body, own.input.place) && has(body, own.result), comes);
  },
  "approval of the back end's calls": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.approval);
    const comes = events.some(
      (event) => event.type === "tool-approval-request" && event.approvalId === said.approvalId,
    );
    const isOfMcp = events.some((event) => event.type === "tool-input-start" && event.serverName !== undefined);
    const parts = comes ? message.parts : [ownCall({ state: "approval-requested", approval: { id: said.approvalId } })];
    const body = await bodyOf(subject.connector, requestOf([question, { ...message, parts: parts.map(approved) }]));
    const isTold = recordsOf(body).some((each) => Object.values(each).includes(said.approvalId) && has(each, true));
    return sign(isTold, comes) + (isOfMcp ? " (MCP)" : "");
  },
  "images from the person": async (subject) => sign(await takes(subject, "image/png", said.picture), false),
  "other files from the person": async (subject) => {
    const taken = await Promise.all(
      kinds.map(async ([name, ...types]) => {
        const all = await Promise.all(types.map((type) => takes(subject, type, btoa(`a,b of ${type}`))));
        return { name, isTaken: all.every(Boolean) };
      }),
    );
    const names = (isTaken: boolean) => taken.flatMap((each) => (each.isTaken === isTaken ? [each.name] : []));
    if (names(true).length < names(false).length) return names(true).join(", ") || "–";
    return names(false).length === 0 ? "→" : `→, no ${names(false).join(" or ")}`;
  },
  "files from the model": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.file);
    const comes = events.some((event) => event.type === "file" && has(event.url, said.picture));
    const parts = comes ? message.parts : [fileOf("image/png", said.picture)];
    return sign(has(await tell(subject, parts), said.picture), comes);
  },
  "sources, citations": async (subject) => {
    const { events, message } = await hear(subject, subject.wire.source);
    const comes = events.some((event) => event.type === "source-url" && event.url === said.source);
    const source = { type: "source-url", sourceId: "s1", url: said.source } as const;
    return sign(has(await tell(subject, comes ? message.parts : [source]), said.source), comes);
  },
  "taking up a cut answer": async ({ connector }) => {
    const request = await connector.resume?.(requestOf([question]), "7");
    return request === undefined ? "–" : sign(has([request.url, ...request.headers.values()], "chat-1"), true);
  },
};

/** Thoughts that are signed in each way that there is. */
const signedParts: MessagePart[] = [
  { anthropic: { signature: said.secret } },
  { google: { thoughtSignature: said.secret } },
  { openai: { itemId: "rs_1", reasoningEncryptedContent: said.secret } },
  { openaiChat: { signature: said.secret } },
  { agUi: { messageId: "r1", encryptedValue: said.secret } },
].map((providerMetadata) => ({ type: "reasoning", text: said.thoughts, state: "done", providerMetadata }));

/** Kinds of files that are no pictures, with types of each. */
const kinds = [
  ["PDF", "application/pdf"],
  ["text", "text/csv", "application/json"],
  ["audio", "audio/wav", "audio/mpeg"],
  ["video", "video/mp4"],
  ["archive", "application/zip"],
] as const;

function sign(isTold: boolean, isHeard: boolean): string {
  return isTold ? (isHeard ? "✓" : "→") : isHeard ? "←" : "–";
}

/** The back end is given a person's file: its bytes, or its text. */
async function takes({ connector }: Subject, mediaType: string, base64: string): Promise<boolean> {
  const parts: MessagePart[] = [{ type: "text", text: said.question }, fileOf(mediaType, base64)];
  const body = await bodyOf(connector, requestOf([{ ...question, parts }]));
  return has(body, base64) || has(body, atob(base64));
}

/** False where a tool that gives the same words as its output is told in the same way. */
async function toldAsSuch(subject: Subject, part: MessagePart, words: string): Promise<boolean> {
  const body = await tell(subject, [part]);
  const text = leavesOf(body).find((leaf) => has(leaf.value, words))?.value;
  if (text === undefined) throw new Error(`"${words}" is not in the request at all.`);
  const given = await tell(subject, [ownCall({ state: "output-available", output: text })]);
  return JSON.stringify(given) !== JSON.stringify(body);
}
