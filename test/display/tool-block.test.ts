import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectToolCalls } from "../../src/detect/detect-tool-calls.js";
import { syntaxes } from "../../src/detect/syntaxes/index.js";
import { MAX_TOOL_RESULT_DISPLAY_CHARS } from "../../src/display/block-text.js";
import { normalizeMarkdownCollapsibleBlocks } from "../../src/display/normalize-blocks.js";
import { completePendingToolBlock, formatToolCombined, formatToolStarted } from "../../src/display/tool-block.js";

// What could end a block, open another one, be an argument of its own, or call somebody.
const piece = fc.constantFrom(
  ..."</tool>|<tool>|<tool |&amp;|&lt|&#10;|&|, b=|, |=|\n|\n\n|```\n|\n```|~~~|`|@room|@alice:example.org|😀|(|)| |a|ключ".split(
    "|",
  ),
  ...'<validation>a\n|</validation>|\n🔧 **Tool Call:** `x(y=1)`|\n✅ **`x` result:**|🔧|> [!tool a]|\\|"'.split("|"),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const toolName = fc.stringMatching(/^[\p{L}_][\p{L}\p{N}_.:/-]{0,40}$/u);
const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,10}$/).filter((name) => name !== "__proto__");
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));
const args = fc.dictionary(key, value, { maxKeys: 4 });

/** Values come back as texts: JSON as JSON. */
function expectArgs(read: unknown, written: Record<string, unknown>) {
  const members = Object.entries(read as Record<string, string>);
  expect(members.map(([name]) => name)).toEqual(Object.keys(written));
  for (const [name, shown] of members) {
    const original = written[name];
    if (typeof original === "string") expect(shown).toBe(original);
    else expect(JSON.parse(shown)).toEqual(original);
  }
}

const short = (written: object) => Object.values(written).every((each) => JSON.stringify(each).length < 300);

describe("what is written is read back", () => {
  const options = [{}, { syntaxes: [syntaxes["tool-block"]] }];

  test.each(options)("a call that has begun is one call without a result (%#)", (detection) => {
    fc.assert(
      fc.property(toolName, args.filter(short), text, (name, written, before) => {
        const around = before.replaceAll(/[`~<>🔧✅]/gu, "");
        const { calls, text: rest } = detectToolCalls(
          `${around}${formatToolStarted(name, written).text}end`,
          detection,
        );
        expect(calls).toHaveLength(1);
        expect(calls[0]).toMatchObject({ name, status: "pending" });
        expectArgs(calls[0]?.args, written);
        expect(rest).toBe(`${around}\n\n\nend`);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(options)("so are calls with their results, one behind the other (%#)", (detection) => {
    const call = fc.record({
      name: toolName,
      written: args.filter(short),
      result: text.filter((each) => each.length < 500),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (all) => {
        const blocks = all.map(({ name, written, result }) => formatToolCombined(name, written, result).text).join("");
        const { calls, text: rest } = detectToolCalls(blocks, detection);
        expect(calls.map(({ name, status, result }) => ({ name, status, result }))).toEqual(
          all.map(({ name, result }) => ({ name, status: "completed", result })),
        );
        for (const [index, read] of calls.entries()) expectArgs(read.args, all[index]?.written ?? {});
        expect(rest.trim()).toBe("");
      }),
      { numRuns: 1000 },
    );
  });

  test("a call that was completed reads as one that was written whole", () => {
    fc.assert(
      fc.property(
        toolName,
        args.filter(short),
        text,
        fc.option(key, { nil: undefined }),
        (name, written, result, id) => {
          const started = formatToolStarted(name, written, { toolCallId: id }).text;
          expect(completePendingToolBlock(started, name, result, { toolCallId: id }).text).toBe(
            formatToolCombined(name, written, result, { toolCallId: id }).text,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each<[string, unknown, Record<string, string>]>([
    ["no arguments", undefined, {}],
    ["none in an object", {}, {}],
    ["a text", "pwd", { input: "pwd" }],
    ["a text that looks like an argument", "a=b", { input: "a=b" }],
    ["a blank", " ", { input: " " }],
    ["a list", ["pwd"], { input: '["pwd"]' }],
    ["keys that are no words", { "my-key": 1, b: 2 }, { input: '{"my-key": 1, "b": 2}' }],
    ["a key that could do harm", JSON.parse('{"__proto__":1}'), { input: '{"__proto__": 1}' }],
  ])("%s", (_what, written, read) => {
    expect(detectToolCalls(formatToolStarted("run", written).text).calls).toMatchObject([{ name: "run", args: read }]);
  });

  test.each([
    ["two words", "two_words"],
    ["<b>", "_b_"],
    ["run(", "run_"],
    ["", "tool"],
    ["x".repeat(200), "x".repeat(128)],
  ])("a name that is none is made one: %j", (name, read) => {
    expect(detectToolCalls(formatToolStarted(name, { a: "b" }).text).calls).toMatchObject([
      { name: read, args: { a: "b" } },
    ]);
  });
});

describe("a block", () => {
  test("that waits has no line break, and one that is done has one", () => {
    expect(formatToolStarted("save_file", { file: "a.py", mode: "x\ny" }).text).toBe(
      "\n\n<tool>save_file(file=a.py, mode=x&#10;y)</tool>\n",
    );
    expect(formatToolCombined("save_file", { file: "a.py" }, "ok").text).toBe(
      "\n\n<tool>save_file(file=a.py)\nok</tool>\n",
    );
    expect(formatToolCombined("save_file", { file: "a.py" }, "").text).toBe(
      "\n\n<tool>save_file(file=a.py)\n</tool>\n",
    );
    expect(formatToolCombined("save_file", {}, undefined).text).toBe("\n\n<tool>save_file()\n</tool>\n");
  });

  test("carries an id where there is one", () => {
    const toolCallId = 'call "1"';
    const { text: started } = formatToolStarted("search", { q: "cats" }, { toolCallId });
    expect(started).toBe('\n\n<tool id="call&#32;&quot;1&quot;" state="start">search(q=cats)</tool>\n');
    expect(detectToolCalls(started).calls).toMatchObject([{ id: toolCallId, name: "search", status: "pending" }]);
  });

  test("writes lists and objects as JSON", () => {
    expect(formatToolCombined("run_shell_command", { args: ["pwd"] }, { ok: true }).text).toBe(
      '\n\n<tool>run_shell_command(args=["pwd"])\n{"ok": true}</tool>\n',
    );
  });

  test("calls nobody, and holds no tag but its own", () => {
    const { text: block } = formatToolCombined("say", { to: "@alice:example.org" }, "@room <b>hi</b> </tool>");
    expect(block).not.toContain("@");
    expect(block.match(/</g)).toHaveLength(2);
  });

  test("never shows a secret", () => {
    const { text: block, trace } = formatToolCombined(
      "login",
      { user: "ada", password: "hunter2" },
      { token: "t0k3n" },
    );
    expect(block + JSON.stringify(trace)).not.toMatch(/hunter2|t0k3n/);
    expect(block).toContain("user=ada");
  });
});

describe("a result that is too long", () => {
  test("ends with its true size", () => {
    const { text: block, trace } = formatToolCombined("read", {}, "x".repeat(2345));
    expect(block).toBe(`\n\n<tool>read()\n${"x".repeat(500)}… (truncated, 2.3KB)</tool>\n`);
    expect(trace).toEqual({
      type: "tool-call-completed",
      toolName: "read",
      resultPreview: `${"x".repeat(500)}… (truncated, 2.3KB)`,
      truncated: true,
    });
  });

  test("one at the limit is whole", () => {
    const whole = "x".repeat(MAX_TOOL_RESULT_DISPLAY_CHARS);
    expect(formatToolCombined("read", {}, whole).text).toBe(`\n\n<tool>read()\n${whole}</tool>\n`);
    expect(formatToolCombined("read", {}, whole).trace.truncated).toBe(false);
  });

  test("splits no surrogate pair and no entity, its own or the text's", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 490, max: 500 }),
        fc.constantFrom("😀", "&", "<", "&amp;", "&#128512;"),
        (at, sign) => {
          const { text: block } = formatToolCombined("read", {}, "x".repeat(at) + sign.repeat(300));
          const [, body = ""] = /\n(x+.*)… \(truncated, /su.exec(block) ?? [];
          const [read] = detectToolCalls(block).calls;
          const shown = String(read?.result).split("… (truncated")[0] ?? "";
          expect(/\p{Surrogate}/u.test(block)).toBe(false);
          expect(body.replaceAll(/&(?:amp|lt|gt|#\d+);/g, "")).not.toContain("&");
          expect(shown.slice(at).replaceAll(sign, "")).toBe("");
          expect(shown.length).toBeLessThanOrEqual(MAX_TOOL_RESULT_DISPLAY_CHARS);
        },
      ),
    );
  });

  test("an object is told by the size that it has when written out", () => {
    expect(formatToolCombined("list", {}, Array(1000).fill(1)).text).toContain("… (truncated, 2.9KB)</tool>"); // `[1, 1, …]`
  });

  test("one whose size cannot be told in time says so", () => {
    let nested: unknown = "x";
    for (let depth = 0; depth < 30; depth += 1) nested = [nested, nested];
    expect(formatToolCombined("list", {}, nested).text).toContain("… (truncated, over 1MB)</tool>");
  });
});

describe("a result that comes later", () => {
  test("goes into the last block of that name that waits", () => {
    const { text: after, trace } = completePendingToolBlock(
      "a\n\n<tool>save(file=a)</tool>\n\n<tool>save(file=b)</tool>\n\n<tool>other()</tool>\nz",
      "save",
      "ok",
    );
    expect(after).toBe("a\n\n<tool>save(file=a)</tool>\n\n<tool>save(file=b)\nok</tool>\n\n<tool>other()</tool>\nz");
    expect(trace).toEqual({
      type: "tool-call-completed",
      toolName: "save",
      argsPreview: "file=b",
      resultPreview: "ok",
      truncated: false,
    });
  });

  test("goes into the block with the very id", () => {
    const started = ["1", "2", "3"].map(
      (toolCallId) => formatToolStarted("save", { file: toolCallId }, { toolCallId }).text,
    );
    expect(completePendingToolBlock(started.join(""), "save", "ok", { toolCallId: "2" }).text).toBe(
      `${started[0] ?? ""}\n\n<tool id="2" state="done">save(file=2)\nok</tool>\n${started[2] ?? ""}`,
    );
  });

  test("never goes to the call of another id", () => {
    const started = formatToolStarted("save", {}, { toolCallId: "1" }).text;
    expect(completePendingToolBlock(started, "save", "ok", { toolCallId: "2" }).text).toBe(
      `${started}\n\n<tool id="2" state="done">save()\nok</tool>\n`,
    );
  });

  test("is appended where none waits", () => {
    const done = "<tool>save(file=a)\nold</tool>";
    expect(completePendingToolBlock(done, "save", "new").text).toBe(`${done}\n\n<tool>save()\nnew</tool>\n`);
    expect(completePendingToolBlock("some text", "save", "new").text).toBe("some text\n\n<tool>save()\nnew</tool>\n");
  });

  test("a block with a summary behind it does not wait", () => {
    const old = "<tool>save()</tool><validation>save\nok</validation>";
    expect(completePendingToolBlock(old, "save", "new").text).toBe(`${old}\n\n<tool>save()\nnew</tool>\n`);
  });
});

describe("messages with wrench lines", () => {
  test("a call and its result become one block", () => {
    expect(
      normalizeMarkdownCollapsibleBlocks(
        "Look:\n\n🔧 **Tool Call:** `save_file(file_name=a.py)`\n✅ **`save_file` result:**\nok\n\nDone.",
      ),
    ).toBe("Look:\n\n<tool>save_file(file_name=a.py)\nok</tool>\n\nDone.");
  });

  test("results find their calls, and a call without one waits", () => {
    expect(
      normalizeMarkdownCollapsibleBlocks(
        "🔧 **Tool Call:** `a(x=1)`\n🔧 **Tool Call:** `b()`\n✅ **`b` result:**\ntwo\nlines\n✅ **`a` result:**\none\n🔧 **Tool Call:** `c()`",
      ),
    ).toBe("<tool>a(x=1)\none</tool>\n\n<tool>b()\ntwo\nlines</tool>\n\n<tool>c()</tool>");
  });

  test("the body is escaped", () => {
    expect(normalizeMarkdownCollapsibleBlocks("✅ **`a` result:**\n</tool> & @room")).toBe(
      "<tool>a()\n&lt;/tool&gt; &amp; &#64;room</tool>",
    );
  });

  test.each([
    "",
    "No tools here.",
    "🔧 is a wrench, ✅ a mark",
    "```\n🔧 **Tool Call:** `a()`\n```",
    "<tool>a()</tool>",
  ])("%j stays as it is", (same) => {
    expect(normalizeMarkdownCollapsibleBlocks(same)).toBe(same);
  });

  test("doing it twice changes nothing more", () => {
    fc.assert(
      fc.property(toolName, text, text, (name, result, around) => {
        const once = normalizeMarkdownCollapsibleBlocks(
          `${around}\n\n🔧 **Tool Call:** \`${name}(q=1)\`\n\n✅ **\`${name}\` result:**\n${result}`,
        );
        expect(normalizeMarkdownCollapsibleBlocks(once)).toBe(once);
      }),
    );
  });
});
