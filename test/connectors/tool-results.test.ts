import { describe, expect, it } from "vitest";
import { toResultObject, toResultText, toResultValue } from "../../src/connectors/tool-results.js";
import { cutText, formatSize } from "../../src/stream/cut-text.js";

const output = (value: unknown) => ({ status: "output", output: value }) as const;
const mb = 1 << 20;

describe("a result as a model is told it", () => {
  it.each<[unknown, string]>([
    ["3 °C", "3 °C"],
    ["", ""],
    [0, "0"],
    [false, "false"],
    [null, "null"],
    [{ celsius: 3 }, '{"celsius":3}'],
    [[1, "a"], '[1,"a"]'],
    [10n, "10"],
    [undefined, "undefined"],
  ])("is text: %o", (value, text) => {
    expect(toResultText(output(value))).toBe(text);
  });

  it("is what went wrong", () => {
    expect(toResultText({ status: "error", errorText: "No GPS.", output: { code: 1 } })).toBe("No GPS.");
    expect(toResultText({ status: "denied", reason: "Not now." })).toBe("Not now.");
    expect(toResultObject({ status: "error", errorText: "No GPS." })).toEqual({ error: "No GPS." });
  });

  it("is the text of an MCP result, with what stands beside it said once", () => {
    const content = [
      { type: "text", text: '{"n":1}' },
      { type: "audio", data: "UklG", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "file:///a.txt", text: "A" } },
      { type: "resource", resource: { uri: "file:///a.bin", mimeType: "application/x", blob: "AA==" } },
    ];
    expect(toResultText(output({ content, structuredContent: { n: 1 } }))).toBe(
      '{"n":1}\n[audio audio/wav]\nA\n[application/x file:///a.bin]',
    );
    expect(toResultText(output({ content: [], structuredContent: { n: 1 } }))).toBe('{"n":1}');
  });

  it("stays a value where it may be one, and an object where it must be one", () => {
    expect(toResultValue(output({ n: 1 }))).toEqual({ n: 1 });
    expect(toResultValue(output([1]))).toEqual([1]);
    expect(toResultObject(output({ n: 1 }))).toEqual({ n: 1 });
    expect(toResultObject(output([1]))).toEqual({ output: [1] });
    expect(toResultObject(output("wet"))).toEqual({ output: "wet" });
  });

  it("is cut beyond 256 KiB, and says how long it was", () => {
    const kept = "x".repeat(256 * 1024);
    expect(toResultText(output(kept))).toBe(kept);
    expect(toResultText(output("x".repeat(10 * mb)))).toBe(`${kept}… (truncated, 10MB)`);
    expect(toResultText({ status: "error", errorText: "x".repeat(2 * mb) })).toBe(`${kept}… (truncated, 2MB)`);
    expect(toResultValue(output({ text: "x".repeat(mb) }))).toMatch(/^\{"text":"x+… \(truncated, 1MB\)$/);
  });

  it("is words where JSON has none for it", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(toResultText(output(circle))).toBe("[object Object]");
  });
});

describe("a text that is cut", () => {
  it("never ends in half a character", () => {
    expect(cutText("ab🌧c", 3)).toBe("ab… (truncated, 5B)");
    expect(cutText("ab🌧c", 4)).toBe("ab🌧… (truncated, 5B)");
    expect(cutText("abc", 3)).toBe("abc");
  });

  it.each<[number, string]>([
    [0, "0B"],
    [1023, "1023B"],
    [1024, "1KB"],
    [2345, "2.3KB"],
    [20_000, "20KB"],
    [5 * mb, "5MB"],
    [3 << 29, "1.5GB"],
  ])("names its size: %i is %s", (length, size) => {
    expect(formatSize(length)).toBe(size);
  });
});
