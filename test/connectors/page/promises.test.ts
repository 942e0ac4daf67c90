import type { ChatMessage, MessagePart } from "tooltalk/core";
import { describe, expect, it } from "vitest";
import { bodyOf, requestOf } from "../conversation.js";
import { hear, ownCall, question, type Subject, tell, textOf } from "./exchange.js";
import { has, leavesOf } from "./json.js";
import { words } from "./markdown.js";
import { said } from "./said.js";
import { subjects } from "./subjects.js";

const output = (value: unknown) => ownCall({ state: "output-available", output: value });
const inText = async (subject: Subject, part: MessagePart) => JSON.stringify(await tell(subject, [part]));
const isOwnServer = ({ name }: Subject) => name === "aiSdk";
const count = (text: string, word: string) => text.split(word).length - 1;

// What docs/connectors.md says of all connectors.
describe.each(subjects)("$name, as all", (subject) => {
  it("tells a call that nobody answered as an error, and a denied one with its reason", async () => {
    expect(words).toContain("What nobody answered is told as an error, what was denied with its reason");
    for (const state of ["input-streaming", "input-available"]) {
      expect(has(await tell(subject, [ownCall({ state })]), "The call was not answered.")).toBe(true);
    }
    const approval = { id: said.approvalId, approved: false, reason: said.denial };
    expect(has(await tell(subject, [ownCall({ state: "output-denied", approval })]), said.denial)).toBe(true);
  });

  it("tells two calls of one id under two", async () => {
    expect(words).toContain("ids that repeat are made unique");
    const turn = (id: string, result: string): ChatMessage[] => [
      { ...question, id: `u${id}` },
      { id: `a${id}`, role: "assistant", parts: [output(result)] },
    ];
    const body = await bodyOf(subject.connector, requestOf([...turn("1", "snow"), ...turn("2", "rain")]));
    const ids = leavesOf(body).flatMap(({ path, value }) =>
      /^(toolCallId|tool_call_id|tool_use_id|call_id)$/.test(path.at(-1) ?? "") ? [value] : [],
    );
    // Gemini tells calls apart by order and name.
    expect(new Set(ids).size).toBe(isOwnServer(subject) ? 1 : subject.name === "gemini" ? 0 : 2);
  });

  it("tells a call that was found in text as a native one", async () => {
    expect(words).toContain("A call that was found in a model's text goes back as a native call.");
    const found: MessagePart = { ...output("fog"), origin: "text", repaired: true } as MessagePart;
    expect(await inText(subject, found)).toBe(await inText(subject, output("fog")));
  });

  it("cuts a long result", async () => {
    expect(words).toContain("A result longer than 256 KiB is cut and ends in `… (truncated, 10MB)`.");
    const told = await inText(subject, output("x".repeat(10 * 1024 * 1024)));
    expect(words).toContain("`aiSdk` alone renames no ids, cuts no results, and hands MCP results on as they came");
    const isCut = !isOwnServer(subject);
    expect(told.includes("… (truncated, 10MB)")).toBe(isCut);
    expect(told.length < 300 * 1024).toBe(isCut);
    expect(await inText(subject, output("x".repeat(256 * 1024)))).not.toContain("truncated");
  });

  it("tells an MCP result as its text, once, and one with isError as an error", async () => {
    expect(words).toContain(
      "each block once, `structuredContent` only where no text block says it. `isError` makes it an error",
    );
    const structuredContent = { fog: "thick" };
    const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
    const both = await inText(subject, output({ content, structuredContent }));
    const failed = await inText(subject, output({ content: [{ type: "text", text: said.failure }], isError: true }));
    const error = await inText(subject, ownCall({ state: "output-error", errorText: said.failure }));
    expect(count(both, "thick")).toBe(isOwnServer(subject) ? 2 : 1);
    expect(both.includes("structuredContent")).toBe(isOwnServer(subject));
    expect(failed === error).toBe(!isOwnServer(subject));
    expect(await inText(subject, output({ content: [], structuredContent }))).toContain("thick");
  });

  it("gives a call for running only once its arguments are whole", async () => {
    expect(words).toContain("A call runs only when the provider said that its arguments are whole");
    const { calls } = subject.wire;
    for (const end of [calls.indexOf("Ber"), calls.indexOf("gen")].filter((index) => index > 0)) {
      const { events } = await hear(subject, calls.slice(0, end));
      const inputs = events.flatMap((event) => (event.type === "tool-input-available" ? [event.input] : []));
      expect(inputs.filter((input) => !has(input, "Oslo"))).toEqual([]);
    }
  });

  it("ends a stream that was cut as an error, after what came", async () => {
    expect(words).toContain("A stream that ends too soon is an error, after what came; nothing is said twice.");
    const { text } = subject.wire;
    const heard = await hear(subject, text.slice(0, text.lastIndexOf("degrees.") + "degrees.".length));
    expect(heard.events.filter(({ type }) => type === "error")).toMatchObject([{ scope: "transport" }]);
    expect(said.text.startsWith(textOf(heard, "text-delta"))).toBe(true);
    expect(textOf(await hear(subject, text), "text-delta")).toBe(said.text);
  });
});
