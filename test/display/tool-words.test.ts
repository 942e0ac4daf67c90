import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCallWords, formatToolSummary } from "../../src/display/tool-words.js";
import { labels } from "../../src/labels.js";
import type { ToolPart, ToolPartState } from "../../src/stream/message.js";
import type { ToolVerbs } from "../../src/stream/tool-verbs.js";

const verbs = new Map<string, ToolVerbs<never>>();
const define = <Input>(name: string, own: ToolVerbs<Input>) => verbs.set(name, own);
define<{ path: string }>("read", {
  running: "Reading",
  done: "Read",
  failed: "Could not read",
  object: ({ path }) => path,
  objects: { one: "# file", other: "# files" },
});
define("run", { running: "Running a command", done: "Ran", objects: { one: "# command", other: "# commands" } });
define<{ q: string }>("search", { running: "Searching", done: "Searched for", object: ({ q }) => q });

let count = 0;
const call = (toolName: string, input: unknown, state: Partial<ToolPartState>): ToolPart => {
  count += 1;
  return { type: "dynamic-tool", toolCallId: `${count}`, toolName, input, ...state } as ToolPart;
};
const done = (toolName: string, input: unknown = {}) => call(toolName, input, { state: "output-available", output: 1 });
const failed = (toolName: string) => call(toolName, {}, { state: "output-error", errorText: "no", reason: "failed" });
const words = (part: ToolPart) => formatCallWords(part, verbs.get(part.type === "dynamic-tool" ? part.toolName : ""));
const summary = (...parts: ToolPart[]) => formatToolSummary(parts, (name) => verbs.get(name), labels);

describe("one call in its tool's words", () => {
  test.each<[Partial<ToolPartState>, unknown, string | undefined]>([
    [{ state: "input-streaming" }, undefined, "Reading"],
    [{ state: "input-streaming" }, { path: "notes" }, "Reading notes"],
    [{ state: "input-available" }, { path: "notes.md" }, "Reading notes.md"],
    [{ state: "output-available", output: "x", preliminary: true }, { path: "notes.md" }, "Reading notes.md"],
    [{ state: "output-available", output: "x" }, { path: "notes.md" }, "Read notes.md"],
    [{ state: "output-error", errorText: "no" }, { path: "notes.md" }, "Could not read notes.md"],
    [{ state: "output-error", errorText: "no", reason: "cancelled" }, { path: "notes.md" }, undefined],
    [{ state: "approval-requested", approval: { id: "p" } }, { path: "notes.md" }, undefined],
    [{ state: "output-denied", approval: { id: "p" } }, { path: "notes.md" }, undefined],
  ])("%j with %j: %s", (state, input, text) => {
    expect(words(call("read", input, state))).toBe(text);
  });

  test("a tool without words, or without words for it, leaves it to the labels", () => {
    expect(words(done("other"))).toBeUndefined();
    expect(words(failed("run"))).toBeUndefined();
  });

  test("what a call is about is one line, and holds no secret and nothing hidden", () => {
    expect(words(done("search", { q: "cats\nand dogs\u202e" }))).toBe("Searched for cats and dogs\\u202e");
    expect(words(done("search", { q: `x${"y".repeat(200)}` }))?.length).toBeLessThan(100);
    expect(words(done("search", { q: "?api_key=k3y" }))).toBe("Searched for ?api_key=[redacted]");
  });

  test("whatever the arguments are, it never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(words(call("read", input, { state: "input-streaming" }))).toMatch(/^Reading/);
      }),
    );
  });
});

describe("several calls", () => {
  test("are told in their tools' words", () => {
    const files = ["a", "b", "c"].map((path) => done("read", { path }));
    expect(summary(...files, done("run"))).toBe("Read 3 files, ran 1 command");
    expect(summary(done("run"), done("read", { path: "a" }), done("run"))).toBe("Ran 2 commands, read 1 file");
  });

  test("those about one thing are about one thing", () => {
    expect(summary(done("read", { path: "a" }), done("read", { path: "a" }))).toBe("Read 1 file");
    expect(summary(done("search", { q: "cats" }))).toBe("Searched for cats");
    expect(summary(done("search", { q: "cats" }), done("search", { q: "dogs" }))).toBe("Searched for × 2");
  });

  test("without words of their own they are counted", () => {
    expect(summary(done("a"))).toBe("Used 1 tool");
    expect(summary(...["a", "b", "c", "d", "e"].map((name) => done(name)))).toBe("Used 5 tools");
    expect(summary(done("read", { path: "a" }), done("a"), done("b"))).toBe("Read 1 file, used 2 tools");
  });

  test("what went wrong is said, and not counted as done", () => {
    expect(summary(...["a", "b", "c", "d"].map((name) => done(name)), failed("e"))).toBe("Used 5 tools · 1 failed");
    expect(summary(done("read", { path: "a" }), failed("read"))).toBe("Read 1 file · 1 failed");
    expect(summary(failed("read"))).toBe("Used 1 tool · 1 failed");
    expect(
      summary(
        done("read", { path: "a" }),
        call("read", {}, { state: "output-error", errorText: "", reason: "cancelled" }),
        call("run", {}, { state: "output-denied", approval: { id: "p" } }),
      ),
    ).toBe("Read 1 file · 1 stopped · 1 denied");
  });

  test("plurals and lists are those of the language", () => {
    const polish = {
      ...labels,
      locale: "pl",
      usedTools: (number: number) => `Narzędzia: ${number}`,
    };
    define("odczyt", { running: "", done: "Odczytano", objects: { one: "# plik", few: "# pliki", other: "# plików" } });
    const told = (number: number) =>
      formatToolSummary(
        Array.from({ length: number }, () => done("odczyt")),
        (name) => verbs.get(name),
        polish,
      );
    expect([1, 2, 5].map(told)).toEqual(["Odczytano 1 plik", "Odczytano 2 pliki", "Odczytano 5 plików"]);
  });
});
