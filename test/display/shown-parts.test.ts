import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCall } from "../../src/display/format-call.js";
import { createRedactor } from "../../src/display/redact.js";
import { formatCallJson } from "../../src/display/redact-part.js";
import { toOutcomeParts, toShownParts, toShownValue } from "../../src/display/shown-parts.js";
import { formatToolCombined } from "../../src/display/tool-block.js";
import type { ToolPart } from "../../src/stream/message.js";

const text = (value: string) => ({ type: "text", text: value });
const picture = { type: "image", data: "iVBO", mimeType: "image/png" };
const page = { type: "resource_link", uri: "https://example.com/map", name: "map", title: "The map" };
const done = (output: unknown) => ({ state: "output", output }) as const;

describe("what a tool gave, piece by piece", () => {
  test.each([[undefined], [null], [0], [""], ["wet"], [{ celsius: 3 }], [[1, 2]], [{ content: "a page" }]])(
    "%j is one value",
    (output) => {
      expect(toShownParts(output)).toEqual([{ type: "value", value: output }]);
    },
  );

  test("each block of an MCP result has its place; texts that follow each other are one", () => {
    const content = [text("Two maps."), text("The first:"), picture, text("The second:"), page];
    expect(toShownParts({ content })).toEqual([
      { type: "value", value: "Two maps.\nThe first:" },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBO" },
      { type: "value", value: "The second:" },
      { type: "link", url: "https://example.com/map", title: "The map" },
    ]);
  });

  test("resources are their text or a file; a sound is a file", () => {
    const content = [
      { type: "resource", resource: { uri: "file:///notes/a.txt", text: "Milk" } },
      { type: "resource", resource: { uri: "file:///notes/my%20map.png?size=2", mimeType: "image/png", blob: "iVBO" } },
      { type: "resource", resource: { uri: "db://rows", blob: "AA==" } },
      { type: "audio", data: "UklG", mimeType: "audio/wav" },
    ];
    expect(toShownParts({ content })).toEqual([
      { type: "value", value: "Milk" },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBO", filename: "my map.png" },
      {
        type: "file",
        mediaType: "application/octet-stream",
        url: "data:application/octet-stream;base64,AA==",
        filename: "rows",
      },
      { type: "file", mediaType: "audio/wav", url: "data:audio/wav;base64,UklG" },
    ]);
  });

  test("structured content stands behind the text, or alone", () => {
    expect(toShownParts({ content: [], structuredContent: { n: 1 } })).toEqual([{ type: "value", value: { n: 1 } }]);
    expect(toShownParts({ content: [text("One")], structuredContent: { n: 1 } })).toEqual([
      { type: "value", value: "One" },
      { type: "value", value: { n: 1 } },
    ]);
    expect(toShownParts({ content: [text('{"n":1}')], structuredContent: { n: 1 } })).toEqual([
      { type: "value", value: '{"n":1}' },
    ]);
  });

  test("a type cannot carry more into an address than a type", () => {
    const content = [
      { ...picture, mimeType: "IMAGE/JPG;x=y" },
      { ...picture, mimeType: "text/html,<script>alert(1)</script>" },
      { ...picture, mimeType: "?" },
    ];
    expect(toShownParts({ content }).map((part) => (part.type === "file" ? part.url : part))).toEqual([
      "data:image/jpeg;base64,iVBO",
      "data:text/html;base64,iVBO",
      "data:application/octet-stream;base64,iVBO",
    ]);
  });

  test("beyond fifty files the rest are named", () => {
    const parts = toShownParts({ content: Array.from({ length: 60 }, () => picture) });
    expect(parts.filter(({ type }) => type === "file")).toHaveLength(50);
    expect(parts.at(-1)).toEqual({ type: "value", value: Array.from({ length: 10 }, () => "[image/png]").join("\n") });
  });

  test("what is hidden under a key is hidden here too", () => {
    const output = { content: [text("open sesame"), page], structuredContent: { password: "x" } };
    const shown = (rule: string) => toShownParts(output, createRedactor([rule]));
    expect(shown("content")).toEqual([{ type: "value", value: "[redacted]\n[redacted]" }]); // structuredContent too
    expect(shown("text")[0]).toEqual({ type: "value", value: "[redacted]" });
    expect(shown("uri")[0]).toEqual({ type: "value", value: "open sesame\n[redacted]" });
    expect(shown("structured content").at(-1)).toEqual({ type: "value", value: "[redacted]" });
  });

  test("whatever a tool gave, and whatever it does when it is looked at, never throws", () => {
    const broken = Proxy.revocable({}, {});
    broken.revoke();
    const trap = {
      get content(): unknown {
        throw new Error("no");
      },
    };
    expect(toShownParts(broken.proxy)).toHaveLength(1);
    expect(toShownParts(trap)).toEqual([{ type: "value", value: trap }]);
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (structuredContent, content) => {
        expect(toShownParts({ content, structuredContent }).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("where only text can stand", () => {
  test("files are named, and links written out", () => {
    const content = [text("Here:"), picture, { ...page, description: "All of it." }];
    expect(toShownValue({ content, structuredContent: { n: 1 } })).toBe(
      'Here:\n[image/png]\n[The map](https://example.com/map) All of it.\n{\n  "n": 1\n}',
    );
  });

  test("a call's line has the words of an MCP result, without codes of a terminal and secrets", () => {
    expect(formatCall("look", {}, done({ content: [text("\u001b[32m3 °C\u001b[0m")] }))).toBe("look() → 3 °C");
    expect(formatCall("look", {}, done({ content: [text("password=hunter2")] }))).toBe("look() → password=[redacted]");
    expect(formatCall("look", {}, done({ content: [], structuredContent: { token: "t", n: 1 } }))).toBe(
      'look() → {"token": "[redacted]", "n": 1}',
    );
    expect(formatCall("look", {}, done({ content: [text("a"), text("b")] }), { maxLines: 1 })).toBe(
      "look()\n  a\n  ... (1 more line)",
    );
  });

  test("so has a block, cut as any result", () => {
    const short = formatToolCombined("look", {}, { content: [text("3 °C <wet>")] });
    expect(short.text.trim()).toBe("<tool>look()\n3 °C &lt;wet&gt;</tool>");
    expect(short.trace.resultPreview).toBe("3 °C <wet>");
    const long = formatToolCombined("look", {}, { content: [text("x".repeat(2048))] });
    expect(long.trace.resultPreview).toBe(`${"x".repeat(500)}… (truncated, 2KB)`);
  });

  test("copied as JSON, a call is what it was", () => {
    const output = { content: [text("3 °C"), picture] };
    const json: unknown = JSON.parse(formatCallJson(call({ state: "output-available", input: {}, output }), redactor));
    expect(json).toEqual({ toolName: "look", toolCallId: "c1", state: "output-available", input: {}, output });
  });
});

describe("what came of a call", () => {
  test("an error is said once, where the result says it too", () => {
    const output = { content: [text("No GPS."), picture], isError: true };
    const failed = call({ state: "output-error", input: {}, errorText: "No GPS.", output });
    expect(toOutcomeParts(failed)).toEqual(toShownParts(output));
    const other = call({ state: "output-error", input: {}, errorText: "HTTP 500", output: { code: 5 } });
    expect(toOutcomeParts(other).map((part) => part.type === "value" && part.value)).toEqual(["HTTP 500", { code: 5 }]);
  });

  test("a failure that is a picture alone has words all the same", () => {
    const output = { content: [picture], isError: true };
    const failed = call({ state: "output-error", input: {}, errorText: "The tool failed.", output });
    expect(toOutcomeParts(failed)).toEqual([{ type: "value", value: "The tool failed." }, ...toShownParts(output)]);
  });

  test("nothing, before it ended", () => {
    expect(toOutcomeParts(call({ state: "input-available", input: {} }))).toEqual([]);
  });
});

const redactor = createRedactor();

function call(state: object): ToolPart {
  return { type: "dynamic-tool", toolName: "look", toolCallId: "c1", ...state } as ToolPart;
}
