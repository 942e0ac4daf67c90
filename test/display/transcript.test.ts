import { describe, expect, it } from "vitest";
import { getMessageText, getToolCalls } from "../../src/chat/message.js";
import { createStreamChunks, parseMarkdownIntoChunks } from "../../src/display/transcript.js";
import { readTranscript } from "../../src/testing/transcript-connector.js";

const cats = `The assistant is going to search for cats.

> [!tool search call_123]
> state: output-available
> input:
>   query: cats
> output:
>   results:
>     - title: All About Cats
>       url: https://example.com/cats

Here are the results we found!
`;

describe("a transcript", () => {
  it("is split into the text around and the calls between", () => {
    expect(parseMarkdownIntoChunks(cats)).toEqual([
      { type: "text", value: "The assistant is going to search for cats.\n\n" },
      {
        type: "tool",
        toolCallId: "call_123",
        toolName: "search",
        state: "output-available",
        input: { query: "cats" },
        output: { results: [{ title: "All About Cats", url: "https://example.com/cats" }] },
      },
      { type: "text", value: "\nHere are the results we found!\n" },
    ]);
  });

  it("gives a stream in which the call is followed by its output", () => {
    const events = createStreamChunks(parseMarkdownIntoChunks(cats));
    expect(events.map((event) => event.type)).toEqual([
      "text-start",
      "text-delta",
      "text-end",
      "tool-input-available",
      "tool-output-available",
      "text-start",
      "text-delta",
      "text-end",
    ]);
  });

  it("makes the message that a reader sees", () => {
    const message = readTranscript(cats);
    expect(getMessageText(message).trim()).toBe("Here are the results we found!");
    expect(getToolCalls(message)).toMatchObject([{ id: "call_123", status: "completed", args: { query: "cats" } }]);
  });

  it.each([
    ["> [!tool]\n> state: input-available\n", { toolCallId: "tool-call-1", toolName: "tool" }],
    ["> [!tool search c9]\n> name: other\n> id: x\n", { toolCallId: "c9", toolName: "search" }],
    ["> [!tool name=search id=call_1]\n> state: input-available\n", { toolCallId: "call_1", toolName: "search" }],
    ["> [!tool id=c2]\n> toolName: find\n", { toolCallId: "c2", toolName: "find" }],
  ])("reads the name and the id of %j", (markdown, wanted) => {
    expect(parseMarkdownIntoChunks(markdown)).toEqual([expect.objectContaining(wanted)]);
  });

  it("counts the calls that have no id", () => {
    const chunks = parseMarkdownIntoChunks("> [!tool a]\n\n> [!tool b]\n");
    expect(chunks.flatMap((chunk) => (chunk.type === "tool" ? [chunk.toolCallId] : []))).toEqual([
      "tool-call-1",
      "tool-call-2",
    ]);
  });

  it("keeps keys that it does not know on the chunk", () => {
    expect(parseMarkdownIntoChunks("> [!tool a b]\n> durationMs: 12\n")[0]).toMatchObject({ durationMs: 12 });
  });

  it("leaves a callout with broken YAML, and one inside a fence, as text", () => {
    for (const markdown of ["> [!tool a b]\n> input: {x: [1\n> y: }\n", "```md\n> [!tool a b]\n> input: 1\n```\n"]) {
      expect(parseMarkdownIntoChunks(markdown)).toEqual([{ type: "text", value: markdown }]);
    }
  });

  it.each([0, false, "", null])("gives the output %j, though it is falsy", (output) => {
    const markdown = `> [!tool a b]\n> output: ${output === "" ? '""' : output}\n`;
    expect(createStreamChunks(parseMarkdownIntoChunks(markdown))).toEqual([
      { type: "tool-input-available", toolCallId: "b", toolName: "a", input: {} },
      { type: "tool-output-available", toolCallId: "b", output },
    ]);
  });

  it("gives an error when the state says so, or there is an error text", () => {
    const last = (markdown: string) => createStreamChunks(parseMarkdownIntoChunks(markdown)).at(-1);
    expect(last("> [!tool a b]\n> errorText: no network\n")).toMatchObject({
      type: "tool-output-error",
      errorText: "no network",
    });
    expect(last("> [!tool a b]\n> error: gone\n")).toMatchObject({ type: "tool-output-error", errorText: "gone" });
    expect(last("> [!tool a b]\n> state: output-error\n")).toMatchObject({ type: "tool-output-error" });
  });
});
