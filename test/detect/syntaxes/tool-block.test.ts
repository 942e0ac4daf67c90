import { describe, expect, it } from "vitest";
import { defaultSyntaxes, syntaxes } from "../../../src/detect/syntaxes/index.js";
import { detectAtEveryCut, read } from "./at-every-cut.js";

describe("tool blocks", () => {
  it("are run by their server, and by nobody else", () => {
    const { events } = detectAtEveryCut('<tool id="1" state="start">f(a=1)</tool><tool>g()</tool>');
    const calls = events.filter((event) => event.type === "tool-input-available");
    expect(calls.map((call) => call.providerExecuted)).toEqual([true, true]);
  });

  it("join a start and its result by their id, whatever the order of the attributes", () => {
    const { calls, text } = detectAtEveryCut(
      '<tool id="1" state="start">f(a=1)</tool><tool state="start" id="2">g(b=2)</tool>\n' +
        '<tool state="done" id="2">g(b=2)\ntwo</tool> and <tool id="1" state="done">f(a=1)\none</tool>',
    );
    expect(text.trim()).toBe("and");
    expect(calls).toMatchObject([
      { id: "1", name: "f", args: { a: "1" }, result: "one", status: "completed" },
      { id: "2", name: "g", args: { b: "2" }, result: "two", status: "completed" },
    ]);
  });

  it("count without attributes where a call follows: pending without a line break, done with one", () => {
    expect(detectAtEveryCut("<tool>f(a=x, y, b=2)</tool>").calls).toMatchObject([
      { name: "f", args: { a: "x, y", b: "2" }, status: "pending" },
    ]);
    expect(detectAtEveryCut("<tool>f(a=1)\r\none\ntwo</tool>").calls).toMatchObject([{ result: "one\ntwo" }]);
  });

  it("take a validation right behind them for the result of the call that it names", () => {
    const { calls, text } = detectAtEveryCut("<tool>f()</tool>\n<validation>f\n1 &lt; 2</validation> ok");
    expect(calls).toMatchObject([{ name: "f", result: "1 < 2", status: "completed" }]);
    expect(text).toBe(" ok");
    const other = detectAtEveryCut("<tool>f()</tool><validation>g\nx</validation>");
    expect(other.text).toBe("<validation>g\nx</validation>");
  });

  it("keep a closer in a fence that closes again, and end at one in a fence that does not", () => {
    const inner = '```xml\n<tool id="9" state="done">q()\nz</tool>\n```\nmore';
    expect(detectAtEveryCut(`<tool id="1" state="done">f()\n${inner}</tool> ok`)).toMatchObject({
      text: " ok",
      calls: [{ id: "1", result: inner }],
    });
    expect(detectAtEveryCut('<tool id="1" state="done">f()\n```\ncut</tool> ok\n\n```\ncode\n```\n')).toMatchObject({
      text: " ok\n\n```\ncode\n```\n",
      calls: [{ id: "1", result: "```\ncut" }],
    });
  });

  it("tell the result of a call whose block holds no call again", () => {
    const text = '<tool id="6" state="start">build(a=1)</tool><tool id="6" state="done">(interrupted)</tool>';
    expect(detectAtEveryCut(text).calls).toMatchObject([
      { id: "6", name: "build", args: { a: "1" }, result: "(interrupted)", status: "completed" },
    ]);
  });

  it("lose the lines of a group around them, but no other group's", () => {
    expect(read("<tool-group>\n<tool>f()</tool>\n</tool-group> ok").text.trim()).toBe("ok");
    const text = "<tool-group>\nwords\n</tool-group>";
    expect(read(text)).toEqual({ text, calls: [] });
  });

  it("are incomplete where the end cuts them", () => {
    for (const text of ['<tool id="1" state="start">f(a', "<tool>f(a", '<tool id="1" state="done">f()\nres']) {
      expect(read(`Ok ${text}`)).toEqual({ text: "Ok ", calls: [["f", "incomplete"]] });
    }
  });

  it("leave other tags and prose alone", () => {
    for (const text of [
      "A <tool> tag, a <toolbar>, and <tool>some words</tool>.",
      '<tool id="1">f()</tool>',
      '<tool id="1" state="running">f()</tool>',
      '<tool state="done">f()</tool>',
      '<tool id="1" sta',
      "<validation>f\nx</validation>",
    ]) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
  });

  it("never reach a prototype by an argument's name", () => {
    const { calls } = detectAtEveryCut("<tool>f(__proto__=1, constructor=2)</tool>");
    expect(calls[0]?.args).toEqual({ constructor: "2" });
    expect(Object.getPrototypeOf(calls[0]?.args)).toBe(Object.prototype);
  });
});

describe("lines with a wrench", () => {
  const options = { syntaxes: [syntaxes["legacy-markdown"], ...defaultSyntaxes] };

  it("are calls, and the lines up to an empty one their result", () => {
    const text = "🔧 **Tool Call:** `f(a=1)`\n🔧 **Tool Call:** `g()`\n\n✅ **`f` result:**\none\ntwo\n\nafter";
    expect(detectAtEveryCut(text, options).calls).toMatchObject([
      { name: "f", args: { a: "1" }, result: "one\ntwo" },
      { name: "g", args: {}, status: "pending" },
    ]);
    expect(detectAtEveryCut(text, options).text.trim()).toBe("after");
  });

  it("may bear a number, and an hourglass while they are pending", () => {
    expect(detectAtEveryCut("🔧 `f` [1] ⏳\n🔧 `g` [2]\n", options).calls).toMatchObject([
      { id: "1", name: "f", status: "pending" },
      { id: "2", name: "g", status: "completed" },
    ]);
  });

  it("stay text by default, and where they say something else", () => {
    const call = "🔧 **Tool Call:** `f()`\n";
    expect(read(call)).toEqual({ text: call, calls: [] });
    const prose = "🔧 tools, 🔧 `f` is one\n✅ **done**\n";
    expect(read(prose, options)).toEqual({ text: prose, calls: [] });
  });
});

describe("blocks of details", () => {
  const block = (attributes: string, body = "<summary>Tool Executed</summary>\n") =>
    `<details type="tool_calls" ${attributes}>\n${body}</details>`;
  const called = 'id="c1" name="f" arguments="{&quot;a&quot;: &quot;x &gt; y&quot;}"';

  it("are calls that their server runs, with their results", () => {
    const text = `Before ${block(`done="true" ${called} result="&quot;4 \u00b0C&quot;" files=""`)} after`;
    const { calls, events, text: visible } = detectAtEveryCut(text);
    expect(visible).toBe("Before  after");
    expect(calls).toMatchObject([{ id: "c1", name: "f", args: { a: "x > y" }, result: "4 °C", status: "completed" }]);
    expect(events.filter((event) => event.type === "tool-input-available")).toMatchObject([{ providerExecuted: true }]);
  });

  it("join the block of a call that runs and the one of its result", () => {
    const text = `${block(`done="false" ${called}`)}\n${block(`done="true" ${called} result="[1, 2]"`)}`;
    expect(detectAtEveryCut(text).calls).toMatchObject([{ id: "c1", result: [1, 2], status: "completed" }]);
    expect(detectAtEveryCut(block(`done="false" ${called}`)).calls).toMatchObject([{ status: "pending" }]);
  });

  it("may hold the name in the summary and the arguments in the body, or the result there", () => {
    const body = '<summary>swap</summary>\n{"row": 4}\n';
    expect(detectAtEveryCut(block('done="true" id="z1"', body)).calls).toMatchObject([
      { id: "z1", name: "swap", args: { row: 4 } },
    ]);
    const result = "<summary>Tool Executed</summary>\n{&quot;found&quot;: 2}\n";
    expect(detectAtEveryCut(block(`done="true" ${called}`, result)).calls).toMatchObject([{ result: { found: 2 } }]);
  });

  it("read arguments in a string of JSON, none for an empty one, and the attributes in any order and quotes", () => {
    const string = "name='f' type='tool_calls' arguments='&quot;{\\&quot;a\\&quot;: 1}&quot;'";
    expect(detectAtEveryCut(`<details ${string}></details>`).calls).toMatchObject([{ name: "f", args: { a: 1 } }]);
    expect(detectAtEveryCut(block('name="f" arguments=""')).calls).toMatchObject([{ name: "f", args: {} }]);
  });

  it("fail where they are cut off, hold no object, or name no tool", () => {
    expect(read(block(called).slice(0, -12))).toEqual({ text: "", calls: [["f", "incomplete"]] });
    expect(read('<details type="tool_calls" name="f" argum').calls).toMatchObject([[expect.anything(), "incomplete"]]);
    expect(read(block('name="f" arguments="[1]"')).calls).toEqual([["f", "malformed"]]);
    expect(read(block('done="true"')).calls).toMatchObject([[expect.anything(), "malformed"]]);
  });

  it("of another type, or of none, are text", () => {
    for (const text of [
      '<details type="reasoning" done="true">\n<summary>Thought</summary>\nwords</details>',
      "<details open>\n<summary>More</summary>\ntext\n</details>",
      "<details\nclass='x'>y</details> and <detailsx> and <details ",
      `\`${block(called).replaceAll("\n", " ")}\``,
    ]) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
  });
});
