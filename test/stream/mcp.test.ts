import { describe, expect, it } from "vitest";
import { mcpText, readMcpResult } from "../../src/stream/mcp.js";
import { createSseReader } from "../../src/stream/sse.js";
import { recordings } from "../recordings.js";

/** The tool's result in a recorded answer of a real MCP server. */
function resultIn(body: string): unknown {
  const reader = createSseReader();
  const records = [...reader.push(body), ...reader.end()].map(({ data }) => JSON.parse(data) as { result?: unknown });
  return records.find((record) => record.result !== undefined)?.result;
}

const own = recordings.filter(({ protocol }) => protocol === "mcp-tool-result");

describe.skipIf(recordings.length === 0)("a recorded MCP result", () => {
  it.each(own.map((recording) => [recording.file, recording] as const))(
    "%s is read whole",
    (_, { body, expect: e }) => {
      const output = resultIn(body);
      const result = readMcpResult(output);
      expect(result?.blocks.map(({ type }) => type)).toEqual(e.extra?.content_types);
      const text = result === undefined ? "" : mcpText(result);
      if (e.text !== undefined) expect(text).toBe(e.text);
      else expect([...text]).toHaveLength(e.text_chars ?? -1);
      expect(result?.isError === true ? text : null).toBe(e.error);
      expect(readMcpResult(JSON.stringify(output))).toEqual(result); // as OpenAI and AG-UI pass it on
    },
  );
});

describe("an MCP result", () => {
  const text = (value: string) => ({ type: "text", text: value });

  it("gives every kind of block", () => {
    const link = { type: "resource_link", uri: "file:///a.pdf", name: "a.pdf", size: 7 };
    const result = readMcpResult({
      content: [
        text("See"),
        { type: "image", data: "iVBO", mimeType: "image/png", annotations: { audience: ["user"] } },
        { type: "audio", data: "UklG", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a.txt", text: "A" } },
        { type: "resource", resource: { uri: "file:///a.bin", mimeType: "application/x", blob: "AA==" } },
        link,
        { type: "resource_link", uri: "file:///b.pdf" },
      ],
    });
    expect(result).toEqual({
      isError: false,
      blocks: [
        text("See"),
        { type: "image", data: "iVBO", mimeType: "image/png" },
        { type: "audio", data: "UklG", mimeType: "audio/wav" },
        { type: "resource", uri: "file:///a.txt", text: "A" },
        { type: "resource", uri: "file:///a.bin", mimeType: "application/x", blob: "AA==" },
        link,
        { type: "resource_link", uri: "file:///b.pdf", name: "file:///b.pdf" },
      ],
    });
  });

  it.each([
    ["its own JSON", { n: 1, m: [2] }, '{\n "m": [2], "n": 1 }'],
    ["a text that was wrapped", { result: "Sunny" }, "Sunny"],
    ["a list that was wrapped", { result: [1, 2] }, "[1,2]"],
  ])("is shown once where its structured content is %s", (_, structuredContent, twin) => {
    expect(readMcpResult({ content: [text(twin)], structuredContent })).toEqual({
      blocks: [text(twin)],
      isError: false,
    });
  });

  it("keeps structured content that says something else, also where the tool failed", () => {
    const structuredContent = { code: 7 };
    expect(readMcpResult({ content: [text("Down")], structuredContent, isError: true })).toEqual({
      blocks: [text("Down")],
      structured: { code: 7 },
      isError: true,
    });
    expect(readMcpResult({ content: [], structuredContent })).toEqual({
      blocks: [],
      structured: { code: 7 },
      isError: false,
    });
  });

  it("shows a block of an unknown kind as what it is", () => {
    const hologram = { type: "hologram", beams: 3 };
    expect(readMcpResult({ content: [text("See"), hologram] })?.blocks).toEqual([
      text("See"),
      text('{"type":"hologram","beams":3}'),
    ]);
  });

  it("is read as content blocks alone, and as servers wrote it at first", () => {
    expect(readMcpResult([text("A"), text("B")])).toEqual({ blocks: [text("A"), text("B")], isError: false });
    expect(readMcpResult({ toolResult: { n: 1 } })).toEqual({ blocks: [text('{"n":1}')], isError: false });
  });

  it.each([
    undefined,
    null,
    0,
    "",
    "content",
    '{"content":"a"}',
    '{"content":',
    [],
    [1],
    ["text"],
    {},
    { content: [] },
    { content: "text" },
    { content: [text("A")], id: "msg_1" }, // a message, not a result
    { content: [{ type: "tool_use" }] },
    { structuredContent: "a" },
  ])("is not what %j is", (output) => {
    expect(readMcpResult(output)).toBeUndefined();
  });

  it("does not trip over what is nested without end", () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as object;
    const result = readMcpResult({ content: [text("x"), text('{"a":1}')], structuredContent: deep });
    expect(result?.structured).toBe(deep);
    expect(readMcpResult({ content: [text("x"), { type: "new", deep }] })?.blocks).toHaveLength(2);
  });
});
